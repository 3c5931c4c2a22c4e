import { sql } from 'drizzle-orm';
import { index, pgTable } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#server/db/tables/columns.ts';

/**
 * Sessions that were ended on purpose, so that a device which still sends one learns that it was ended, rather than having expired
 * (decision 0041). Not tied to an account: they outlive it.
 */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    tokenHash: bytes().primaryKey(),
    endedAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index('ended_sessions_ended_at_index').on(t.endedAt)],
);
