import { isAnswered, isAsked } from '#shared/domain/asked.ts';
import type { DaySpan, DeskFilter } from './desk-filter.ts';
import type { DeskRow } from './desk-rows.ts';

const isOf = (id: number | null, ids: readonly number[]): boolean => id === null || ids.includes(id);

/** Whether a row belongs to what a filter shows. `words` are those of its text, in lower case. */
const matches = (
  { entry, missing, hints, isBilled, isChecked, text }: DeskRow,
  filter: DeskFilter,
  { from, to }: DaySpan,
  words: readonly string[],
): boolean =>
  (from === null || entry.date >= from) &&
  (to === null || entry.date <= to) &&
  (filter.checked === null || filter.checked === isChecked) &&
  (filter.billed === null || filter.billed === isBilled) &&
  (!filter.missing || missing.length > 0) &&
  (!filter.hints || hints.length > 0) &&
  (!filter.asked || isAsked(entry) || isAnswered(entry)) &&
  (!filter.notes || Boolean(entry.notes)) &&
  (!filter.photos || entry.photos.length > 0) &&
  (filter.customer === null || filter.customer === entry.customerId) &&
  (filter.job === null || filter.job === entry.jobId) &&
  (filter.service === null || filter.service === entry.serviceTypeId) &&
  isOf(filter.machine, entry.equipmentIds) &&
  isOf(filter.operator, entry.operatorIds) &&
  words.every((word) => text.includes(word));

const wordsOf = (q: string): string[] => q.toLowerCase().split(/\s+/).filter(Boolean);

/** The rows that a filter shows, in their order. */
export const rowsShown = (rows: readonly DeskRow[], filter: DeskFilter, span: DaySpan): DeskRow[] => {
  const words = wordsOf(filter.q);
  return rows.filter((row) => matches(row, filter, span, words));
};

export const countShown = (rows: readonly DeskRow[], filter: DeskFilter, span: DaySpan): number => {
  const words = wordsOf(filter.q);
  let count = 0;
  for (const row of rows) {
    count += matches(row, filter, span, words) ? 1 : 0;
  }
  return count;
};
