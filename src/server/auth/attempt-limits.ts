import { AppError } from '#shared/lib/errors.ts';
import { addAttempt, forgetAttempts, removeAttempt } from '#server/data/attempts.ts';
import type { Database } from '#server/db/client.ts';

interface Limit {
  readonly most: number;
  readonly windowSeconds: number;
}

/** Decisions §10: wrong sign-ins per account and per address in 15 minutes, registrations per address and hour. */
export const LIMITS = {
  signInOfAccount: { most: 10, windowSeconds: 900 },
  signInFromAddress: { most: 100, windowSeconds: 900 },
  registrationFromAddress: { most: 100, windowSeconds: 3600 },
} as const satisfies Record<string, Limit>;

const LONGEST_WINDOW_SECONDS = 3600;

export interface AttemptLimits {
  /** Counts an attempt before it is made, so that many at once cannot slip past; refuses with 429 when there were too many. */
  reserve(limit: keyof typeof LIMITS, of: string): Promise<void>;
  /** Takes an attempt back: it was right, or did not happen. */
  release(limit: keyof typeof LIMITS, of: string): Promise<void>;
}

/** Limits that all server processes share. They write outside the request's transaction, for a refusal rolls that back. */
export const attemptLimits = (db: Database, now: () => Date): AttemptLimits => ({
  reserve: async (limit, of) => {
    const { most, windowSeconds } = LIMITS[limit];
    const key = `${limit}:${of}`;
    const total = await addAttempt(db, key, windowSeconds, now());
    if (total > most) {
      await removeAttempt(db, key, now());
      await forgetAttempts(db, new Date(now().getTime() - 2 * LONGEST_WINDOW_SECONDS * 1000));
      throw new AppError('too_many', 'Too many attempts. Wait a while and try again.', { retryAfterSeconds: windowSeconds });
    }
  },
  release: (limit, of) => removeAttempt(db, `${limit}:${of}`, now()),
});
