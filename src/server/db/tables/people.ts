import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { BILL_GROUPINGS, BILL_WAYS, type Contact, TAX_TREATMENTS } from '#shared/domain/customer-billing.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { recordColumns } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

export const customers = pgTable(
  'customers',
  {
    ...recordColumns(),
    businessName: text().notNull(),
    address: text(),
    phoneNumber: text(),
    firstName: text(),
    lastName: text(),
    /** What the company, or the program it used before, calls the customer. */
    externalNumber: text(),
    email: text(),
    taxNumber: text(),
    /** Parts of the address, where they are known: see `withAddress`. */
    street: text(),
    postalCode: text(),
    town: text(),
    region: text(),
    country: text(),
    paymentDays: integer(),
    /** Percent off for those who pay within `discountDays`; null: as usual. */
    discountPercent: text(),
    discountDays: integer(),
    language: text({ enum: LANGUAGE_IDS }),
    notes: text(),
    /** People there, besides the customer themselves. */
    contacts: jsonb().$type<Contact[]>().notNull().default([]),
    /** Why their bills have no tax, or another one. */
    taxTreatment: text({ enum: TAX_TREATMENTS }).notNull().default('usual'),
    /** The number of a certificate of exemption, or other words for it. */
    taxNote: text(),
    /** What they want to find on each bill: a number of their order, or a public buyer's routing number. */
    buyerReference: text(),
    /** One bill for all of their jobs, or one for each; null: as usual. */
    billGrouping: text({ enum: BILL_GROUPINGS }),
    billWay: text({ enum: BILL_WAYS }),
    /** Whether the work log goes with their bills; null: as usual. */
    hasAnnex: boolean(),
    /** Whether they are ever reminded of a bill. */
    isReminded: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ name: 'customers_pkey', columns: [t.organizationId, t.id] }),
    index('customers_id_index').on(t.id),
    index('customers_name_index').on(t.organizationId, sql`lower(${t.businessName})`, t.id),
    uniqueIndex('customers_number_unique')
      .on(t.organizationId, sql`lower(${t.externalNumber})`)
      .where(sql`${t.externalNumber} is not null and ${t.deletedAt} is null`),
    foreignKey({ name: 'customers_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** Also the memberships: an employee with `isUser` and an account (`userId`) is what gives that account access (specification 7.5). */
export const employees = pgTable(
  'employees',
  {
    ...recordColumns(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text(),
    phoneNumber: text(),
    accessLevel: text({ enum: ACCESS_LEVELS }).notNull().default('basic'),
    isOperator: boolean().notNull().default(false),
    isUser: boolean().notNull().default(false),
    userId: integer(),
    /** What the company, or the program it used before, calls the person. */
    externalNumber: text(),
  },
  (t) => [
    primaryKey({ name: 'employees_pkey', columns: [t.organizationId, t.id] }),
    unique('employees_level_unique').on(t.organizationId, t.id, t.accessLevel),
    index('employees_id_index').on(t.id),
    index('employees_name_index').on(t.organizationId, sql`lower(${t.firstName})`, sql`lower(${t.lastName})`, t.id),
    // Found by account at each request's start and by email at sign-up: the two queries across organizations.
    index('employees_user_id_index').on(t.userId),
    index('employees_email_index').on(sql`lower(${t.email})`),
    uniqueIndex('employees_number_unique')
      .on(t.organizationId, sql`lower(${t.externalNumber})`)
      .where(sql`${t.externalNumber} is not null and ${t.deletedAt} is null`),
    uniqueIndex('employees_one_owner')
      .on(t.organizationId)
      .where(sql`${t.accessLevel} = 'owner'`),
    uniqueIndex('employees_one_per_user')
      .on(t.organizationId, t.userId)
      .where(sql`${t.userId} is not null and ${t.deletedAt} is null`),
    foreignKey({ name: 'employees_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
    check(
      'employees_owner_check',
      sql`${t.accessLevel} <> 'owner' or (${t.isUser} and ${t.userId} is not null and ${t.deletedAt} is null)`,
    ),
  ],
);
