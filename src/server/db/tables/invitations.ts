import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

/** Links by which somebody becomes a member, once. Only a hash of what stands in the link is kept. */
export const invitations = pgTable(
  'invitations',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    tokenHash: bytes().notNull(),
    name: text(),
    /** The only account that may accept it; null: whoever has the link. */
    email: text(),
    accessLevel: text({ enum: ACCESS_LEVELS }).notNull(),
    createdBy: integer().notNull(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    acceptedBy: integer(),
    revokedAt: moment(),
  },
  (t) => [
    primaryKey({ name: 'invitations_pkey', columns: [t.organizationId, t.id] }),
    index('invitations_id_index').on(t.id),
    unique('invitations_token_unique').on(t.organizationId, t.tokenHash),
    foreignKey({ name: 'invitations_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);
