import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/accounts.ts';
import { moment } from '#server/db/tables/columns.ts';

/**
 * What happened to the ways into an account. It belongs to the person, not to an organization: a member of two signs in once. The owner of
 * an organization reads those of its members.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** The subject in the person's own words, such as a passkey's name. */
    detail: text(),
    /** Null: not by a request of a browser or program. */
    address: text(),
    userAgent: text(),
    /** For consecutive guesses one row counts many, so that guessing cannot fill the table. */
    count: integer().notNull().default(1),
    at: moment().notNull(),
  },
  (t) => [index('security_events_user_id_at_index').on(t.userId, t.at), index('security_events_at_index').on(t.at)],
);
