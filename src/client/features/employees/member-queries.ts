import { queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { orgKey } from '#client/data/overview-queries.ts';

/**
 * When members joined and when they were last seen, by employee. Only the server knows: refetched whenever it is shown, and with every
 * change that arrives.
 */
export const memberTimesQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'members'],
    queryFn: async ({ signal }) => {
      const members = await call(routes.employees.members, { params: { orgId } }, signal);
      return new Map(members.map((member) => [member.employeeId, member]));
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
