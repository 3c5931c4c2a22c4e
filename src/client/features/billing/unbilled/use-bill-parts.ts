import { useQueries } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import type { Selection } from '#client/components/desk/use-selection.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { type BillRow, isParted, keptJobs, madeWhole, offAfterPress, partOf } from './bill-parts.ts';

const NONE: ReadonlySet<number> = new Set();

/** The selected bills with the jobs that are ticked in them. */
export interface BillParts {
  readonly rowOf: (bill: UnbilledBill) => BillRow;
  /** The bill as it would be issued: without the jobs that were unticked. */
  readonly of: (bill: UnbilledBill) => UnbilledBill;
  /** Stays the same function. */
  readonly pressJob: (row: BillRow, jobId: number) => void;
  /** Ticks or unticks a bill with all of its jobs; one with some of them is ticked wholly. Stays the same function. */
  readonly press: (row: BillRow) => void;
  /** Ticks all of these bills with all of their jobs, or none if all are. */
  readonly pressAll: (bills: readonly UnbilledBill[]) => void;
  readonly clear: () => void;
  /** Whether sums of what is left of bills are still to come. */
  readonly isReading: boolean;
}

/** Of a bill of several jobs, single ones can be unticked: then the server says what the bill of the others is. */
export const useBillParts = ({ selected, isSelected, toggle, clear }: Selection<UnbilledBill>): BillParts => {
  const { id: orgId } = useOrganization();
  const [off, setOff] = useState(NONE);
  const parted = selected.filter((bill) => isParted(bill, off));
  const queries = parted.map((bill) => {
    const kept = keptJobs(bill, off).map(({ id }) => id);
    return billingQueries.preview(orgId, kept, bill.digest);
  });
  const answers = useQueries({ queries });
  const parts = new Map(parted.map((bill, place) => [bill.id, partOf(bill, off, answers[place]?.data)]));
  const of = (bill: UnbilledBill): UnbilledBill => parts.get(bill.id) ?? bill;
  const pressJob = useCallback(
    (row: BillRow, jobId: number) => {
      const now = offAfterPress(row, jobId);
      const isNone = now.length === row.bill.jobs.length;
      setOff((before) => new Set([...madeWhole([row.bill], before), ...(isNone ? [] : now)]));
      if (isNone === row.isSelected) {
        toggle([row.bill]);
      }
    },
    [toggle],
  );
  const press = useCallback(
    ({ bill, part, isSelected: wasSelected }: BillRow) => {
      setOff((before) => madeWhole([bill], before));
      if (!wasSelected || part.jobs.length === bill.jobs.length) {
        toggle([bill]);
      }
    },
    [toggle],
  );
  return {
    of,
    rowOf: (bill) => ({ bill, part: of(bill), isSelected: isSelected(bill) }),
    pressJob,
    press,
    pressAll: (bills) => {
      const isSome = bills.some((bill) => parts.has(bill.id));
      setOff((before) => madeWhole(bills, before));
      toggle(isSome ? bills.filter((bill) => !isSelected(bill)) : bills);
    },
    clear: () => {
      setOff(NONE);
      clear();
    },
    isReading: answers.some(({ isPending }) => isPending),
  };
};
