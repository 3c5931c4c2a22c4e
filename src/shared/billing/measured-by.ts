import type { BillLine, Explanation, MeasuredEntry } from '#shared/billing/schemas/bill.ts';

/** What each entry brought to a line, by day; nothing where a line is not made of entries, or does not say how it came about. */
export const measuredBy = ({ explanation }: Pick<BillLine, 'explanation'>): MeasuredEntry[] => {
  const known = explanation as Explanation | undefined;
  return known?.kind === 'quantity'
    ? known.parts.flatMap(({ entries }) => entries).sort((one, other) => one.date.localeCompare(other.date) || one.id - other.id)
    : [];
};
