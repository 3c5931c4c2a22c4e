// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const billPreviewsRoutes: RoutesOf<Contract>['billPreviews'] = {
  ofDraft: { method: 'GET', path: '/api/bill-drafts/:id/preview' },
  ofJobs: { method: 'GET', path: '/api/organizations/:orgId/bill-preview' },
  sending: { method: 'GET', path: '/api/customers/:id/bill-sending' },
  ofCredit: { method: 'GET', path: '/api/organizations/:orgId/billing-records/:id/credit-preview' },
  ofDeposit: { method: 'GET', path: '/api/organizations/:orgId/deposit-preview' },
};
