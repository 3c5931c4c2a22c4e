import { queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { orgKey } from '#client/data/overview-queries.ts';

/** Links that nobody has accepted or revoked. Only the server knows them, and others change them: refetched whenever they are shown. */
export const invitationsQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'invitations'],
    queryFn: ({ signal }) => call(routes.invitations.list, { params: { orgId } }, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
