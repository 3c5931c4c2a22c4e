// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const serviceTypesRoutes: RoutesOf<Contract>['serviceTypes'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/service-types' },
  create: { method: 'POST', path: '/api/organizations/:orgId/service-types' },
  get: { method: 'GET', path: '/api/service-types/:id' },
  update: { method: 'PATCH', path: '/api/service-types/:id' },
  remove: { method: 'DELETE', path: '/api/service-types/:id' },
  jobEntries: { method: 'GET', path: '/api/service-types/:id/job-entries' },
};
