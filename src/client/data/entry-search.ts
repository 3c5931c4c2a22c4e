import type { JobEntry } from '#shared/domain/job-entry.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { readNamer } from '#client/data/all-entry-names.ts';
import { asRecords, type Local, type Records } from '#client/data/local-rows.ts';
import { type EngineEvent, entriesFrom, type EntryPlace, listen, type RecordStore } from '#client/offline/public.ts';

type Entry = Local<Records['jobEntries']>;

export const isBefore = (entry: EntryPlace, place: EntryPlace): boolean =>
  entry.date < place.date || (entry.date === place.date && entry.id < place.id);

/** The text an entry is found by: the names of its customer, job, service, machines and operators (the same as on the server). */
export const searchTextOf = (
  entry: Pick<JobEntry, 'customerName' | 'jobName' | 'serviceTypeName' | 'equipmentNames' | 'operatorNames'>,
): string =>
  [entry.customerName, entry.jobName, entry.serviceTypeName, ...entry.equipmentNames, ...entry.operatorNames].join('\n').toLowerCase();

/** An entry as the search knows it, with its current names. */
interface Line {
  readonly entry: Entry;
  /** All names it is found by, the current ones and those it was stored with; empty for what is never found. */
  readonly text: string;
}

/** What was read of an organization's entries so far, in list order. */
interface Memory {
  readonly orgId: number;
  readonly lines: Line[];
  readonly named: Promise<(entry: Entry) => Entry>;
  isWhole: boolean;
  reading: Promise<void> | null;
  readonly stop: () => void;
}

/** Rows read at a time: few enough that a phone stays responsive. */
const STRIDE = 300;
const READ: readonly RecordStore[] = ['jobEntries', 'jobs', 'customers', 'serviceTypes', 'equipment', 'implements', 'employees'];

let memory: Memory | null = null;

const isChange = (event: EngineEvent): boolean =>
  event.kind === 'rows' ? READ.includes(event.store) : event.kind === 'pulled' || event.kind === 'session' || event.kind === 'mapped';

const forget = (): void => {
  memory?.stop();
  memory = null;
};

/** Each entry is read once, however many letters are typed, until an entry or one of its names changes. */
export const memoryOf = (orgId: number): Memory => {
  if (memory?.orgId !== orgId) {
    forget();
    const stop = listen(theEngine(), (event) => isChange(event) && forget());
    memory = { orgId, lines: [], named: readNamer(orgId), isWhole: false, reading: null, stop };
  }
  return memory;
};

const readMore = async (known: Memory, isCovered: (entry: Entry) => boolean): Promise<void> => {
  const named = await known.named;
  const place = known.lines.at(-1)?.entry ?? null;
  const rows = asRecords<'jobEntries'>(await entriesFrom(theEngine(), known.orgId, place, STRIDE));
  const next = rows.filter((entry) => place === null || isBefore(entry, place));
  // What is not covered comes last, except for waiting changes: it keeps a place but is never found.
  known.lines.push(
    ...next.map((stored) => {
      const entry = named(stored);
      const [now, then] = [searchTextOf(entry), searchTextOf(stored)];
      return { entry, text: !isCovered(stored) ? '' : now === then ? now : `${now}\n${then}` };
    }),
  );
  known.isWhole = rows.length < STRIDE;
};

/** Reads the next portion. */
export const readOn = (known: Memory, isCovered: (entry: Entry) => boolean): Promise<void> =>
  (known.reading ??= readMore(known, isCovered).finally(() => {
    known.reading = null;
  }));

/**
 * The first `count` entries after a position of the list that count and contain the text, with their names; fewer if there are no more on this
 * device.
 */
export const findEntries = async (
  orgId: number,
  q: string,
  after: EntryPlace | null,
  count: number,
  isCovered: (entry: Entry) => boolean,
  counts: (entry: Entry) => boolean,
): Promise<Entry[]> => {
  const known = memoryOf(orgId);
  const text = q.toLowerCase();
  const found: Entry[] = [];
  for (let index = 0; found.length < count; index += 1) {
    while (index >= known.lines.length && !known.isWhole) {
      await readOn(known, isCovered);
    }
    const line = known.lines[index];
    if (!line) {
      break;
    }
    if (line.text.includes(text) && line.text !== '' && counts(line.entry) && (after === null || isBefore(line.entry, after))) {
      found.push(line.entry);
    }
  }
  return found;
};
