import { plainAmount } from '#shared/billing/net-lines.ts';
import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { digestOf } from './bill-digest.ts';
import { makeRecord } from './bill-jobs.ts';
import type { Context } from '#server/context.ts';
import { type Added, billDraftData, lockDraftOf } from '#server/billing/data/bill-drafts.ts';
import type { WishedBill } from '#server/billing/data/billing-runs.ts';
import { jobData, type LockedJob } from '#server/data/jobs.ts';

/** The bill in place of the one that was seen, as a run keeps it. */
export interface OtherBill {
  readonly digest: string;
  readonly grossCents: number;
}

const requireSeen = (seen: Pick<WishedBill, 'digest' | 'grossCents'>, bill: Bill): void => {
  const current: OtherBill = { digest: digestOf(bill), grossCents: bill.grossCents };
  if (current.digest !== seen.digest || current.grossCents !== seen.grossCents) {
    const values = { amount: plainAmount(bill.grossCents), currency: bill.currency };
    throw new AppError('bill_changed', refusalMessage('billChanged', values), { current });
  }
};

const requireBillable = (jobs: readonly LockedJob[], { jobIds, customerId }: Pick<WishedBill, 'jobIds' | 'customerId'>): void => {
  const billed = jobs.find(({ status }) => status === 'billed');
  if (billed !== undefined) {
    throw refusal('conflict', 'jobBilledAlready', { name: billed.name });
  }
  if (jobs.length !== jobIds.length || jobs.some((job) => job.customerId !== customerId)) {
    throw refusal('conflict', 'jobGoneMeanwhile');
  }
  const open = jobs.find(({ status }) => status !== 'completed');
  if (open !== undefined) {
    throw refusal('conflict', 'jobNotToBill', { name: open.name });
  }
};

/** What is added by the draft of these jobs, which must have no others; undefined without a draft. */
const lockWholeDraft = async (ctx: Context, jobs: readonly LockedJob[]): Promise<(Added & { readonly id: number }) | undefined> => {
  let found: (Added & { readonly id: number }) | undefined;
  for (const { id } of jobs) {
    const draft = await lockDraftOf(ctx, id);
    if (draft !== undefined && draft.jobIds.length !== jobs.length) {
      throw refusal('conflict', 'jobsSharedDraft');
    }
    if (draft !== undefined && !jobs.every((job) => draft.jobIds.includes(job.id))) {
      throw refusal('conflict', 'jobsSharedDraft');
    }
    found ??= draft;
  }
  return found;
};

/**
 * Makes the record of completed jobs of a customer, as somebody saw their bill, and marks them billed. 409 if one was billed, moved or
 * reopened since, or if the bill is another one by now; 400 if the date is not open. Returns the record's id.
 */
export const issueJobs = async (ctx: Context, wished: WishedBill, issuedOn: CalendarDate): Promise<number> => {
  // Jobs first, then the draft: the same order as marking one of them billed.
  const jobs = await jobData.lockAll(ctx, wished.jobIds);
  requireBillable(jobs, wished);
  const draft = await lockWholeDraft(ctx, jobs);
  const added = draft ?? { lines: [], discounts: [], partings: [], notes: null };
  const id = await makeRecord(ctx, jobs, wished.customerId, added, {
    issuedOn,
    requireSeen: async (bill) => requireSeen(wished, bill),
  });
  for (const job of jobs) {
    await jobData.update(ctx, job.id, { status: 'billed' });
  }
  if (draft !== undefined) {
    await billDraftData.remove(ctx, draft.id);
  }
  return id;
};
