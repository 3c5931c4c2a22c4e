import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { customerData } from '#server/data/customers.ts';
import { jobData, type LockedJob } from '#server/data/jobs.ts';
import { holdPlaceholderOf, isEmptyJob } from '#server/data/placeholder-jobs.ts';

/** The customer's 'No job yet' (decisions §12), made if there is none and held; deleted customers count, as for any job. */
export const placeholderOf = async (ctx: Context, customerId: number): Promise<number> => {
  await customerData.requireAll(ctx, [customerId], 'customerId');
  return holdPlaceholderOf(ctx, customerId);
};

/** The job that a change puts its entry on: the one that it names, 'No job yet' if it asks for that, else the one that it is on. */
export const jobAfter = async (ctx: Context, entry: JobEntry, { jobId, customerId, awaitsJob }: JobEntryPatch): Promise<number> => {
  const customer = customerId ?? entry.customerId;
  const isElsewhere = customer !== entry.customerId;
  const leavesJob = isElsewhere || (awaitsJob === true && !entry.awaitsJob);
  return jobId ?? (leavesJob ? placeholderOf(ctx, customer) : entry.jobId);
};

/**
 * A 'No job yet' lives as long as it has entries: with the last one that is put on a job, or deleted, it goes. The caller holds it for
 * itself alone, as whoever changes one of its entries does.
 */
export const endIfEmpty = async (ctx: Context, job: LockedJob): Promise<void> => {
  if (job.isPlaceholder && (await isEmptyJob(ctx, job.id))) {
    await jobData.remove(ctx, job.id);
  }
};

/** Refuses to complete or bill work of which nobody has said which job it was. */
export const requireNamed = ({ isPlaceholder }: Pick<LockedJob, 'isPlaceholder'>): void => {
  if (isPlaceholder) {
    throw refusal('conflict', 'jobUnnamed');
  }
};
