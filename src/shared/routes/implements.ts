// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const implementsRoutes: RoutesOf<Contract>['implements'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/implements' },
  create: { method: 'POST', path: '/api/organizations/:orgId/implements' },
  get: { method: 'GET', path: '/api/implements/:id' },
  update: { method: 'PATCH', path: '/api/implements/:id' },
  remove: { method: 'DELETE', path: '/api/implements/:id' },
};
