import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { contract } from '#shared/contract.ts';
import { fullName } from '#shared/domain/employee.ts';
import type { Job, JobStatus } from '#shared/domain/job.ts';
import { ApiError } from '#client/api/api-error.ts';
import { call } from '#client/api/call.ts';
import {
  type EntryListFilter,
  type EntryPage,
  type PagePlace,
  readEntriesBetween,
  readEntriesWhere,
  readEntryPage,
  readJobEntries,
} from '#client/data/local-entries.ts';
import { withCustomerNames, withNames } from '#client/data/local-names.ts';
import { byName, readList, readRecord } from '#client/data/local-rows.ts';

/** Every key of an organization's data begins with this, so that switching or changing clears one prefix. */
export const orgKey = (orgId: number) => ['organizations', orgId] as const;

// Entry lists are always stale and refetched on focus (specification 1 §9).
const entryList = { staleTime: 0, refetchOnWindowFocus: true } as const;

export const customerQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'customers'],
      queryFn: async () => {
        const customers = await readList('customers', orgId, () => call(contract.customers.list, { params: { orgId } }));
        return customers.sort(byName(({ businessName }) => businessName));
      },
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'customers', id],
      queryFn: () => readRecord('customers', orgId, id, () => call(contract.customers.get, { params: { id } })),
    }),
  jobs: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'customers', id, 'jobs'],
      queryFn: async () => (await readJobs(orgId)).filter(({ customerId }) => customerId === id),
    }),
};

export const employeeQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'employees'],
      queryFn: async () => {
        const employees = await readList('employees', orgId, () => call(contract.employees.list, { params: { orgId } }));
        return employees.sort(byName<(typeof employees)[number]>(fullName));
      },
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'employees', id],
      queryFn: () => readRecord('employees', orgId, id, () => call(contract.employees.get, { params: { id } })),
    }),
  jobEntries: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'employees', id, 'job-entries'],
      queryFn: () =>
        readEntriesWhere(
          orgId,
          ({ operatorIds }) => operatorIds.includes(id),
          () => call(contract.employees.jobEntries, { params: { id } }),
        ),
      ...entryList,
    }),
};

export const serviceTypeQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'service-types'],
      queryFn: async () => {
        const services = await readList('serviceTypes', orgId, () => call(contract.serviceTypes.list, { params: { orgId } }));
        return services.sort(byName(({ name }) => name));
      },
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'service-types', id],
      queryFn: () => readRecord('serviceTypes', orgId, id, () => call(contract.serviceTypes.get, { params: { id } })),
    }),
  jobEntries: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'service-types', id, 'job-entries'],
      queryFn: () =>
        readEntriesWhere(
          orgId,
          ({ serviceTypeId }) => serviceTypeId === id,
          () => call(contract.serviceTypes.jobEntries, { params: { id } }),
        ),
      ...entryList,
    }),
};

export const customDataFieldQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'custom-data-fields'],
      queryFn: async () => {
        const fields = await readList('customDataFields', orgId, () => call(contract.customDataFields.list, { params: { orgId } }));
        return fields.sort(byName(({ name }) => name));
      },
    }),
};

export const equipmentQueries = {
  list: (orgId: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'equipment'],
      queryFn: async () => {
        const machines = await readList('equipment', orgId, () => call(contract.equipment.list, { params: { orgId } }));
        return machines.sort(byName(({ name }) => name));
      },
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'equipment', id],
      queryFn: () => readRecord('equipment', orgId, id, () => call(contract.equipment.get, { params: { id } })),
      // The one read that is tried again (specification 2 §9); that it is not there, though, is an answer.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    }),
  jobEntries: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'equipment', id, 'job-entries'],
      queryFn: () =>
        readEntriesWhere(
          orgId,
          ({ equipmentIds }) => equipmentIds.includes(id),
          () => call(contract.equipment.jobEntries, { params: { id } }),
        ),
      ...entryList,
    }),
};

const newestFirst = (left: Job, right: Job): number =>
  left.createdAt === right.createdAt ? right.id - left.id : left.createdAt < right.createdAt ? 1 : -1;

const readJobs = async (orgId: number, status?: JobStatus) => {
  const jobs = await readList('jobs', orgId, () => call(contract.jobs.list, { params: { orgId } }));
  return withCustomerNames(jobs.filter((job) => status === undefined || job.status === status).sort(newestFirst));
};

export const jobQueries = {
  list: (orgId: number, status?: JobStatus) =>
    queryOptions({ queryKey: [...orgKey(orgId), 'jobs', { status }], queryFn: () => readJobs(orgId, status) }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'jobs', id],
      queryFn: async () => {
        const found = await readRecord('jobs', orgId, id, () => call(contract.jobs.get, { params: { id } }));
        const [job = found] = await withCustomerNames([found]);
        return job;
      },
    }),
  entries: (orgId: number, id: number) =>
    queryOptions({ queryKey: [...orgKey(orgId), 'jobs', id, 'entries'], queryFn: () => readJobEntries(orgId, id), ...entryList }),
};

const FIRST_PAGE: PagePlace = { from: 'here', after: null };

export const jobEntryQueries = {
  pages: (orgId: number, { q, jobId }: EntryListFilter) =>
    infiniteQueryOptions({
      queryKey: [...orgKey(orgId), 'job-entries', { q, jobId }],
      queryFn: ({ pageParam }: { readonly pageParam: PagePlace }) => readEntryPage(orgId, { q, jobId }, pageParam),
      initialPageParam: FIRST_PAGE,
      getNextPageParam: ({ next }: EntryPage) => next,
      ...entryList,
    }),
  between: (orgId: number, from: string, to: string) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'job-entries', { from, to }],
      queryFn: () => readEntriesBetween(orgId, from, to),
      ...entryList,
    }),
  detail: (orgId: number, id: number) =>
    queryOptions({
      queryKey: [...orgKey(orgId), 'job-entries', id],
      queryFn: async () => {
        const found = await readRecord('jobEntries', orgId, id, () => call(contract.jobEntries.get, { params: { id } }));
        const [entry = found] = await withNames([found]);
        return entry;
      },
      ...entryList,
    }),
};

// What others did is only known to the server: these two are read there.
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
