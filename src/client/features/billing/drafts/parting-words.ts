import { isAboutSame, type Partable } from '#shared/billing/partings.ts';
import type { Bill, Parting } from '#shared/billing/schemas/bill.ts';
import { sum, decimal, textOf } from '#shared/lib/decimal.ts';

/** The partings with this one in the place of the one that is about the same, or at their end. */
export const putParting = (partings: readonly Parting[], made: Parting): Parting[] =>
  partings.some((each) => isAboutSame(each, made)) ? partings.map((each) => (isAboutSame(each, made) ? made : each)) : [...partings, made];

/** The day of an entry on the bill; empty where no line is about it. */
const dateOf = ({ lines }: Pick<Bill, 'lines'>, entryId: number): string =>
  lines
    .flatMap(({ explanation }) => (explanation.kind === 'quantity' ? explanation.parts.flatMap(({ entries }) => entries) : []))
    .find(({ id }) => id === entryId)?.date ?? '';

/**
 * What a parting is of. The bill tells what the entry holds where the parting does not hold, for the entry was changed: then `isHeld` is
 * false; of one that holds the parts add up to it.
 */
export const partedOf = (
  { entryId, column, fieldId, shares }: Parting,
  bill: Pick<Bill, 'lines' | 'warnings'>,
  fieldName: (id: number) => string,
): Partable & { readonly isHeld: boolean } => {
  const found = bill.warnings.find(
    ({ entryId: of, measure }) => of === entryId && measure?.column === column && measure.fieldId === fieldId,
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
