import type { RunPatch } from '#shared/domain/run.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import {
  changeOfEntry,
  type Crew,
  newEntryOf,
  notedAt,
  type Place,
  type RunState,
  startRun,
  type Stop,
  stopOfEntry,
  withEntryNow,
  withStop,
} from '#shared/domain/run-state.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { runKey, withKnownIds } from '#client/data/active-run.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { isFilled, whyNothing } from '#client/data/local-rows.ts';
import { momentHere } from '#client/data/moment-here.ts';
import { todayOf } from '#client/data/today.ts';
import {
  deviceTime,
  findKept,
  findRecords,
  keepRow,
  keepTogether,
  type LocalRow,
  type NewFile,
  recordKey,
  type WriteIntent,
  type Written,
} from '#client/offline/public.ts';

// Each step of a run is one durable transaction of the entries that it changes and the state that it leads to: after a crash both are there
// or neither, so that no stop is logged twice.

/** Whose run it is, and where. */
export interface Driver {
  readonly userId: number;
  readonly organization: Organization;
}

type Held = JobEntry & LocalRow;

/** What the stops' entries hold on this device now; an entry that is gone was deleted. */
const readHeld = async ({ stops }: RunState): Promise<ReadonlyMap<number, Held>> => {
  const ids = stops.flatMap(({ entryId }) => entryId ?? []);
  const rows = await findRecords(
    theEngine(),
    ids.map((id) => ['jobEntries', id] as const),
  );
  return new Map(ids.flatMap((id) => [[id, rows.get(recordKey('jobEntries', id)) as Held | undefined] as const]).filter(isHeld));
};
const isHeld = (pair: readonly [number, Held | undefined]): pair is readonly [number, Held] => pair[1] !== undefined;

/**
 * The same once all of it is here. After a sign-in the entries are still on their way to this device, and a stop whose entry is missing
 * would be logged once more.
 */
const readHeldHere = async (orgId: number, state: RunState): Promise<ReadonlyMap<number, Held>> => {
  const held = await readHeld(state);
  const isLacking = state.stops.some(({ entryId }) => entryId !== null && !held.has(entryId));
  if (!isLacking || (await isFilled(orgId))) {
    return held;
  }
  await theEngine().pull(orgId);
  if (!(await isFilled(orgId))) {
    throw whyNothing(new TypeError('No answer.'));
  }
  return readHeld(state);
};

/** The state with what was changed of its entries elsewhere since. What is typed at the current stop stays. */
const refreshed = (state: RunState, held: ReadonlyMap<number, Held>): RunState => ({
  ...state,
  stops: state.stops.map((stop, index): Stop => {
    const row = stop.entryId === null ? undefined : held.get(stop.entryId);
    if (row === undefined) {
      return stop.entryId === null ? stop : { ...stop, entryId: null, spans: [] };
    }
    const told = stopOfEntry(row, NO_JOB);
    return index === state.current ? withEntryNow(stop, told) : { ...stop, ...notedAt(told), spans: told.spans, seen: notedAt(told) };
  }),
});

const dateIn =
  (organization: Organization) =>
  (moment: string): CalendarDate =>
    todayOf(organization, new Date(moment));

const intentFor = ({ organization }: Driver, state: RunState, stop: Stop, held: ReadonlyMap<number, Held>): WriteIntent => {
  const row = stop.entryId === null ? undefined : held.get(stop.entryId);
  if (row) {
    return { operation: 'update', store: 'jobEntries', orgId: organization.id, id: row.id, data: changeOfEntry(stop, row), seen: row };
  }
  const data = newEntryOf(state, stop, dateIn(organization));
  const intent = { operation: 'create', store: 'jobEntries', orgId: organization.id } as const;
  return stop.jobId === NO_JOB
    ? { ...intent, data: { ...data, customerId: stop.customerId, awaitsJob: true } }
    : { ...intent, jobId: stop.jobId, data };
};

