// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const costRatesRoutes: RoutesOf<Contract>['costRates'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/cost-rates' },
  create: { method: 'POST', path: '/api/organizations/:orgId/cost-rates' },
  get: { method: 'GET', path: '/api/cost-rates/:id' },
  update: { method: 'PATCH', path: '/api/cost-rates/:id' },
  remove: { method: 'DELETE', path: '/api/cost-rates/:id' },
};
