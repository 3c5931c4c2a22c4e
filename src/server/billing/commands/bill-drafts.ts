import type { ManualLine } from '#shared/billing/schemas/bill.ts';
import type { BillDraft } from '#shared/billing/schemas/billing-record.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { requireNamed } from '#server/commands/placeholder-jobs.ts';
import { applicablePartings } from './part-entries.ts';
import { type Added, billDraftData, findDraftOf, lockDraftOf } from '#server/billing/data/bill-drafts.ts';
import { jobData, type LockedJob } from '#server/data/jobs.ts';
import { requireNoneMissing } from '#server/data/org-table.ts';

/** Refuses jobs that are billed or on a draft already; the caller holds them. */
const requireFree = async (ctx: Context, jobs: readonly LockedJob[]): Promise<void> => {
  for (const job of jobs) {
    requireNamed(job);
    const { id, name, status } = job;
    if (status === 'billed') {
      throw refusal('conflict', 'jobBilledAlready', { name });
    }
    const draft = await findDraftOf(ctx, id);
    if (draft !== undefined) {
      throw refusal('conflict', 'jobOnDraftAlready', { name, draft: String(draft.id) });
    }
  }
};

/** A manual line may name a job of its bill, and no other. */
export const requireJobsOfLines = (lines: readonly ManualLine[], jobIds: readonly number[]): void =>
  requireNoneMissing(
    'Job of this bill',
    'lines',
    lines.flatMap(({ jobId }) => jobId ?? []),
    new Set(jobIds),
  );

/** Begins a draft for jobs of one customer; each job is on one draft at most. */
export const beginDraft = async (
  ctx: Context,
  {
    jobIds,
    lines = [],
    discounts = [],
    partings = [],
    notes = null,
  }: Pick<BillDraft, 'jobIds'> & { [K in keyof Added]?: Added[K] | undefined },
): Promise<BillDraft> => {
  const jobs = await jobData.lockAll(ctx, jobIds);
  requireNoneMissing('Job', 'jobIds', jobIds, new Set(jobs.map(({ id }) => id)));
  const [first] = jobs;
  if (first === undefined || jobs.some(({ customerId }) => customerId !== first.customerId)) {
    throw invalid('jobIds', 'jobsOfSeveralCustomers');
  }
  await requireFree(ctx, jobs);
  requireJobsOfLines(lines, jobIds);
  const held = await applicablePartings(ctx, jobIds, partings, []);
  return billDraftData.insert(ctx, {
    customerId: first.customerId,
    jobIds: jobs.map(({ id }) => id),
    lines,
    discounts,
    partings: held,
    notes,
  });
};

/**
 * When a job is given to another customer: a draft that has no other job of the old customer follows it, and gets a new version, so that
 * nobody issues it unseen. The caller holds the job.
 */
export const moveDraftWith = async (ctx: Context, jobId: number, customerId: number): Promise<void> => {
  const draft = await lockDraftOf(ctx, jobId);
  if (draft === undefined || draft.customerId === customerId) {
    return;
  }
  const jobs = await jobData.listByIds(ctx, draft.jobIds);
  if (jobs.every((job) => job.customerId === customerId)) {
    await billDraftData.update(ctx, draft.id, { customerId });
  }
};

/** Restores a deleted draft, unless one of its jobs was billed or put on another draft since. */
export const restoreDraft = async (ctx: Context, id: number): Promise<void> => {
  const { jobIds } = await billDraftData.restore(ctx, id);
  const jobs = await jobData.lockAll(ctx, jobIds);
  if (jobs.length < jobIds.length) {
    throw refusal('conflict', 'jobOfDraftDeleted');
  }
  const others = await billDraftData.list(ctx);
  const taken = jobs.find((job) => job.status === 'billed' || others.some((other) => other.id !== id && other.jobIds.includes(job.id)));
  if (taken !== undefined) {
    throw refusal('conflict', 'jobTakenMeanwhile', { name: taken.name });
  }
};
