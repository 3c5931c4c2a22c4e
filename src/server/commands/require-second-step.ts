import type { OrganizationStep } from '#shared/domain/second-step.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { findOrganization, updateOrganization } from '#server/data/organizations.ts';
import { listMemberSteps } from '#server/data/second-steps.ts';

/** Whether the organization requires a second step of its owner and admins, and which of them have one. */
export const stepOfOrganization = async (ctx: Context): Promise<OrganizationStep> => {
  const { requiresSecondStep } = await findOrganization(ctx, ctx.orgId);
  return { isRequired: requiresSecondStep, members: await listMemberSteps(ctx.db, ctx.orgId) };
};

/** Requires it from now on, or no longer. Whoever requires it of others must have one themselves, or this would lock them out. */
export const requireSecondStep = async (ctx: Context, isRequired: boolean): Promise<OrganizationStep> => {
  if (isRequired && !ctx.isStrong) {
    throw refusal('conflict', 'secondStepOwnFirst');
  }
  await updateOrganization(ctx, { requiresSecondStep: isRequired }, null);
  return stepOfOrganization(ctx);
};
