import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/accounts.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';

/** Authenticator apps (TOTP), asked for after the password. The secret is stored in plain text: decision 0040. */
export const secondSteps = pgTable('second_steps', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In base32, as apps take it. */
  secret: text().notNull(),
  /** The time step, half a minute each, whose code was used last: no code counts twice. */
  lastStep: integer().notNull(),
  createdAt: moment()
    .notNull()
    .default(sql`now()`),
});

/** Recovery codes for a lost phone; a row is deleted when its code is used. */
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
