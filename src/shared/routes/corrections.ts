// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const correctionsRoutes: RoutesOf<Contract>['corrections'] = {
  credit: { method: 'POST', path: '/api/organizations/:orgId/billing-records/:id/credit-notes' },
  deposit: { method: 'POST', path: '/api/organizations/:orgId/deposits' },
  reverse: { method: 'POST', path: '/api/organizations/:orgId/billing-records/:id/reversal' },
};
