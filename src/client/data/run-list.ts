import { isOwnEntry } from '#shared/domain/own-hours.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { type Entry, newestFirst } from '#client/data/covered-entries.ts';
import { searchTextOf } from '#client/data/entry-search.ts';
import type { EntryListFilter } from '#client/data/local-entries.ts';
import { readRecord } from '#client/data/local-reads.ts';
import { readRunEntries } from '#client/data/run-entries.ts';

/** Those entries of a run that match a filter, newest first. */
export const readRunList = async (orgId: number, runId: number, { q = '', jobId, of }: EntryListFilter): Promise<Entry[]> => {
  const run = await readRecord('runs', orgId, runId, () => call(routes.runs.get, { params: { id: runId } }));
  return (await readRunEntries(orgId, run))
    .filter((entry) => (jobId === undefined || entry.jobId === jobId) && (of === undefined || isOwnEntry(entry, of)))
    .filter((entry) => searchTextOf(entry).includes(q.toLowerCase()))
    .sort(newestFirst);
};
