import type { AccessLevel } from '#shared/access/roles.ts';
import { INVITATION_DAYS, type Invitation, type InvitationLook, type InvitationState } from '#shared/domain/invitation.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { attemptLimits } from '#server/auth/attempt-limits.ts';
import { makeInvitationToken, readInvitationToken } from '#server/auth/invitation-tokens.ts';
import { invitationText } from '#server/commands/mail-texts.ts';
import { queueMail } from '#server/commands/queue-mail.ts';
import type { Context, PublicContext, UserContext } from '#server/context.ts';
import { findAccount } from '#server/data/accounts.ts';
import { joinAsEmployee } from '#server/data/employees.ts';
import { type FoundInvitation, findInvitation, insertInvitation, lockInvitation, noteAcceptance } from '#server/data/invitations.ts';
import { findOrganization, isMemberOf } from '#server/data/organizations.ts';

const DAY_MS = 86_400_000;

interface Wanted {
  readonly name: string | null;
  readonly email: string | null;
  readonly accessLevel: AccessLevel;
}

/**
 * The language of the mail: that of the account which has the e-mail (only its mailbox learns of it), what the one who invites has chosen for
 * whoever it is, and the language of his own (decision 0021).
 */
const languageFor = async (ctx: Context, email: string, chosen: LanguageId | undefined): Promise<LanguageId> =>
  (await findAccount(ctx.db, email))?.language ?? chosen ?? ctx.user.language ?? ctx.language;

/** Queues the mail, unless this installation sends none or enough went out. Within the transaction: what is not made was not tried. */
const mailLink = async (ctx: Context, email: string, token: string, chosen: LanguageId | undefined): Promise<boolean> => {
  if (ctx.mailOrigin === null) {
    return false;
  }
  const limits = attemptLimits(ctx.db, ctx.now);
  const isWelcome =
    (await limits.allow(['invitationMailOfOrganization', String(ctx.orgId)])) &&
    (await limits.allow(['mailToAddress', email.toLowerCase()]));
  if (isWelcome) {
    const { name } = await findOrganization(ctx, ctx.orgId);
    const text = invitationText(`${ctx.mailOrigin}/invitation/${token}`, name, await languageFor(ctx, email, chosen));
    await queueMail(ctx.db, ctx, { recipient: email, ...text });
  }
  return isWelcome;
};

/** Makes a link by which one person becomes a member, and mails it where an e-mail is named and mail is sent (decisions §3). */
export const invite = async (
  ctx: Context,
  wanted: Wanted,
  language?: LanguageId,
): Promise<Invitation & { token: string; isMailed: boolean }> => {
  const { token, tokenHash } = makeInvitationToken(ctx.orgId);
  const expiresAt = new Date(ctx.now().getTime() + INVITATION_DAYS * DAY_MS).toISOString();
  const invitation = await insertInvitation(ctx, { ...wanted, tokenHash, expiresAt });
  const isMailed = wanted.email !== null && (await mailLink(ctx, wanted.email, token, language));
  return { ...invitation, token, isMailed };
};

const find = async (ctx: PublicContext, token: string): Promise<FoundInvitation> => {
  const place = readInvitationToken(token);
  const found = place && (await findInvitation(ctx.db, place, ctx.now()));
  if (!found) {
    throw new AppError('not_found', 'There is no such invitation. Make sure that the whole link was copied, or ask for a new one.');
  }
  return found;
};

/** Enough for its owner to know it by: the link may have gone astray. */
const covered = (email: string): string => email.replace(/^(.).*@/, '$1…@');

export const lookAtInvitation = async (ctx: PublicContext, token: string): Promise<InvitationLook> => {
  const { row, state, organizationName, invitedBy } = await find(ctx, token);
  const { organizationId, accessLevel: role, email, expiresAt } = row;
  return { organizationId, organizationName, role, invitedBy, email: email === null ? null : covered(email), state, expiresAt };
};

const REFUSAL: Readonly<Record<Exclude<InvitationState, 'open'>, string>> = {
  used: 'This invitation was used already. Ask for a new one.',
  expired: `This invitation is out of date: it was good for ${INVITATION_DAYS} days. Ask for a new one.`,
  revoked: 'This invitation was withdrawn. Ask for a new one.',
};

const requireRightAccount = ({ user }: UserContext, email: string | null): void => {
  if (!user.emailVerified) {
    throw new AppError('forbidden', 'Confirm the e-mail address of your account first, then open the invitation again.');
  }
  if (email !== null && email.toLowerCase() !== user.email.toLowerCase()) {
    throw new AppError('forbidden', `This invitation is for ${covered(email)}. Sign in with that address to accept it.`);
  }
};

/** Names of the account; where it has none, what the invitation calls the person. */
const namesOf = ({ user }: UserContext, name: string | null): { firstName: string; lastName: string } => {
  const [first, ...rest] = (name ?? '').split(/\s+/).filter((word) => word !== '');
  return user.firstName || user.lastName
    ? { firstName: user.firstName ?? '', lastName: user.lastName ?? '' }
    : { firstName: first ?? user.email.split('@')[0] ?? user.email, lastName: rest.join(' ') };
};

/**
 * Makes whoever is signed in a member, with the invitation's access level. An employee with the account's e-mail who has no access yet is
 * completed. A member stays what he is, and leaves the invitation to somebody else.
 */
export const acceptInvitation = async (ctx: UserContext, token: string): Promise<Organization> => {
  const { organizationId: orgId, id } = (await find(ctx, token)).row;
  await ctx.db.enter(orgId);
  ctx.journal.organizationId = orgId;
  if (!(await isMemberOf(ctx, orgId))) {
    await lockInvitation(ctx.db, orgId, id);
    const { row, state } = await find(ctx, token);
    if (state !== 'open') {
      throw new AppError('conflict', REFUSAL[state]);
    }
    requireRightAccount(ctx, row.email);
    const actor = { ...ctx, orgId };
    await joinAsEmployee(actor, { ...namesOf(ctx, row.name), accessLevel: row.accessLevel });
    await noteAcceptance(actor, row, ctx.now());
  }
  return findOrganization(ctx, orgId);
};
