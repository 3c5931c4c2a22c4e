import type { JobEntry } from '#shared/domain/job-entry.ts';
import { type CalendarDate, daysBetween } from '#shared/lib/dates.ts';

type Logged = Pick<JobEntry, 'id' | 'date' | 'jobId' | 'customerId' | 'awaitsJob' | 'serviceTypeId' | 'equipmentIds'> &
  Partial<Pick<JobEntry, 'runId'>>;

/** Whether what an entry names can still be chosen for a new one, by its id. */
export interface Choosable {
  readonly customer: (id: number) => boolean;
  readonly openJob: (id: number) => boolean;
  readonly service: (id: number) => boolean;
  readonly machine: (id: number) => boolean;
}

/** As many as are offered. */
export const MOST_USUAL = 3;

/** Work counts for half after so many days: what is done this week goes before what was done more often last month. */
const HALF_AFTER_DAYS = 4;

const isChoosable = (entry: Logged, { customer, openJob, service, machine }: Choosable): boolean =>
  service(entry.serviceTypeId) &&
  entry.equipmentIds.every(machine) &&
  // Without a job it can be logged for the customer again.
  (entry.awaitsJob ? customer(entry.customerId) : openJob(entry.jobId));

/** The same work: service, machines and job, or the customer where there is no job yet. */
const workOf = ({ serviceTypeId, equipmentIds, jobId, customerId, awaitsJob }: Logged): string =>
  [serviceTypeId, [...equipmentIds].sort((one, other) => one - other).join(','), awaitsJob ? `at ${customerId}` : jobId].join(' ');

/**
 * The work that somebody is likeliest to log next, each by its latest entry: of what can still be chosen, by how often and how lately. Of
 * stops of runs only the likeliest comes before other work: the next run has them all. Entries are the person's own, of the last weeks, in
 * any order.
 */
export const usualEntries = <E extends Logged>(entries: readonly E[], today: CalendarDate, choosable: Choosable): E[] => {
  const works = new Map<string, { latest: E; weight: number; isStop: boolean }>();
  for (const entry of entries.filter((each) => isChoosable(each, choosable))) {
    const known = works.get(workOf(entry));
    const isLater = !known || entry.date > known.latest.date || (entry.date === known.latest.date && entry.id > known.latest.id);
    works.set(workOf(entry), {
      latest: isLater ? entry : known.latest,
      // A copy from before there were runs lacks the field.
      isStop: (known?.isStop ?? true) && (entry.runId ?? null) !== null,
      weight: (known?.weight ?? 0) + 0.5 ** (Math.max(0, daysBetween(entry.date, today)) / HALF_AFTER_DAYS),
    });
  }
  const byWeight = [...works.values()].sort((one, other) => other.weight - one.weight || other.latest.id - one.latest.id);
  const stops = byWeight.filter(({ isStop }) => isStop).slice(1);
  return [...byWeight.filter((work) => !stops.includes(work)), ...stops].slice(0, MOST_USUAL).map(({ latest }) => latest);
};
