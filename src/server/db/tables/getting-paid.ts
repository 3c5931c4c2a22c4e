import { sql } from 'drizzle-orm';
import { bigint, boolean, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { BANK_LINE_STATES, type CsvMapping } from '#shared/billing/schemas/bank-statement.ts';
import { RUN_ITEM_STATES, RUN_WAYS } from '#shared/billing/schemas/billing-run.ts';
import { type ReminderLevel, SELLER_TAX_SCHEMES } from '#shared/billing/schemas/billing-settings.ts';
import { WAYS_OF_SENDING } from '#shared/billing/schemas/payment-status.ts';
import type { ReminderContent } from '#shared/billing/schemas/reminder.ts';
import { BILL_GROUPINGS } from '#shared/domain/customer-billing.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { billingRecords } from '#server/db/tables/billing.ts';
import { moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';
import { customers } from '#server/db/tables/people.ts';

/** How the organization bills, one row at most: see `shared/billing/schemas/billing-settings`. Apart from the organization, whose row every device has. */
export const billingSettings = pgTable(
  'billing_settings',
  {
    organizationId: integer().notNull(),
    version: integer().notNull().default(1),
    updatedBy: integer(),
    updatedAt: moment()
      .notNull()
      .default(sql`now()`),
    grouping: text({ enum: BILL_GROUPINGS }).notNull().default('customer'),
    paymentDays: integer(),
    discountPercent: text(),
    discountDays: integer(),
    prefix: text().notNull().default(''),
    digits: integer().notNull().default(0),
    /** Null: corrections are numbered among the bills. */
    correctionPrefix: text(),
    footer: text(),
    paymentText: text(),
    qrIban: text(),
    hasReference: boolean().notNull().default(false),
    taxScheme: text({ enum: SELLER_TAX_SCHEMES }).notNull().default('usual'),
    taxRegistration: text(),
    reminders: jsonb().$type<ReminderLevel[]>(),
    sendsFirstReminder: boolean().notNull().default(false),
    bankCsv: jsonb().$type<CsvMapping>(),
  },
  (t) => [
    primaryKey({ name: 'billing_settings_pkey', columns: [t.organizationId] }),
    foreignKey({ name: 'billing_settings_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** Bills that are issued and sent together in the background, as somebody asked for them: see `shared/billing/schemas/billing-run`. */
export const billingRuns = pgTable(
  'billing_runs',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    issuedOn: date({ mode: 'string' }).notNull(),
    message: text(),
    /** The language of its mails and papers where neither customer nor organization has one. */
    language: text({ enum: LANGUAGE_IDS }).notNull(),
    createdBy: integer().notNull(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    /** Null while there is something left to do. */
    finishedAt: moment(),
  },
  (t) => [
    primaryKey({ name: 'billing_runs_pkey', columns: [t.organizationId, t.id] }),
    index('billing_runs_id_index').on(t.id),
    index('billing_runs_unfinished_index')
      .on(t.organizationId, t.id)
      .where(sql`finished_at is null`),
    foreignKey({ name: 'billing_runs_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** One bill of a run. Its row is locked while it is worked on, so that of several processes one does it. */
export const billingRunItems = pgTable(
  'billing_run_items',
  {
    organizationId: integer().notNull(),
    runId: integer().notNull(),
    place: integer().notNull(),
    customerId: integer().notNull(),
    jobIds: integer().array().notNull(),
    /** The bill as it was seen: see `digestOf`. */
    digest: text().notNull(),
    grossCents: bigint({ mode: 'number' }).notNull(),
    way: text({ enum: RUN_WAYS }).notNull(),
    recipient: text(),
    state: text({ enum: RUN_ITEM_STATES }).notNull().default('waiting'),
    recordId: integer(),
    /** Why it failed: a message of `shared/messages`. */
    reason: jsonb().$type<unknown>(),
    attempts: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ name: 'billing_run_items_pkey', columns: [t.organizationId, t.runId, t.place] }),
    index('billing_run_items_undone_index')
      .on(t.organizationId, t.runId, t.place)
      .where(sql`state in ('waiting', 'issued')`),
    foreignKey({
      name: 'billing_run_items_run_fkey',
      columns: [t.organizationId, t.runId],
      foreignColumns: [billingRuns.organizationId, billingRuns.id],
    }),
    foreignKey({
      name: 'billing_run_items_record_fkey',
      columns: [t.organizationId, t.recordId],
      foreignColumns: [billingRecords.organizationId, billingRecords.id],
    }),
  ],
);

/** Letters that remind a customer of overdue bills, as they went out: see `shared/billing/schemas/reminder`. */
export const reminderLetters = pgTable(
  'reminder_letters',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    customerId: integer().notNull(),
    level: integer().notNull(),
    way: text({ enum: WAYS_OF_SENDING }).notNull(),
    recipient: text(),
    issuedOn: date({ mode: 'string' }).notNull(),
    content: jsonb().$type<ReminderContent>().notNull(),
    createdBy: integer(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'reminder_letters_pkey', columns: [t.organizationId, t.id] }),
    index('reminder_letters_id_index').on(t.id),
    index('reminder_letters_customer_index').on(t.organizationId, t.customerId, t.id),
    foreignKey({
      name: 'reminder_letters_customer_fkey',
      columns: [t.organizationId, t.customerId],
      foreignColumns: [customers.organizationId, customers.id],
    }),
  ],
);

/** Files that a bank gave, as they were read. */
export const bankStatements = pgTable(
  'bank_statements',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    fileName: text().notNull(),
    createdBy: integer(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'bank_statements_pkey', columns: [t.organizationId, t.id] }),
    index('bank_statements_id_index').on(t.id),
    foreignKey({ name: 'bank_statements_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** Money that came in on the organization's account: see `shared/billing/schemas/bank-statement`. What was paid out is not kept. */
export const bankLines = pgTable(
  'bank_lines',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    statementId: integer().notNull(),
    account: text(),
    bookedOn: date({ mode: 'string' }).notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    payerName: text(),
    /** SHA-256 of the payer's account in hexadecimal: enough to know it again. */
    payerAccountHash: text(),
    text: text(),
    reference: text(),
    bankReference: text(),
    /** What tells it from every other line of the account, whichever files it is in. */
    fingerprint: text().notNull(),
    state: text({ enum: BANK_LINE_STATES }).notNull().default('open'),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'bank_lines_pkey', columns: [t.organizationId, t.id] }),
    index('bank_lines_id_index').on(t.id),
    uniqueIndex('bank_lines_fingerprint_unique').on(t.organizationId, t.fingerprint),
    index('bank_lines_state_index').on(t.organizationId, t.state, t.bookedOn, t.id),
    index('bank_lines_payer_index')
      .on(t.organizationId, t.payerAccountHash)
      .where(sql`payer_account_hash is not null`),
    index('bank_lines_statement_index').on(t.organizationId, t.statementId, t.id),
    foreignKey({
      name: 'bank_lines_statement_fkey',
      columns: [t.organizationId, t.statementId],
      foreignColumns: [bankStatements.organizationId, bankStatements.id],
    }),
  ],
);
