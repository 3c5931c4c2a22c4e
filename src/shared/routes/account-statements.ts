// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const accountStatementsRoutes: RoutesOf<Contract>['accountStatements'] = {
  document: { method: 'GET', path: '/api/customers/:id/statement' },
  mail: { method: 'POST', path: '/api/organizations/:orgId/statement-mails' },
};