const sameSpans = (one: Stop, other: Stop): boolean => JSON.stringify(one.spans) === JSON.stringify(other.spans);

interface StepOptions {
  /** Stops whose entries are written besides those whose times change, by their indexes. */
  readonly also?: (state: RunState) => readonly number[];
  readonly files?: readonly NewFile[];
  /** Changes of other records that belong to the step. */
  readonly more?: readonly WriteIntent[];
  /** The run is over on this device. */
  readonly isLast?: boolean;
}

/** What a step led to. */
export interface Taken {
  readonly before: RunState;
  readonly after: RunState;
}

/** The moment by the device's clock, as spans have it. */
export const momentNow = (): string => momentHere(deviceTime(theEngine()));

/**
 * Takes one step of the run: what `move` makes of its state, with the entries whose times that changes. Steps of one tab have to come one
 * after another. Null, with nothing kept, if no run
 * goes on here, or another tab took a step at this very moment. Throws what storage throws; then nothing was kept, either.
 */
export const takeStep = async (
  driver: Driver,
  move: (state: RunState) => RunState,
  { also, files = [], more = [], isLast = false }: StepOptions = {},
): Promise<Taken | null> => {
  const engine = theEngine();
  const key = runKey(driver.userId, driver.organization.id);
  const kept = await findKept<RunState>(engine, key);
  if (kept === null) {
    return null;
  }
  const known = await withKnownIds(kept);
  const held = await readHeldHere(driver.organization.id, known);
  const before = refreshed(known, held);
  const after = move(before);
  const alsoWritten = also?.(after) ?? [];
  const changed = after.stops.flatMap((stop, index) => {
    const was = before.stops[index];
    const isTimed = was === undefined ? stop.spans.length > 0 : !sameSpans(stop, was);
    return isTimed || alsoWritten.includes(index) ? [{ stop, index }] : [];
  });
  const intents = changed.map(({ stop }) => intentFor(driver, after, stop, held));
  const withEntries = (written: readonly Written[]): RunState =>
    changed.reduce(
      (state, { stop, index }, at) => withStop(state, index, { entryId: written[at]?.id ?? null, seen: notedAt(stop) }),
      after,
    );
  const [first, ...rest] = [...intents, ...more];
  if (first === undefined) {
    return (await keepRow(engine, key, isLast ? null : after, kept)) ? { before, after } : null;
  }
  const written = await keepTogether(
    engine,
    [files.length > 0 ? { ...first, files } : first, ...rest],
    [{ key, seen: kept, value: (all) => (isLast ? null : withEntries(all)) }],
  );
  return written && { before, after: withEntries(written) };
};

/** Begins a run; null, with nothing kept, if one is going on already. */
export const beginRun = async ({ userId, organization }: Driver, crew: Crew, places: readonly Place[]): Promise<RunState | null> => {
  const at = momentNow();
  const startedAs = (runId: number): RunState => startRun(runId, crew, places, at);
  const date = dateIn(organization)(at);
  const written = await keepTogether(
    theEngine(),
    [{ operation: 'create', store: 'runs', orgId: organization.id, data: { ...crew, date, startedAt: at } }],
    [{ key: runKey(userId, organization.id), seen: null, value: ([run]) => startedAs(run?.id ?? 0) }],
  );
  return written && startedAs(written[0]?.id ?? 0);
};

/** Takes up a run that another device began; null if one is going on already. */
export const takeUpRun = async ({ userId, organization }: Driver, state: RunState): Promise<RunState | null> =>
  (await keepRow(theEngine(), runKey(userId, organization.id), state, null)) ? state : null;

/** The run's own record, changed with the step. */
export const changeOfRun = ({ organization }: Driver, runId: number, data: RunPatch): WriteIntent => ({
  operation: 'update',
  store: 'runs',
  orgId: organization.id,
  id: runId,
  data,
});
