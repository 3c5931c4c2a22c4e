import { queryOptions } from '@tanstack/react-query';
import { contract } from '#shared/contract.ts';
import { call } from '#client/api/call.ts';
import { orgKey } from '#client/data/queries.ts';

// Only the server knows these, and others change them: read anew whenever somebody looks, and with every change that arrives.
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const;

/** When members were last seen, by the employees that they are. */
export const lastSeenQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'members'],
    queryFn: async ({ signal }) => {
      const members = await call(contract.employees.members, { params: { orgId } }, signal);
      return new Map(members.map(({ employeeId, lastSeenAt }) => [employeeId, lastSeenAt]));
    },
    ...fresh,
  });

/** Invitations that nobody has accepted or revoked. */
export const invitationsQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'invitations'],
    queryFn: ({ signal }) => call(contract.invitations.list, { params: { orgId } }, signal),
    ...fresh,
  });
