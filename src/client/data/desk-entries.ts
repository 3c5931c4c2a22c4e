import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { EntryView } from '#shared/domain/entry-view.ts';
import type { Job } from '#shared/domain/job.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import type { CallOf } from '#shared/endpoint.ts';
import { type Contract, routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { callPage } from '#client/api/other-calls.ts';
import { readNamer } from '#client/data/all-entry-names.ts';
import { coverageOf, type Entry } from '#client/data/covered-entries.ts';
import { keptList } from '#client/data/entry-stats.ts';
import { isBefore } from '#client/data/entry-search.ts';
import { readAll } from '#client/data/local-rows.ts';
import { readJobs } from '#client/data/job-list.ts';
import { ENTRY_LIST, orgKey } from '#client/data/overview-queries.ts';
import type { EntryPlace } from '#client/offline/public.ts';

// What the review desk works with: everything that this device holds, in memory, so that filters and orders answer at once; and what is
// older from the server, as far as a filter reaches.

/** What this device holds of the work. */
export interface DeskHere {
  /** Those up to `oldest`, and waiting ones of any age. */
  readonly entries: readonly Entry[];
  /** Older ones that are here by chance: they may be newer than what the server answered before. */
  readonly byChance: readonly Entry[];
  /** The entries are complete down to this one; null: all are here; undefined: none is, before the initial load. */
  readonly oldest: EntryPlace | null | undefined;
  readonly jobs: ReadonlyMap<number, Job>;
  readonly services: ReadonlyMap<number, ServiceType>;
  readonly fields: readonly CustomDataField[];
}

const byId = <T extends { readonly id: number }>(records: readonly T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.id, record]));

const readDeskHere = async (orgId: number): Promise<DeskHere> => {
  const [coverage, stored, named, jobs, services, fields] = await Promise.all([
    coverageOf(orgId),
    readAll('jobEntries', orgId),
    readNamer(orgId),
    readJobs(orgId),
    readAll('serviceTypes', orgId),
    readAll('customDataFields', orgId),
  ]);
  const oldest = coverage === undefined ? undefined : coverage.oldest;
  const isCovered = (entry: Entry): boolean =>
    entry.sync !== undefined || (oldest !== undefined && (oldest === null || !isBefore(entry, oldest)));
  const entries = stored.map(named);
  return {
    entries: entries.filter(isCovered),
    byChance: entries.filter((entry) => !isCovered(entry)),
    oldest,
    jobs: byId(jobs),
    services: byId(services),
    fields,
  };
};

export const deskHereQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'job-entries', 'desk'],
    queryFn: () => readDeskHere(orgId),
    // Thousands of rows: the desk itself keeps those that did not change.
    structuralSharing: false,
    ...ENTRY_LIST,
  });

/** Conditions that the server knows, as its list takes them. */
export type OlderQuery = NonNullable<CallOf<Contract['jobEntries']['list']>['query']>;

const OLDER_PAGE = '500';
const OLDER = 'desk-older';

/** The key of older entries: not below the organization's, because a change of a record does not make thousands be fetched again. */
export const olderKey = (orgId: number) => [OLDER, orgId] as const;

/** Older entries than this device holds, a page at a time. */
export const olderQuery = (orgId: number, query: OlderQuery) =>
  infiniteQueryOptions({
    queryKey: [...olderKey(orgId), query],
    queryFn: async ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) => {
      const named = await readNamer(orgId);
      const page = await callPage(
        routes.jobEntries.list,
        { params: { orgId }, query: { ...query, limit: OLDER_PAGE, cursor: pageParam } },
        signal,
      );
      return { items: page.items.map(named), nextCursor: page.nextCursor };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  });

/** Whether whatever meets the one query is among what meets the other. */
export const isWithin = (narrow: OlderQuery, wide: OlderQuery): boolean =>
  (Object.keys(wide) as (keyof OlderQuery)[]).every((name) => {
    const [mine, theirs] = [narrow[name], wide[name]];
    if (mine === undefined || theirs === undefined) {
      return theirs === undefined;
    }
    return name === 'from' ? mine >= theirs : name === 'to' ? mine <= theirs : mine === theirs;
  });

/** Saved views, shared and own ones, by name. */
export const entryViewsQuery = (orgId: number) =>
  queryOptions({
    queryKey: ['entry-views', orgId],
    queryFn: ({ signal }): Promise<EntryView[]> =>
      keptList(orgId, 'entry-views', () => call(routes.entryViews.list, { params: { orgId } }, signal)),
    refetchOnWindowFocus: true,
    staleTime: 30_000,
  });
