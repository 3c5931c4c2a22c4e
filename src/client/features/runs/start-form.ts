import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Crew, Place } from '#shared/domain/run-state.ts';
import type { Run } from '#shared/domain/run.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { onlyOrLastJob, openJobsOf } from '#client/features/runs/places.ts';
import type { RunLists } from '#client/features/runs/use-run-lists.ts';

/** A run before it begins. */
export interface RunStart extends Omit<Crew, 'serviceTypeId'> {
  readonly serviceTypeId: number | null;
  readonly places: readonly Place[];
}

type Before = Pick<Run | JobEntry, 'serviceTypeId' | 'equipmentIds' | 'operatorIds' | 'implementId'>;

const still = (ids: readonly number[], list: readonly { readonly id: number }[]): number[] =>
  ids.filter((id) => list.some((each) => each.id === id));

/** What a run takes over from an earlier run or entry, as far as it still exists. */
const crewOf = ({ serviceTypeId, equipmentIds, operatorIds, implementId }: Before, lists: RunLists): Omit<RunStart, 'places'> => ({
  serviceTypeId: still([serviceTypeId], lists.services)[0] ?? null,
  equipmentIds: still(equipmentIds, lists.equipment),
  operatorIds: still(operatorIds, lists.employees),
  implementId: implementId === null ? null : (still([implementId], lists.implements)[0] ?? null),
});

/** The same customers in the same order, each once, on jobs that are open now. */
const placesAgain = (places: readonly Place[], lists: RunLists): Place[] => {
  const customers = still([...new Set(places.map(({ customerId }) => customerId))], lists.customers);
  return customers.map((customerId) => {
    const before = places.find((place) => place.customerId === customerId);
    const isOpen = openJobsOf(lists.jobs, customerId).some(({ id }) => id === before?.jobId);
    return before && (isOpen || before.jobId === NO_JOB) ? before : onlyOrLastJob(customerId, lists.jobs, places);
  });
};

interface Earlier {
  /** The last run, with where it was. */
  readonly run: Run | null;
  readonly places: readonly Place[];
  readonly entry: JobEntry | undefined;
  readonly userId: number;
}

/** How a new run is filled in: like the last run; without one like the last entry, else with the driver and the only service and machine. */
export const beginningOf = ({ run, places, entry, userId }: Earlier, lists: RunLists): RunStart => {
  const own = lists.employees.filter((each) => each.isOperator && each.userId === userId).map(({ id }) => id);
  const only = (list: readonly { readonly id: number }[]): number[] => (list.length === 1 ? list.map(({ id }) => id) : []);
  const before = run ?? entry;
  const crew = before
    ? crewOf(before, lists)
    : { serviceTypeId: only(lists.services)[0] ?? null, equipmentIds: only(lists.equipment), operatorIds: [], implementId: null };
  return { ...crew, operatorIds: crew.operatorIds.length > 0 ? crew.operatorIds : own, places: run ? placesAgain(places, lists) : [] };
};
