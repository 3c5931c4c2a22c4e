import { DAY_MS } from '#shared/lib/dates.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { grantableLevels, mayEditEmployee } from '#shared/domain/employee.ts';
import { INVITATION_DAYS, type Invitation, type InvitationLook, type InvitationState } from '#shared/domain/invitation.ts';
import { fullName } from '#shared/domain/names.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { oneLine } from '#shared/lib/one-line.ts';
import { makeInvitationToken, readInvitationToken } from '#server/auth/invitation-tokens.ts';
import { countsAsVerified } from '#server/data/verified.ts';
import { mayMail } from '#server/commands/mail-allowance.ts';
import { invitationText } from '#server/commands/mail-texts.ts';
import { queueMail } from '#server/commands/queue-mail.ts';
import type { Context, PublicContext, UserContext } from '#server/context.ts';
import { findAccount } from '#server/data/accounts.ts';
import { employeeData, joinAsEmployee, joinKnownEmployee, lockEmployee } from '#server/data/employees.ts';
import {
  type FoundInvitation,
  findInvitation,
  insertInvitation,
  lockInvitation,
  noteAcceptance,
  revokeInvitationsOf,
} from '#server/data/invitations.ts';
import { findOrganization, isMemberOf } from '#server/data/organizations.ts';
import { isSample } from '#server/data/samples.ts';
import type { Message } from '#shared/messages/message.ts';

interface Wanted {
  /** The employee who joins by it; null: the person becomes one. */
  readonly employeeId: number | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly accessLevel: AccessLevel;
}

/**
 * The language of the mail: that of the account with the email (only its mailbox learns of it), the one the inviter chose for them, or the
 * inviter's own (decision 0021).
 */
const languageFor = async (ctx: Context, email: string, chosen: LanguageId | undefined): Promise<LanguageId> =>
  (await findAccount(ctx.db, email))?.language ?? chosen ?? ctx.user.language ?? ctx.language;

/**
 * Queues the mail, unless this installation sends none or enough went out. Within the transaction: what is rolled back was not attempted.
 */
const mailLink = async (ctx: Context, email: string, token: string, chosen: LanguageId | undefined): Promise<boolean> => {
  if (ctx.mailOrigin === null) {
    return false;
  }
  const isWelcome = await mayMail(ctx, 'invitation', email);
  if (isWelcome) {
    const { name } = await findOrganization(ctx, ctx.orgId);
    const text = invitationText(`${ctx.mailOrigin}/invitation#${token}`, name, await languageFor(ctx, email, chosen));
    await queueMail(ctx.db, ctx, { recipient: email, ...text });
  }
  return isWelcome;
};

