// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const batchesRoutes: RoutesOf<Contract>['batches'] = {
  send: { method: 'POST', path: '/api/organizations/:orgId/batches' },
};
