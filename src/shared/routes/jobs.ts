// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const jobsRoutes: RoutesOf<Contract>['jobs'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/jobs' },
  create: { method: 'POST', path: '/api/organizations/:orgId/jobs' },
  get: { method: 'GET', path: '/api/jobs/:id' },
  update: { method: 'PATCH', path: '/api/jobs/:id' },
  remove: { method: 'DELETE', path: '/api/jobs/:id' },
  summary: { method: 'GET', path: '/api/jobs/:id/summary' },
};
