import { sql } from 'drizzle-orm';
import { boolean, date, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { UNIT_SYSTEMS } from '#shared/domain/units.ts';
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
  /** IANA name of the zone whose day is the organization's; null: nobody has said it yet. */
  timeZone: text(),
  address: text(),
  /** The name of one of its pictures. */
  logo: text(),
  units: text({ enum: UNIT_SYSTEMS }).notNull().default('us'),
  currency: text().notNull().default('USD'),
  taxName: text(),
  taxNumber: text(),
  /** In hundredths of a percent, of which there may be hundredths: 887.5 is 8.875 %. */
  taxRate: numeric({ mode: 'number' }),
  taxIncluded: boolean().notNull().default(false),
  /** Whether its owner and admins have to show two things to sign in. */
  requiresSecondStep: boolean().notNull().default(false),
  ownerEmployeeId: integer().notNull(),
  ownerLevel: text()
    .notNull()
    .generatedAlwaysAs(sql`'owner'`),
  /** Set: only the owner sees the organization, and from this moment on it is taken away for good. */
  deletionDueAt: moment(),
  version: integer().notNull().default(1),
  createdAt: moment()
    .notNull()
    .default(sql`now()`),
  updatedAt: moment()
    .notNull()
    .default(sql`now()`),
});
