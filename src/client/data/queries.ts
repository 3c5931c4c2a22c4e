import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type KeptCollection, kindOfCollection, pathOf } from '#shared/kinds/spellings.ts';
import type { Route } from '#shared/route.ts';
import { type Contract, routes } from '#shared/routes.ts';
import type { Audited, AuditLog } from '#shared/domain/audit-log.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { fullName } from '#shared/domain/names.ts';
import { ApiError } from '#client/api/api-error.ts';
import { call } from '#client/api/call.ts';
import { callPage } from '#client/api/other-calls.ts';
import { jobListQuery, readJobs, withCustomerNames } from '#client/data/job-list.ts';
import {
  countEntries,
  type EntryListFilter,
  type EntryPage,
  type PagePlace,
  readEntriesWhere,
  readEntryPage,
  readJobEntries,
} from '#client/data/local-entries.ts';
import { ENTRY_LIST, orgKey } from '#client/data/overview-queries.ts';
import { withNames } from '#client/data/local-names.ts';
import { KEPT_ROUTES } from '#client/data/kept-routes.ts';
import { readList, readRecord } from '#client/data/local-reads.ts';
import { byName, type Local, type Records } from '#client/data/local-rows.ts';

type Named = Exclude<KeptCollection, 'jobs' | 'jobEntries'>;

/** The name of a list in query keys: the same as in addresses. */
const keyOf = (store: KeptCollection): string => pathOf(kindOfCollection(store));

/** All of an organization's records of one kind, by name. */
export const listOf =
  <S extends Named>(store: S, nameOf: (record: Local<Records[S]>) => string) =>
  (orgId: number) => {
    const route: Route<Contract[Named]['list']> = KEPT_ROUTES[store].list;
    return queryOptions({
      queryKey: [...orgKey(orgId), keyOf(store)],
      queryFn: async () => (await readList(store, orgId, () => call(route, { params: { orgId } }))).sort(byName(nameOf)),
    });
  };

/** One record, as this device has it or the server answers it. */
export const detailOf =
  <S extends Named>(store: S) =>
  (orgId: number, id: number) => {
    const route: Route<Contract[Named]['get']> = KEPT_ROUTES[store].get;
    return queryOptions({
      queryKey: [...orgKey(orgId), keyOf(store), id],
      queryFn: () => readRecord(store, orgId, id, () => call(route, { params: { id } })),
    });
  };

/** The entries that concern a record. */
const entriesOf =
  (store: 'employees' | 'serviceTypes' | 'equipment', concerns: (entry: JobEntry, id: number) => boolean) =>
  (orgId: number, id: number) => {
    const route: Route<Contract[typeof store]['jobEntries']> = KEPT_ROUTES[store].jobEntries;
    return queryOptions({
      queryKey: [...orgKey(orgId), keyOf(store), id, 'job-entries'],
      queryFn: () =>
        readEntriesWhere(
          orgId,
          `${keyOf(store)}/${id}`,
          (entry) => concerns(entry, id),
          () => call(route, { params: { id } }),
        ),
      ...ENTRY_LIST,
    });
  };

export const customerQueries = {
  list: listOf('customers', ({ businessName }) => businessName),
  detail: detailOf('customers'),
  jobs: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'customers', id, 'jobs'],
      queryFn: async () => (await readJobs(orgId)).filter(({ customerId }) => customerId === id),
    }),
};

export const employeeQueries = {
  list: listOf('employees', fullName),
  detail: detailOf('employees'),
  jobEntries: entriesOf('employees', ({ operatorIds }, id) => operatorIds.includes(id)),
};

export const serviceTypeQueries = {
  list: listOf('serviceTypes', ({ name }) => name),
  detail: detailOf('serviceTypes'),
  jobEntries: entriesOf('serviceTypes', ({ serviceTypeId }, id) => serviceTypeId === id),
};

