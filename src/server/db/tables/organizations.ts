import { sql } from 'drizzle-orm';
import { boolean, date, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { PAY_PERIODS } from '#shared/domain/pay-period.ts';
import { UNIT_SYSTEMS } from '#shared/domain/units.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { moment } from '#server/db/tables/columns.ts';

/**
 * The database forbids an organization without an owner, or with a second one (specification 7.16): `ownerEmployeeId` must refer to one of
 * its employees whose level is owner (a deferred foreign key, see the first migration), and at most one employee may have that level.
 */
export const organizations = pgTable('organizations', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull(),
  onboardingCompleted: boolean().notNull().default(false),
  onboardingStep: text().notNull().default('employees'),
  seasonStartDate: date({ mode: 'string' }),
  /** IANA name of the zone whose date is the organization's; null: not set yet. */
  timeZone: text(),
  address: text(),
  /** Parts of the address, where they are known: see `withAddress`. */
  street: text(),
  postalCode: text(),
  town: text(),
  region: text(),
  /** ISO 3166-1, two letters; null: nobody has said. */
  country: text(),
  /** Of papers and mails to people who chose none; null: the reader's. */
  language: text({ enum: LANGUAGE_IDS }),
  phoneNumber: text(),
  email: text(),
  /** Where customers pay to: the account's holder, its IBAN or number, and the bank's BIC, routing number or sort code. */
  bankHolder: text(),
  bankAccount: text(),
  bankCode: text(),
  bankName: text(),
  /** How long a pay period is, and the first day of one of them, where it is weeks; null: the Monday of the organization's week. */
  payPeriod: text({ enum: PAY_PERIODS }).notNull().default('month'),
  payPeriodStart: date({ mode: 'string' }),
  /** Whether somebody closed the list of first steps. */
  isGuideHidden: boolean().notNull().default(false),
  /** Whether it is a made-up company to look around in. */
  isSample: boolean().notNull().default(false),
  /** The file name of a picture. */
  logo: text(),
  units: text({ enum: UNIT_SYSTEMS }).notNull().default('us'),
  currency: text().notNull().default('USD'),
  taxName: text(),
  taxNumber: text(),
  /** In hundredths of a percent, which may have decimals: 887.5 is 8.875 %. */
  taxRate: numeric({ mode: 'number' }),
  taxIncluded: boolean().notNull().default(false),
  /** Whether its owner and admins must sign in with two factors. */
  requiresSecondStep: boolean().notNull().default(false),
  ownerEmployeeId: integer().notNull(),
  ownerLevel: text()
    .notNull()
    .generatedAlwaysAs(sql`'owner'`),
  /** Set: only the owner sees the organization, and from this moment on it may be deleted for good. */
  deletionDueAt: moment(),
  version: integer().notNull().default(1),
  createdAt: moment()
    .notNull()
    .default(sql`now()`),
  updatedAt: moment()
    .notNull()
    .default(sql`now()`),
});
