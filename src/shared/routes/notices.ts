// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const noticesRoutes: RoutesOf<Contract>['notices'] = {
  get: { method: 'GET', path: '/api/account/notices' },
  update: { method: 'PUT', path: '/api/account/notices' },
  subscribe: { method: 'POST', path: '/api/account/notices/browser' },
  unsubscribe: { method: 'DELETE', path: '/api/account/notices/browser' },
};
