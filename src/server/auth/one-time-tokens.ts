import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '#shared/lib/dates.ts';
import type { SecondStepAsked } from '#shared/domain/second-step-asked.ts';
import { insertOneTimeToken, readOneTimeToken, takeOneTimeToken } from '#server/data/one-time-tokens.ts';
import type { Database } from '#server/db/database.ts';

/** The data of each kind of token. */
export interface OneTimeData {
  /** The browser that left for the identity provider, and what its return must match. */
  'provider-sign-in': {
    readonly nonce: string;
    readonly verifier: string;
    readonly returnTo: string;
    /** When the user left to prove their identity again, in ms; null: to sign in. */
    readonly confirmsSince: number | null;
  };
  /** Someone who registered and has yet to show that the email is theirs. */
  registration: {
    readonly email: string;
    readonly passwordHash: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
  };
  /** A passkey that is being created. */
  'passkey-new': { readonly challenge: string; readonly userId: number };
  /** A passkey that is to sign in. */
  'passkey-sign-in': { readonly challenge: string };
  /** A passkey that is to confirm the identity of its person. */
  'passkey-confirmation': { readonly challenge: string; readonly userId: number };
  /** Someone whose password, or identity provider, was right, and who still has to show a second step. */
  'second-step': {
    readonly userId: number;
    readonly idToken: string | null;
    readonly next: SecondStepAsked['next'];
    /** The secret of the app that is being set up at the same time. */
    readonly secret: string;
  };
  /** Codes of an authenticator app that is being set up. */
  'second-step-new': { readonly userId: number; readonly secret: string };
  /** A password reset, valid as long as the account has this email. */
  'password-reset': { readonly userId: number; readonly email: string };
}
export type Purpose = keyof OneTimeData;

const LIFETIME_MS: Readonly<Record<Purpose, number>> = {
  'provider-sign-in': 600_000,
  registration: 3 * DAY_MS,
  'password-reset': 3_600_000,
  'passkey-new': 600_000,
  'passkey-sign-in': 600_000,
  'passkey-confirmation': 600_000,
  'second-step': 600_000,
  'second-step-new': 600_000,
};

// 256 random bits cannot be guessed, so a plain hash is enough.
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Stores the data under the token, to be taken once and within the lifetime of its kind. */
export const keepOneTime = <P extends Purpose>(db: Database, purpose: P, token: string, data: OneTimeData[P], now: Date): Promise<void> =>
  insertOneTimeToken(db, {
    tokenHash: hashOf(token),
    purpose,
    data,
    expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]).toISOString(),
  });

/** Takes the data; undefined if there is none, it was taken before, or it has expired. */
export const takeOneTime = async <P extends Purpose>(
  db: Database,
  purpose: P,
  token: string,
  now: Date,
): Promise<OneTimeData[P] | undefined> => {
  const data = await takeOneTimeToken(db, { tokenHash: hashOf(token), purpose }, now);
  // Only `keepOneTime` writes this table, so what is read is what it put in.
  return data as OneTimeData[P] | undefined;
};

/** Reads the data without taking it. */
export const readOneTime = async <P extends Purpose>(
  db: Database,
  purpose: P,
  token: string,
  now: Date,
): Promise<OneTimeData[P] | undefined> => {
  const data = await readOneTimeToken(db, { tokenHash: hashOf(token), purpose }, now);
  return data as OneTimeData[P] | undefined;
};
