import { refusal } from '#shared/lib/errors.ts';
import { deleteAccount } from '#server/commands/delete-account.ts';
import { addPasskey, beginPasskey } from '#server/commands/passkeys.ts';
import { askForConfirmation } from '#server/commands/register.ts';
import { changePassword } from '#server/commands/passwords.ts';
import type { UserContext } from '#server/context.ts';
import { type Account, findAccountById, listSessions, updateAccount } from '#server/data/accounts.ts';
import { endSession, endSessions } from '#server/data/ended-sessions.ts';
import { noteAsked } from '#server/data/member-times.ts';
import { deletePasskey, listPasskeys } from '#server/data/passkeys.ts';
import { wayToConfirm } from '#server/data/verified.ts';
import { cursorOfEvent, listSecurityEvents, noteSecurityEvent } from '#server/data/security-events.ts';
import { type Handlers, listing } from '#server/handlers/types.ts';

/** The hash of the caller's session. A program with a key may not see where and how its user is signed in. */
const ownSession = ({ credential }: UserContext): Buffer => {
  if (credential.kind !== 'session') {
    throw refusal('forbidden', 'keyNotAllowed');
  }
  return credential.tokenHash;
};

const toAnswer = (ctx: UserContext, account: Account) => {
  const { id, email, firstName, lastName, passwordHash, emailVerified, language } = account;
  const hasPassword = passwordHash !== null;
  return { id, email, firstName, lastName, hasPassword, emailVerified, confirmBy: wayToConfirm(ctx, account), language };
};

const read = async (ctx: UserContext) => {
  ownSession(ctx);
  const account = await findAccountById(ctx.db, ctx.user.id);
  if (!account) {
    throw refusal('unauthenticated', 'signInFirst');
  }
  return toAnswer(ctx, account);
};

export const accountHandlers: Handlers['account'] = {
  get: read,
  update: async (ctx, { body }) => {
    await updateAccount(ctx.db, ctx.user.id, body);
    return read(ctx);
  },
  changePassword: async (ctx, { body }) => {
    await changePassword(ctx, body);
    return undefined;
  },
  remove: async (ctx, { body }) => {
    ownSession(ctx);
    await deleteAccount(ctx, body.email);
    return undefined;
  },
  stay: async (ctx, { body }) => {
    ownSession(ctx);
    await ctx.db.transaction((db) => noteAsked(db, body.id, ctx.user.id), body.id);
    return undefined;
  },
  confirmEmail: async (ctx) => {
    ownSession(ctx);
    await askForConfirmation(ctx);
    return undefined;
  },
  sessions: async (ctx) => listSessions(ctx.db, ctx.user.id, ownSession(ctx), ctx.now()),
  events: async (ctx, { query }) => {
    ownSession(ctx);
    return listing(query, (part) => listSecurityEvents(ctx, part), cursorOfEvent);
  },
  endSession: async (ctx, { body }) => {
    ownSession(ctx);
    await endSession(ctx.db, ctx.user.id, body.id);
    await noteSecurityEvent(ctx.db, ctx, { userId: ctx.user.id, kind: 'session-ended' });
    return undefined;
  },
  passkeys: (ctx) => {
    ownSession(ctx);
    return listPasskeys(ctx.db, ctx.user.id);
  },
  passkeyOptions: beginPasskey,
  addPasskey: (ctx, { body }) => addPasskey(ctx, body),
  removePasskey: async (ctx, { body }) => {
    ownSession(ctx);
    await deletePasskey(ctx.db, ctx.user.id, body.id);
    await noteSecurityEvent(ctx.db, ctx, { userId: ctx.user.id, kind: 'passkey-removed' });
    return undefined;
  },
  endOtherSessions: async (ctx) => {
    await endSessions(ctx.db, ctx.user.id, ownSession(ctx));
    await noteSecurityEvent(ctx.db, ctx, { userId: ctx.user.id, kind: 'other-sessions-ended' });
    return undefined;
  },
};
