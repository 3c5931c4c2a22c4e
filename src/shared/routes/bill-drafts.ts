// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const billDraftsRoutes: RoutesOf<Contract>['billDrafts'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/bill-drafts' },
  create: { method: 'POST', path: '/api/organizations/:orgId/bill-drafts' },
  get: { method: 'GET', path: '/api/bill-drafts/:id' },
  update: { method: 'PATCH', path: '/api/bill-drafts/:id' },
  remove: { method: 'DELETE', path: '/api/bill-drafts/:id' },
  ofJob: { method: 'GET', path: '/api/jobs/:id/bill' },
};