export const customDataFieldQueries = {
  list: listOf('customDataFields', ({ name }) => name),
  /** How often each field is used now, by its id. The field's own row has the count of its last change. */
  usageCounts: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'custom-data-fields', 'usage-counts'],
      queryFn: async ({ signal }) => {
        const fields = await call(routes.customDataFields.list, { params: { orgId } }, signal);
        return new Map(fields.map(({ id, usageCount }) => [id, usageCount]));
      },
      ...ENTRY_LIST,
    }),
};

const equipmentDetail = detailOf('equipment');

export const equipmentQueries = {
  list: listOf('equipment', ({ name }) => name),
  detail: (orgId: number, id: number) =>
    queryOptions({
      ...equipmentDetail(orgId, id),
      // The one read that is retried (specification 1.28), unless the answer is that it does not exist.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    }),
  jobEntries: entriesOf('equipment', ({ equipmentIds }, id) => equipmentIds.includes(id)),
};

export const implementQueries = {
  list: listOf('implements', ({ name }) => name),
};

export const jobQueries = {
  list: jobListQuery,
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'jobs', id],
      queryFn: async () => {
        const found = await readRecord('jobs', orgId, id, () => call(routes.jobs.get, { params: { id } }));
        const [job = found] = await withCustomerNames([found]);
        return job;
      },
    }),
  entries: (orgId: number, id: number) =>
    queryOptions({ queryKey: [...orgKey(orgId), 'jobs', id, 'entries'], queryFn: () => readJobEntries(orgId, id), ...ENTRY_LIST }),
};

const FIRST_PAGE: PagePlace = { from: 'here', after: null };

export const jobEntryQueries = {
  pages: (orgId: number, { q, jobId, of }: EntryListFilter) =>
    infiniteQueryOptions({
      queryKey: [...orgKey(orgId), 'job-entries', { q, jobId, of }],
      queryFn: ({ pageParam }: { readonly pageParam: PagePlace }) => readEntryPage(orgId, { q, jobId, of }, pageParam),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: ({ next }: EntryPage) => next,
      ...ENTRY_LIST,
    }),
  count: (orgId: number) =>
    queryOptions({ queryKey: [...orgKey(orgId), 'job-entries', 'count'], queryFn: () => countEntries(orgId), ...ENTRY_LIST }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'job-entries', id],
      queryFn: async () => {
        const found = await readRecord('jobEntries', orgId, id, () => call(routes.jobEntries.get, { params: { id } }));
        const [entry = found] = await withNames([found]);
        return entry;
      },
      ...ENTRY_LIST,
    }),
};

/** Filters of the audit log; `from` and `to` are days of this device, both inclusive. */
export interface ActivityFilter {
  readonly q?: string | undefined;
  readonly userId?: number | undefined;
  readonly entityType?: Audited | undefined;
  readonly action?: AuditLog['action'] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The moment at which a day of this device begins, or `later` days after it. */
const beginning = (day: string | undefined, later = 0): string | undefined => {
  if (day === undefined) {
    return undefined;
  }
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
};

const ACTIVITY_PAGE = '50';

// Other people's actions are known only to the server: these are read there.
export const auditLogQueries = {
  pages: (orgId: number, filter: ActivityFilter) =>
    infiniteQueryOptions({
      queryKey: [...orgKey(orgId), 'audit-logs', 'pages', filter],
      queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) => {
        const { from, to, userId, ...rest } = filter;
        const query = {
          ...rest,
          userId: userId === undefined ? undefined : String(userId),
          since: beginning(from),
          before: beginning(to, 1),
        };
        return callPage(routes.auditLogs.list, { params: { orgId }, query: { limit: ACTIVITY_PAGE, cursor: pageParam, ...query } }, signal);
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      ...ENTRY_LIST,
    }),
  ofJobEntry: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'audit-logs', 'job_entry', id],
      queryFn: ({ signal }) => call(routes.auditLogs.ofJobEntry, { params: { orgId, id } }, signal),
      ...ENTRY_LIST,
    }),
};
