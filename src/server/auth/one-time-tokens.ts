import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '#shared/lib/dates.ts';
import type { SecondStepAsked } from '#shared/domain/second-step-asked.ts';
import { insertOneTimeToken, readOneTimeToken, takeOneTimeToken } from '#server/data/one-time-tokens.ts';
import type { Database } from '#server/db/database.ts';

/** What each kind of token holds. */
export interface OneTimeData {
  /** The browser that left for the identity provider, and what its way back must fit. */
  'provider-sign-in': {
    readonly nonce: string;
    readonly verifier: string;
    readonly returnTo: string;
    /** Since when, in ms, who left to show again who they are; null: to sign in. */
    readonly confirmsSince: number | null;
  };
  /** Somebody who registered and has yet to show that the e-mail is his. */
  registration: {
    readonly email: string;
    readonly passwordHash: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
  };
  /** A passkey that somebody is making. */
  'passkey-new': { readonly challenge: string; readonly userId: number };
  /** A passkey that is to answer. */
  'passkey-sign-in': { readonly challenge: string };
  /** A passkey that is to show again who its person is. */
  'passkey-confirmation': { readonly challenge: string; readonly userId: number };
  /** Somebody whose password, or identity provider, was right, and who has one thing more to show. */
  'second-step': {
    readonly userId: number;
    readonly idToken: string | null;
    readonly next: SecondStepAsked['next'];
    /** Of the app that is set up meanwhile. */
    readonly secret: string;
  };
  /** Codes of an app that somebody is setting up. */
  'second-step-new': { readonly userId: number; readonly secret: string };
  /** Whose password may be chosen anew, as long as the account has this e-mail. */
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

// 256 random bits: nobody guesses them, so a plain hash is enough.
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newToken = (): string => randomBytes(32).toString('base64url');

/** Keeps the data under the token, to be taken once and within the time of its kind. */
export const keepOneTime = <P extends Purpose>(db: Database, purpose: P, token: string, data: OneTimeData[P], now: Date): Promise<void> =>
  insertOneTimeToken(db, {
    tokenHash: hashOf(token),
    purpose,
    data,
    expiresAt: new Date(now.getTime() + LIFETIME_MS[purpose]).toISOString(),
  });

/** Takes it; undefined: there is none, it was taken before, or it is out of date. */
export const takeOneTime = async <P extends Purpose>(
  db: Database,
  purpose: P,
  token: string,
  now: Date,
): Promise<OneTimeData[P] | undefined> => {
  const data = await takeOneTimeToken(db, { tokenHash: hashOf(token), purpose }, now);
  // Nobody else writes this table: what comes out is what `keepOneTime` put in.
  return data as OneTimeData[P] | undefined;
};

/** Looks at it without taking it. */
export const readOneTime = async <P extends Purpose>(
  db: Database,
  purpose: P,
  token: string,
  now: Date,
): Promise<OneTimeData[P] | undefined> => {
  const data = await readOneTimeToken(db, { tokenHash: hashOf(token), purpose }, now);
  return data as OneTimeData[P] | undefined;
};
