import { sql } from 'drizzle-orm';
import { boolean, date, foreignKey, index, integer, jsonb, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { JOB_STATUSES } from '#shared/domain/job.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { SHARE_WAYS } from '#shared/domain/run.ts';
import type { ExpectedWork } from '#shared/domain/season-repeat.ts';
import type { Span } from '#shared/domain/spans.ts';
import { moment, recordColumns } from '#server/db/tables/columns.ts';
import { customers } from '#server/db/tables/people.ts';
import { organizations } from '#server/db/tables/organizations.ts';
import { employees } from '#server/db/tables/people.ts';
import { equipment, implementsTable, serviceTypes } from '#server/db/tables/setup.ts';

export const jobs = pgTable(
  'jobs',
  {
    ...recordColumns(),
    updatedBy: integer(),
    name: text().notNull(),
    customerId: integer().notNull(),
    status: text({ enum: JOB_STATUSES }).notNull().default('open'),
    /** When it was finished: a trigger sets it when the job leaves `open`, and clears it when it is open again. */
    completedAt: moment(),
    /** The customer's 'No job yet', for entries whose job is not known yet (decision 0033). */
    isPlaceholder: boolean().notNull().default(false),
    /** The job of an earlier season that this one does again, and the year in which its own season began. */
    repeatsJobId: integer(),
    season: text(),
    /** What is expected of it: see `shared/domain/season-repeat`. */
    expected: jsonb().$type<ExpectedWork[]>(),
  },
  (t) => [
    primaryKey({ name: 'jobs_pkey', columns: [t.organizationId, t.id] }),
    index('jobs_id_index').on(t.id),
    index('jobs_unbilled_index')
      .on(t.organizationId, t.completedAt, t.id)
      .where(sql`status = 'completed' and deleted_at is null`),
    // Read backwards for the newest first: `desc()` here would say NULLS LAST, which no ORDER BY … DESC of ours asks for.
    index('jobs_newest_index').on(t.organizationId, t.createdAt, t.id),
    index('jobs_status_index').on(t.organizationId, t.status, t.createdAt, t.id),
    index('jobs_customer_index').on(t.organizationId, t.customerId, t.createdAt, t.id),
    // Two drivers in the same minute end up on one.
    uniqueIndex('jobs_placeholder_index')
      .on(t.organizationId, t.customerId)
      .where(sql`is_placeholder and deleted_at is null`),
    // Two people who repeat the same season make each job once.
    uniqueIndex('jobs_repeats_index')
      .on(t.organizationId, t.repeatsJobId, t.season)
      .where(sql`repeats_job_id is not null and deleted_at is null`),
    foreignKey({
      name: 'jobs_repeats_fkey',
      columns: [t.organizationId, t.repeatsJobId],
      foreignColumns: [t.organizationId, t.id],
    }),
    foreignKey({
      name: 'jobs_customer_fkey',
      columns: [t.organizationId, t.customerId],
      foreignColumns: [customers.organizationId, customers.id],
    }),
  ],
);

// Unbounded numeric keeps exactly what was typed, so sums are exact.
const measured = () => numeric({ mode: 'number' });
const idList = () =>
  integer()
    .array()
    .notNull()
    .default(sql`'{}'`);

/** Like work by one crew at one customer after the other; its stops are its entries (decision 0075). */
export const runs = pgTable(
  'runs',
  {
    ...recordColumns(),
    updatedBy: integer(),
    date: date({ mode: 'string' }).notNull(),
    serviceTypeId: integer().notNull(),
    equipmentIds: idList(),
    operatorIds: idList(),
    implementId: integer(),
    /** For the whole run; entries hold their shares. */
    fuel: measured(),
    shareBy: text({ enum: SHARE_WAYS }).notNull().default('hours'),
    startedAt: text().notNull(),
    endedAt: text(),
    notes: text(),
    photos: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [
    primaryKey({ name: 'runs_pkey', columns: [t.organizationId, t.id] }),
    index('runs_id_index').on(t.id),
    index('runs_newest_index').on(t.organizationId, t.date, t.id),
    foreignKey({
      name: 'runs_service_type_fkey',
      columns: [t.organizationId, t.serviceTypeId],
      foreignColumns: [serviceTypes.organizationId, serviceTypes.id],
    }),
    foreignKey({
      name: 'runs_implement_fkey',
      columns: [t.organizationId, t.implementId],
      foreignColumns: [implementsTable.organizationId, implementsTable.id],
    }),
  ],
);

/** Days on which somebody did not work. */
export const daysOff = pgTable(
  'days_off',
  { ...recordColumns(), employeeId: integer().notNull(), date: date({ mode: 'string' }).notNull() },
  (t) => [
    primaryKey({ name: 'days_off_pkey', columns: [t.organizationId, t.id] }),
    index('days_off_id_index').on(t.id),
    index('days_off_newest_index').on(t.organizationId, t.date, t.id),
    foreignKey({
      name: 'days_off_employee_fkey',
      columns: [t.organizationId, t.employeeId],
      foreignColumns: [employees.organizationId, employees.id],
    }),
  ],
);

export const jobEntries = pgTable(
  'job_entries',
  {
    ...recordColumns(),
    updatedBy: integer(),
    jobId: integer().notNull(),
    customerId: integer().notNull(),
    serviceTypeId: integer().notNull(),
    date: date({ mode: 'string' }).notNull(),
    season: text().notNull(),
    equipmentIds: idList(),
    operatorIds: idList(),
    implementId: integer(),
    /** The first of each list, by definition; generated, so that the two cannot differ and a foreign key can reference them. */
    equipmentId: integer().generatedAlwaysAs(sql`(equipment_ids[1])`),
    operatorId: integer().generatedAlwaysAs(sql`(operator_ids[1])`),
    totalHours: measured(),
    billableHours: measured(),
    fuel: measured(),
    loads: measured(),
    notes: text(),
    photos: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    customFieldValues: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** The run that it is a stop of. */
    runId: integer(),
    /** When it was worked, as the device wrote it. */
    spans: jsonb().$type<readonly Span[]>().notNull().default([]),
    /** What the office asks its author, and whether it wants a correction; open as long as there is no answer. */
    question: text(),
    isSentBack: boolean().notNull().default(false),
    choices: jsonb().$type<JobEntry['choices']>(),
    askedBy: integer(),
    askedAt: moment(),
    answer: text(),
    answeredAt: moment(),
    /** Hints that somebody said are right (`hintKey`). */
    hintsAccepted: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Deleted because its job was: it is restored with the job, and not before. */
    deletedWithJob: boolean().notNull().default(false),
    /** Who in the office checked it as it is, and when; a change clears it. */
    checkedBy: integer(),
    checkedAt: moment(),
  },
  (t) => [
    primaryKey({ name: 'job_entries_pkey', columns: [t.organizationId, t.id] }),
    index('job_entries_id_index').on(t.id),
    index('job_entries_newest_index').on(t.organizationId, t.date, t.id),
    // What waits for the office: by day, and by job, for those of billed jobs wait no longer.
    index('job_entries_unchecked_index')
      .on(t.organizationId, t.date, t.id)
      .where(sql`checked_at is null and deleted_at is null`),
    index('job_entries_unchecked_job_index')
      .on(t.organizationId, t.jobId, t.date)
      .where(sql`checked_at is null and deleted_at is null`),
    // The others, for companies that check few.
    index('job_entries_checked_index')
      .on(t.organizationId, t.date, t.id)
      .where(sql`checked_at is not null and deleted_at is null`),
    index('job_entries_job_index').on(t.organizationId, t.jobId, t.date, t.id),
    index('job_entries_service_type_index').on(t.organizationId, t.serviceTypeId, t.date, t.id),
    index('job_entries_customer_index').on(t.organizationId, t.customerId, t.date, t.id),
    index('job_entries_run_index')
      .on(t.organizationId, t.runId)
      .where(sql`run_id is not null`),
    // Questions that wait for an answer: those of a person, and all of them.
    index('job_entries_question_index')
      .on(t.organizationId, t.createdBy, t.askedAt)
      .where(sql`question is not null and answer is null and deleted_at is null`),
    // Somebody's own entries that name nobody.
    index('job_entries_unnamed_index')
      .on(t.organizationId, t.createdBy, t.date, t.id)
      .where(sql`operator_ids = '{}' and deleted_at is null`),
    // Any machine or operator of an entry, not only the first. Their ids are unique in the installation, so the lists need no organization.
    index('job_entries_equipment_ids_index').using('gin', t.equipmentIds),
    index('job_entries_operator_ids_index').using('gin', t.operatorIds),
    foreignKey({ name: 'job_entries_job_fkey', columns: [t.organizationId, t.jobId], foreignColumns: [jobs.organizationId, jobs.id] }),
    foreignKey({
      name: 'job_entries_customer_fkey',
      columns: [t.organizationId, t.customerId],
      foreignColumns: [customers.organizationId, customers.id],
    }),
    foreignKey({
      name: 'job_entries_service_type_fkey',
      columns: [t.organizationId, t.serviceTypeId],
      foreignColumns: [serviceTypes.organizationId, serviceTypes.id],
    }),
    foreignKey({
      name: 'job_entries_equipment_fkey',
      columns: [t.organizationId, t.equipmentId],
      foreignColumns: [equipment.organizationId, equipment.id],
    }),
    foreignKey({
      name: 'job_entries_implement_fkey',
      columns: [t.organizationId, t.implementId],
      foreignColumns: [implementsTable.organizationId, implementsTable.id],
    }),
    foreignKey({ name: 'job_entries_run_fkey', columns: [t.organizationId, t.runId], foreignColumns: [runs.organizationId, runs.id] }),
    foreignKey({
      name: 'job_entries_operator_fkey',
      columns: [t.organizationId, t.operatorId],
      foreignColumns: [employees.organizationId, employees.id],
    }),
  ],
);

/** Files of an organization; the bytes are in the photo store under the same name. */
export const photos = pgTable(
  'photos',
  {
    organizationId: integer().notNull(),
    /** SHA-256 of the bytes in hex, and the extension of its recognized type. */
    name: text().notNull(),
    contentType: text().notNull(),
    byteLength: integer().notNull(),
    /** When the sweep first found no entry that names the file; it is deleted 30 days later. */
    unreferencedSince: moment(),
    /** The account that sent the file, until an entry names it. */
    unusedOf: integer(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'photos_pkey', columns: [t.organizationId, t.name] }),
    index('photos_name_index').on(t.name),
    // The total size of an organization's files is read for each new one, from the index alone.
    index('photos_bytes_index').on(t.organizationId, t.unusedOf, t.byteLength),
    foreignKey({ name: 'photos_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);
