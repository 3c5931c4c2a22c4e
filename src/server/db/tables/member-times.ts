import { boolean, foreignKey, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

/**
 * Since when an account has access to an organization, and when it was last seen there. Separate from the employee: being seen is no change
 * of a record, which would count a version, reach every device and appear in the activity (decision 0032).
 */
export const memberTimes = pgTable(
  'member_times',
  {
    organizationId: integer().notNull(),
    userId: integer().notNull(),
    /** Null: before this was stored. */
    joinedAt: moment(),
    /** To the hour; null: not seen since this is stored. */
    seenAt: moment(),
    /** A person who belongs elsewhere was made a member by their address, and has neither confirmed it nor left (decision 0039). */
    isUnasked: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ name: 'member_times_pkey', columns: [t.organizationId, t.userId] }),
    foreignKey({ name: 'member_times_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);
