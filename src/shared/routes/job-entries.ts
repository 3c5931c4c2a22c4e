// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const jobEntriesRoutes: RoutesOf<Contract>['jobEntries'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/job-entries' },
  ofJob: { method: 'GET', path: '/api/jobs/:id/entries' },
  create: { method: 'POST', path: '/api/jobs/:id/entries' },
  createAtCustomer: { method: 'POST', path: '/api/organizations/:orgId/job-entries' },
  get: { method: 'GET', path: '/api/job-entries/:id' },
  update: { method: 'PATCH', path: '/api/job-entries/:id' },
  remove: { method: 'DELETE', path: '/api/job-entries/:id' },
  hints: { method: 'GET', path: '/api/job-entries/:id/hints' },
  photo: { method: 'GET', path: '/api/photos/:name' },
};
