import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { withNames } from '#client/data/local-names.ts';
import { asRecords, isUnreachable, keep, keepOnce, type Local, type Records, whyNothing } from '#client/data/local-rows.ts';
import { entriesBetween, entriesHere, type EntryCoverage, type LocalRow } from '#client/offline/public.ts';

export type Entry = Local<Records['jobEntries']>;

/** How far an organization's entries go on this device; undefined before its initial load. */
export const coverageOf = async (orgId: number): Promise<EntryCoverage | undefined> => (await entriesHere(theEngine(), orgId)).coverage;

export const newestFirst = (left: Entry, right: Entry): number =>
  left.date === right.date ? right.id - left.id : left.date < right.date ? 1 : -1;

/**
 * Entries on this device, after asking the server for those that may be missing; during the initial load only once. If the server is
 * unreachable, the local ones are returned; but an empty result from a copy that was never filled does not mean that there are none.
 */
export const keepAndRead = async (
  orgId: number,
  coverage: EntryCoverage | undefined,
  what: string,
  fetch: () => Promise<unknown>,
  read: () => Promise<Entry[]>,
): Promise<Entry[]> => {
  try {
    if (coverage === undefined) {
      await keepOnce('jobEntries', orgId, what, fetch);
    } else {
      await keep('jobEntries', orgId, await fetch());
    }
  } catch (error) {
    const here = await read();
    if (!isUnreachable(error) || (coverage === undefined && here.length === 0)) {
      throw whyNothing(error);
    }
    return here;
  }
  return read();
};

/** Whether all entries from a day on are on this device. */
export const isCoveredSince = (coverage: EntryCoverage | undefined, from: string): boolean => {
  const oldest = coverage?.oldest;
  return coverage !== undefined && (oldest === null || (oldest !== undefined && oldest.date < from));
};

/** Entries from one day to another, newest first. */
export const readEntriesBetween = async (orgId: number, from: string, to: string): Promise<Entry[]> => {
  // Both at once: the overview waits for it.
  const look = () => entriesBetween(theEngine(), orgId, from, to);
  const named = (rows: readonly LocalRow[]) => withNames(asRecords<'jobEntries'>(rows).reverse());
  const { coverage, rows: here } = await look();
  const fetch = () => call(routes.jobEntries.list, { params: { orgId }, query: { from, to } });
  return isCoveredSince(coverage, from)
    ? named(here)
    : keepAndRead(orgId, coverage, `${from} ${to}`, fetch, async () => named((await look()).rows));
};
