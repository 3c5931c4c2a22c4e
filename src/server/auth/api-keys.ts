import { createHash, randomBytes } from 'node:crypto';
import { type Caller, findCallerByKey, type CallerKey, type Target } from '#server/data/request-identity.ts';
import { touchApiKey } from '#server/data/api-keys.ts';
import type { Database } from '#server/db/database.ts';

// 256 random bits: nobody guesses them, so a plain hash is enough, and quick enough for every request.
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * A new secret, to be shown once, and the hash that is stored. The secret contains the organization, so that the key is looked up within
 * that one.
 */
export const makeApiKeySecret = (organizationId: number): { secret: string; secretHash: Buffer } => {
  const secret = `headland_${organizationId}_${randomBytes(32).toString('base64url')}`;
  return { secret, secretHash: hashOf(secret) };
};

const SECRET = /^headland_([1-9]\d{0,9})_[\w-]{43}$/;
const TOUCH_AFTER_MS = 3_600_000;

/** The key with this secret and the organization it works in; undefined if there is no such key or it was revoked. */
export const identifyByApiKey = async (
  db: Database,
  secret: string,
  target: Target,
  now: Date,
): Promise<(Caller & { key: CallerKey & { organizationId: number } }) | undefined> => {
  const organizationId = Number(SECRET.exec(secret)?.[1] ?? 0);
  if (organizationId === 0 || organizationId > 2_147_483_647) {
    return undefined;
  }
  const caller = await findCallerByKey(db, { organizationId, secretHash: hashOf(secret) }, target);
  if (!caller) {
    return undefined;
  }
  if (caller.lastUsedAt === null || now.getTime() - Date.parse(caller.lastUsedAt) > TOUCH_AFTER_MS) {
    await touchApiKey(db, organizationId, caller.key.id, now);
  }
  return { ...caller, key: { ...caller.key, organizationId } };
};
