import { createOrganization } from '#server/commands/create-organization.ts';
import { findOrganization, listOrganizations, updateOrganization } from '#server/data/organizations.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const organizationHandlers: Handlers['organizations'] = {
  list: (ctx) => listOrganizations(ctx),
  create: (ctx, { body }) => createOrganization(ctx, { ...body, onboardingCompleted: body.onboardingStep === 'completed' }),
  get: (ctx) => findOrganization(ctx, ctx.orgId),
  update: (ctx, { body }) =>
    updateOrganization(
      ctx,
      {
        ...body,
        // The last step completes the wizard (decisions §10); going back to an earlier one does not undo that.
        onboardingCompleted: body.onboardingStep === 'completed' ? true : undefined,
      },
      ctx.headers.expectedVersion,
    ),
};
