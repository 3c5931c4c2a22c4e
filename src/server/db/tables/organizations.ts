import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/tables/columns.ts';

/**
 * The database forbids an organization without an owner, or with a second one: `ownerEmployeeId` must name one of its employees
 * whose level is owner (a deferred foreign key, see the first migration), and at most one employee may have that level.
 */
export const organizations = pgTable('organizations', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull(),
  onboardingCompleted: boolean().notNull().default(false),
  onboardingStep: text().notNull().default('employees'),
  seasonStartDate: date({ mode: 'string' }),
  ownerEmployeeId: integer().notNull(),
  ownerLevel: text()
    .notNull()
    .generatedAlwaysAs(sql`'owner'`),
  version: integer().notNull().default(1),
  createdAt: moment()
    .notNull()
    .default(sql`now()`),
  updatedAt: moment()
    .notNull()
    .default(sql`now()`),
});
