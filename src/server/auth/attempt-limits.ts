import type { AttemptCounter, AttemptLimits, LimitName } from '#server/context.ts';
import { AppError } from '#shared/lib/errors.ts';
import { addAttempt, forgetAttempts, removeAttempt } from '#server/data/attempts.ts';
import type { Database } from '#server/db/database.ts';

interface Limit {
  readonly most: number;
  readonly windowSeconds: number;
}

/** Decisions §10: wrong sign-ins per account and per address in 15 minutes, registrations per address and hour. */
export const LIMITS = {
  signInOfAccount: { most: 10, windowSeconds: 900 },
  signInFromAddress: { most: 100, windowSeconds: 900 },
  registrationFromAddress: { most: 100, windowSeconds: 3600 },
} as const satisfies Record<LimitName, Limit>;

const LONGEST_WINDOW_SECONDS = 3600;

const keyOf = ([limit, of]: AttemptCounter): string => `${limit}:${of}`;

/** Limits that all server processes share. They write outside the request's transaction, for a refusal rolls that back. */
export const attemptLimits = (db: Database, now: () => Date): AttemptLimits => {
  const release: AttemptLimits['release'] = async (...counters) => {
    for (const counter of counters) {
      await removeAttempt(db, keyOf(counter), now());
    }
  };
  return {
    reserve: async (...counters) => {
      for (const [index, counter] of counters.entries()) {
        const { most, windowSeconds } = LIMITS[counter[0]];
        const total = await addAttempt(db, keyOf(counter), windowSeconds, now());
        if (total > most) {
          await release(...counters.slice(0, index + 1));
          await forgetAttempts(db, new Date(now().getTime() - 2 * LONGEST_WINDOW_SECONDS * 1000));
          throw new AppError('too_many', 'Too many attempts. Wait a while and try again.', { retryAfterSeconds: windowSeconds });
        }
      }
    },
    release,
  };
};
