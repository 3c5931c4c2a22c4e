import { useQueries } from '@tanstack/react-query';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import {
  customDataFieldQueries,
  customerQueries,
  employeeQueries,
  equipmentQueries,
  jobQueries,
  serviceTypeQueries,
} from '#client/data/queries.ts';

/** Everything that the entry dialog offers to choose from, read in parallel. */
export const useEntryData = () => {
  const { id: orgId } = useOrganization();
  const mayMakeJobs = useCan('jobs:write');
  const [customers, jobs, services, fields, equipment, employees] = useQueries({
    queries: [
      customerQueries.list(orgId),
      jobQueries.list(orgId, 'open'),
      serviceTypeQueries.list(orgId),
      customDataFieldQueries.list(orgId),
      equipmentQueries.list(orgId),
      employeeQueries.list(orgId),
    ],
  });
  return {
    customers: customers.data ?? [],
    openJobs: (jobs.data ?? []).filter(({ isPlaceholder }) => !isPlaceholder),
    mayMakeJobs,
    services: services.data ?? [],
    fields: fields.data ?? [],
    equipment: equipment.data ?? [],
    employees: employees.data ?? [],
    isReady: [customers, jobs, services, fields, equipment, employees].every(({ data }) => data !== undefined),
    error: [customers, jobs, services, fields, equipment, employees].find(({ isError }) => isError)?.error ?? null,
  };
};

export type EntryData = ReturnType<typeof useEntryData>;

/** What this user used recently, to offer it first: ids, the latest first. */
export interface Recent {
  readonly entries: readonly JobEntry[];
  readonly customers: readonly number[];
  readonly jobs: readonly number[];
  readonly services: readonly number[];
  readonly equipment: readonly number[];
  readonly employees: readonly number[];
}
