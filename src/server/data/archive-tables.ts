import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import type { Audited } from '#shared/domain/audit-log.ts';
import type { RateLine } from '#shared/billing/schemas/rate.ts';
import { kindNamedBy } from '#shared/kinds/references.ts';
import { ENTITIES } from '#shared/kinds/registry.ts';
import { type CollectionOf, collectionOf, kindOfAudited, tableOf } from '#shared/kinds/spellings.ts';
import { snakeCase } from '#server/data/snake-case.ts';
import * as tables from '#server/db/tables/index.ts';

/** Kinds of which an export contains a list: those with calls of their own, and what came of them. */
const EXPORTED_KINDS = [...ENTITIES, 'billingRecord', 'billingSettings', 'bankStatement'] as const;
type ExportedKind = (typeof EXPORTED_KINDS)[number];

/** The lists of an export, in the order in which they can be written: what is referred to comes before what refers to it. */
export const LIST_NAMES = [
  'organization',
  'people',
  ...EXPORTED_KINDS.map(collectionOf),
  'photos',
  'reminderLetters',
  'bankLines',
  'billingEvents',
  'billedJobs',
  'billingNumbers',
  'auditLogs',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

interface List {
  readonly table: PgTable;
  /** Columns that contain an id, or ids, and what they refer to; audit items contain the same names. */
  readonly refs: Readonly<Record<string, ListName>>;
  /** JSON columns with nested ids: see `commands/archive/renumber-deep`. */
  readonly deep?: readonly string[];
  /** Columns that another installation has no use for. */
  readonly leftOut?: readonly string[];
  /** What the spreadsheet has in place of the nested columns, by column heading. */
  readonly inSheet?: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => unknown>>;
  /** The display name of a row, for the spreadsheets of lists that refer to it. */
  readonly calledBy?: (row: Readonly<Record<string, unknown>>) => string;
}

type Called = NonNullable<List['calledBy']>;

const text =
  (column: string): Called =>
  ({ [column]: value }) =>
    typeof value === 'string' ? value : '';
const fullName: Called = (row) => `${text('firstName')(row)} ${text('lastName')(row)}`.trim();

/** Cents as units of the currency, which people add up in a spreadsheet. */
const unitsOf =
  (column: string): ((row: Readonly<Record<string, unknown>>) => number) =>
  ({ [column]: cents }) =>
    Number(cents) / 100;

/** The prices of a rate as people write them: `hour 95.00; load 4.50 up to 20, 4.00`. */
const pricesOf = ({ lines }: Readonly<Record<string, unknown>>): string =>
  (lines as readonly RateLine[])
    .map(({ basis, prices }) => {
      const steps = prices.map(({ upTo, price }) => (upTo === null ? price : `${price} up to ${upTo}`));
      return `${basis} ${steps.join(', ')}`;
    })
    .join('; ');

/** Columns that refer to an account. */
const AUTHORS = ['createdBy', 'updatedBy', 'checkedBy', 'askedBy', 'userId'];

type Refs = List['refs'];

/** What the columns of a table refer to: records by the names of `REFERENCES`, and people. */
const refsOf = (table: PgTable): Refs =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).flatMap((column): [string, ListName][] => {
      const kind = EXPORTED_KINDS.find((each) => each === kindNamedBy(column));
      return AUTHORS.includes(column) ? [[column, 'people']] : kind === undefined ? [] : [[column, collectionOf(kind)]];
    }),
  );

const TABLES: readonly PgTable[] = Object.values(tables).filter((each) => is(each, PgTable));

/** What an export says about a kind beyond its columns; `name` is the usual display name. */
const OF_KIND: Readonly<Partial<Record<ExportedKind, Partial<List>>>> = {
  customer: { calledBy: text('businessName') },
  employee: { calledBy: fullName },
  job: { refs: { ...refsOf(tables.jobs), repeatsJobId: 'jobs' }, deep: ['expected'] },
  // Its deletion notes the entries that it had.
  run: { refs: { ...refsOf(tables.runs), entryIds: 'jobEntries' } },
  rate: { deep: ['lines', 'fuel'], inSheet: { prices: pricesOf } },
  billDraft: { deep: ['lines', 'discounts', 'partings'] },
  billingRecord: {
    refs: { ...refsOf(tables.billingRecords), reversesId: 'billingRecords', creditsId: 'billingRecords' },
    deep: ['content'],
    inSheet: { net: unitsOf('netCents'), tax: unitsOf('taxCents'), gross: unitsOf('grossCents') },
    calledBy: ({ label, year, number }) => (typeof label === 'string' ? label : `${String(year)}-${String(number)}`),
  },
};

const listOfKind = (kind: ExportedKind): List => {
  const table = TABLES.find((each) => getTableName(each) === tableOf(kind));
  if (table === undefined) {
    throw new Error(`There is no table ${tableOf(kind)}.`);
  }
  const calledBy = 'name' in table ? { calledBy: text('name') } : {};
  return { table, refs: refsOf(table), ...calledBy, ...OF_KIND[kind] };
};

