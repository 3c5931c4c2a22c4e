import type { SecondStepAsked } from '#shared/domain/second-step-asked.ts';
import { keepOneTime, newToken } from '#server/auth/one-time-tokens.ts';
import { newTotpSecret } from '#server/auth/totp.ts';
import type { PublicContext } from '#server/context.ts';
import type { SessionControl } from '#server/ports/session.ts';
import { findStanding } from '#server/data/second-steps.ts';
import type { Database } from '#server/db/database.ts';

interface Signing extends Pick<PublicContext, 'now'> {
  readonly session: SessionControl;
}

interface Shown {
  readonly idToken?: string;
  /** Whether it took two factors already. */
  readonly isStrong?: boolean;
  /** Notes the sign-in, before its device becomes a known one; only called if the session begins. */
  readonly note?: () => Promise<void>;
}

/** What an account has to show after the first factor was right; null: nothing. */
const nextStep = async (db: Database, userId: number): Promise<Omit<SecondStepAsked, 'token'> | null> => {
  const { hasCodes, hasPasskey, isRequired } = await findStanding(db, userId);
  if (hasCodes) {
    return { next: 'code', hasPasskey };
  }
  if (!isRequired) {
    return null;
  }
  // An account that has a passkey must use it: someone who only knows the password must not set up a second step of their own.
  return { next: hasPasskey ? 'passkey' : 'set-up', hasPasskey };
};

/**
 * Begins the session after the password, or the identity provider, was right; or returns what is still required (decision 0040). Null: the
 * session has begun. With `isStrong` nothing more is required.
 */
export const beginSession = async (
  db: Database,
  { session, now }: Signing,
  userId: number,
  { idToken, isStrong = false, note }: Shown = {},
): Promise<SecondStepAsked | null> => {
  const step = isStrong ? null : await nextStep(db, userId);
  if (step === null) {
    await note?.();
    await session.start(db, userId, { isStrong, ...(idToken === undefined ? {} : { idToken }) });
    return null;
  }
  const token = newToken();
  await keepOneTime(db, 'second-step', token, { userId, idToken: idToken ?? null, next: step.next, secret: newTotpSecret() }, now());
  return { token, ...step };
};
