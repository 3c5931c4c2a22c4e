import { type JobEntry, type JobEntryInput, MAX_FILES } from '#shared/domain/job-entry.ts';
import type { Run } from '#shared/domain/run.ts';
import { hoursAfter, hoursOf, inPieces, inTimeOrder, MOST_SPANS, type Span } from '#shared/domain/spans.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';

/** Where a stop is: a job of a customer, or 'No job yet' (`NO_JOB`). */
export interface Place {
  readonly customerId: number;
  readonly jobId: number;
}

/** What was counted at a stop: an own number field by its name, `loads` for the column. */
export type Counts = Readonly<Record<string, number | null>>;
/** The key of loads among `Counts`: no own field can be called this, because names of fields are not empty. */
export const LOADS = '';

/** What is noted at a stop. */
export interface Noted {
  readonly counts: Counts;
  readonly notes: string;
  readonly photos: readonly string[];
}

/** A customer of a run, planned or worked for. */
export interface Stop extends Place, Noted {
  /** Its entry, once there is one; the id may be temporary. */
  readonly entryId: number | null;
  readonly spans: readonly Span[];
  /** What its entry held when the run last looked at it; absent: it has not. */
  readonly seen?: Noted;
}

/** What is the same for all stops. */
export type Crew = Pick<Run, 'serviceTypeId' | 'equipmentIds' | 'operatorIds' | 'implementId'>;

/** A run as one device is in the middle of it: all that has to be there again after a crash. Ids may be temporary. */
export interface RunState {
  readonly runId: number;
  readonly crew: Crew;
  readonly startedAt: string;
  readonly stops: readonly Stop[];
  /** The index of the stop that the cab shows. */
  readonly current: number;
  /** When the open span began; null: paused. */
  readonly since: string | null;
}

export const stopAt = ({ customerId, jobId }: Place): Stop => ({
  customerId,
  jobId,
  entryId: null,
  counts: {},
  notes: '',
  photos: [],
  spans: [],
});

export const notedAt = ({ counts, notes, photos }: Noted): Noted => ({ counts, notes, photos });

const isSamePlace = (one: Place, other: Place): boolean => one.customerId === other.customerId && one.jobId === other.jobId;

/** The later of two moments: a clock that was set back does not turn time around. */
const later = (one: string, other: string): string => (Date.parse(one) >= Date.parse(other) ? one : other);

/** The last moment that the run knows of. */
export const lastMoment = ({ startedAt, stops, since }: RunState): string =>
  stops.flatMap(({ spans }) => spans.map(({ to }) => to)).reduce(later, later(startedAt, since ?? startedAt));

/** A run that begins at its first stop. */
export const startRun = (runId: number, crew: Crew, places: readonly Place[], at: string): RunState => ({
  runId,
  crew,
  startedAt: at,
  stops: places.map(stopAt),
  current: 0,
  since: at,
});

export const currentStop = ({ stops, current }: Pick<RunState, 'stops' | 'current'>): Stop =>
  stops[current] ?? stopAt({ customerId: 0, jobId: 0 });

/** The stop with this index changed; the others as they are. */
export const withStop = (state: RunState, index: number, change: Partial<Stop>): RunState => ({
  ...state,
  stops: state.stops.map((stop, at) => (at === index ? { ...stop, ...change } : stop)),
});

/** The stop with this index with one photo more, if it may have one more. */
export const withPhoto = (state: RunState, index: number, photo: string): RunState => {
  const photos = state.stops[index]?.photos ?? [];
  return photos.length >= MAX_FILES || photos.includes(photo) ? state : withStop(state, index, { photos: [...photos, photo] });
};

const withPlace = (state: RunState, place: Place): RunState => ({ ...state, stops: [...state.stops, stopAt(place)] });

/** The state with more time at its current stop. What an entry does not hold becomes further entries of the same place. */
const withTime = (state: RunState, more: readonly Span[]): RunState => {
  const { spans } = currentStop(state);
  const room = MOST_SPANS - spans.length;
  const filled = withStop(state, state.current, { spans: [...spans, ...more.slice(0, room)] });
  return more.length <= room
    ? filled
    : withTime({ ...withPlace(filled, currentStop(state)), current: filled.stops.length }, more.slice(room));
};

