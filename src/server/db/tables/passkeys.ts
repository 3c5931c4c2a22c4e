import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/accounts.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';

/** Keys of devices with which people sign in instead of a password (WebAuthn). What is kept is public. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** By which the device knows it, in base64url. */
    credentialId: text().notNull(),
    publicKey: bytes().notNull(),
    /** Of devices that count their uses: it only grows, unless somebody copied the key. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    lastUsedAt: moment(),
  },
  (t) => [unique('passkeys_credential_id_unique').on(t.credentialId), index('passkeys_user_id_index').on(t.userId)],
);
