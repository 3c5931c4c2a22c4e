import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#server/db/tables/columns.ts';

/** Mails that are not sent yet. A row goes when its mail was handed over, for a link in it opens a door. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** Where answers go; null: nowhere. */
    replyTo: text(),
    attachmentName: text(),
    attachment: bytes(),
    /** The event that tells of this mail, and in which organization: it is taken back if nobody takes the mail. */
    eventOrganizationId: integer(),
    billingEventId: integer(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    /** When nobody needs it any more. */
    expiresAt: moment().notNull(),
    /** When it is tried next; while somebody sends it, when another may. */
    nextTryAt: moment().notNull(),
    tries: integer().notNull().default(0),
  },
  (t) => [index('mails_next_try_at_index').on(t.nextTryAt)],
);
