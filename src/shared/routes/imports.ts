// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const importsRoutes: RoutesOf<Contract>['imports'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/imports' },
  read: { method: 'POST', path: '/api/organizations/:orgId/imports', body: 'bytes' },
  get: { method: 'GET', path: '/api/organizations/:orgId/imports/:id' },
  readAgain: { method: 'PATCH', path: '/api/organizations/:orgId/imports/:id' },
  rows: { method: 'GET', path: '/api/organizations/:orgId/imports/:id/rows' },
  run: { method: 'POST', path: '/api/organizations/:orgId/imports/:id/run' },
  undo: { method: 'POST', path: '/api/organizations/:orgId/imports/:id/undo' },
};
