import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { fullName } from '#shared/domain/names.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { employeeQueries } from '#client/data/queries.ts';
import { useUser } from '#client/data/user-context.tsx';

/** Who did the work of an entry: its operators, or else whoever logged it. Nothing if that is only the person who looks at it. */
export const usePeopleOf = (): ((entry: JobEntry) => string) => {
  const { id: orgId, employeeId } = useOrganization();
  const { id: userId } = useUser();
  const { data: employees } = useQuery(employeeQueries.list(orgId));
  const authors = useMemo(() => new Map(employees?.map((employee) => [employee.userId, fullName(employee)])), [employees]);
  return useCallback(
    ({ operatorIds, operatorNames, createdBy }) => {
      if (operatorIds.length === 0) {
        return createdBy === userId ? '' : (authors.get(createdBy) ?? '');
      }
      return operatorIds.length === 1 && operatorIds[0] === employeeId ? '' : operatorNames.join(', ');
    },
    [authors, employeeId, userId],
  );
};
