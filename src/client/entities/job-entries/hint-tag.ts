import type { Hint, HintKind } from '#shared/domain/hint.ts';
import { type PlainText, t } from '#client/lib/texts.ts';

const TAGS: Record<HintKind, PlainText> = {
  tooLong: 'Too long',
  duplicate: 'Twice?',
  decimalSlip: 'Hint',
  longDay: 'Long day',
  overlap: 'Overlap',
  unlikeBefore: 'Hint',
  future: 'Future',
  beforeJob: 'Date?',
  otherSeason: 'Season?',
  noHours: 'No hours',
  noFuel: 'No fuel',
};

/** A hint in a word or two, for a row. */
export const hintTag = ({ kind }: Pick<Hint, 'kind'>): string => t(TAGS[kind]);
