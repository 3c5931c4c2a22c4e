import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';
import { employees } from '#server/db/tables/people.ts';

/** Single-use links with which a person becomes a member. Only a hash of the link's token is stored. */
export const invitations = pgTable(
  'invitations',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    tokenHash: bytes().notNull(),
    /**
     * The employee who joins by it. Then name, email and level are the employee's current ones; the columns below are those of when the
     * link was made.
     */
    employeeId: integer(),
    name: text(),
    /** The only account that may accept it; null: anyone with the link. */
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
    // One link at a time lets an employee in: making another revokes the previous one.
    uniqueIndex('invitations_one_per_employee')
      .on(t.organizationId, t.employeeId)
      .where(sql`${t.employeeId} is not null and ${t.acceptedAt} is null and ${t.revokedAt} is null`),
    foreignKey({
      name: 'invitations_employee_fkey',
      columns: [t.organizationId, t.employeeId],
      foreignColumns: [employees.organizationId, employees.id],
    }),
    foreignKey({ name: 'invitations_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);
