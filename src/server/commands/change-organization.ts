import type { Organization } from '#shared/domain/organization.ts';
import { alarmAboutAccount } from '#server/commands/bank-alarm.ts';
import type { Context } from '#server/context.ts';
import { type OrganizationValues, updateOrganization } from '#server/data/organizations.ts';

/** What bills say of the account; the bank's own name redirects no money. */
const ACCOUNT = ['bankHolder', 'bankAccount', 'bankCode'] as const;

/** Changes the organization; where its customers pay is changed loudly. */
export const changeOrganization = async (
  ctx: Context,
  values: OrganizationValues,
  expectedVersion: number | null,
): Promise<Organization> => {
  const { organization, changed } = await updateOrganization(ctx, values, expectedVersion);
  if (ACCOUNT.some((field) => changed.has(field))) {
    await alarmAboutAccount(ctx, organization, organization.bankAccount);
  }
  return organization;
};
