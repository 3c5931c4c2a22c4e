// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const attachmentsRoutes: RoutesOf<Contract>['attachments'] = {
  get: { method: 'GET', path: '/api/organizations/:orgId/attachments/:sha256' },
  put: { method: 'PUT', path: '/api/organizations/:orgId/attachments/:sha256', body: 'bytes' },
  thumbnail: { method: 'GET', path: '/api/photos/:name/thumbnail' },
};
