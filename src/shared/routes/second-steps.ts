// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const secondStepsRoutes: RoutesOf<Contract>['secondSteps'] = {
  get: { method: 'GET', path: '/api/account/second-step' },
  begin: { method: 'POST', path: '/api/account/second-step/options' },
  add: { method: 'POST', path: '/api/account/second-step' },
  remove: { method: 'POST', path: '/api/account/second-step/remove' },
  renewCodes: { method: 'POST', path: '/api/account/second-step/recovery-codes' },
  finish: { method: 'POST', path: '/api/login/second-step' },
  setUpOptions: { method: 'POST', path: '/api/login/second-step/options' },
  setUp: { method: 'POST', path: '/api/login/second-step/set-up' },
  setUpPasskeyOptions: { method: 'POST', path: '/api/login/second-step/passkey-options' },
  setUpPasskey: { method: 'POST', path: '/api/login/second-step/passkey' },
  ofOrganization: { method: 'GET', path: '/api/organizations/:orgId/second-step' },
  require: { method: 'PUT', path: '/api/organizations/:orgId/second-step' },
};
