// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const receivablesRoutes: RoutesOf<Contract>['receivables'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/receivables' },
  pay: { method: 'POST', path: '/api/organizations/:orgId/payments' },
  note: { method: 'POST', path: '/api/organizations/:orgId/bill-notes' },
};
