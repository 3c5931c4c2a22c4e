import { contract } from '#shared/contract.ts';
import { fullName } from '#shared/domain/employee.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { call, callPage } from '#client/api/call.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { withNames } from '#client/data/local-names.ts';
import { asRecords, isFilled, isUnreachable, keep, type Local, readAll, type Records } from '#client/data/local-rows.ts';
import { isTempId } from '#client/offline/item.ts';
import { type EntryCoverage, getMeta } from '#client/offline/meta.ts';

type Entry = Local<Records['jobEntries']>;

/** Filters of the list of all entries, as texts from its address and fields. */
export interface EntryListFilter {
  readonly q?: string | undefined;
  readonly jobId?: number | undefined;
}

/** Where a page begins: after an entry of this device, or at a cursor of the server for what is older than this device keeps. */
export type PagePlace =
  | { readonly from: 'here'; readonly after: { readonly date: string; readonly id: number } | null }
  | { readonly from: 'server'; readonly cursor: string | undefined; readonly to: string | undefined };

export interface EntryPage {
  readonly items: Entry[];
  readonly next: PagePlace | undefined;
}

const PAGE = 50;
/** Rows looked through at a time for those that match. */
const STRIDE = 200;

const coverageOf = (orgId: number): Promise<EntryCoverage | undefined> =>
  theEngine().core.storage.read(['meta'], (tx) => getMeta(tx, `entries:${orgId}`));

/** What a search finds is found by its names: of the job, the service, a machine or an operator (as the server does). */
const matcherOf = async (orgId: number, q: string): Promise<(entry: Entry) => boolean> => {
  const text = q.toLowerCase();
  const [jobs, services, machines, people] = await Promise.all([
    readAll('jobs', orgId),
    readAll('serviceTypes', orgId),
    readAll('equipment', orgId),
    readAll('employees', orgId),
  ]);
  const holds = (name: string): boolean => name.toLowerCase().includes(text);
  const idsOf = <T extends { readonly id: number }>(records: readonly T[], nameOf: (record: T) => string) =>
    new Set(records.filter((record) => holds(nameOf(record))).map(({ id }) => id));
  const [ofJobs, ofServices] = [idsOf(jobs, ({ name }) => name), idsOf(services, ({ name }) => name)];
  const [ofMachines, ofPeople] = [idsOf(machines, ({ name }) => name), idsOf(people, fullName)];
  return (entry) =>
    ofJobs.has(entry.jobId) ||
    ofServices.has(entry.serviceTypeId) ||
    entry.equipmentIds.some((id) => ofMachines.has(id)) ||
    entry.operatorIds.some((id) => ofPeople.has(id)) ||
    // Names of what was deleted since are only known from the entry itself.
    [entry.jobName, entry.serviceTypeName, ...entry.equipmentNames, ...entry.operatorNames].some(holds);
};

const isBefore = (entry: Entry, place: { readonly date: string; readonly id: number }): boolean =>
  entry.date < place.date || (entry.date === place.date && entry.id < place.id);

const LAST = { date: '9999-12-31', id: Number.MAX_SAFE_INTEGER };

