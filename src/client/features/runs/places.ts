import type { Job } from '#shared/domain/job.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { Place, RunState } from '#shared/domain/run-state.ts';

type KnownJob = Pick<Job, 'id' | 'customerId' | 'status'>;

/** A customer's open jobs. */
export const openJobsOf = <J extends KnownJob>(jobs: readonly J[], customerId: number): J[] =>
  jobs.filter((job) => job.customerId === customerId && job.status === 'open');

/**
 * Where a stop at a customer is: on the only open job, with several on the one that was used last, or else the newest; without one on
 * 'No job yet'. `jobs` are newest first, `recent` the latest first.
 */
export const onlyOrLastJob = (customerId: number, jobs: readonly KnownJob[], recent: readonly Place[]): Place => {
  const open = openJobsOf(jobs, customerId);
  const last = recent.find(({ jobId }) => open.some(({ id }) => id === jobId));
  return { customerId, jobId: last?.jobId ?? open[0]?.id ?? NO_JOB };
};

/** As many as the cab has room for. */
const MOST_USUAL = 2;

/** The customers somebody lately worked for who are no stop of this run yet, the latest first. */
export const usualNext = (
  { stops }: Pick<RunState, 'stops'>,
  customers: readonly { readonly id: number; readonly businessName: string }[],
  recent: readonly Place[],
): { readonly id: number; readonly name: string }[] =>
  [...new Set(recent.map(({ customerId }) => customerId))]
    .filter((id) => !stops.some(({ customerId }) => customerId === id))
    .flatMap((id) => customers.filter((customer) => customer.id === id).map(({ businessName: name }) => ({ id, name })))
    .slice(0, MOST_USUAL);

/** Where somebody worked, from their entries. */
export const placesOf = (entries: readonly Pick<JobEntry, 'customerId' | 'jobId' | 'awaitsJob'>[]): Place[] =>
  entries.map(({ customerId, jobId, awaitsJob }) => ({ customerId, jobId: awaitsJob ? NO_JOB : jobId }));
