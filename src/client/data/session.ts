import { queryOptions } from '@tanstack/react-query';
import { contract } from '#shared/contract.ts';
import { ApiError } from '#client/api/api-error.ts';
import { call } from '#client/api/call.ts';

/** Who is signed in; null for nobody (a 401 here is an answer, not an error: specification 1 §7). */
export const userQuery = queryOptions({
  queryKey: ['/api/user'],
  queryFn: async () => {
    try {
      return await call(contract.users.current, {});
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        return null;
      }
      throw error;
    }
  },
});

/** Organizations of the signed-in user. */
export const organizationsQuery = queryOptions({
  queryKey: ['/api/organizations'],
  queryFn: ({ signal }) => call(contract.organizations.list, {}, signal),
});
