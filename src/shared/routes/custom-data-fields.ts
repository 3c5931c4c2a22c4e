// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const customDataFieldsRoutes: RoutesOf<Contract>['customDataFields'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/custom-data-fields' },
  create: { method: 'POST', path: '/api/organizations/:orgId/custom-data-fields' },
  get: { method: 'GET', path: '/api/custom-data-fields/:id' },
  update: { method: 'PATCH', path: '/api/custom-data-fields/:id' },
  remove: { method: 'DELETE', path: '/api/custom-data-fields/:id' },
};
