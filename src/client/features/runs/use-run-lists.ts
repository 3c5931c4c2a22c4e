import { useQueries } from '@tanstack/react-query';
import { capital } from '#shared/capital.ts';
import { fullName } from '#shared/domain/names.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { Crew, Place } from '#shared/domain/run-state.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import {
  customDataFieldQueries,
  customerQueries,
  employeeQueries,
  equipmentQueries,
  implementQueries,
  jobQueries,
  serviceTypeQueries,
} from '#client/data/queries.ts';
import { t } from '#client/lib/texts.ts';

/** What runs name, as this device has it. */
export const useRunLists = () => {
  const { id: orgId, employeeId } = useOrganization();
  const found = useQueries({
    queries: [
      customerQueries.list(orgId),
      jobQueries.list(orgId),
      serviceTypeQueries.list(orgId),
      customDataFieldQueries.list(orgId),
      equipmentQueries.list(orgId),
      employeeQueries.list(orgId),
      implementQueries.list(orgId),
    ],
  });
  const [customers, jobs, services, fields, equipment, employees, tools] = found;
  return {
    customers: customers.data ?? [],
    /** Other than placeholders. */
    jobs: (jobs.data ?? []).filter(({ isPlaceholder }) => !isPlaceholder),
    services: services.data ?? [],
    fields: fields.data ?? [],
    equipment: equipment.data ?? [],
    employees: employees.data ?? [],
    /** Which of them is the signed-in person. */
    ownEmployeeId: employeeId,
    implements: tools.data ?? [],
    isReady: found.every(({ data }) => data !== undefined),
    error: found.find(({ isError }) => isError)?.error ?? null,
  };
};

export type RunLists = ReturnType<typeof useRunLists>;

const nameIn = (list: readonly { readonly id: number; readonly name: string }[], id: number | null): string[] =>
  list.filter((each) => each.id === id).map(({ name }) => name);

/** What is done with what: 'Baling, Tractor 6, Baler 2'. */
export const crewWords = ({ serviceTypeId, equipmentIds, implementId }: Crew, lists: RunLists): string =>
  [
    ...nameIn(lists.services, serviceTypeId),
    ...equipmentIds.flatMap((id) => nameIn(lists.equipment, id)),
    ...nameIn(lists.implements, implementId),
  ].join(', ');

/** Who drives: 'You, Marisol Quintaro'. */
export const operatorWords = ({ operatorIds }: Crew, { employees, ownEmployeeId }: RunLists): string => {
  const named = operatorIds.flatMap((id) => employees.filter((each) => each.id === id));
  return capital(named.map((each) => (each.id === ownEmployeeId ? t('you') : fullName(each))).join(', '));
};

export const customerName = ({ customers }: RunLists, { customerId }: Pick<Place, 'customerId'>): string =>
  customers.find(({ id }) => id === customerId)?.businessName ?? t('Customer');

export const jobName = ({ jobs }: RunLists, { jobId }: Place): string =>
  jobId === NO_JOB ? t('No job yet') : (jobs.find(({ id }) => id === jobId)?.name ?? '');
