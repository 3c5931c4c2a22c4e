import { useQueries } from '@tanstack/react-query';
import { useOrganization } from '#client/data/organization-context.tsx';
import {
  customDataFieldQueries,
  customerQueries,
  employeeQueries,
  equipmentQueries,
  jobQueries,
  serviceTypeQueries,
} from '#client/data/queries.ts';

/** Everything that the entry dialog offers to choose from, read side by side; customers are only waited for, their picker has them. */
export const useEntryData = () => {
  const { id: orgId } = useOrganization();
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
    openJobs: jobs.data ?? [],
    services: services.data ?? [],
    fields: fields.data ?? [],
    equipment: equipment.data ?? [],
    employees: employees.data ?? [],
    isReady: [customers, jobs, services, fields, equipment, employees].every(({ data }) => data !== undefined),
    error: [customers, jobs, services, fields, equipment, employees].find(({ isError }) => isError)?.error ?? null,
  };
};

export type EntryData = ReturnType<typeof useEntryData>;
