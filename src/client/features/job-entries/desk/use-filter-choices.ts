import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fullName } from '#shared/domain/names.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { customerQueries, employeeQueries, equipmentQueries, jobQueries, serviceTypeQueries } from '#client/data/queries.ts';
import type { RecordFilter } from './desk-filter.ts';

interface Choice {
  readonly id: number;
  readonly name: string;
}

/** The records that the desk can be narrowed by, by what people call them. */
export const useFilterChoices = (): Readonly<Record<RecordFilter, readonly Choice[]>> => {
  const { id: orgId } = useOrganization();
  const { data: customers } = useQuery(customerQueries.list(orgId));
  const { data: jobs } = useQuery(jobQueries.list(orgId));
  const { data: services } = useQuery(serviceTypeQueries.list(orgId));
  const { data: equipment } = useQuery(equipmentQueries.list(orgId));
  const { data: employees } = useQuery(employeeQueries.list(orgId));
  return useMemo(
    () => ({
      customer: customers?.map(({ id, businessName }) => ({ id, name: businessName })) ?? [],
      job: jobs?.map(({ id, name, customerName }) => ({ id, name: `${name}, ${customerName}` })) ?? [],
      service: services ?? [],
      machine: equipment ?? [],
      operator: employees?.filter(({ isOperator }) => isOperator).map((employee) => ({ id: employee.id, name: fullName(employee) })) ?? [],
    }),
    [customers, jobs, services, equipment, employees],
  );
};
