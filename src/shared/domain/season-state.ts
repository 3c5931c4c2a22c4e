import type { JobStatus } from '#shared/domain/job.ts';
import type { SeasonState } from '#shared/domain/season-repeat.ts';

/** A job that may be the same work in the season to come. */
export interface ThereJob {
  readonly id: number;
  readonly name: string;
  readonly customerId: number;
  readonly status: JobStatus;
  /** The earlier job that it repeats in this season; null: none, it was made by hand. */
  readonly repeatsJobId: number | null;
  /** The services of its entries of this season; none: nothing was done yet. */
  readonly serviceTypeIds: readonly number[];
}

interface EarlierWork {
  readonly jobId: number;
  readonly nextName: string;
  readonly customerId: number;
  readonly serviceTypeIds: readonly number[];
}

export interface There {
  readonly state: SeasonState;
  readonly thereJobId: number | null;
}

/**
 * Finds what there is of earlier work already: the job that repeats it; or another job of the customer, made by hand, in which one of its
 * services was done, or which is empty and called as the repeated one would be. What repeats other work is not this one.
 */
export const thereAmong = (jobs: readonly ThereJob[]): ((work: EarlierWork) => There) => {
  const repeats = new Map(jobs.flatMap((job) => (job.repeatsJobId === null ? [] : [[job.repeatsJobId, job] as const])));
  const byCustomer = new Map<number, ThereJob[]>();
  for (const job of jobs.filter(({ repeatsJobId }) => repeatsJobId === null)) {
    byCustomer.set(job.customerId, [...(byCustomer.get(job.customerId) ?? []), job]);
  }
  return ({ jobId, nextName, customerId, serviceTypeIds }) => {
    const isSame = ({ id, name, serviceTypeIds: done }: ThereJob): boolean =>
      done.length === 0 ? id !== jobId && name === nextName : done.some((service) => serviceTypeIds.includes(service));
    const own = repeats.get(jobId);
    const found = own ? [own] : (byCustomer.get(customerId) ?? []).filter(isSame);
    const shown = found.find(({ status }) => status === 'open') ?? found[0];
    return shown ? { state: shown.status === 'open' ? 'open' : 'done', thereJobId: shown.id } : { state: 'notYet', thereJobId: null };
  };
};
