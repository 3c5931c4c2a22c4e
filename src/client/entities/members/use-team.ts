import { useQuery } from '@tanstack/react-query';
import type { Employee } from '#shared/domain/employee.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { syncMark } from '#client/components/status-badge.tsx';
import { employeeQueries } from '#client/data/queries.ts';
import { isTempId } from '#client/offline/public.ts';
import { invitationsQuery } from './invitations.ts';
import { stillToInvite } from './joining.ts';

export type Place = Pick<Organization, 'id' | 'name' | 'role'>;

/** Whether the server knows the employee as this device shows them: neither a new one nor a change waits. */
export const isSent = (employee: Employee): boolean => !isTempId(employee.id) && syncMark(employee) === undefined;

/** Everybody but the owner, as this device knows them, and who of them is still to be invited; undefined: not read yet. */
export const useTeam = ({ id: orgId, role }: Pick<Place, 'id' | 'role'>) => {
  const { data } = useQuery(employeeQueries.list(orgId));
  const { data: invitations } = useQuery(invitationsQuery(orgId));
  const people = data?.filter(({ accessLevel }) => accessLevel !== 'owner');
  return people && invitations ? { people, left: stillToInvite(role, people, invitations) } : undefined;
};
