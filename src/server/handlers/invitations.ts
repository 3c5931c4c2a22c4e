import {
  acceptInvitation,
  invite,
  inviteEmployee,
  lookAtInvitation,
  mailInvitation,
  requireGivable,
} from '#server/commands/invitations.ts';
import { listInvitations, revokeInvitation } from '#server/data/invitations.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const invitationHandlers: Handlers['invitations'] = {
  list: (ctx) => listInvitations(ctx),
  create: async (ctx, { body }) => {
    const { employeeId, name = null, email = null, language } = body;
    if (employeeId !== undefined) {
      return inviteEmployee(ctx, employeeId, body.accessLevel);
    }
    const { accessLevel = 'basic' } = body;
    requireGivable(ctx, accessLevel);
    return invite(ctx, { employeeId: null, name, email, accessLevel }, language);
  },
  mail: (ctx, { params, body }) => mailInvitation(ctx, params.id, body),
  revoke: async (ctx, { params }) => {
    await revokeInvitation(ctx, params.id);
    return undefined;
  },
  look: (ctx, { body }) => lookAtInvitation(ctx, body.token),
  accept: (ctx, { body }) => acceptInvitation(ctx, body.token),
};
