import { and, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { oneTimeTokens } from '#server/db/tables/index.ts';

export const insertOneTimeToken = async (
  db: Database,
  token: { tokenHash: Buffer; purpose: string; data: object; expiresAt: string },
): Promise<void> => {
  await db.orm.insert(oneTimeTokens).values(token);
};

/** Returns the token's data without taking it. */
export const readOneTimeToken = async (
  db: Database,
  { tokenHash, purpose }: { tokenHash: Buffer; purpose: string },
  now: Date,
): Promise<unknown> => {
  const isThis = and(eq(oneTimeTokens.tokenHash, tokenHash), eq(oneTimeTokens.purpose, purpose));
  const [found] = await db.orm
    .select({ data: oneTimeTokens.data })
    .from(oneTimeTokens)
    .where(and(isThis, gt(oneTimeTokens.expiresAt, now.toISOString())));
  return found?.data;
};

/** Returns the token's data and deletes it; of several concurrent callers one gets it. Undefined: never made, taken or expired. */
export const takeOneTimeToken = async (
  db: Database,
  { tokenHash, purpose }: { tokenHash: Buffer; purpose: string },
  now: Date,
): Promise<unknown> => {
  const isThis = and(eq(oneTimeTokens.tokenHash, tokenHash), eq(oneTimeTokens.purpose, purpose));
  const [taken] = await db.orm
    .delete(oneTimeTokens)
    .where(and(isThis, gt(oneTimeTokens.expiresAt, now.toISOString())))
    .returning({ data: oneTimeTokens.data });
  return taken?.data;
};

/** Deletes expired tokens. */
export const forgetOneTimeTokens = async (db: Database, now: Date): Promise<void> => {
  await db.orm.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now.toISOString()));
};
