import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { customerData } from '#server/data/customers.ts';
import { jobData, type LockedJob } from '#server/data/jobs.ts';
import { lockPlaceholderOf, isEmptyJob } from '#server/data/placeholder-jobs.ts';

/** The customer's 'No job yet' (specification 5.40), made if there is none, and locked; deleted customers count, as for any job. */
export const placeholderOf = async (ctx: Context, customerId: number): Promise<number> => {
  await customerData.requireAll(ctx, [customerId], 'customerId');
  return lockPlaceholderOf(ctx, customerId);
};

/** The job that a change moves its entry to: the one that it names, 'No job yet' if it asks for that, else the current one. */
export const jobAfter = async (ctx: Context, entry: JobEntry, { jobId, customerId, awaitsJob }: JobEntryPatch): Promise<number> => {
  const customer = customerId ?? entry.customerId;
  const isElsewhere = customer !== entry.customerId;
  const leavesJob = isElsewhere || (awaitsJob === true && !entry.awaitsJob);
  return jobId ?? (leavesJob ? placeholderOf(ctx, customer) : entry.jobId);
};

/**
 * A 'No job yet' lives as long as it has entries: when its last one is moved to a job, or deleted, it is deleted too. The caller holds it
 * exclusively, as does anyone who changes one of its entries.
 */
export const endIfEmpty = async (ctx: Context, job: LockedJob): Promise<void> => {
  if (job.isPlaceholder && (await isEmptyJob(ctx, job.id))) {
    await jobData.remove(ctx, job.id);
  }
};

/** Refuses to complete or bill work whose job nobody has named. */
export const requireNamed = ({ isPlaceholder }: Pick<LockedJob, 'isPlaceholder'>): void => {
  if (isPlaceholder) {
    throw refusal('conflict', 'jobUnnamed');
  }
};
