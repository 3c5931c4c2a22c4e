// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const entryChecksRoutes: RoutesOf<Contract>['entryChecks'] = {
  set: { method: 'POST', path: '/api/organizations/:orgId/entry-checks' },
};
