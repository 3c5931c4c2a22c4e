import type { AttemptCounter, AttemptLimits, LimitName } from '#server/context.ts';
import { AppError } from '#shared/lib/errors.ts';
import { counters as told } from '#server/counters.ts';
import { addAttempt, forgetAttempts, removeAttempt } from '#server/data/attempts.ts';
import type { Database } from '#server/db/database.ts';

interface Limit {
  readonly most: number;
  readonly windowSeconds: number;
}

/**
 * Decisions §10: registrations per address and hour; of wrong passwords see `guessing.ts`. Leaving for the identity
 * provider makes a row for each, so it has an end, too.
 */
export const LIMITS = {
  /** Mailed links, which nobody guesses; their passwords somebody might. */
  linkFromAddress: { most: 100, windowSeconds: 900 },
  /** Nobody guesses a passkey either: this bounds the work, and no password counts here. */
  passkeyFromAddress: { most: 300, windowSeconds: 900 },
  registrationFromAddress: { most: 100, windowSeconds: 3600 },
  resetFromAddress: { most: 100, windowSeconds: 3600 },
  /** So that nobody's mailbox is filled by others. */
  mailToAddress: { most: 5, windowSeconds: 3600 },
  /** So that nobody makes an organization to mail strangers. */
  invitationMailOfOrganization: { most: 50, windowSeconds: 3600 },
  /** A day's bills of a large contractor go out within an hour; nobody gets so many of them. */
  billMailOfOrganization: { most: 200, windowSeconds: 3600 },
  billMailToAddress: { most: 30, windowSeconds: 3600 },
  /** Each fills a good part of a disk. */
  importOfAccount: { most: 20, windowSeconds: 3600 },
  providerFromAddress: { most: 300, windowSeconds: 900 },
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
          told.add('limits_hit', counter[0]);
          throw new AppError('too_many', 'Too many attempts. Wait a while and try again.', { retryAfterSeconds: windowSeconds });
        }
      }
    },
    allow: async ([limit, of]) => {
      const { most, windowSeconds } = LIMITS[limit];
      return (await addAttempt(db, keyOf([limit, of]), windowSeconds, now())) <= most;
    },
    release,
  };
};
