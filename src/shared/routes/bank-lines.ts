// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const bankLinesRoutes: RoutesOf<Contract>['bankLines'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/bank-lines' },
  book: { method: 'POST', path: '/api/organizations/:orgId/bank-lines/book' },
  ignore: { method: 'POST', path: '/api/organizations/:orgId/bank-lines/:id/ignore' },
  undo: { method: 'POST', path: '/api/organizations/:orgId/bank-lines/:id/undo' },
};
