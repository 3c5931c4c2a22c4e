import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fullName } from '#shared/domain/names.ts';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { employeeQueries, equipmentQueries } from '#client/data/queries.ts';
import { useUser } from '#client/data/user-context.tsx';
import type { HintContext } from '#client/entities/job-entries/hint-words.ts';
import type { DeskRow } from './desk-rows.ts';

/** The names that hints say. */
export const useHintContext = (rows: readonly DeskRow[] | undefined): HintContext => {
  const { id: orgId } = useOrganization();
  const { id: userId } = useUser();
  const units = useUnits();
  const { data: equipment } = useQuery(equipmentQueries.list(orgId));
  const { data: employees } = useQuery(employeeQueries.list(orgId));
  return useMemo(() => {
    const machines = new Map(equipment?.map(({ id, name }) => [id, name]));
    const people = new Map(employees?.map((employee) => [employee.id, fullName(employee)]));
    const writers = new Map(employees?.map((employee) => [employee.userId, fullName(employee)]));
    return {
      units,
      machineName: (id) => machines.get(id),
      operatorName: (id) => people.get(id),
      writerOf: (entryId) => {
        const writer = rows?.find(({ entry }) => entry.id === entryId)?.entry.createdBy;
        return writer === undefined || writer === null || writer === userId ? undefined : writers.get(writer);
      },
    };
  }, [units, equipment, employees, rows, userId]);
};
