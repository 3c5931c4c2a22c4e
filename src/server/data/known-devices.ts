import { createHash } from 'node:crypto';
import type { Database } from '#server/db/database.ts';

/** How many browsers of one account are remembered; the least recently used one goes first. */
export const MAX_KNOWN_DEVICES = 20;
/** A browser that was not used to sign in for this long is a stranger again. */
export const KNOWN_DEVICE_DAYS = 365;

// With the account in the hash, two rows do not reveal that two people share a browser. 256 random bits: a plain hash is enough.
const hashOf = (userId: number, token: string): Buffer => createHash('sha256').update(`${userId}:${token}`).digest();

/** The account was signed in to from the browser with this cookie, in any way. */
export const rememberDevice = async (db: Database, userId: number, token: string, now: Date): Promise<void> => {
  await db.query({
    name: 'remember-device',
    text: `insert into known_devices (user_id, token_hash, last_used_at) values ($1, $2, $3)
           on conflict (user_id, token_hash) do update set last_used_at = excluded.last_used_at`,
    values: [userId, hashOf(userId, token), now],
  });
  await db.query({
    name: 'forget-surplus-devices',
    text: `delete from known_devices where user_id = $1 and token_hash in (
             select token_hash from known_devices where user_id = $1 order by last_used_at desc, token_hash offset $2)`,
    values: [userId, MAX_KNOWN_DEVICES],
  });
};

/** The counter key of the browser with this cookie for the account; null: the account was never signed in to there. */
export const findKnownDevice = async (db: Database, userId: number, token: string | undefined): Promise<string | null> => {
  if (token === undefined) {
    return null;
  }
  const tokenHash = hashOf(userId, token);
  const found = await db.query({
    name: 'known-device',
    text: 'select from known_devices where user_id = $1 and token_hash = $2',
    values: [userId, tokenHash],
  });
  return found.length === 0 ? null : `${userId} ${tokenHash.toString('base64url')}`;
};

export const forgetKnownDevices = async (db: Database, before: Date): Promise<void> => {
  await db.query({ text: 'delete from known_devices where last_used_at < $1', values: [before] });
};
