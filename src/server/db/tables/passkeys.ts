import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { users } from '#server/db/tables/accounts.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';

/** Passkeys (WebAuthn), with which people sign in instead of a password. What is stored is public. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The credential id, in base64url. */
    credentialId: text().notNull(),
    publicKey: bytes().notNull(),
    /** For devices that count uses: it only grows, unless the key was copied. */
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
