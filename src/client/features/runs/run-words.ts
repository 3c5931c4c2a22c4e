import { type Counts } from '#shared/domain/run-state.ts';
import type { Counted } from '#client/features/runs/counted.ts';
import { cached } from '#client/lib/cached.ts';
import { pageLocale } from '#client/lib/language.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { midSentence } from '#client/lib/texts.ts';

const tenths = cached(
  (locale: string | undefined) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 3 }),
);

/** A number with at least one decimal, so that those of a column are under each other. */
export const tenthWords = (value: number): string => tenths(pageLocale()).format(value);

/** What was counted at a stop: '48 bales, 12.5 acres'. */
export const countWords = (counted: readonly Counted[], counts: Counts): string =>
  counted
    .flatMap(({ key, label }) => {
      const value = counts[key] ?? null;
      return value === null ? [] : [`${formatNumber(value)} ${midSentence(label)}`];
    })
    .join(', ');
