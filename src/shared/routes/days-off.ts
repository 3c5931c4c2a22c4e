// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const daysOffRoutes: RoutesOf<Contract>['daysOff'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/days-off' },
  create: { method: 'POST', path: '/api/organizations/:orgId/days-off' },
  get: { method: 'GET', path: '/api/days-off/:id' },
  update: { method: 'PATCH', path: '/api/days-off/:id' },
  remove: { method: 'DELETE', path: '/api/days-off/:id' },
};