const kindLists = Object.fromEntries(EXPORTED_KINDS.map((kind) => [collectionOf(kind), listOfKind(kind)])) as Record<
  CollectionOf<ExportedKind>,
  List
>;

/**
 * Every table of an organization that is exported, deleted with it and imported again. A new one belongs here or into `NOT_EXPORTED`; a
 * test enforces it (decision 0022). Kinds of the registry are included automatically.
 */
export const LISTS: Readonly<Record<ListName, List>> = {
  ...kindLists,
  organization: {
    table: tables.organizations,
    refs: { ownerEmployeeId: 'employees' },
    leftOut: ['deletionDueAt', 'requiresSecondStep', 'isSample'],
  },
  /** Also the accounts of everyone who wrote something: their names and emails, and nothing else of them. */
  people: { table: tables.formerAuthors, refs: {}, calledBy: (row) => fullName(row) || text('email')(row) },
  photos: { table: tables.photos, refs: {}, leftOut: ['unreferencedSince', 'unusedOf'] },
  billingEvents: {
    table: tables.billingEvents,
    refs: {
      createdBy: 'people',
      recordId: 'billingRecords',
      takesBackId: 'billingEvents',
      otherRecordId: 'billingRecords',
      letterId: 'reminderLetters',
      bankLineId: 'bankLines',
    },
  },
  reminderLetters: { table: tables.reminderLetters, refs: { customerId: 'customers', createdBy: 'people' }, deep: ['content'] },
  bankLines: { table: tables.bankLines, refs: { statementId: 'bankStatements' } },
  billedJobs: { table: tables.billedJobs, refs: { jobId: 'jobs', recordId: 'billingRecords' } },
  billingNumbers: { table: tables.billingNumbers, refs: {} },
  auditLogs: { table: tables.auditLogs, refs: { userId: 'people' }, leftOut: ['apiKeyId', 'importId', 'alike'] },
};

/** Tables of an organization that no export contains, and why. They are deleted with it, in this order. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  api_keys: 'secrets, which act for accounts of this installation',
  bill_standings: 'follow from the records and their events',
  billing_run_items: 'bills on their way; those that were issued are in the other lists',
  billing_runs: 'work under way in this installation',
  billing_shares: 'shared out anew from the records',
  changes: 'numbers for devices of this installation; those of another start anew',
  devices: 'what is in the pockets of people here',
  entry_hints: 'judged anew from the entries',
  entry_stats: 'made anew from the entries',
  entry_views: 'name records of this installation, by their ids',
  field_uses: 'counted anew from the entries',
  hint_progress: 'follows the changes of this installation',
  import_rows: 'rows of files, on their way to the records that they made',
  imports: 'files on their way in; what they brought is in the other lists',
  incomplete_entries: 'judged anew from the entries',
  invitations: 'links that open a door here, and to nobody elsewhere',
  member_times: 'when people were here, by accounts of this installation',
  notices: 'on their way to browsers of people here',
  organization_seq: 'numbers for devices of this installation',
  sync_ops: 'keys of writes to this installation, and their answers',
};

/** The list that an audit item is about; null: something that no export contains. */
export const listOfAudited = (audited: Audited): ListName | null => {
  const kind = kindOfAudited(audited);
  const exported = EXPORTED_KINDS.find((each) => each === kind);
  return exported === undefined ? (kind === 'organization' ? kind : null) : collectionOf(exported);
};

/** A column of an exported list. */
export interface ListColumn {
  /** Its name in the API. */
  readonly name: string;
  readonly column: string;
  /** PostgreSQL's name of its type. */
  readonly type: string;
  readonly isRequired: boolean;
  /** The allowed values; undefined: any. */
  readonly values: readonly string[] | undefined;
}

export const tableNameOf = (name: ListName): string => getTableName(LISTS[name].table);

/** The column that names the organization of a row. */
export const organizationColumnOf = (name: ListName): string => (name === 'organization' ? 'id' : 'organization_id');

/** What identifies a row within its organization. */
export const keyOf = (name: ListName): string =>
  ({ people: 'userId', photos: 'name', billedJobs: 'jobId', billingNumbers: 'year', billingSettings: 'version' })[name as string] ?? 'id';

/** The columns that an export of the list contains; generated columns are left out. */
export const columnsOf = (name: ListName): ListColumn[] =>
  Object.entries(getTableColumns(LISTS[name].table))
    .filter(
      ([property, { generated }]) =>
        property !== 'organizationId' && generated === undefined && LISTS[name].leftOut?.includes(property) !== true,
    )
    .map(([property, column]) => ({
      name: property,
      column: snakeCase(property),
      type: column.getSQLType(),
      isRequired: column.notNull,
      values: column.enumValues,
    }));
