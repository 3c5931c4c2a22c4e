// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const entryViewsRoutes: RoutesOf<Contract>['entryViews'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/entry-views' },
  create: { method: 'POST', path: '/api/organizations/:orgId/entry-views' },
  update: { method: 'PATCH', path: '/api/organizations/:orgId/entry-views/:id' },
  remove: { method: 'DELETE', path: '/api/organizations/:orgId/entry-views/:id' },
};
