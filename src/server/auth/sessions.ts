import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS } from '#shared/lib/dates.ts';
import { deleteSession, endSurplusSessions, insertSession, rehashSession, touchSession } from '#server/data/accounts.ts';
import { endOwnSession, type Ended, wasEnded } from '#server/data/ended-sessions.ts';
import {
  askAgain,
  type Caller,
  type CallerQuestion,
  findCallerBySession,
  type FoundCaller,
  type Target,
} from '#server/data/request-identity.ts';
import { isSeenNoted } from '#server/data/member-times.ts';
import { rememberCallers } from '#server/auth/remembered-callers.ts';
import type { Database } from '#server/db/database.ts';

/** A session ends this long after it was last used: longer than a driver's longest time without signal. */
const SESSION_DAYS = 90;
/** How much older than now `lastSeenAt` may get before it is written again. */
const TOUCH_AFTER_MS = 3_600_000;

export interface NewSession {
  readonly userId: number;
  readonly userAgent: string | null;
  /** Of a sign-in at the external identity provider. */
  readonly idToken: string | null;
  /** Whether signing in took two factors. */
  readonly isStrong: boolean;
}

type SessionCaller = Caller & { readonly tokenHash: Buffer };

/** A signed-in user as they were found before. What is decided by it may only take effect if the question says that it is still so. */
export interface Recalled {
  readonly caller: SessionCaller;
  readonly question: CallerQuestion;
  /** It is not so. */
  forget(): void;
}

/** Stores, finds and ends sessions. The token is in the cookie; only its keyed hash is stored. */
export interface Sessions {
  start(db: Database, session: NewSession): Promise<string>;
  /** The signed-in user and their role where the request leads, with the hash by which the session is found again. */
  identify(db: Database, token: string, target: Target): Promise<SessionCaller | undefined>;
  /** The same as far as this process remembers it; undefined: it does not, or something is to be noted about them. */
  recall(db: Database, token: string, target: Target): Recalled | undefined;
  /** Whether the session of this token was ended on purpose rather than having expired. */
  wasEnded(db: Database, token: string): Promise<boolean>;
  /** Ends it because another one begins in its browser: no device needs to be informed. */
  replace(db: Database, token: string): Promise<void>;
  /** Ends it; undefined if it has ended already. */
  end(db: Database, token: string): Promise<Ended | undefined>;
}

export interface SessionBounds {
  /** How long after its beginning a session ends, however much it is used. */
  readonly maxDays: number;
  /** How many an account has at once; one more ends the least recently used one. */
  readonly most: number;
}

/**
 * Hashes with the first secret. A session made under another one is found as well, and rehashed with the first: so a secret is rotated
 * without signing anyone out (docs/operations.md).
 */
export const createSessions = (secret: string | readonly string[], now: () => Date, { maxDays, most }: SessionBounds): Sessions => {
  const [newest = '', ...older] = [secret].flat();
  const hashBy = (key: string, token: string) => createHmac('sha256', key).update(token).digest();
  const hashOf = (token: string) => hashBy(newest, token);
  const hashesOf = (token: string) => [newest, ...older].map((key) => hashBy(key, token));
  const remembered = rememberCallers();
  const isToBeTouched = ({ lastUsedAt }: Caller) => lastUsedAt !== null && now().getTime() - Date.parse(lastUsedAt) > TOUCH_AFTER_MS;

  const findOlder = async (db: Database, token: string, target: Target): Promise<FoundCaller | undefined> => {
    for (const key of older) {
      await rehashSession(db, hashBy(key, token), hashOf(token));
    }
    // Two requests at once: the second has nothing left to rehash, and finds its session.
    return older.length === 0 ? undefined : findCallerBySession(db, hashOf(token), now(), target);
  };
  const expiry = () => new Date(now().getTime() + Math.min(SESSION_DAYS, maxDays) * DAY_MS).toISOString();
  const startedAt = () => ({ createdAt: now().toISOString(), lastSeenAt: now().toISOString(), authenticatedAt: now().toISOString() });
  return {
    start: async (db, session) => {
      const token = randomBytes(32).toString('base64url');
      await insertSession(db, { ...session, tokenHash: hashOf(token), ...startedAt(), expiresAt: expiry() });
      await endSurplusSessions(db, session.userId, most);
      return token;
    },
    identify: async (db, token, target) => {
      const tokenHash = hashOf(token);
      const found = (await findCallerBySession(db, tokenHash, now(), target)) ?? (await findOlder(db, token, target));
      if (!found) {
        return undefined;
      }
      const { caller } = found;
      remembered.note(tokenHash, target, found);
      if (isToBeTouched(caller)) {
        await touchSession(db, tokenHash, { lastSeenAt: now().toISOString(), expiresAt: expiry(), maxDays });
      }
      return { ...caller, tokenHash };
    },
    recall: (db, token, target) => {
      const tokenHash = hashOf(token);
      const found = remembered.find(tokenHash, target);
      if (!found) {
        return undefined;
      }
      const { caller } = found;
      if (isToBeTouched(caller) || (caller.membership !== null && !isSeenNoted(caller.seenAt, now()))) {
        return undefined;
      }
      return {
        caller: { ...caller, tokenHash },
        question: askAgain(db, tokenHash, now(), target, found),
        forget: () => remembered.forget(tokenHash, target),
      };
    },
    wasEnded: (db, token) => wasEnded(db, hashesOf(token)),
    replace: async (db, token) => {
      for (const hash of hashesOf(token)) {
        await deleteSession(db, hash);
      }
    },
    end: async (db, token) => {
      let ended: Ended | undefined;
      for (const hash of hashesOf(token)) {
        ended ??= await endOwnSession(db, hash);
      }
      return ended;
    },
  };
};
