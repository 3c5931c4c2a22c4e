import { queryOptions } from '@tanstack/react-query';
import { contract } from '#shared/contract.ts';
import { call } from '#client/api/call.ts';
import { orgKey } from '#client/data/queries.ts';

/** Links that nobody has accepted or revoked. Only the server knows them, and others change them: read anew whenever somebody looks. */
export const invitationsQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'invitations'],
    queryFn: ({ signal }) => call(contract.invitations.list, { params: { orgId } }, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
