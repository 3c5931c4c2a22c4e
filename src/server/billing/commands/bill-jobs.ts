import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { BillDraft, BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { PaymentWish } from '#shared/domain/payment-wish.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import { QUANTITIES } from '#shared/billing/number-series.ts';
import { attributeRevenue } from '#shared/billing/attribute-revenue.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { dayOfIssue } from './issue-day.ts';
import { billOfJobs, computeDraft } from './compute-bills.ts';
import { noteDeducted, releaseDeposits } from './deduct-deposits.ts';
import { recordContent } from './record-content.ts';
import { insertReversal, reverseCreditNotesOf } from './reverse-record.ts';
import { settlePayments, takeCredits } from './settle-payments.ts';
import type { Context } from '#server/context.ts';
import { type Added, addedFor, billDraftData, lockDraftOf, takeFromDraft } from '#server/billing/data/bill-drafts.ts';
import { billSeries } from '#server/billing/data/billing-settings.ts';
import { lockPaid } from '#server/billing/data/billing-credits.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { lockDeposits } from '#server/billing/data/deposits.ts';
import { insertShares } from '#server/billing/data/billing-shares.ts';
import { summarizeJobEntries } from '#server/data/job-summary.ts';
import { jobData, type LockedJob } from '#server/data/jobs.ts';
import { todayOf } from '#server/data/today.ts';

/** What the user was looking at when they issued the bill. */
interface Seen {
  readonly draftVersion: number;
  readonly grossCents: number;
}

/** Options for issuing a bill, where the caller gives any. */
interface Wishes {
  /** Its date; default: today. */
  readonly issuedOn?: CalendarDate | undefined;
  /** Refuses what nobody has seen. */
  readonly requireSeen?: (bill: Bill) => Promise<void>;
}

/**
 * Makes the record of jobs that the caller holds: while they are held, no entry of theirs is written or moved. Work without any amount
 * takes no number of a bill.
 */
export const makeRecord = async (
  ctx: Context,
  jobs: readonly LockedJob[],
  customerId: number,
  added: Added,
  { issuedOn: wished, requireSeen }: Wishes = {},
): Promise<number> => {
  const jobIds = jobs.map(({ id }) => id);
  await lockDeposits(ctx, jobIds);
  const { bill, entries, issuer, units } = await billOfJobs(ctx, jobIds, added);
  await requireSeen?.(bill);
  if (bill.grossCents < 0) {
    throw refusal('conflict', 'billBelowZero', { amount: plainAmount(bill.grossCents), currency: bill.currency });
  }
  const quantities = [];
  for (const jobId of jobIds) {
    quantities.push(await summarizeJobEntries(ctx, jobId));
  }
  const series = bill.lines.length === 0 ? QUANTITIES : await billSeries(ctx);
  const issuedOn = await dayOfIssue(ctx, series, wished);
  const { content, dueOn } = await recordContent(ctx, {
    customerId,
    issuedOn,
    bill,
    issuer,
    units,
    jobs,
    quantities,
    entries,
    notes: added.notes,
  });
  const { currency, netCents, taxCents, grossCents } = bill;
  const amounts = { currency, netCents, taxCents, grossCents };
  const id = await billingRecordData.insert(ctx, series, {
    ...amounts,
    kind: 'bill',
    reversesId: null,
    customerId,
    jobIds,
    issuedOn,
    dueOn,
    content,
  });
  await billingRecordData.attach(ctx, id, jobIds);
  await insertShares(ctx, { id, customerId, currency }, attributeRevenue({ bill, jobIds, entries, issuedOn }));
  const { label } = await billingRecordData.find(ctx, id);
  await noteDeducted(ctx, { id, label, currency, issuedOn }, jobIds);
  await takeCredits(ctx, { id, label, customerId, currency, jobIds, grossCents }, todayOf(ctx));
  return id;
};

/** A job that is marked billed alone, with what was added for it. A draft that it shares continues without it. */
const billAlone = async (ctx: Context, jobId: number): Promise<void> => {
  const job = await jobData.lock(ctx, jobId, 'update');
  await makeRecord(ctx, [job], job.customerId, addedFor(await lockDraftOf(ctx, jobId), jobId));
  await takeFromDraft(ctx, jobId);
};

/**
 * Voids the live record of a job with a reversal: the same content, the opposite amounts. The other jobs on it are completed again, because
 * they are no longer on any bill.
 */
const reverseRecordOf = async (ctx: Context, jobId: number, payments: PaymentWish | undefined): Promise<void> => {
  const liveId = await billingRecordData.liveIdOf(ctx, jobId);
  if (liveId === undefined) {
    return; // Billed before there were records.
  }
  const live = await billingRecordData.find(ctx, liveId);
  const others = await jobData.lockAll(
    ctx,
    live.jobIds.filter((id) => id !== jobId),
  );
  await lockPaid(ctx, [liveId]);
  const today = todayOf(ctx);
  await reverseCreditNotesOf(ctx, liveId);
  await settlePayments(ctx, liveId, payments, today);
  await releaseDeposits(ctx, liveId, today);
  await insertReversal(ctx, live);
  for (const { id } of others.filter(({ status }) => status === 'billed')) {
    await jobData.update(ctx, id, { status: 'completed' });
  }
};

/**
 * What a change of a job's status does to its bill: billing makes a record, leaving `billed` voids it (specification 10.4), and `payments`
 * says where its payments go (specification 10.6).
 */
export const followStatus = async (
  ctx: Context,
  jobId: number,
  before: JobStatus,
  after: JobStatus,
  payments?: PaymentWish,
): Promise<void> => {
  if (before !== 'billed' && after === 'billed') {
    await billAlone(ctx, jobId);
  } else if (before === 'billed' && after !== 'billed') {
    await reverseRecordOf(ctx, jobId, payments);
  }
};

/** Refuses what nobody has seen; the answer contains the current draft. */
const requireSeen = async (ctx: Context, draft: BillDraft, seen: Seen, bill: Bill): Promise<void> => {
  if (draft.version !== seen.draftVersion || bill.grossCents !== seen.grossCents) {
    throw new AppError('bill_changed', refusalMessage('billChanged', { amount: plainAmount(bill.grossCents), currency: bill.currency }), {
      current: await computeDraft(ctx, draft),
    });
  }
};

/**
 * Makes the record of a draft and marks its jobs billed. 409 if one of them was billed or given to another customer since, or if the draft
 * is not what was seen: its version and its total to the cent. 400 if the chosen date is not open.
 */
export const issueDraft = async (ctx: Context, draftId: number, seen: Seen, issuedOn?: CalendarDate): Promise<BillingRecord> => {
  const found = await billDraftData.find(ctx, draftId);
  // Jobs first, then the draft: the same order as marking one of them billed.
  const jobs = await jobData.lockAll(ctx, found.jobIds);
  const [first] = jobs;
  const draft = first && (await lockDraftOf(ctx, first.id));
  if (first === undefined || draft?.id !== draftId || draft.jobIds.length !== jobs.length) {
    throw refusal('conflict', 'draftChangedMeanwhile');
  }
  const billed = jobs.find(({ status }) => status === 'billed');
  if (billed !== undefined) {
    throw refusal('conflict', 'jobBilledAlready', { name: billed.name });
  }
  if (jobs.some(({ customerId }) => customerId !== first.customerId)) {
    throw refusal('conflict', 'jobsOfSeveralCustomersNow');
  }
  const id = await makeRecord(ctx, jobs, first.customerId, draft, {
    issuedOn,
    requireSeen: (bill) => requireSeen(ctx, draft, seen, bill),
  });
  for (const job of jobs) {
    await jobData.update(ctx, job.id, { status: 'billed' });
  }
  await billDraftData.remove(ctx, draftId);
  return billingRecordData.find(ctx, id);
};
