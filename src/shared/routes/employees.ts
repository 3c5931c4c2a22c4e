// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const employeesRoutes: RoutesOf<Contract>['employees'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/employees' },
  create: { method: 'POST', path: '/api/organizations/:orgId/employees' },
  get: { method: 'GET', path: '/api/employees/:id' },
  update: { method: 'PATCH', path: '/api/employees/:id' },
  remove: { method: 'DELETE', path: '/api/employees/:id' },
  jobEntries: { method: 'GET', path: '/api/employees/:id/job-entries' },
  members: { method: 'GET', path: '/api/organizations/:orgId/members' },
  signIns: { method: 'GET', path: '/api/organizations/:orgId/sign-ins' },
};
