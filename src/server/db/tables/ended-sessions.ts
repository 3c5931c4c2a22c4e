import { sql } from 'drizzle-orm';
import { index, pgTable } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#server/db/tables/columns.ts';

/**
 * Sessions that somebody ended, so that the device which still brings one hears that it was ended, and not that it ran out (decision 0041).
 * Of no account: they outlive it.
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
