import { queryOptions } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { orgKey } from '#client/data/overview-queries.ts';

/** The state of what the organization depends on: only the server knows. */
export const installationQuery = (orgId: number) =>
  queryOptions({
    queryKey: [...orgKey(orgId), 'installation'],
    queryFn: ({ signal }) => call(routes.installation.get, { params: { orgId } }, signal),
  });
