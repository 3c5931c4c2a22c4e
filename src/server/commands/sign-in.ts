import { refusal } from '#shared/lib/errors.ts';
import { bucketsOfConfirmation, bucketsOfSignIn, Slowed } from '#server/auth/guessing.ts';
import { passwordMatches } from '#server/auth/passwords.ts';
import type { Bucket } from '#server/ports/limits.ts';
import type { PublicContext, UserContext } from '#server/context.ts';
import { type Account, findAccount } from '#server/data/accounts.ts';
import { findKnownDevice } from '#server/data/known-devices.ts';
import { countSecurityEvent } from '#server/data/security-events.ts';

/** Written after the answer: a write for existing accounts before it would reveal by timing which those are. */
const noteLater = (ctx: PublicContext, account: Account | undefined, kind: 'sign-in-failed' | 'sign-in-slowed'): void => {
  if (account) {
    // The time when it happened, not when it is written: a sign-in that follows at once comes after it.
    const at = ctx.now();
    ctx.afterResponse((db) => countSecurityEvent(db, { ...ctx, now: () => at }, { userId: account.id, kind }));
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
 * The account with this email, if the password is right: else 401, the same and in the same time whether there is such an account
 * (specification 7.3). 429 while guessing is slowed. Nobody is signed in by it yet.
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

/**
 * Whether the password is that of the signed-in account. Guesses of strangers do not count here, nor these elsewhere. 429 while guessing is
 * slowed.
 */
export const isOwnPassword = async (ctx: UserContext, account: Account, password: string): Promise<boolean> => {
  const buckets = bucketsOfConfirmation(account.id);
  await countTry(ctx, account, buckets);
  const isRight = await passwordMatches(account.passwordHash, password, ctx.clientAddress);
  if (isRight) {
    await ctx.guessing.forgive(buckets);
  }
  return isRight;
};
