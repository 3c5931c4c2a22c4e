import type { OrganizationStep } from '#shared/domain/second-step.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { findOrganization, updateOrganization } from '#server/data/organizations.ts';
import { listMemberSteps } from '#server/data/second-steps.ts';

/** Whether the organization asks its owner and admins for a second step, and which of them have one. */
export const stepOfOrganization = async (ctx: Context): Promise<OrganizationStep> => {
  const { requiresSecondStep } = await findOrganization(ctx, ctx.orgId);
  return { isRequired: requiresSecondStep, members: await listMemberSteps(ctx.db, ctx.orgId) };
};

/** Asks for it from now on, or no more. Whoever asks others for it begins with themselves, or this would lock them out. */
export const requireSecondStep = async (ctx: Context, isRequired: boolean): Promise<OrganizationStep> => {
  if (isRequired && !ctx.isStrong) {
    throw refusal('conflict', 'secondStepOwnFirst');
  }
  await updateOrganization(ctx, { requiresSecondStep: isRequired }, null);
  return stepOfOrganization(ctx);
};
