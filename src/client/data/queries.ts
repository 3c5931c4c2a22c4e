import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { contract } from '#shared/contract.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { ApiError } from '#client/api/api-error.ts';
import { call, callPage } from '#client/api/call.ts';

/** Every key of an organization's data begins with this, so that switching or changing clears one prefix. */
export const orgKey = (orgId: number) => ['organizations', orgId] as const;

// Entry lists are always stale and refetched on focus (specification 1 §9).
const entryList = { staleTime: 0, refetchOnWindowFocus: true } as const;

export const customerQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'customers'],
      queryFn: ({ signal }) => call(contract.customers.list, { params: { orgId } }, signal),
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'customers', id],
      queryFn: ({ signal }) => call(contract.customers.get, { params: { id } }, signal),
    }),
  jobs: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'customers', id, 'jobs'],
      queryFn: ({ signal }) => call(contract.customers.jobs, { params: { id } }, signal),
    }),
};

export const employeeQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'employees'],
      queryFn: ({ signal }) => call(contract.employees.list, { params: { orgId } }, signal),
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'employees', id],
      queryFn: ({ signal }) => call(contract.employees.get, { params: { id } }, signal),
    }),
  jobEntries: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'employees', id, 'job-entries'],
      queryFn: ({ signal }) => call(contract.employees.jobEntries, { params: { id } }, signal),
      ...entryList,
    }),
};

export const serviceTypeQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'service-types'],
      queryFn: ({ signal }) => call(contract.serviceTypes.list, { params: { orgId } }, signal),
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'service-types', id],
      queryFn: ({ signal }) => call(contract.serviceTypes.get, { params: { id } }, signal),
    }),
  jobEntries: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'service-types', id, 'job-entries'],
      queryFn: ({ signal }) => call(contract.serviceTypes.jobEntries, { params: { id } }, signal),
      ...entryList,
    }),
};

export const customDataFieldQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'custom-data-fields'],
      queryFn: ({ signal }) => call(contract.customDataFields.list, { params: { orgId } }, signal),
    }),
};

export const equipmentQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'equipment'],
      queryFn: ({ signal }) => call(contract.equipment.list, { params: { orgId } }, signal),
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'equipment', id],
      queryFn: ({ signal }) => call(contract.equipment.get, { params: { id } }, signal),
      // The one read that is tried again (specification 2 §9); that it is not there, though, is an answer.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    }),
  jobEntries: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'equipment', id, 'job-entries'],
      queryFn: ({ signal }) => call(contract.equipment.jobEntries, { params: { id } }, signal),
      ...entryList,
    }),
};

export const jobQueries = {
  list: (orgId: number, status?: JobStatus) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'jobs', { status }],
      queryFn: ({ signal }) => call(contract.jobs.list, { params: { orgId }, query: { status } }, signal),
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'jobs', id],
      queryFn: ({ signal }) => call(contract.jobs.get, { params: { id } }, signal),
    }),
  entries: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'jobs', id, 'entries'],
      queryFn: ({ signal }) => call(contract.jobEntries.ofJob, { params: { id } }, signal),
      ...entryList,
    }),
};

/** Filters of the list of all entries, as texts from its address and fields. */
export interface EntryListFilter {
  readonly q?: string | undefined;
  readonly jobId?: number | undefined;
}

const ENTRIES_PER_PAGE = '50';

export const jobEntryQueries = {
  pages: (orgId: number, { q, jobId }: EntryListFilter) =>
    infiniteQueryOptions({
      queryKey: [...orgKey(orgId), 'job-entries', { q, jobId }],
      queryFn: ({ pageParam, signal }) =>
        callPage(
          contract.jobEntries.list,
          { params: { orgId }, query: { q: q || undefined, jobId: jobId?.toString(), limit: ENTRIES_PER_PAGE, cursor: pageParam } },
          signal,
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor,
      ...entryList,
    }),
  between: (orgId: number, from: string, to: string) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'job-entries', { from, to }],
      queryFn: ({ signal }) => call(contract.jobEntries.list, { params: { orgId }, query: { from, to } }, signal),
      ...entryList,
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'job-entries', id],
      queryFn: ({ signal }) => call(contract.jobEntries.get, { params: { id } }, signal),
      ...entryList,
    }),
};

export const auditLogQueries = {
  newest: (orgId: number, limit: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'audit-logs', { limit }],
      queryFn: ({ signal }) => call(contract.auditLogs.list, { params: { orgId }, query: { limit: String(limit) } }, signal),
      ...entryList,
    }),
  ofJobEntry: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'audit-logs', 'job_entry', id],
      queryFn: ({ signal }) => call(contract.auditLogs.ofJobEntry, { params: { orgId, id } }, signal),
      ...entryList,
    }),
};
