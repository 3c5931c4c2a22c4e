import type { ConfirmationInput, ConfirmationWays } from '#shared/domain/confirmation.ts';
import { type AppError, invalid, refusal } from '#shared/lib/errors.ts';
import { confirmedUntil } from '#server/auth/confirmed.ts';
import { keepOneTime, newToken, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { canHavePasskeys, checkSignIn, optionsForSignIn } from '#server/auth/passkeys.ts';
import { passwordMatches } from '#server/auth/passwords.ts';
import { countersOfCode, useCode, wrongCode } from '#server/commands/check-code.ts';
import { requireSession } from '#server/commands/second-step.ts';
import type { AttemptCounter } from '#server/ports/limits.ts';
import type { UserContext } from '#server/context.ts';
import { findAccountById } from '#server/data/accounts.ts';
import { confirmSession } from '#server/data/confirmed-sessions.ts';
import { hasIdentity } from '#server/data/identities.ts';
import { listPasskeys, notePasskeyUse } from '#server/data/passkeys.ts';
import { findSecondStep } from '#server/data/second-steps.ts';
import { countSecurityEvent, noteSecurityEvent } from '#server/data/security-events.ts';

/** How the account's person can prove their identity again. */
export const confirmationWaysOf = async (ctx: UserContext): Promise<ConfirmationWays> => {
  requireSession(ctx);
  const { db, user, ways, origin } = ctx;
  const account = await findAccountById(db, user.id);
  const [step, passkeys] = [await findSecondStep(db, user.id), await listPasskeys(db, user.id)];
  return {
    password: ways.hasLocalAccounts && (account?.passwordHash ?? null) !== null,
    code: step !== undefined,
    passkey: ways.hasLocalAccounts && passkeys.length > 0 && canHavePasskeys(origin),
    provider: ways.provider !== null && (await hasIdentity(db, user.id)),
    isConfirmed: ctx.isConfirmed,
  };
};

/** Begins to confirm with one of the account's own passkeys. */
export const beginConfirmation = async (ctx: UserContext) => {
  requireSession(ctx);
  const passkeys = await listPasskeys(ctx.db, ctx.user.id);
  if (passkeys.length === 0 || !canHavePasskeys(ctx.origin)) {
    throw refusal('not_found', 'noPasskeysAtAddress');
  }
  const options = await optionsForSignIn(ctx.origin, passkeys);
  const token = newToken();
  await keepOneTime(ctx.db, 'passkey-confirmation', token, { challenge: options.challenge, userId: ctx.user.id }, ctx.now());
  return { token, options: { ...options } };
};

type Shown = { readonly isRight: true; readonly isStrong: boolean } | { readonly isRight: false; readonly error: AppError };

const wrong = (error: AppError): Shown => ({ isRight: false, error });

const checkPasskey = async (ctx: UserContext, token: string, response: Record<string, unknown>): Promise<Shown> => {
  const begun = await takeOneTime(ctx.db, 'passkey-confirmation', token, ctx.now());
  if (begun?.userId !== ctx.user.id) {
    return wrong(invalid('token', 'tookTooLong'));
  }
  const passkey = (await listPasskeys(ctx.db, ctx.user.id)).find(({ credentialId }) => credentialId === response['id']);
  const uses = passkey && (await checkSignIn(ctx.origin, begun.challenge, response, passkey));
  if (passkey === undefined || uses === undefined) {
    return wrong(invalid('response', 'passkeyNotChecked'));
  }
  await notePasskeyUse(ctx.db, passkey.id, { counter: uses, lastUsedAt: ctx.now().toISOString() });
  return { isRight: true, isStrong: true };
};

const checkPassword = async (ctx: UserContext, password: string, code: string | undefined): Promise<Shown> => {
  const account = await findAccountById(ctx.db, ctx.user.id);
  // Not 401: they are still signed in.
  if (!(await passwordMatches(account?.passwordHash ?? null, password))) {
    return wrong(invalid('password', 'wrongPassword'));
  }
  if ((await findSecondStep(ctx.db, ctx.user.id)) === undefined) {
    return { isRight: true, isStrong: false };
  }
  const used = code === undefined ? undefined : await useCode(ctx.db, ctx.user.id, code, ctx.now());
  return used === undefined ? wrong(wrongCode()) : { isRight: true, isStrong: true };
};

const check = (ctx: UserContext, { password, code, token, response }: ConfirmationInput): Promise<Shown> => {
  if (token !== undefined && response !== undefined) {
    return checkPasskey(ctx, token, response);
  }
  if (password === undefined) {
    throw invalid('password', 'passwordRequired');
  }
  return checkPassword(ctx, password, code);
};

/** Accepts that the session's person is who they are; wrong tries count for this session alone. */
export const confirmIdentity = async (ctx: UserContext, input: ConfirmationInput) => {
  const tokenHash = requireSession(ctx);
  const subject = tokenHash.toString('hex');
  const counters: AttemptCounter[] = [
    ['confirmationOfSession', subject],
    ...(input.code === undefined ? [] : countersOfCode(ctx.user.id, subject, input.code)),
  ];
  await ctx.limits.reserve(...counters);
  const shown = await check(ctx, input);
  if (!shown.isRight) {
    await countSecurityEvent(ctx.db, ctx, { userId: ctx.user.id, kind: 'confirmation-failed' });
    throw shown.error;
  }
  await ctx.limits.release(...counters);
  const now = ctx.now();
  await ctx.db.transaction(async (db) => {
    await confirmSession(db, tokenHash, now, shown.isStrong);
    await noteSecurityEvent(db, ctx, { userId: ctx.user.id, kind: 'confirmed' });
  });
  return { confirmedUntil: confirmedUntil(now.toISOString()).toISOString() };
};
