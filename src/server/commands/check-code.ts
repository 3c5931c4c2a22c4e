import { invalid } from '#shared/lib/errors.ts';
import { digitsOf, hashOfRecoveryCode, stepOfCode } from '#server/auth/totp.ts';
import type { AttemptCounter } from '#server/ports/limits.ts';
import type { PublicContext } from '#server/context.ts';
import { findSecondStep, takeRecoveryCode, takeStep } from '#server/data/second-steps.ts';
import type { Database } from '#server/db/database.ts';

export type UsedCode = 'code' | 'recovery-code';

/** Uses up a code of the account, in the caller's transaction; undefined: it is wrong or was used before. */
export const useCode = async (db: Database, userId: number, typed: string, now: Date): Promise<UsedCode | undefined> => {
  const digits = digitsOf(typed);
  if (digits === undefined) {
    return (await takeRecoveryCode(db, userId, hashOfRecoveryCode(typed))) ? 'recovery-code' : undefined;
  }
  const secret = (await findSecondStep(db, userId))?.secret;
  const step = secret === undefined ? undefined : stepOfCode(secret, digits, now);
  return step !== undefined && (await takeStep(db, userId, step)) ? 'code' : undefined;
};

/** 400, shown beneath the code. */
export const wrongCode = () => invalid('code', 'wrongCode');

/**
 * The counters for entering a code: by the sign-in or session (`subject`), and by the account for codes of six digits. Recovery codes
 * cannot be guessed, so they still work while someone else who knows the password keeps guessing.
 */
export const countersOfCode = (userId: number, subject: string, typed: string): AttemptCounter[] => [
  ['codeOfSignIn', subject],
  ...(digitsOf(typed) === undefined ? [] : [['codeOfAccount', String(userId)] as const]),
];

/** Counts an attempt, does the work in one transaction, and uncounts the attempt if the work reports success. */
export const counted = async (
  { db, limits }: Pick<PublicContext, 'db' | 'limits'>,
  counters: readonly AttemptCounter[],
  work: (db: Database) => Promise<boolean>,
): Promise<boolean> => {
  await limits.reserve(...counters);
  const isRight = await db.transaction(work);
  if (isRight) {
    await limits.release(...counters);
  }
  return isRight;
};
