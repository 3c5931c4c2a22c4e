// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const billingSettingsRoutes: RoutesOf<Contract>['billingSettings'] = {
  get: { method: 'GET', path: '/api/organizations/:orgId/billing-settings' },
  update: { method: 'PATCH', path: '/api/organizations/:orgId/billing-settings' },
};
