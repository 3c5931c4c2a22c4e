// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const samplesRoutes: RoutesOf<Contract>['samples'] = {
  create: { method: 'POST', path: '/api/organizations/sample' },
  remove: { method: 'DELETE', path: '/api/organizations/:orgId/sample' },
};
