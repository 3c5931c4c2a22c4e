// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const archivesRoutes: RoutesOf<Contract>['archives'] = {
  export: { method: 'GET', path: '/api/organizations/:orgId/export' },
  import: { method: 'POST', path: '/api/organizations/import', body: 'bytes' },
  requestDeletion: { method: 'POST', path: '/api/organizations/:orgId/deletion' },
  cancelDeletion: { method: 'DELETE', path: '/api/organizations/:orgId/deletion' },
};
