import type { Organization } from '#shared/domain/organization.ts';
import { compactIban } from '#shared/domain/iban.ts';
import { bankChangedText } from '#server/commands/mail-texts.ts';
import { queueMail } from '#server/commands/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { listKeepers } from '#server/data/keepers.ts';

const SHOWN = 4;

/** Enough to know one's own account by, and too little to copy. */
const masked = (account: string): string => {
  const compact = compactIban(account);
  return compact.length > 2 * SHOWN ? `${compact.slice(0, SHOWN)} … ${compact.slice(-SHOWN)}` : compact;
};

/**
 * Tells the owner and all admins that bills name another account from now on, in the caller's transaction: whoever redirects a company's
 * money must not do so unnoticed. A company that is still being set up has no bills yet.
 */
export const alarmAboutAccount = async (ctx: Context, organization: Organization, account: string | null): Promise<void> => {
  const { mailOrigin, user } = ctx;
  if (mailOrigin === null || !organization.onboardingCompleted || organization.isSample) {
    return;
  }
  const person = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  const changed = { person, organization: organization.name, account: account === null ? null : masked(account) };
  for (const { email, language } of await listKeepers(ctx.db, ctx.orgId)) {
    const text = bankChangedText(changed, `${mailOrigin}/organization/billing/settings`, language ?? organization.language ?? ctx.language);
    await queueMail(ctx.db, ctx, { recipient: email, ...text });
  }
};
