import { sql } from 'drizzle-orm';
import { bigint, check, date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { billingRecords } from '#server/db/tables/billing.ts';
import { recordColumns } from '#server/db/tables/columns.ts';
import { employees } from '#server/db/tables/people.ts';
import { equipment } from '#server/db/tables/setup.ts';

/**
 * What an hour of an employee or of a machine costs the organization, or (of neither) a unit of fuel: see `shared/domain/cost-rate`.
 * Separate from employees and machines, whose rows go to every device.
 */
export const costRates = pgTable(
  'cost_rates',
  {
    ...recordColumns(),
    updatedBy: integer(),
    employeeId: integer(),
    equipmentId: integer(),
    validFrom: date({ mode: 'string' }),
    /** A decimal, in whole units of the organization's currency. */
    price: text().notNull(),
  },
  (t) => [
    primaryKey({ name: 'cost_rates_pkey', columns: [t.organizationId, t.id] }),
    index('cost_rates_id_index').on(t.id),
    foreignKey({
      name: 'cost_rates_employee_fkey',
      columns: [t.organizationId, t.employeeId],
      foreignColumns: [employees.organizationId, employees.id],
    }),
    foreignKey({
      name: 'cost_rates_equipment_fkey',
      columns: [t.organizationId, t.equipmentId],
      foreignColumns: [equipment.organizationId, equipment.id],
    }),
    check('cost_rates_of_one_check', sql`${t.employeeId} is null or ${t.equipmentId} is null`),
  ],
);

/**
 * The net amounts of live billing records, shared out among their jobs, entries and machines to the cent (`shared/billing/share-out`), so
 * that reports read no record's content. They are deleted when the record is voided.
 */
export const billingShares = pgTable(
  'billing_shares',
  {
    organizationId: integer().notNull(),
    recordId: integer().notNull(),
    place: integer().notNull(),
    jobId: integer().notNull(),
    customerId: integer().notNull(),
    /** Null: no entry, as for manual lines. */
    entryId: integer(),
    serviceTypeId: integer(),
    equipmentId: integer(),
    /** The date of the work; for lines without one, that of the job's last entry or of the record. */
    date: date({ mode: 'string' }).notNull(),
    currency: text().notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ name: 'billing_shares_pkey', columns: [t.organizationId, t.recordId, t.place] }),
    index('billing_shares_date_index').on(t.organizationId, t.date),
    index('billing_shares_customer_index').on(t.organizationId, t.customerId, t.date),
    foreignKey({
      name: 'billing_shares_record_fkey',
      columns: [t.organizationId, t.recordId],
      foreignColumns: [billingRecords.organizationId, billingRecords.id],
    }),
  ],
);
