// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const ratesRoutes: RoutesOf<Contract>['rates'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/rates' },
  create: { method: 'POST', path: '/api/organizations/:orgId/rates' },
  get: { method: 'GET', path: '/api/rates/:id' },
  update: { method: 'PATCH', path: '/api/rates/:id' },
  remove: { method: 'DELETE', path: '/api/rates/:id' },
};
