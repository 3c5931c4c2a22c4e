// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const runsRoutes: RoutesOf<Contract>['runs'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/runs' },
  create: { method: 'POST', path: '/api/organizations/:orgId/runs' },
  get: { method: 'GET', path: '/api/runs/:id' },
  update: { method: 'PATCH', path: '/api/runs/:id' },
  remove: { method: 'DELETE', path: '/api/runs/:id' },
  entries: { method: 'GET', path: '/api/runs/:id/entries' },
};
