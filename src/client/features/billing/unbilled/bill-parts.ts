import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { mayIssue } from './bill-rows.ts';

/** Whether single jobs can be unticked: of those on a draft, the draft says which there are. */
export const mayBeParted = (bill: UnbilledBill): boolean => bill.jobs.length > 1 && bill.draftId === null && mayIssue(bill);

/** Its jobs without those that were unticked. */
export const keptJobs = ({ jobs }: UnbilledBill, off: ReadonlySet<number>): UnbilledBill['jobs'] => jobs.filter(({ id }) => !off.has(id));

/** Whether some of its jobs, not all, were unticked. */
export const isParted = (bill: UnbilledBill, off: ReadonlySet<number>): boolean => {
  const kept = keptJobs(bill, off).length;
  return mayBeParted(bill) && kept > 0 && kept < bill.jobs.length;
};

const idsOf = ({ jobs }: UnbilledBill): number[] => jobs.map(({ id }) => id);

/** All jobs of these bills are ticked again. */
export const madeWhole = (bills: readonly UnbilledBill[], off: ReadonlySet<number>): ReadonlySet<number> => {
  const own = new Set(bills.flatMap(idsOf));
  return new Set([...off].filter((id) => !own.has(id)));
};

/** A bill, and what of it is ticked: `part` has the ticked jobs of a selected one. */
export interface BillRow {
  readonly bill: UnbilledBill;
  readonly part: UnbilledBill;
  readonly isSelected: boolean;
}

export const isJobOn = ({ part, isSelected }: BillRow, jobId: number): boolean => isSelected && part.jobs.some(({ id }) => id === jobId);

/** Which of its jobs are unticked after one was pressed; all of them, and the bill is not selected any more. */
export const offAfterPress = (row: BillRow, jobId: number): readonly number[] =>
  idsOf(row.bill).filter((id) => isJobOn(row, id) === (id === jobId));

/** The bill without the jobs that were unticked, as the server makes it; until it has answered, its sums are not known. */
export const partOf = (bill: UnbilledBill, off: ReadonlySet<number>, answer: UnbilledBill | undefined): UnbilledBill => ({
  ...(answer ?? { ...bill, jobs: keptJobs(bill, off), netCents: null, grossCents: null, digest: '' }),
  // The row stays the row, whichever of its jobs is the first.
  id: bill.id,
});
