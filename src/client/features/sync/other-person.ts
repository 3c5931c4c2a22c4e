import type { ItemView } from '#client/data/sync-items.ts';
import { momentWords } from '#client/lib/ages.ts';
import { t } from '#client/lib/texts.ts';
import type { Conflict } from '#client/offline/public.ts';

/** Who changed it in the office and when, as far as is known. */
export const otherWords = ({ otherPerson }: ItemView, { current }: Conflict, userId: number, now: number): string => {
  const who = current['updatedBy'] === userId ? t('You, on another device') : (otherPerson ?? t('Someone else'));
  const changedAt = typeof current['updatedAt'] === 'string' ? Date.parse(current['updatedAt']) : Number.NaN;
  return Number.isNaN(changedAt) ? who : `${who}, ${momentWords(changedAt, now)}`;
};
