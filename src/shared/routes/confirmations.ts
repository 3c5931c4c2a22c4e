// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const confirmationsRoutes: RoutesOf<Contract>['confirmations'] = {
  get: { method: 'GET', path: '/api/account/confirm' },
  ways: { method: 'GET', path: '/api/account/confirm/ways' },
  passkeyOptions: { method: 'POST', path: '/api/account/confirm/options' },
  confirm: { method: 'POST', path: '/api/account/confirm' },
};
