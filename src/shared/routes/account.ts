// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const accountRoutes: RoutesOf<Contract>['account'] = {
  get: { method: 'GET', path: '/api/account' },
  update: { method: 'PATCH', path: '/api/account' },
  changePassword: { method: 'POST', path: '/api/account/password' },
  remove: { method: 'POST', path: '/api/account/delete' },
  stay: { method: 'POST', path: '/api/account/memberships/stay' },
  confirmEmail: { method: 'POST', path: '/api/account/confirm-email' },
  sessions: { method: 'GET', path: '/api/account/sessions' },
  endSession: { method: 'POST', path: '/api/account/sessions/end' },
  endOtherSessions: { method: 'POST', path: '/api/account/sessions/end-others' },
  passkeys: { method: 'GET', path: '/api/account/passkeys' },
  passkeyOptions: { method: 'POST', path: '/api/account/passkeys/options' },
  addPasskey: { method: 'POST', path: '/api/account/passkeys' },
  removePasskey: { method: 'POST', path: '/api/account/passkeys/remove' },
  events: { method: 'GET', path: '/api/account/events' },
};
