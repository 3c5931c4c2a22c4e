import { sql } from 'drizzle-orm';
import { bigint, boolean, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { BillDiscount, ManualLine, Parting } from '#shared/billing/schemas/bill.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import { BILLING_RECORD_KINDS, BILLING_SERIES } from '#shared/billing/schemas/record-kinds.ts';
import { BILLING_EVENT_KINDS, WAYS_OF_SENDING } from '#shared/billing/schemas/payment-status.ts';
import type { RateFuel, RateLine } from '#shared/billing/schemas/rate.ts';
import { moment, recordColumns } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';
import { customers } from '#server/db/tables/people.ts';
import { equipment, serviceTypes } from '#server/db/tables/setup.ts';
import { jobs } from '#server/db/tables/work.ts';

/** What the work costs the customer: see `shared/domain/rate`. */
export const rates = pgTable(
  'rates',
  {
    ...recordColumns(),
    updatedBy: integer(),
    name: text(),
    serviceTypeId: integer().notNull(),
    customerId: integer(),
    jobId: integer(),
    equipmentId: integer(),
    validFrom: date({ mode: 'string' }),
    lines: jsonb().$type<RateLine[]>().notNull(),
    fuel: jsonb().$type<RateFuel>().notNull(),
    taxPercent: text(),
    taxIncluded: boolean(),
  },
  (t) => [
    primaryKey({ name: 'rates_pkey', columns: [t.organizationId, t.id] }),
    index('rates_id_index').on(t.id),
    index('rates_service_type_index').on(t.organizationId, t.serviceTypeId, t.id),
    foreignKey({
      name: 'rates_service_type_fkey',
      columns: [t.organizationId, t.serviceTypeId],
      foreignColumns: [serviceTypes.organizationId, serviceTypes.id],
    }),
    foreignKey({
      name: 'rates_customer_fkey',
      columns: [t.organizationId, t.customerId],
      foreignColumns: [customers.organizationId, customers.id],
    }),
    foreignKey({ name: 'rates_job_fkey', columns: [t.organizationId, t.jobId], foreignColumns: [jobs.organizationId, jobs.id] }),
    foreignKey({
      name: 'rates_equipment_fkey',
      columns: [t.organizationId, t.equipmentId],
      foreignColumns: [equipment.organizationId, equipment.id],
    }),
  ],
);

/** What people add to the bill of a job, or of several jobs of a customer, before it is made. All else is computed on reading. */
export const billDrafts = pgTable(
  'bill_drafts',
  {
    ...recordColumns(),
    updatedBy: integer(),
    customerId: integer().notNull(),
    jobIds: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    lines: jsonb().$type<ManualLine[]>().notNull(),
    discounts: jsonb().$type<BillDiscount[]>().notNull(),
    partings: jsonb().$type<Parting[]>().notNull().default([]),
    notes: text(),
  },
  (t) => [
    primaryKey({ name: 'bill_drafts_pkey', columns: [t.organizationId, t.id] }),
    index('bill_drafts_id_index').on(t.id),
    foreignKey({
      name: 'bill_drafts_customer_fkey',
      columns: [t.organizationId, t.customerId],
      foreignColumns: [customers.organizationId, customers.id],
    }),
  ],
);

/**
 * Bills as they were made. A trigger refuses every change, and every deletion but that of the whole organization: a record is voided by a
 * reversal.
 */
export const billingRecords = pgTable(
  'billing_records',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    kind: text({ enum: BILLING_RECORD_KINDS }).notNull(),
    /** The range of numbers that it is in (specification 10.5). */
    series: text({ enum: BILLING_SERIES }).notNull().default('bill'),
    year: integer().notNull(),
    /** Without gaps in each year of its series, from its first on. */
    number: integer().notNull(),
    /** The number as it is printed; null in records from before it was stored: `2026-7`. */
    label: text(),
    /** The record that this one voids. */
    reversesId: integer(),
    /** The bill of which this one credits a part. */
    creditsId: integer(),
    customerId: integer().notNull(),
    jobIds: integer().array().notNull(),
    issuedOn: date({ mode: 'string' }).notNull(),
    /** Null for reversals, and for records from before it was stored. */
    dueOn: date({ mode: 'string' }),
    currency: text().notNull(),
    netCents: bigint({ mode: 'number' }).notNull(),
    taxCents: bigint({ mode: 'number' }).notNull(),
    grossCents: bigint({ mode: 'number' }).notNull(),
    content: jsonb().$type<BillingContent>().notNull(),
    /** The customer's name on the record: lists show it without reading the content. */
    customerName: text()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(content -> 'customer' ->> 'businessName', '')`),
    createdBy: integer(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'billing_records_pkey', columns: [t.organizationId, t.id] }),
    index('billing_records_id_index').on(t.id),
    uniqueIndex('billing_records_number_unique').on(t.organizationId, t.series, t.year, t.number),
    index('billing_records_credits_index')
      .on(t.organizationId, t.creditsId)
      .where(sql`credits_id is not null`),
    uniqueIndex('billing_records_reverses_unique').on(t.organizationId, t.reversesId),
    index('billing_records_customer_index').on(t.organizationId, t.customerId, t.id),
    index('billing_records_issued_index').on(t.organizationId, t.issuedOn, t.id),
    index('billing_records_without_jobs_index')
      .on(t.organizationId, t.id)
      .where(sql`kind in ('credit', 'deposit')`),
    foreignKey({
      name: 'billing_records_customer_fkey',
      columns: [t.organizationId, t.customerId],
      foreignColumns: [customers.organizationId, customers.id],
    }),
    foreignKey({
      name: 'billing_records_reverses_fkey',
      columns: [t.organizationId, t.reversesId],
      foreignColumns: [t.organizationId, t.id],
    }),
    foreignKey({
      name: 'billing_records_credits_fkey',
      columns: [t.organizationId, t.creditsId],
      foreignColumns: [t.organizationId, t.id],
    }),
  ],
);

/**
 * What happened to records after they were made: see `shared/billing/schemas/payment-status`. A trigger protects these as it does the
 * records.
 */
export const billingEvents = pgTable(
  'billing_events',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    recordId: integer().notNull(),
    kind: text({ enum: BILLING_EVENT_KINDS }).notNull(),
    happenedOn: date({ mode: 'string' }).notNull(),
    /** What it settles of the record; below zero for an undo, a move to another record or a refund. */
    amountCents: bigint({ mode: 'number' }).notNull().default(0),
    /** What a payment pays besides: fee and interest, as letters of reminder claimed them. It settles nothing of the record. */
    chargeCents: bigint({ mode: 'number' }).notNull().default(0),
    way: text({ enum: WAYS_OF_SENDING }),
    /** Of a reminder: 1 is the first. */
    level: integer(),
    /** Of a promise: the day by which the customer wants to pay. */
    until: date({ mode: 'string' }),
    /** The letter that a reminder is in. */
    letterId: integer(),
    /** The line of a bank statement that a payment comes from. */
    bankLineId: integer(),
    recipient: text(),
    note: text(),
    takesBackId: integer(),
    /** For moved money: the record that it went to, or came from. */
    otherRecordId: integer(),
    createdBy: integer(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'billing_events_pkey', columns: [t.organizationId, t.id] }),
    index('billing_events_id_index').on(t.id),
    index('billing_events_record_index').on(t.organizationId, t.recordId, t.id),
    index('billing_events_credit_index')
      .on(t.organizationId, t.recordId)
      .where(sql`kind = 'credit'`),
    index('billing_events_bank_line_index')
      .on(t.organizationId, t.bankLineId)
      .where(sql`bank_line_id is not null`),
    uniqueIndex('billing_events_takes_back_unique').on(t.organizationId, t.takesBackId),
    foreignKey({
      name: 'billing_events_record_fkey',
      columns: [t.organizationId, t.recordId],
      foreignColumns: [billingRecords.organizationId, billingRecords.id],
    }),
    foreignKey({
      name: 'billing_events_other_record_fkey',
      columns: [t.organizationId, t.otherRecordId],
      foreignColumns: [billingRecords.organizationId, billingRecords.id],
    }),
    foreignKey({
      name: 'billing_events_takes_back_fkey',
      columns: [t.organizationId, t.takesBackId],
      foreignColumns: [t.organizationId, t.id],
    }),
  ],
);

/** The one live record that each billed job is on: the primary key lets no job be billed twice. */
export const billedJobs = pgTable(
  'billed_jobs',
  { organizationId: integer().notNull(), jobId: integer().notNull(), recordId: integer().notNull() },
  (t) => [
    primaryKey({ name: 'billed_jobs_pkey', columns: [t.organizationId, t.jobId] }),
    index('billed_jobs_record_index').on(t.organizationId, t.recordId),
    foreignKey({ name: 'billed_jobs_job_fkey', columns: [t.organizationId, t.jobId], foreignColumns: [jobs.organizationId, jobs.id] }),
    foreignKey({
      name: 'billed_jobs_record_fkey',
      columns: [t.organizationId, t.recordId],
      foreignColumns: [billingRecords.organizationId, billingRecords.id],
    }),
  ],
);

/** The last number of each series and year. Making a record locks this row until the commit: a number that is taken is used. */
export const billingNumbers = pgTable(
  'billing_numbers',
  {
    organizationId: integer().notNull(),
    series: text({ enum: BILLING_SERIES }).notNull().default('bill'),
    year: integer().notNull(),
    last: integer().notNull(),
    /** The number before the first: what another program had numbered of that year. */
    before: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'billing_numbers_pkey', columns: [t.organizationId, t.series, t.year] }),
    foreignKey({ name: 'billing_numbers_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);
