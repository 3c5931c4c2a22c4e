// Written by `npm run routes` from the contract; src/shared/routes.test.ts and the compiler hold it there.
import type { Contract } from '#shared/contract.ts';
import type { RoutesOf } from '#shared/route.ts';

export const invitationsRoutes: RoutesOf<Contract>['invitations'] = {
  list: { method: 'GET', path: '/api/organizations/:orgId/invitations' },
  create: { method: 'POST', path: '/api/organizations/:orgId/invitations' },
  mail: { method: 'POST', path: '/api/organizations/:orgId/invitations/:id/mail' },
  revoke: { method: 'DELETE', path: '/api/organizations/:orgId/invitations/:id' },
  look: { method: 'POST', path: '/api/invitations/look' },
  accept: { method: 'POST', path: '/api/invitations/accept' },
};
