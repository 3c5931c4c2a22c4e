import { refusal } from '#shared/lib/errors.ts';
import { bucketsOfConfirmation, bucketsOfSignIn, Slowed } from '#server/auth/guessing.ts';
import { passwordMatches } from '#server/auth/passwords.ts';
import type { Bucket } from '#server/ports/limits.ts';
import type { PublicContext, UserContext } from '#server/context.ts';
import { type Account, findAccount } from '#server/data/accounts.ts';
import { findKnownDevice } from '#server/data/known-devices.ts';
import { countSecurityEvent } from '#server/data/security-events.ts';

/** Written after the answer: a write for accounts that exist, before it, would tell whoever measures which those are. */
const noteLater = (ctx: PublicContext, account: Account | undefined, kind: 'sign-in-failed' | 'sign-in-slowed'): void => {
  if (account) {
    // When it happened, not when it comes to be written down: a sign-in that follows at once comes after it.
    const at = ctx.now();
    ctx.later((db) => countSecurityEvent(db, { ...ctx, now: () => at }, { userId: account.id, kind }));
  }
};

const countTry = async (ctx: PublicContext, account: Account | undefined, buckets: readonly Bucket[]): Promise<void> => {
  try {
    await ctx.guessing.count(buckets);
  } catch (error) {
    if (error instanceof Slowed) {
      noteLater(ctx, account, 'sign-in-slowed');
    }
    throw error;
  }
};

/**
 * The account of this e-mail, if the password is its own: else 401, the same and in the same time whether there is such an account
 * (decisions §3). 429 for whoever guesses. Nobody is signed in by it yet.
 */
export const findByPassword = async (
  ctx: PublicContext,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Account> => {
  const account = await findAccount(ctx.db, email);
  const device = await findKnownDevice(ctx.db, account?.id ?? 0, ctx.session.device());
  const buckets = bucketsOfSignIn({ email, clientAddress: ctx.clientAddress, device });
  await countTry(ctx, account, buckets);
  if (!(await passwordMatches(account?.passwordHash ?? null, password, ctx.clientAddress)) || !account) {
    noteLater(ctx, account, 'sign-in-failed');
    throw refusal('wrong_credentials', 'wrongEmailOrPassword');
  }
  await ctx.guessing.forgive(buckets);
  return account;
};

/** Whether the password is the account's, which is signed in. Guesses of strangers do not count here, nor these elsewhere. 429 for whoever guesses. */
export const isOwnPassword = async (ctx: UserContext, account: Account, password: string): Promise<boolean> => {
  const buckets = bucketsOfConfirmation(account.id);
  await countTry(ctx, account, buckets);
  const isRight = await passwordMatches(account.passwordHash, password, ctx.clientAddress);
  if (isRight) {
    await ctx.guessing.forgive(buckets);
  }
  return isRight;
};