/** Ends the open span: the driver pauses, or goes on to another stop. A span ends no earlier than it began. */
export const pauseRun = (state: RunState, at: string): RunState => {
  if (state.since === null) {
    return state;
  }
  const span = { from: state.since, to: later(at, state.since) };
  return { ...withTime(state, inPieces(span)), since: null };
};

/** Goes on at the stop with this index, which ends the open span elsewhere. At the current stop it ends a pause, or changes nothing. */
export const goTo = (state: RunState, index: number, at: string): RunState => {
  if (index === state.current && state.since !== null) {
    return state;
  }
  const closed = pauseRun(state, at);
  const target = closed.stops[index];
  if (target === undefined) {
    return closed;
  }
  const since = later(at, lastMoment(closed));
  // An entry holds only so many spans: the rest of the work there becomes an entry of its own.
  return target.spans.length + 2 > MOST_SPANS
    ? { ...withPlace(closed, target), current: closed.stops.length, since }
    : { ...closed, current: index, since };
};

/** The index of the stop at this place that can take more time; undefined: there is none. */
const indexOf = ({ stops }: RunState, place: Place): number | undefined => {
  const index = stops.findLastIndex((stop) => isSamePlace(stop, place));
  return index === -1 ? undefined : index;
};

/** Goes to a customer, planned or not. One who was worked for before gets another span of the same entry. */
export const goToPlace = (state: RunState, place: Place, at: string): RunState => {
  const known = indexOf(state, place);
  return known === undefined ? goTo(withPlace(state, place), state.stops.length, at) : goTo(state, known, at);
};

/** Plans a customer as a later stop; one who is planned already stays where they are. */
export const planStop = (state: RunState, place: Place): RunState =>
  indexOf(state, place) === undefined ? withPlace(state, place) : state;

/** Whether nobody has been there yet. */
export const isAhead = ({ current }: Pick<RunState, 'current'>, { spans, entryId }: Stop, index: number): boolean =>
  index !== current && spans.length === 0 && entryId === null;

/** The index of the stop that Next leads to: the first planned one after this, then before it; null: none is left. */
export const nextIndex = (state: RunState): number | null => {
  const ahead = state.stops.flatMap((stop, index) => (isAhead(state, stop, index) ? [index] : []));
  return ahead.find((index) => index > state.current) ?? ahead[0] ?? null;
};

/** Goes to the next planned stop; pauses if there is none. */
export const nextStop = (state: RunState, at: string): RunState => {
  const next = nextIndex(state);
  return next === null ? pauseRun(state, at) : goTo(state, next, at);
};

/** The times and the place before a step. Entries that were made since are still there, and so is what was noted. */
export const takenBack = (before: RunState, after: RunState): RunState => ({
  ...before,
  runId: after.runId,
  stops: after.stops.map((stop, index) => ({ ...stop, spans: before.stops[index]?.spans ?? [] })),
});

/** What an entry of a stop holds of it. */
const countsOf = ({ counts }: Stop): Pick<JobEntryInput, 'loads'> & { readonly own: Readonly<Record<string, number | null>> } => {
  const { [LOADS]: loads, ...own } = counts;
  return { ...(loads === undefined ? {} : { loads }), own };
};

/** The body of a stop's new entry. Its date is that of its first span, or of the moment at which something was noted before. */
export const newEntryOf = (state: RunState, stop: Stop, dateOf: (moment: string) => CalendarDate): JobEntryInput => {
  const { own, ...loads } = countsOf(stop);
  return {
    ...state.crew,
    runId: state.runId,
    date: dateOf(inTimeOrder(stop.spans)[0]?.from ?? state.since ?? state.startedAt),
    spans: [...stop.spans],
    totalHours: hoursAfter([], stop.spans, null),
    ...loads,
    ...(stop.notes === '' ? {} : { notes: stop.notes }),
    ...(stop.photos.length === 0 ? {} : { photos: [...stop.photos] }),
    customFieldValues: own,
  };
};

type Held = Pick<JobEntry, 'spans' | 'totalHours' | 'customFieldValues'>;