const newLink = async (ctx: Context) => {
  if (await isSample(ctx.db, ctx.orgId)) {
    throw refusal('conflict', 'sampleInvitesNobody');
  }
  await ctx.limits.within(ctx.db).take(['invitationOfAccount', String(ctx.user.id)], refusalMessage('invitationsOfDayFull'));
  return {
    ...makeInvitationToken(ctx.orgId),
    expiresAt: new Date(ctx.now().getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
  };
};

/** Makes a link by which one person becomes a member, and mails it if an email is named and mail is sent (specification 7.8). */
export const invite = async (
  ctx: Context,
  wanted: Wanted,
  language?: LanguageId,
): Promise<Invitation & { token: string; isMailed: boolean }> => {
  const { token, tokenHash, expiresAt } = await newLink(ctx);
  const invitation = await insertInvitation(ctx, { ...wanted, tokenHash, expiresAt });
  const isMailed = wanted.email !== null && (await mailLink(ctx, wanted.email, token, language));
  return { ...invitation, token, isMailed };
};

/** Refuses a level that the caller may not give (specification 7.12). */
export const requireGivable = (ctx: Context, level: AccessLevel): void => {
  if (!grantableLevels(ctx.level, null).includes(level)) {
    throw refusal('forbidden', 'accessLevelNotGivable', { level: { term: level } });
  }
};

/**
 * Makes a link by which this employee joins, with their level; one that is chosen here becomes theirs. An earlier link for them is revoked.
 * It is not mailed: the caller passes it on.
 */
export const inviteEmployee = async (
  ctx: Context,
  employeeId: number,
  chosen?: AccessLevel,
): Promise<Invitation & { token: string; isMailed: boolean }> => {
  const employee = await lockEmployee(ctx, employeeId);
  if (!employee) {
    throw refusal('not_found', 'notFound', { what: { term: 'Employee' } });
  }
  if (employee.userId !== null) {
    throw refusal('conflict', 'invitationNeedsNobody');
  }
  const { email, accessLevel: before } = employee;
  const accessLevel = chosen ?? before;
  requireGivable(ctx, accessLevel);
  if (accessLevel !== before) {
    if (!mayEditEmployee(ctx.level, before)) {
      throw refusal('forbidden', 'employeeNotChangeable', { level: { term: before } });
    }
    await employeeData.setLevel(ctx, employeeId, accessLevel);
  }
  await revokeInvitationsOf(ctx, employeeId);
  const { token, tokenHash, expiresAt } = await newLink(ctx);
  const invitation = await insertInvitation(ctx, { employeeId, name: fullName(employee), email, accessLevel, tokenHash, expiresAt });
  return { ...invitation, token, isMailed: false };
};

/** Mails a link to the email that it is for; false: enough went out recently. The caller has the token, which is stored nowhere. */
export const mailInvitation = async (
  ctx: Context,
  id: number,
  { token, language }: { token: string; language?: LanguageId | undefined },
) => {
  const { row, state } = await find(ctx, token);
  if (row.organizationId !== ctx.orgId || row.id !== id) {
    throw refusal('not_found', 'invitationNotFound');
  }
  if (ctx.mailOrigin === null) {
    throw refusal('conflict', 'invitationNotMailed');
  }
  if (state !== 'open') {
    throw new AppError('conflict', REFUSAL[state]);
  }
  if (row.email === null) {
    throw refusal('conflict', 'invitationWithoutEmail');
  }
  return { isMailed: await mailLink(ctx, row.email, token, language) };
};

const find = async (ctx: PublicContext, token: string): Promise<FoundInvitation> => {
  const place = readInvitationToken(token);
  const found = place && (await findInvitation(ctx.db, place, ctx.now()));
  if (!found) {
    throw refusal('not_found', 'invitationUnknown');
  }
  return found;
};

/** Enough for its owner to recognize it: the link may have gone astray. */
const covered = (email: string): string => email.replace(/^(.).*@/, '$1…@');

export const lookAtInvitation = async (ctx: PublicContext, token: string): Promise<InvitationLook> => {
  const { row, state, organizationName, invitedBy } = await find(ctx, token);
  const { organizationId, accessLevel: role, email, expiresAt } = row;
  return {
    organizationId,
    // Also for names from before they were limited to one line.
    organizationName: oneLine(organizationName),
    role,
    invitedBy: invitedBy && oneLine(invitedBy),
    email: email === null ? null : covered(email),
    state,
    expiresAt,
  };
};

const REFUSAL: Readonly<Record<Exclude<InvitationState, 'open'>, Message>> = {
  used: refusalMessage('invitationUsed'),
  expired: refusalMessage('invitationExpired', { days: INVITATION_DAYS }),
  revoked: refusalMessage('invitationRevoked'),
};

const requireRightAccount = (ctx: UserContext, email: string | null): void => {
  const { user } = ctx;
  if (!countsAsVerified(ctx, user)) {
    throw refusal('forbidden', 'invitationNeedsConfirmation');
  }
  if (email !== null && email.toLowerCase() !== user.email.toLowerCase()) {
    throw refusal('forbidden', 'invitationForOther', { email: covered(email) });
  }
};

/** Names of the account; if it has none, the invitation's name for the person. */
const namesOf = ({ user }: UserContext, name: string | null): { firstName: string; lastName: string } => {
  const [first, ...rest] = (name ?? '').split(/\s+/).filter((word) => word !== '');
  return user.firstName || user.lastName
    ? { firstName: user.firstName ?? '', lastName: user.lastName ?? '' }
    : { firstName: first ?? user.email.split('@')[0] ?? user.email, lastName: rest.join(' ') };
};

/**
 * Makes the signed-in user a member. An invitation for an employee makes them that employee; another one completes the employee with the
 * account's email who has no access yet, or makes one, with the invitation's access level. A member stays as they are, and leaves the
 * invitation to someone else.
 */
export const acceptInvitation = async (ctx: UserContext, token: string): Promise<Organization> => {
  const { organizationId: orgId, id, employeeId } = (await find(ctx, token)).row;
  await ctx.db.enter(orgId);
  ctx.journal.organizationId = orgId;
  const actor = { ...ctx, orgId };
  if (!(await isMemberOf(ctx, orgId))) {
    // The employee first, in the same order as making another link for them.
    const employee = employeeId === null ? undefined : await lockEmployee(actor, employeeId);
    await lockInvitation(ctx.db, orgId, id);
    const { row, state } = await find(ctx, token);
    if (state !== 'open') {
      throw new AppError('conflict', REFUSAL[state]);
    }
    requireRightAccount(ctx, row.email);
    await (employee
      ? joinKnownEmployee(actor, employee)
      : joinAsEmployee(actor, { ...namesOf(ctx, row.name), accessLevel: row.accessLevel }));
    await noteAcceptance(actor, row, ctx.now());
  }
  return findOrganization(ctx, orgId);
};