/** The next entries of this device after a place, newest date first, that meet a condition. */
const readOn = async (orgId: number, after: { date: string; id: number } | null, matches: (entry: Entry) => boolean, stride: number) => {
  const { storage } = theEngine().core;
  const coverage = await coverageOf(orgId);
  const oldest = coverage?.oldest ?? null;
  const found: Entry[] = [];
  let place = after ?? LAST;
  for (;;) {
    const to = [orgId, place.date, place.id];
    const rows = asRecords<'jobEntries'>(
      await storage.read(['jobEntries'], (tx) =>
        tx.list('jobEntries', { index: 'byDate', from: [orgId, '', 0], to, limit: stride, backwards: true }),
      ),
    ).filter((entry) => isBefore(entry, place) || after === null);
    for (const entry of rows) {
      // Older ones are here only by chance, but for those that wait.
      const isCovered = oldest === null || !isBefore(entry, oldest) || entry.sync !== undefined;
      if (isCovered && matches(entry)) {
        found.push(entry);
      }
      if (found.length > PAGE) {
        return { found: found.slice(0, PAGE), isEnd: false, oldest };
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < stride - 1) {
      return { found, isEnd: true, oldest };
    }
    place = { date: last.date, id: last.id };
    after = place;
  }
};

const readServerPage = async (orgId: number, filter: EntryListFilter, cursor?: string, to?: string): Promise<EntryPage> => {
  const query = { q: filter.q || undefined, jobId: filter.jobId?.toString(), to, limit: String(PAGE), cursor };
  const page = await callPage(contract.jobEntries.list, { params: { orgId }, query });
  await keep('jobEntries', orgId, page.items);
  const next: PagePlace | undefined = page.nextCursor === undefined ? undefined : { from: 'server', cursor: page.nextCursor, to };
  return { items: await withNames(page.items), next };
};

const notHere = (orgId: number, entries: readonly Entry[]): Promise<Entry[]> =>
  coverageOf(orgId).then((coverage) => {
    const oldest = coverage?.oldest;
    return oldest ? entries.filter((entry) => isBefore(entry, oldest)) : [...entries];
  });

/** A page of the list of entries: from this device as far as it keeps them, older ones from the server. */
export const readEntryPage = async (orgId: number, filter: EntryListFilter, place: PagePlace): Promise<EntryPage> => {
  if (place.from === 'server') {
    const page = await readServerPage(orgId, filter, place.cursor, place.to);
    return { ...page, items: await notHere(orgId, page.items) };
  }
  if (!(await isFilled(orgId)) && (filter.jobId === undefined || !isTempId(filter.jobId))) {
    try {
      return await readServerPage(orgId, filter);
    } catch (error) {
      if (!isUnreachable(error)) {
        throw error;
      }
    }
  }
  const isFiltered = Boolean(filter.q) || filter.jobId !== undefined;
  const matchesText = filter.q ? await matcherOf(orgId, filter.q) : () => true;
  const matches = (entry: Entry): boolean => (filter.jobId === undefined || entry.jobId === filter.jobId) && matchesText(entry);
  const { found, isEnd, oldest } = await readOn(orgId, place.after, matches, isFiltered ? STRIDE : PAGE + 2);
  const last = found.at(-1);
  const older: PagePlace | undefined = oldest ? { from: 'server', cursor: undefined, to: oldest.date } : undefined;
  const next = isEnd ? older : last && ({ from: 'here', after: { date: last.date, id: last.id } } as const);
  return { items: await withNames(found), next };
};

const newestFirst = (left: Entry, right: Entry): number =>
  left.date === right.date ? right.id - left.id : left.date < right.date ? 1 : -1;

/** All entries that meet a condition, newest first. If this device does not keep all, `fetch` asks the server; unreachable, those here count. */
export const readEntriesWhere = async (
  orgId: number,
  matches: (entry: Entry) => boolean,
  fetch: () => Promise<JobEntry[]>,
): Promise<Entry[]> => {
  const coverage = await coverageOf(orgId);
  if (coverage?.oldest !== null) {
    try {
      await keep('jobEntries', orgId, await fetch());
    } catch (error) {
      if (!isUnreachable(error)) {
        throw error;
      }
    }
  }
  return withNames((await readAll('jobEntries', orgId)).filter(matches).sort(newestFirst));
};

/** Entries of a job, newest first. */
export const readJobEntries = async (orgId: number, jobId: number): Promise<Entry[]> => {
  const coverage = await coverageOf(orgId);
  const { storage } = theEngine().core;
  const known = isTempId(jobId) ? ((await storage.read(['idMap'], (tx) => tx.get('idMap', jobId)))?.id ?? jobId) : jobId;
  if (coverage?.oldest !== null && !isTempId(known)) {
    try {
      await keep('jobEntries', orgId, await call(contract.jobEntries.ofJob, { params: { id: known } }));
    } catch (error) {
      if (!isUnreachable(error)) {
        throw error;
      }
    }
  }
  const rows = await storage.read(['jobEntries'], (tx) => tx.list('jobEntries', { index: 'jobId', from: known, to: known }));
  return withNames(asRecords<'jobEntries'>(rows).sort(newestFirst));
};

/** Entries from one day to another, newest first. */
export const readEntriesBetween = async (orgId: number, from: string, to: string): Promise<Entry[]> => {
  const coverage = await coverageOf(orgId);
  const oldest = coverage?.oldest;
  const isCovered = coverage !== undefined && (oldest === null || (oldest !== undefined && oldest.date < from));
  if (!isCovered) {
    try {
      await keep('jobEntries', orgId, await call(contract.jobEntries.list, { params: { orgId }, query: { from, to } }));
    } catch (error) {
      if (!isUnreachable(error)) {
        throw error;
      }
    }
  }
  const range = { index: 'byDate', from: [orgId, from, 0], to: [orgId, to, Number.MAX_SAFE_INTEGER] } as const;
  const rows = await theEngine().core.storage.read(['jobEntries'], (tx) => tx.list('jobEntries', range));
  return withNames(asRecords<'jobEntries'>(rows).reverse());
};
