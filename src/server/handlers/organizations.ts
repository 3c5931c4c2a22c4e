import { changeOrganization } from '#server/commands/change-organization.ts';
import { createOrganization } from '#server/commands/create-organization.ts';
import { leaveOrganization } from '#server/commands/leave-organization.ts';
import { findOrganization, listOrganizations } from '#server/data/organizations.ts';
import { keepPicture } from '#server/data/photos.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const organizationHandlers: Handlers['organizations'] = {
  list: (ctx) => listOrganizations(ctx),
  create: (ctx, { body }) => createOrganization(ctx, { ...body, onboardingCompleted: body.onboardingStep === 'completed' }),
  get: (ctx) => findOrganization(ctx, ctx.orgId),
  update: async (ctx, { body }) =>
    changeOrganization(
      ctx,
      {
        ...body,
        logo: body.logo ? await keepPicture(ctx, body.logo, 'logo') : body.logo,
        // The last step completes the wizard (specification 3.30); going back to an earlier one does not undo that.
        onboardingCompleted: body.onboardingStep === 'completed' ? true : undefined,
      },
      ctx.headers.expectedVersion,
    ),
  leave: async (ctx, { params }) => {
    await leaveOrganization(ctx, params.orgId);
    return undefined;
  },
};