/** The change of a stop's entry, as it is now, to what the stop holds. Hours that somebody typed stay. */
export const changeOfEntry = (stop: Stop, held: Held): Partial<JobEntryInput> => {
  const { own, ...loads } = countsOf(stop);
  const isTyped = held.totalHours !== null && held.totalHours !== hoursOf(held.spans);
  return {
    spans: [...stop.spans],
    totalHours: isTyped ? held.totalHours : hoursAfter([], stop.spans, null),
    ...loads,
    ...(stop.notes === '' ? {} : { notes: stop.notes }),
    ...(stop.photos.length === 0 ? {} : { photos: [...stop.photos] }),
    customFieldValues: { ...(held.customFieldValues as JobEntryInput['customFieldValues']), ...own },
  };
};

/** A file is the same as `blob:<sha256>` on this device and as `<sha256>.jpg` on the server. */
export const fileOf = (photo: string): string => photo.replace(/^blob:/, '').replace(/\..*$/, '');

const addedTo = (before: readonly string[], after: readonly string[]): readonly string[] => {
  const known = new Set(before.map(fileOf));
  return after.filter((photo) => !known.has(fileOf(photo)));
};

/**
 * The stop with what its entry holds now. What was typed or photographed here since the run last looked at it stays; all else may have been
 * changed elsewhere, and is as the entry has it.
 */
export const withEntryNow = (stop: Stop, { counts, notes, photos, spans }: Stop): Stop => {
  const seen = stop.seen ?? { counts: {}, notes: '', photos: [] };
  const typed = Object.entries(stop.counts).filter(([key, value]) => value !== (seen.counts[key] ?? null));
  return {
    ...stop,
    spans,
    counts: { ...counts, ...Object.fromEntries(typed) },
    notes: stop.notes === seen.notes ? notes : stop.notes,
    photos: [...photos, ...addedTo(photos, addedTo(seen.photos, stop.photos))],
    seen: { counts, notes, photos },
  };
};

type RunEntry = Pick<
  JobEntry,
  'id' | 'createdBy' | 'customerId' | 'jobId' | 'awaitsJob' | 'spans' | 'loads' | 'notes' | 'photos' | 'customFieldValues'
>;

const numbersIn = (values: Readonly<Record<string, unknown>>): Counts =>
  Object.fromEntries(Object.entries(values).filter((pair): pair is [string, number] => typeof pair[1] === 'number'));

/** What an entry says of its stop. */
export const stopOfEntry = (entry: RunEntry, noJob: number): Stop => ({
  customerId: entry.customerId,
  jobId: entry.awaitsJob ? noJob : entry.jobId,
  entryId: entry.id,
  counts: { ...numbersIn(entry.customFieldValues), ...(entry.loads === null ? {} : { [LOADS]: entry.loads }) },
  notes: entry.notes ?? '',
  photos: entry.photos,
  spans: entry.spans,
});

/**
 * The state of another device that joins a run: paused, with the stops that its entries tell. Those of other people stay theirs: the work
 * of this one there becomes an entry of its own.
 */
export const joinRun = (
  run: Crew & Pick<Run, 'id' | 'startedAt'>,
  entries: readonly RunEntry[],
  userId: number,
  noJob: number,
): RunState => {
  const ordered = entries.toSorted((one, other) => one.id - other.id);
  const stops = ordered.reduce<Stop[]>((found, entry) => {
    const own = stopOfEntry(entry, noJob);
    const stop = entry.createdBy === userId ? own : stopAt(own);
    const known = found.findIndex((other) => isSamePlace(other, stop));
    if (known === -1) {
      return [...found, stop];
    }
    return stop.entryId === null ? found : found.with(known, stop);
  }, []);
  const { id: runId, startedAt, serviceTypeId, equipmentIds, operatorIds, implementId } = run;
  return { runId, crew: { serviceTypeId, equipmentIds, operatorIds, implementId }, startedAt, stops, current: 0, since: null };
};

/** Ids that a state names, with new ones in place of temporary ones. */
export const withRealIds = (state: RunState, idOf: (id: number) => number): RunState => ({
  ...state,
  runId: idOf(state.runId),
  crew: {
    serviceTypeId: idOf(state.crew.serviceTypeId),
    equipmentIds: state.crew.equipmentIds.map(idOf),
    operatorIds: state.crew.operatorIds.map(idOf),
    implementId: state.crew.implementId === null ? null : idOf(state.crew.implementId),
  },
  stops: state.stops.map((stop) => ({
    ...stop,
    customerId: idOf(stop.customerId),
    jobId: idOf(stop.jobId),
    entryId: stop.entryId === null ? null : idOf(stop.entryId),
  })),
});
