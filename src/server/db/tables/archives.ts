import { foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

/**
 * People who wrote in an imported organization where it came from. They have no account here: `createdBy` and its like refer to them by
 * numbers below zero, which no account ever has.
 */
export const formerAuthors = pgTable(
  'former_authors',
  {
    organizationId: integer().notNull(),
    userId: integer().notNull(),
    email: text().notNull(),
    firstName: text(),
    lastName: text(),
  },
  (t) => [
    primaryKey({ name: 'former_authors_pkey', columns: [t.organizationId, t.userId] }),
    foreignKey({ name: 'former_authors_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** Organizations that no longer exist, or not yet, and may have left files in the store: after a deletion, or an import that broke off. */
export const storeLeftovers = pgTable('store_leftovers', { store: integer().primaryKey(), since: moment().notNull() });
