// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const customersRoutes: RoutesOf<Contract>['customers'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/customers' },
  create: { method: 'POST', path: '/api/organizations/:orgId/customers' },
  get: { method: 'GET', path: '/api/customers/:id' },
  update: { method: 'PATCH', path: '/api/customers/:id' },
  remove: { method: 'DELETE', path: '/api/customers/:id' },
  jobs: { method: 'GET', path: '/api/customers/:id/jobs' },
};
