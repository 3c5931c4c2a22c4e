import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#server/db/tables/columns.ts';

/** Mails that are not sent yet. A row is deleted when its mail was handed over, because links in it grant access. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** Reply-To; null: none. */
    replyTo: text(),
    attachmentName: text(),
    attachment: bytes(),
    /** The event that records this mail, and its organization: it is undone if the mail is not accepted. */
    eventOrganizationId: integer(),
    billingEventId: integer(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    /** When it expires. */
    expiresAt: moment().notNull(),
    /** When it is tried next; while it is being sent, when another process may try. */
    nextTryAt: moment().notNull(),
    tries: integer().notNull().default(0),
  },
  (t) => [index('mails_next_try_at_index').on(t.nextTryAt)],
);
