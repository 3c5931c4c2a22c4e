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
  /** Whether it took two things already. */
  readonly isStrong?: boolean;
  /** Notes the sign-in, before its device is a known one; only if the session begins. */
  readonly note?: () => Promise<void>;
}

/** What an account has to show after the first thing was right; null: nothing. */
const nextStep = async (db: Database, userId: number): Promise<Omit<SecondStepAsked, 'token'> | null> => {
  const { hasCodes, hasPasskey, isRequired } = await findStanding(db, userId);
  if (hasCodes) {
    return { next: 'code', hasPasskey };
  }
  if (!isRequired) {
    return null;
  }
  // Who has a passkey shows it: whoever only knows the password must not set up something of their own beside it.
  return { next: hasPasskey ? 'passkey' : 'set-up', hasPasskey };
};

/**
 * Begins the session of somebody whose password, or identity provider, was right; or says what is left to show before (decision 0040).
 * Null: the session has begun. With `isStrong` nothing is left.
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
