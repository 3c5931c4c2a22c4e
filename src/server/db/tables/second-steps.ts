import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/accounts.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';

/** Who shows a code of an app (TOTP) after the password. The secret stands here as it is: decision 0040. */
export const secondSteps = pgTable('second_steps', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In base32, as apps take it. */
  secret: text().notNull(),
  /** The step of time, half a minute each, whose code was used last: no code counts twice. */
  lastStep: integer().notNull(),
  createdAt: moment()
    .notNull()
    .default(sql`now()`),
});

/** What stands in for a code when the phone is gone; a row goes when its code is used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer()
      .notNull()
      .references(() => secondSteps.userId, { onDelete: 'cascade' }),
    codeHash: bytes().notNull(),
  },
  (t) => [primaryKey({ name: 'recovery_codes_pkey', columns: [t.userId, t.codeHash] })],
);
