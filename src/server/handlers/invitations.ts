import { grantableLevels } from '#shared/domain/employee.ts';
import { AppError } from '#shared/lib/errors.ts';
import { acceptInvitation, invite, lookAtInvitation } from '#server/commands/invitations.ts';
import { listInvitations, revokeInvitation } from '#server/data/invitations.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const invitationHandlers: Handlers['invitations'] = {
  list: (ctx) => listInvitations(ctx),
  create: async (ctx, { body }) => {
    const { name = null, email = null, accessLevel = 'basic', language } = body;
    if (!grantableLevels(ctx.level, null).includes(accessLevel)) {
      throw new AppError('forbidden', `You may not give the access level ${accessLevel}`);
    }
    return invite(ctx, { name, email, accessLevel }, language);
  },
  revoke: async (ctx, { params }) => {
    await revokeInvitation(ctx, params.id);
    return undefined;
  },
  look: (ctx, { body }) => lookAtInvitation(ctx, body.token),
  accept: (ctx, { body }) => acceptInvitation(ctx, body.token),
};
