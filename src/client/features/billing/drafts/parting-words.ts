import { isAboutSame, type Partable } from '#shared/billing/partings.ts';
import type { Bill, Parting } from '#shared/billing/schemas/bill.ts';
import { sum, decimal } from '#shared/lib/decimal.ts';
import { textOf } from '#shared/lib/decimal-text.ts';

/** The splits with this one in place of the one for the same number, or at their end. */
export const putParting = (partings: readonly Parting[], made: Parting): Parting[] =>
  partings.some((each) => isAboutSame(each, made)) ? partings.map((each) => (isAboutSame(each, made) ? made : each)) : [...partings, made];

/** The day of an entry on the bill; empty where no line is about it. */
const dateOf = ({ lines }: Pick<Bill, 'lines'>, entryId: number): string =>
  lines
    .flatMap(({ explanation }) => (explanation.kind === 'quantity' ? explanation.parts.flatMap(({ entries }) => entries) : []))
    .find(({ id }) => id === entryId)?.date ?? '';

/**
 * The quantity that is split. If the split is no longer valid because the entry was changed, the bill says what the entry has now and
 * `isHeld` is false; the parts of a valid one add up to it.
 */
export const partedOf = (
  { entryId, column, fieldId, shares }: Parting,
  bill: Pick<Bill, 'lines' | 'warnings'>,
  fieldName: (id: number) => string,
): Partable & { readonly isHeld: boolean } => {
  const found = bill.warnings.find(
    ({ entryId: warnedId, measure }) => warnedId === entryId && measure?.column === column && measure.fieldId === fieldId,
  )?.measure;
  return {
    entryId,
    column,
    fieldId,
    source: column ?? fieldName(fieldId ?? 0),
    date: dateOf(bill, entryId),
    quantity: textOf(sum(shares.map(({ quantity }) => decimal(quantity)))),
    equipmentIds: shares.map(({ equipmentId }) => equipmentId),
    ...found,
    isHeld: found === undefined,
  };
};
