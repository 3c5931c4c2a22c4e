import { AppError, refusalMessage } from '#shared/lib/errors.ts';
import type { Bucket, Guessing, GuessKind } from '#server/ports/limits.ts';
import { counters } from '#server/counters.ts';
import { networkOf } from '#server/auth/network-of.ts';
import { countGuess, forgiveGuess, type Slowing } from '#server/data/guesses.ts';
import type { Database } from '#server/db/database.ts';

const QUARTER = 900;
const HOUR = 3_600;

/**
 * Slows guessing, and nobody else (decision 0039). The numbers of free tries are those of specification 9.14; further tries wait, in the
 * bucket that was guessed in.
 */
const SLOWING = {
  /** One account from one network, by browsers that never signed in to it. */
  stranger: { free: 10, firstWaitSeconds: 5, longestWaitSeconds: 300, forgetSeconds: QUARTER },
  /** One account from anywhere, by such browsers: many machines together guess no faster than this. */
  strangers: { free: 50, firstWaitSeconds: 5, longestWaitSeconds: 60, forgetSeconds: HOUR },
  /** One network, whatever the accounts, by such browsers. */
  network: { free: 100, firstWaitSeconds: 2, longestWaitSeconds: 60, forgetSeconds: QUARTER },
  /** One account in a browser that signed in to it before. */
  device: { free: 10, firstWaitSeconds: 5, longestWaitSeconds: 300, forgetSeconds: QUARTER },
  /** A signed-in user who enters their password again. */
  confirmation: { free: 10, firstWaitSeconds: 5, longestWaitSeconds: 300, forgetSeconds: QUARTER },
} as const satisfies Record<GuessKind, Slowing>;

/** No limit on guessing looks further back. */
export const GUESSES_KEPT_SECONDS = HOUR;

interface SignIn {
  readonly email: string;
  readonly clientAddress: string;
  /** As `findKnownDevice` returns it. */
  readonly device: string | null;
}

/** The counters of a sign-in by password. A known browser has a counter of its own, which no stranger can reach. */
export const bucketsOfSignIn = ({ email, clientAddress, device }: SignIn): readonly Bucket[] => {
  const [account, network] = [email.toLowerCase(), networkOf(clientAddress)];
  return device === null
    ? [
        ['stranger', `${account} ${network}`],
        ['strangers', account],
        ['network', network],
      ]
    : [['device', device]];
};

/** The counter of entering one's password again: it takes a session of the account to get here. */
export const bucketsOfConfirmation = (userId: number): readonly Bucket[] => [['confirmation', String(userId)]];

const keyOf = ([kind, of]: Bucket): string => `${kind}:${of}`;

/** Refused without checking the password. The message names the ways out, because it may be the right person on a new device. */
export class Slowed extends AppError {
  constructor(retryAfterSeconds: number) {
    super('too_many', refusalMessage('tooManyWrongTries'), { retryAfterSeconds });
  }
}

export const createGuessing = (db: Database, now: () => Date): Guessing => ({
  count: (buckets) =>
    db.transaction(async (inside) => {
      // Always in the same order, so that two requests never deadlock; a refusal rolls back the counts before it.
      for (const bucket of buckets) {
        const wait = await countGuess(inside, keyOf(bucket), SLOWING[bucket[0]], now());
        if (wait > 0) {
          counters.add('limits_hit', bucket[0]);
          throw new Slowed(wait);
        }
      }
    }),
  forgive: async (buckets) => {
    for (const bucket of buckets) {
      await forgiveGuess(db, keyOf(bucket), now());
    }
  },
});
