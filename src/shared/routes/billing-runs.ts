// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const billingRunsRoutes: RoutesOf<Contract>['billingRuns'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/billing-runs' },
  create: { method: 'POST', path: '/api/organizations/:orgId/billing-runs' },
  get: { method: 'GET', path: '/api/organizations/:orgId/billing-runs/:id' },
  retry: { method: 'POST', path: '/api/organizations/:orgId/billing-runs/:id/retry' },
  posted: { method: 'POST', path: '/api/organizations/:orgId/billing-runs/:id/posted' },
  document: { method: 'GET', path: '/api/organizations/:orgId/billing-runs/:id/document' },
};
