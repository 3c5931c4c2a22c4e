// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const seasonRepeatsRoutes: RoutesOf<Contract>['seasonRepeats'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/season-repeats' },
  make: { method: 'POST', path: '/api/organizations/:orgId/jobs/repeat' },
};
