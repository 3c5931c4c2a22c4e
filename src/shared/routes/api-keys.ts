// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const apiKeysRoutes: RoutesOf<Contract>['apiKeys'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/api-keys' },
  create: { method: 'POST', path: '/api/organizations/:orgId/api-keys' },
  revoke: { method: 'DELETE', path: '/api/organizations/:orgId/api-keys/:id' },
};
