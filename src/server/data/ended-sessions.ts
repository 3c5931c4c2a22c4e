import type { Database } from '#server/db/database.ts';

// A session that expired is forgotten, and its device is only asked to sign in again. One that was ended on purpose is remembered: its
// device has to delete what it stores (decision 0041). Every way of ending goes through here.

const END = (which: string): string => `
  with ended as (delete from sessions where ${which} returning id, token_hash, user_id, id_token),
       silenced as (delete from push_subscriptions p using ended where p.session_id = ended.id),
       kept as (insert into ended_sessions (token_hash) select token_hash from ended on conflict do nothing)
  select user_id as "userId", id_token as "idToken" from ended`;

export interface Ended {
  readonly userId: number;
  /** What the identity provider requires to end its own session, too. */
  readonly idToken: string | null;
}

/** Ends the session with this hash at the request of its own browser; undefined: there is none. */
export const endOwnSession = async (db: Database, tokenHash: Buffer): Promise<Ended | undefined> => {
  const [ended] = await db.query<Ended>({ name: 'end-own-session', text: END('token_hash = $1'), values: [tokenHash] });
  return ended;
};

/** Ends one session of the account; does nothing if there is none with this id. */
export const endSession = async (db: Database, userId: number, id: number): Promise<void> => {
  await db.query({ name: 'end-session', text: END('user_id = $1 and id = $2'), values: [userId, id] });
};

/**
 * Ends all sessions of the account, or all except the one with this hash. Call it before an account is deleted, too: its devices must learn
 * of it.
 */
export const endSessions = async (db: Database, userId: number, except?: Buffer): Promise<void> => {
  await db.query({
    name: 'end-sessions',
    text: END('user_id = $1 and ($2::bytea is null or token_hash <> $2)'),
    values: [userId, except ?? null],
  });
};

/** Whether a session with one of these hashes was ended on purpose. */
export const wasEnded = async (db: Database, tokenHashes: readonly Buffer[]): Promise<boolean> => {
  const found = await db.query({ name: 'was-ended', text: 'select from ended_sessions where token_hash = any($1)', values: [tokenHashes] });
  return found.length > 0;
};

/** Forgets sessions ended before the moment. */
export const forgetEndedSessions = async (db: Database, before: Date): Promise<void> => {
  await db.query({ text: 'delete from ended_sessions where ended_at < $1', values: [before] });
};
