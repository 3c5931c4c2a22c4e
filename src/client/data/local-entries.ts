import { routes } from '#shared/routes.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isOwnEntry, type Person } from '#shared/domain/own-hours.ts';
import { call } from '#client/api/call.ts';
import { callPage } from '#client/api/other-calls.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { findEntries, isBefore, searchTextOf } from '#client/data/entry-search.ts';
import { withNames } from '#client/data/local-names.ts';
import { coverageOf, type Entry, keepAndRead, newestFirst } from '#client/data/covered-entries.ts';
import { asRecords, isUnreachable, keep, readAll, whyNothing } from '#client/data/local-rows.ts';
import { countEntriesHere, entriesFrom, entriesHere, entriesOfJob, type EntryPlace, isTempId, realIds } from '#client/offline/public.ts';

/** Filters of the list of all entries, as texts from its address and fields. */
export interface EntryListFilter {
  readonly q?: string | undefined;
  readonly jobId?: number | undefined;
  /** Whose entries; everybody's without it. */
  readonly of?: Person | undefined;
}

/** Where a page begins: after an entry of this device, or at a cursor of the server for what is older than this device keeps. */
export type PagePlace =
  | { readonly from: 'here'; readonly after: EntryPlace | null }
  | { readonly from: 'server'; readonly cursor: string | undefined; readonly to: string | undefined };

export interface EntryPage {
  readonly items: Entry[];
  readonly next: PagePlace | undefined;
}

/** Page sizes: first page; first page of a search (small: the next keystroke replaces it); later pages. */
const PAGE = 50;
const FOUND_PAGE = 25;
const NEXT_PAGE = 200;

/** Rows read at a time where only some of them count. */
const OF_ONE_STRIDE = 300;

type IsCovered = (entry: Entry) => boolean;

const isOf = (entry: Entry, of: Person | undefined): boolean => of === undefined || isOwnEntry(entry, of);

/** Apart from waiting ones, entries older than this device keeps are here only by chance. */
export const coveredFrom =
  (oldest: EntryPlace | null): IsCovered =>
  (entry) =>
    oldest === null || !isBefore(entry, oldest) || entry.sync !== undefined;

/** The next entries of this device after a position, newest date first. */
const readOn = async (
  orgId: number,
  after: EntryPlace | null,
  count: number,
  isCovered: IsCovered,
  of: Person | undefined,
): Promise<Entry[]> => {
  const found: Entry[] = [];
  let place = after;
  // The position itself is among the rows read. One person's are among many.
  const limit = of ? OF_ONE_STRIDE : count + 1;
  for (;;) {
    const from = place;
    const rows = asRecords<'jobEntries'>(await entriesFrom(theEngine(), orgId, from, limit));
    found.push(...rows.filter((entry) => (from === null || isBefore(entry, from)) && isCovered(entry) && isOf(entry, of)));
    const last = rows.at(-1);
    if (found.length >= count || rows.length < limit || !last) {
      return found.slice(0, count);
    }
    place = last;
  }
};

/** A job has few entries: all of them are read, and none of other jobs. */
const readOfJob = async (jobId: number, { q, of }: EntryListFilter, after: EntryPlace | null, isCovered: IsCovered): Promise<Entry[]> => {
  const rows = await entriesOfJob(theEngine(), jobId);
  const entries = asRecords<'jobEntries'>(rows).filter(
    (entry) => isCovered(entry) && isOf(entry, of) && (after === null || isBefore(entry, after)),
  );
  return (await withNames(entries)).filter((entry) => !q || searchTextOf(entry).includes(q.toLowerCase())).sort(newestFirst);
};

/** `count` entries of this device after a position that match the filter, newest date first, with their current names. */
const readHere = async (
  orgId: number,
  filter: EntryListFilter,
  after: EntryPlace | null,
  count: number,
  isCovered: IsCovered,
): Promise<Entry[]> => {
  if (filter.jobId !== undefined) {
    return (await readOfJob(filter.jobId, filter, after, isCovered)).slice(0, count);
  }
  const { q, of } = filter;
  return q
    ? findEntries(orgId, q, after, count, isCovered, (entry) => isOf(entry, of))
    : withNames(await readOn(orgId, after, count, isCovered, of));
};

