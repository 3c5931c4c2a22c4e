import { bigint, boolean, date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { billingRecords } from '#server/db/tables/billing.ts';
import { customers } from '#server/db/tables/people.ts';

/**
 * How far each bill with an amount is settled. Triggers keep it with the records and their events (`drizzle/0004`), so that open bills are
 * found in an index, however many were ever paid.
 */
export const billStandings = pgTable(
  'bill_standings',
  {
    organizationId: integer().notNull(),
    recordId: integer().notNull(),
    customerId: integer().notNull(),
    currency: text().notNull(),
    issuedOn: date({ mode: 'string' }).notNull(),
    /** Of bills from before due dates were stored, 30 days after they were issued. */
    dueOn: date({ mode: 'string' }).notNull(),
    grossCents: bigint({ mode: 'number' }).notNull(),
    /** The sum of its events. */
    settledCents: bigint({ mode: 'number' }).notNull().default(0),
    /** The day of the last event that settled something, and was not taken back. */
    settledOn: date({ mode: 'string' }),
    isVoid: boolean().notNull().default(false),
    /** As agreed when it was issued. */
    discountPercent: text(),
    discountUntil: date({ mode: 'string' }),
  },
  (t) => [
    primaryKey({ name: 'bill_standings_pkey', columns: [t.organizationId, t.recordId] }),
    index('bill_standings_open_index')
      .on(t.organizationId, t.dueOn, t.recordId)
      .where(sql`not is_void and settled_cents < gross_cents`),
    index('bill_standings_paid_index')
      .on(t.organizationId, t.settledOn, t.recordId)
      .where(sql`not is_void and settled_cents >= gross_cents`),
    index('bill_standings_habits_index')
      .on(t.organizationId, t.customerId, t.settledOn)
      .where(sql`not is_void and settled_cents >= gross_cents`),
    foreignKey({
      name: 'bill_standings_record_fkey',
      columns: [t.organizationId, t.recordId],
      foreignColumns: [billingRecords.organizationId, billingRecords.id],
    }),
    foreignKey({
      name: 'bill_standings_customer_fkey',
      columns: [t.organizationId, t.customerId],
      foreignColumns: [customers.organizationId, customers.id],
    }),
  ],
);
