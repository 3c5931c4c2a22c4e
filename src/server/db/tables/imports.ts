import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { IMPORT_KINDS } from '#shared/domain/import-kinds.ts';
import {
  IMPORT_STATES,
  ROW_FATES,
  type Cell,
  type ImportOptions,
  type MadeRecord,
  type RowReason,
  type UnknownName,
} from '#shared/domain/import.ts';
import { bytes, moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

/** Files of records that people brought along (decision 0063). */
export const imports = pgTable(
  'imports',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    fileName: text().notNull(),
    sha256: bytes().notNull(),
    /** The file, to be read again with other options; null: forgotten. */
    content: bytes(),
    options: jsonb().$type<ImportOptions>().notNull(),
    state: text({ enum: IMPORT_STATES }).notNull().default('read'),
    /** The sheets of a workbook, of which one is read. */
    sheets: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The cells of the row of heads. */
    heads: jsonb().$type<readonly string[]>().notNull(),
    rows: integer().notNull(),
    /** Names that rows use and nobody has. */
    unknownNames: jsonb().$type<readonly UnknownName[]>().notNull().default([]),
    /** A date that may be read in two ways while nobody has said which. */
    unclearDate: text(),
    /** What was made before the first row: what rows name. */
    made: jsonb().$type<readonly MadeRecord[]>().notNull().default([]),
    createdBy: integer().notNull(),
    createdAt: moment()
      .notNull()
      .default(sql`now()`),
    doneAt: moment(),
    takenBackAt: moment(),
  },
  (t) => [
    primaryKey({ name: 'imports_pkey', columns: [t.organizationId, t.id] }),
    index('imports_id_index').on(t.id),
    // One at a time: the next one sees what this one wrote.
    uniqueIndex('imports_one_running')
      .on(t.organizationId, t.kind)
      .where(sql`${t.state} = 'running'`),
    foreignKey({ name: 'imports_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** The rows of these files, what becomes of each, and what became of it. */
export const importRows = pgTable(
  'import_rows',
  {
    organizationId: integer().notNull(),
    importId: integer().notNull(),
    /** Its number in the sheet, from 1. */
    row: integer().notNull(),
    cells: jsonb().$type<readonly Cell[]>().notNull(),
    fate: text({ enum: ROW_FATES }).notNull(),
    /** Why it cannot be taken, by column. */
    reasons: jsonb().$type<readonly RowReason[]>().notNull().default([]),
    /** Names of the fields that differ from the record that is there. */
    changes: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The record that it is about: that was there, or that it made. */
    entityId: integer(),
    /** The record's version once the row was written; null: it has not been. */
    writtenVersion: integer(),
    /** What the changed fields held before. */
    before: jsonb().$type<Readonly<Record<string, unknown>>>(),
  },
  (t) => [
    primaryKey({ name: 'import_rows_pkey', columns: [t.organizationId, t.importId, t.row] }),
    index('import_rows_fate_index').on(t.organizationId, t.importId, t.fate, t.row),
    foreignKey({
      name: 'import_rows_import_fkey',
      columns: [t.organizationId, t.importId],
      foreignColumns: [imports.organizationId, imports.id],
    }),
  ],
);
