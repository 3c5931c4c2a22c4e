import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { sessions } from '#server/db/tables/index.ts';

/** The session's person has just proved their identity; `isStrong`: by two factors, which the session keeps. */
export const confirmSession = async (db: Database, tokenHash: Buffer, now: Date, isStrong: boolean): Promise<void> => {
  await db.orm
    .update(sessions)
    .set({ authenticatedAt: now.toISOString(), isStrong: sql`${sessions.isStrong} or ${isStrong}` })
    .where(eq(sessions.tokenHash, tokenHash));
};

/** When the session's person last proved their identity. */
export const confirmedAt = async (db: Database, tokenHash: Buffer): Promise<string> => {
  const [row] = await db.orm.select({ at: sessions.authenticatedAt }).from(sessions).where(eq(sessions.tokenHash, tokenHash));
  return row?.at ?? new Date(0).toISOString();
};
