import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

/** Keys of other programs. Only a hash of the secret is stored; the key acts for the user who made it, and never above its own level. */
export const apiKeys = pgTable(
  'api_keys',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    accessLevel: text({ enum: ACCESS_LEVELS }).notNull(),
    isReadOnly: boolean().notNull().default(false),
    secretHash: bytes().notNull(),
    userId: integer().notNull(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    lastUsedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [
    primaryKey({ name: 'api_keys_pkey', columns: [t.organizationId, t.id] }),
    index('api_keys_id_index').on(t.id),
    unique('api_keys_secret_unique').on(t.organizationId, t.secretHash),
    foreignKey({ name: 'api_keys_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);
