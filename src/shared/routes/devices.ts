// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const devicesRoutes: RoutesOf<Contract>['devices'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/devices' },
  heartbeat: { method: 'POST', path: '/api/sync/heartbeat' },
  putAwayLoss: { method: 'POST', path: '/api/organizations/:orgId/devices/put-away-loss' },
};