const readServerPage = async (orgId: number, filter: EntryListFilter, size: number, cursor?: string, to?: string): Promise<EntryPage> => {
  const mine = filter.of ? ('true' as const) : undefined;
  const query = { q: filter.q || undefined, jobId: filter.jobId?.toString(), mine, to, limit: String(size), cursor };
  const page = await callPage(routes.jobEntries.list, { params: { orgId }, query });
  await keep('jobEntries', orgId, page.items);
  const next: PagePlace | undefined = page.nextCursor === undefined ? undefined : { from: 'server', cursor: page.nextCursor, to };
  return { items: await withNames(page.items), next };
};

const notHere = (orgId: number, entries: readonly Entry[]): Promise<Entry[]> =>
  coverageOf(orgId).then((coverage) => {
    const oldest = coverage?.oldest;
    return oldest ? entries.filter((entry) => isBefore(entry, oldest)) : [...entries];
  });

/** A page of the list of entries: from this device as far as it keeps them, older ones from the server, `size` at a time. */
export const readEntryPage = async (orgId: number, filter: EntryListFilter, place: PagePlace, size = PAGE): Promise<EntryPage> => {
  if (place.from === 'server') {
    const page = await readServerPage(orgId, filter, size, place.cursor, place.to);
    return { ...page, items: await notHere(orgId, page.items) };
  }
  const { isFilled: isFilledHere, coverage } = await entriesHere(theEngine(), orgId);
  if (!isFilledHere && (filter.jobId === undefined || !isTempId(filter.jobId))) {
    try {
      return await readServerPage(orgId, filter, size);
    } catch (error) {
      if (!isUnreachable(error) || (await readHere(orgId, {}, null, 1, () => true)).length === 0) {
        throw whyNothing(error);
      }
    }
  }
  const oldest = coverage?.oldest ?? null;
  const count = place.after !== null ? NEXT_PAGE : filter.q ? FOUND_PAGE : PAGE;
  // One more than is shown tells whether there are more.
  const found = await readHere(orgId, filter, place.after, count + 1, coveredFrom(oldest));
  const items = found.slice(0, count);
  const last = items.at(-1);
  const older: PagePlace | undefined = oldest ? { from: 'server', cursor: undefined, to: oldest.date } : undefined;
  const next = found.length > count && last ? ({ from: 'here', after: { date: last.date, id: last.id } } as const) : older;
  return { items, next };
};

/** How many entries the organization has; null if this device does not keep all of them. */
export const countEntries = async (orgId: number): Promise<number | null> => {
  const here = await entriesHere(theEngine(), orgId);
  return here.isFilled && here.coverage?.oldest === null ? countEntriesHere(theEngine(), orgId) : null;
};

/**
 * All entries that meet a condition, newest first. If this device does not keep all, `fetch` asks the server for `what`; if it is
 * unreachable, the local ones are returned.
 */
export const readEntriesWhere = async (
  orgId: number,
  what: string,
  matches: (entry: Entry) => boolean,
  fetch: () => Promise<JobEntry[]>,
): Promise<Entry[]> => {
  const coverage = await coverageOf(orgId);
  const read = async () => withNames((await readAll('jobEntries', orgId)).filter(matches).sort(newestFirst));
  return coverage?.oldest === null ? read() : keepAndRead(orgId, coverage, what, fetch, read);
};

/** Entries of a job, newest first. */
export const readJobEntries = async (orgId: number, jobId: number): Promise<Entry[]> => {
  const coverage = await coverageOf(orgId);
  const known = isTempId(jobId) ? ((await realIds(theEngine(), [jobId])).get(jobId) ?? jobId) : jobId;
  const read = async () => withNames(asRecords<'jobEntries'>(await entriesOfJob(theEngine(), known)).sort(newestFirst));
  const fetch = () => call(routes.jobEntries.ofJob, { params: { id: known } });
  return coverage?.oldest === null || isTempId(known) ? read() : keepAndRead(orgId, coverage, `jobs/${known}`, fetch, read);
};
