// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const usersRoutes: RoutesOf<Contract>['users'] = {
  current: { method: 'GET', path: '/api/auth/user' },
  ways: { method: 'GET', path: '/api/login/ways' },
  login: { method: 'POST', path: '/api/login' },
  passkeyOptions: { method: 'POST', path: '/api/login/passkey/options' },
  passkeyLogin: { method: 'POST', path: '/api/login/passkey' },
  register: { method: 'POST', path: '/api/register' },
  confirm: { method: 'POST', path: '/api/register/confirm' },
  forgotPassword: { method: 'POST', path: '/api/password/forgot' },
  resetPassword: { method: 'POST', path: '/api/password/reset' },
  logout: { method: 'POST', path: '/api/logout' },
};
