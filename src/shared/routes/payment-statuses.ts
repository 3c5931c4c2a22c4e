// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const paymentStatusesRoutes: RoutesOf<Contract>['paymentStatuses'] = {
  get: { method: 'GET', path: '/api/organizations/:orgId/billing-records/:id/standing' },
  mail: { method: 'POST', path: '/api/organizations/:orgId/billing-records/:id/mail' },
  markSent: { method: 'POST', path: '/api/organizations/:orgId/billing-records/:id/sent' },
  pay: { method: 'POST', path: '/api/organizations/:orgId/billing-records/:id/payments' },
  correct: { method: 'POST', path: '/api/organizations/:orgId/billing-records/:id/corrections' },
  refund: { method: 'POST', path: '/api/organizations/:orgId/billing-records/:id/refunds' },
};
