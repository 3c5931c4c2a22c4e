// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const remindersRoutes: RoutesOf<Contract>['reminders'] = {
  due: { method: 'GET', path: '/api/organizations/:orgId/reminders-due' },
  send: { method: 'POST', path: '/api/organizations/:orgId/reminders' },
  document: { method: 'GET', path: '/api/organizations/:orgId/reminder-letters/:id/document' },
  print: { method: 'GET', path: '/api/organizations/:orgId/reminder-letters-print' },
};
