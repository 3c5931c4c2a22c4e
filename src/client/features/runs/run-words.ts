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

const MINUTE = 60_000;

/** A length of time as hours and minutes, such as '0:47'; never below zero, because a clock may be set back. */
export const clockWords = (milliseconds: number): string => {
  const minutes = Math.floor(Math.max(0, milliseconds) / MINUTE);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};

/** What was counted at a stop: '48 bales, 12.5 acres'. */
export const countWords = (counted: readonly Counted[], counts: Counts): string =>
  counted
    .flatMap(({ key, label }) => {
      const value = counts[key] ?? null;
      return value === null ? [] : [`${formatNumber(value)} ${midSentence(label)}`];
    })
    .join(', ');
