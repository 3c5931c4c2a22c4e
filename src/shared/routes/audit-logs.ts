// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const auditLogsRoutes: RoutesOf<Contract>['auditLogs'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/audit-logs' },
  acts: { method: 'GET', path: '/api/organizations/:orgId/activity' },
  ofJobEntry: { method: 'GET', path: '/api/organizations/:orgId/audit-logs/job_entry/:id' },
  undo: { method: 'POST', path: '/api/organizations/:orgId/audit-logs/:id/undo' },
};
