import type { Bill, MeasuredOnce, Parting } from '#shared/billing/schemas/bill.ts';
import { decimal, sum } from '#shared/lib/decimal.ts';
import { compare } from '#shared/lib/decimal-math.ts';
import { textOf } from '#shared/lib/decimal-text.ts';
import { checkMessage } from '#shared/messages/issues.ts';
import type { Message } from '#shared/messages/message.ts';

/** A number of an entry that several of its machines ask for, and that can be split among them. */
export type Partable = MeasuredOnce & { readonly entryId: number };

/** All such numbers of a bill that was computed without splits (a number that is split is not reported). */
export const partableIn = ({ warnings }: Pick<Bill, 'warnings'>): Partable[] =>
  warnings.flatMap(({ measure, entryId }) => (measure === undefined || entryId === null ? [] : { ...measure, entryId }));

/** Whether the two are about the same number of the same entry. */
export const isAboutSame = (left: Omit<Parting, 'shares'>, right: Omit<Parting, 'shares'>): boolean =>
  left.entryId === right.entryId && left.column === right.column && left.fieldId === right.fieldId;

/** Why this is no valid split of that number, as a sentence that says what to do; undefined if it is one. */
export const whyNoParting = (
  { shares }: Pick<Parting, 'shares'>,
  of: Pick<MeasuredOnce, 'quantity' | 'equipmentIds'> | undefined,
): Message | undefined => {
  if (of === undefined) {
    return checkMessage('nothingToSplit');
  }
  const machines = shares.map(({ equipmentId }) => equipmentId);
  if (new Set(machines).size < machines.length || !machines.every((id) => of.equipmentIds.includes(id))) {
    return checkMessage('sharesOfOthers');
  }
  const total = sum(shares.map(({ quantity }) => decimal(quantity)));
  return compare(total, decimal(of.quantity)) === 0
    ? undefined
    : checkMessage('sharesDoNotAddUp', { total: textOf(total), quantity: of.quantity });
};
