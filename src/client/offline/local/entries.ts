import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { type EntryCoverage, getMeta } from '#client/offline/storage/meta.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';

/** The place of an entry in the list of all: newest date first. */
export interface EntryPlace {
  readonly date: string;
  readonly id: number;
}

const LAST: EntryPlace = { date: '9999-12-31', id: Number.MAX_SAFE_INTEGER };

/** How much of the organization's entries this device has. */
export interface EntriesHere {
  readonly isFilled: boolean;
  /** Undefined until the copy was filled for the first time. */
  readonly coverage: EntryCoverage | undefined;
}

const entriesIn = async (tx: Tx, orgId: number): Promise<EntriesHere> => {
  const [cursor, coverage] = await Promise.all([getMeta(tx, `cursor:${orgId}`), getMeta(tx, `entries:${orgId}`)]);
  return { isFilled: cursor !== undefined, coverage };
};

/** Whether the organization's records are here, and how far its entries go. In one transaction, since every keystroke of a search asks. */
export const entriesHere = (engine: Engine, orgId: number): Promise<EntriesHere> =>
  coreOf(engine).storage.read(['meta'], (tx) => entriesIn(tx, orgId));

/** At most `limit` entries from a place of the list on, including it, newest date first; from the newest if the place is null. */
export const entriesFrom = (engine: Engine, orgId: number, place: EntryPlace | null, limit: number): Promise<readonly LocalRow[]> => {
  const { date, id } = place ?? LAST;
  const range = { index: 'byDate', from: [orgId, '', 0], to: [orgId, date, id], limit, backwards: true } as const;
  return coreOf(engine).storage.read(['jobEntries'], (tx) => tx.list('jobEntries', range));
};

/** Entries between two days, both included, oldest first, and how far the organization's entries go here: in one transaction. */
export const entriesBetween = (engine: Engine, orgId: number, from: string, to: string) => {
  const range = { index: 'byDate', from: [orgId, from, 0], to: [orgId, to, LAST.id] } as const;
  return coreOf(engine).storage.read(['meta', 'jobEntries'], async (tx) => {
    const [{ coverage }, rows] = await Promise.all([entriesIn(tx, orgId), tx.list('jobEntries', range)]);
    return { coverage, rows };
  });
};

/** Entries of a job by the id that its rows show, in no particular order. */
export const entriesOfJob = (engine: Engine, jobId: number): Promise<readonly LocalRow[]> =>
  coreOf(engine).storage.read(['jobEntries'], (tx) => tx.list('jobEntries', { index: 'jobId', from: jobId, to: jobId }));

/** How many entries of the organization are on this device. */
export const countEntriesHere = (engine: Engine, orgId: number): Promise<number> =>
  coreOf(engine).storage.read(['jobEntries'], (tx) => tx.count('jobEntries', { index: 'organizationId', from: orgId, to: orgId }));
