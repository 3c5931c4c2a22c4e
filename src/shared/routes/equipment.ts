// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const equipmentRoutes: RoutesOf<Contract>['equipment'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/equipment' },
  create: { method: 'POST', path: '/api/organizations/:orgId/equipment' },
  get: { method: 'GET', path: '/api/equipment/:id' },
  update: { method: 'PATCH', path: '/api/equipment/:id' },
  remove: { method: 'DELETE', path: '/api/equipment/:id' },
  jobEntries: { method: 'GET', path: '/api/equipment/:id/job-entries' },
};
