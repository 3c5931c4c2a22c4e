// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const unbilledBillsRoutes: RoutesOf<Contract>['unbilledBills'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/unbilled-bills' },
  preview: { method: 'GET', path: '/api/organizations/:orgId/unbilled-bill' },
};
