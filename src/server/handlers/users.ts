import { refusal } from '#shared/lib/errors.ts';
import { networkOf } from '#server/auth/network-of.ts';
import { hashNewPassword } from '#server/auth/passwords.ts';
import type { PublicContext } from '#server/context.ts';
import { toUser } from '#server/data/accounts.ts';
import { countsAsVerified, wayToConfirm } from '#server/data/verified.ts';
import { canHavePasskeys } from '#server/auth/passkeys.ts';
import { beginSession } from '#server/commands/begin-session.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import { beginPasskeySignIn, signInByPasskey } from '#server/commands/passkeys.ts';
import { noteSignIn } from '#server/commands/note-sign-in.ts';
import { askForReset, resetPassword } from '#server/commands/passwords.ts';
import { findByPassword } from '#server/commands/sign-in.ts';
import { confirmRegistration, registerAtOnce, registerByMail } from '#server/commands/register.ts';
import { listUnasked } from '#server/data/member-times.ts';
import { Accepted, type Handlers } from '#server/handlers/types.ts';

/** 404 if only the identity provider signs people in (specification 7.2). */
const requireLocalAccounts = ({ ways }: PublicContext): void => {
  if (!ways.hasLocalAccounts) {
    throw refusal('not_found', 'noLocalAccounts');
  }
};

const requireMail = ({ mailOrigin }: PublicContext): string => {
  if (mailOrigin === null) {
    throw refusal('not_found', 'noMailAskOperator');
  }
  return mailOrigin;
};

export const userHandlers: Handlers['users'] = {
  current: async (ctx) => {
    if (ctx.apiKey !== null) {
      return ctx.user;
    }
    const [way, addedTo] = [wayToConfirm(ctx, ctx.user), await listUnasked(ctx.db, ctx.user.id)];
    return { ...ctx.user, ...(way === null ? {} : { confirmBy: way }), ...(addedTo.length === 0 ? {} : { addedTo }) };
  },
  ways: async ({ ways, mailOrigin, origin }) => ({
    provider: ways.provider !== null,
    localAccounts: ways.hasLocalAccounts,
    mail: mailOrigin !== null,
    passkeys: ways.hasLocalAccounts && canHavePasskeys(origin),
  }),
  login: async (ctx, { body }) => {
    requireLocalAccounts(ctx);
    const account = await findByPassword(ctx, body);
    const asked = await ctx.db.transaction(async (db) => {
      // An employee who was marked as a user while the account was being made has missed it, and it them (specification 7.5).
      if (countsAsVerified(ctx, account)) {
        await claimMemberships(db, account);
      }
      return beginSession(db, ctx, account.id, { note: () => noteSignIn(db, ctx, account, { kind: 'signed-in' }) });
    });
    return asked === null ? toUser(account) : new Accepted(asked);
  },
  passkeyOptions: beginPasskeySignIn,
  passkeyLogin: async (ctx, { body }) => toUser(await signInByPasskey(ctx, body)),
  register: async (ctx, { body }) => {
    requireLocalAccounts(ctx);
    await ctx.limits.reserve(['registrationFromAddress', networkOf(ctx.clientAddress)]);
    const passwordHash = await hashNewPassword(body.password, ctx.clientAddress);
    const registration = { email: body.email, passwordHash, firstName: body.firstName ?? null, lastName: body.lastName ?? null };
    if (ctx.mailOrigin === null) {
      return toUser(await registerAtOnce(ctx, registration));
    }
    await registerByMail(ctx, ctx.mailOrigin, registration, body.returnTo);
    return new Accepted({ email: body.email });
  },
  confirm: async (ctx, { body }) => {
    requireLocalAccounts(ctx);
    return toUser(await confirmRegistration(ctx, body));
  },
  forgotPassword: async (ctx, { body }) => {
    requireLocalAccounts(ctx);
    await askForReset(ctx, requireMail(ctx), body.email, body.returnTo);
    return undefined;
  },
  resetPassword: async (ctx, { body }) => {
    requireLocalAccounts(ctx);
    const { account, asked } = await resetPassword(ctx, body);
    return asked === null ? toUser(account) : new Accepted(asked);
  },
  logout: async (ctx) => {
    const idToken = await ctx.session.end();
    const continueAt = idToken === null ? null : await ctx.ways.provider?.endAddress(idToken, `${ctx.origin}/`);
    return continueAt ? new Accepted({ continueAt }) : undefined;
  },
};
