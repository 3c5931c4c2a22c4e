// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const organizationsRoutes: RoutesOf<Contract>['organizations'] = {
  list: { method: 'GET', path: '/api/organizations' },
  create: { method: 'POST', path: '/api/organizations' },
  get: { method: 'GET', path: '/api/organizations/:orgId' },
  update: { method: 'PATCH', path: '/api/organizations/:orgId' },
  leave: { method: 'POST', path: '/api/organizations/:orgId/leave' },
};
