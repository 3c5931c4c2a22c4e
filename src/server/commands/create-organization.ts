import { defaultsOf } from '#shared/domain/country-defaults.ts';
import { CURRENCY_OF } from '#shared/domain/currencies.ts';
import type { Organization } from '#shared/domain/organization.ts';
import type { UserContext } from '#server/context.ts';
import { insertSystemFields } from '#server/data/custom-data-fields.ts';
import { employeeTable } from '#server/data/employees.ts';
import { requireFreeOrganization } from '#server/data/quotas.ts';
import { findOrganization, insertOrganization, type OrganizationValues } from '#server/data/organizations.ts';

/**
 * Makes the organization, its owner (the signed-in user as an employee) and the six system fields (specification 3.29). The creation screen
 * completes the owner's names and operator flag afterwards.
 */
export const createOrganization = async (
  ctx: UserContext,
  given: OrganizationValues & { readonly name: string },
): Promise<Organization> => {
  await requireFreeOrganization(ctx);
  const values = {
    ...given,
    ...(given.units === undefined ? {} : { currency: given.currency ?? CURRENCY_OF[given.units] }),
    ...(given.country ? { payPeriod: given.payPeriod ?? defaultsOf(given.country).payPeriod } : {}),
  };
  const { id, ownerEmployeeId } = await insertOrganization(ctx, values);
  const actor = { ...ctx, orgId: id };
  actor.journal.record({
    entityType: 'organization',
    entityId: id,
    action: 'create',
    subject: values.name,
    old: null,
    new: { ...values },
  });
  await employeeTable.insert(actor, {
    id: ownerEmployeeId,
    firstName: ctx.user.firstName ?? ctx.user.email.split('@')[0] ?? ctx.user.email,
    lastName: ctx.user.lastName ?? '',
    email: ctx.user.email,
    accessLevel: 'owner',
    isUser: true,
    userId: ctx.user.id,
  });
  await insertSystemFields(actor);
  return findOrganization(ctx, id);
};
