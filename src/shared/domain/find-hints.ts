import type { Hint } from '#shared/domain/hint.ts';
import type { HintedEntry } from '#shared/domain/hinted-entry.ts';
import { type HintContext, hintsOf } from '#shared/domain/hints.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';

type Entry = HintedEntry & Pick<JobEntry, 'jobId'>;
type Seasons = ReadonlyMap<string, number>;

/** What the entries of an organization are judged by. */
export interface HintSources extends Pick<HintContext, 'today' | 'stats' | 'own'> {
  /** At least all entries of the days that are asked about. */
  readonly entries: readonly Entry[];
  readonly jobs: ReadonlyMap<number, { readonly createdAt: string }>;
  /** How many entries of each season a job has; undefined: as many as are in `entries`. */
  readonly seasonsOfJobs?: ReadonlyMap<number, Seasons>;
  /** The services that offer Hours. */
  readonly hourServices: ReadonlySet<number>;
}

export const countSeasons = (entries: readonly Pick<Entry, 'jobId' | 'season'>[]): Map<number, Map<string, number>> => {
  const counts = new Map<number, Map<string, number>>();
  for (const { jobId, season } of entries) {
    const ofJob = counts.get(jobId) ?? new Map<string, number>();
    counts.set(jobId, ofJob.set(season, (ofJob.get(season) ?? 0) + 1));
  }
  return counts;
};

/** Returns the hints of any of the entries, for lists: what several entries need is put together once. */
export const hintFinder = ({ today, stats, own, entries, jobs, seasonsOfJobs, hourServices }: HintSources): ((entry: Entry) => Hint[]) => {
  const byDay = new Map<string, Entry[]>();
  for (const entry of entries) {
    const ofDay = byDay.get(entry.date);
    if (ofDay) {
      ofDay.push(entry);
    } else {
      byDay.set(entry.date, [entry]);
    }
  }
  const seasons: ReadonlyMap<number, Seasons> = seasonsOfJobs ?? countSeasons(entries);
  return (entry) => {
    const job = jobs.get(entry.jobId);
    return hintsOf(entry, {
      today,
      stats,
      own,
      sameDay: byDay.get(entry.date) ?? [],
      job: job && { createdAt: job.createdAt, seasons: seasons.get(entry.jobId) ?? new Map<string, number>() },
      offersHours: hourServices.has(entry.serviceTypeId),
    });
  };
};
