// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const billingRecordsRoutes: RoutesOf<Contract>['billingRecords'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/billing-records' },
  totals: { method: 'GET', path: '/api/organizations/:orgId/billing-record-totals' },
  get: { method: 'GET', path: '/api/organizations/:orgId/billing-records/:id' },
  next: { method: 'GET', path: '/api/organizations/:orgId/next-bill' },
  create: { method: 'POST', path: '/api/organizations/:orgId/billing-records' },
};
