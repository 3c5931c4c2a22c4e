import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { UnbilledJob } from '#shared/billing/schemas/unbilled-job.ts';
import { type BillInput, computeBill } from '#shared/billing/compute-bill.ts';

/** Undefined if an amount is too large to be right: one typo must not hide the other bills of a list. */
export const tryBill = (input: BillInput): Bill | undefined => {
  try {
    return computeBill(input);
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
};

/** How many warnings there are of each kind. */
export const tallyWarnings = (bill: Bill | undefined): UnbilledJob['warnings'] => {
  const kinds = bill?.warnings.map(({ kind }) => kind) ?? [];
  return [...new Set(kinds)].map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length }));
};
