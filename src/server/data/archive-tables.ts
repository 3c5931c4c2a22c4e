import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Audited } from '#shared/domain/audit-log.ts';
import type { RateLine } from '#shared/domain/rate.ts';
import { snakeCase } from '#server/data/snake-case.ts';
import * as tables from '#server/db/tables/index.ts';

/** The lists of an export, in the order in which they can be written: what is named comes before what names it. */
export const LIST_NAMES = [
  'organization',
  'people',
  'employees',
  'customers',
  'customDataFields',
  'serviceTypes',
  'equipment',
  'implements',
  'jobs',
  'jobEntries',
  'photos',
  'rates',
  'costRates',
  'billDrafts',
  'billingRecords',
  'billingEvents',
  'billedJobs',
  'billingNumbers',
  'auditLogs',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

interface List {
  readonly table: PgTable;
  /** Columns that hold the id of something, or ids, and of what; audit items hold the same names. */
  readonly refs: Readonly<Record<string, ListName>>;
  /** Columns of JSON in which ids lie deep: see `commands/archive/renumber-deep`. */
  readonly deep?: readonly string[];
  /** Columns that another installation has no use for. */
  readonly leftOut?: readonly string[];
  /** What the spreadsheet has in place of the deep columns, by the heads of its columns. */
  readonly inSheet?: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => unknown>>;
  /** What people call a row, for the spreadsheets of lists that name it. */
  readonly calledBy?: (row: Readonly<Record<string, unknown>>) => string;
}

type Called = NonNullable<List['calledBy']>;

const text =
  (column: string): Called =>
  ({ [column]: value }) =>
    typeof value === 'string' ? value : '';
const fullName: Called = (row) => `${text('firstName')(row)} ${text('lastName')(row)}`.trim();

/** Cents as units of the currency, which is what people add up in a spreadsheet. */
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

const WRITTEN = { createdBy: 'people', updatedBy: 'people' } as const;

/**
 * Every table of an organization that is exported, deleted with it and imported again. A new one belongs here or into `NOT_EXPORTED`; a
 * test holds it (decision 0022).
 */
export const LISTS: Readonly<Record<ListName, List>> = {
  organization: { table: tables.organizations, refs: { ownerEmployeeId: 'employees' }, leftOut: ['deletionDueAt', 'requiresSecondStep'] },
  /** Also the accounts of all who wrote something: their names and e-mails, and nothing else of them. */
  people: { table: tables.formerAuthors, refs: {}, calledBy: (row) => fullName(row) || text('email')(row) },
  employees: {
    table: tables.employees,
    refs: { ...WRITTEN, userId: 'people' },
    calledBy: fullName,
  },
  customers: { table: tables.customers, refs: WRITTEN, calledBy: text('businessName') },
  customDataFields: { table: tables.customDataFields, refs: WRITTEN, calledBy: text('name') },
  serviceTypes: {
    table: tables.serviceTypes,
    refs: { ...WRITTEN, customDataFieldIds: 'customDataFields', requiredFieldIds: 'customDataFields' },
    calledBy: text('name'),
  },
  equipment: { table: tables.equipment, refs: { ...WRITTEN, serviceTypeIds: 'serviceTypes' }, calledBy: text('name') },
  implements: { table: tables.implementsTable, refs: { ...WRITTEN, serviceTypeIds: 'serviceTypes' }, calledBy: text('name') },
  jobs: { table: tables.jobs, refs: { ...WRITTEN, customerId: 'customers' }, calledBy: text('name') },
  jobEntries: {
    table: tables.jobEntries,
    refs: {
      ...WRITTEN,
      checkedBy: 'people',
      jobId: 'jobs',
      customerId: 'customers',
      serviceTypeId: 'serviceTypes',
      equipmentId: 'equipment',
      equipmentIds: 'equipment',
      operatorId: 'employees',
      operatorIds: 'employees',
      implementId: 'implements',
    },
  },
  photos: { table: tables.photos, refs: {}, leftOut: ['unreferencedSince', 'unusedOf'] },
  rates: {
    table: tables.rates,
    refs: { ...WRITTEN, serviceTypeId: 'serviceTypes', customerId: 'customers', jobId: 'jobs', equipmentId: 'equipment' },
    deep: ['lines', 'fuel'],
    inSheet: { prices: pricesOf },
    calledBy: text('name'),
  },
  costRates: { table: tables.costRates, refs: { ...WRITTEN, employeeId: 'employees', equipmentId: 'equipment' } },
  billDrafts: {
    table: tables.billDrafts,
    refs: { ...WRITTEN, customerId: 'customers', jobIds: 'jobs' },
    deep: ['lines', 'discounts', 'partings'],
  },
  billingRecords: {
    table: tables.billingRecords,
    refs: { createdBy: 'people', reversesId: 'billingRecords', customerId: 'customers', jobIds: 'jobs' },
    deep: ['content'],
    inSheet: { net: unitsOf('netCents'), tax: unitsOf('taxCents'), gross: unitsOf('grossCents') },
    calledBy: ({ year, number }) => `${String(year)}-${String(number)}`,
  },
  billingEvents: {
    table: tables.billingEvents,
    refs: { createdBy: 'people', recordId: 'billingRecords', takesBackId: 'billingEvents', otherRecordId: 'billingRecords' },
  },
  billedJobs: { table: tables.billedJobs, refs: { jobId: 'jobs', recordId: 'billingRecords' } },
  billingNumbers: { table: tables.billingNumbers, refs: {} },
  auditLogs: { table: tables.auditLogs, refs: { userId: 'people' }, leftOut: ['apiKeyId'] },
};

/** Tables of an organization that no export holds, and why. They are deleted with it, in this order. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  api_keys: 'secrets, which act for accounts of this installation',
  billing_shares: 'shared out anew from the records',
  changes: 'numbers for devices of this installation; those of another start anew',
  devices: 'what is in the pockets of people here',
  field_uses: 'counted anew from the entries',
  invitations: 'links that open a door here, and to nobody elsewhere',
  member_times: 'when people were here, by accounts of this installation',
  organization_seq: 'numbers for devices of this installation',
  sync_ops: 'keys of writes to this installation, and their answers',
};

/** Which list an audit item is about; null: something that no export holds. */
export const LIST_OF_AUDITED: Readonly<Record<Audited, ListName | null>> = {
  job_entry: 'jobEntries',
  job: 'jobs',
  customer: 'customers',
  employee: 'employees',
  equipment: 'equipment',
  service_type: 'serviceTypes',
  custom_data_field: 'customDataFields',
  implement: 'implements',
  organization: 'organization',
  api_key: null,
  invitation: null,
  rate: 'rates',
  cost_rate: 'costRates',
  bill_draft: 'billDrafts',
  billing_record: 'billingRecords',
};

/** A column of an exported list. */
export interface ListColumn {
  /** As the API calls it. */
  readonly name: string;
  readonly column: string;
  /** PostgreSQL's name of its type. */
  readonly type: string;
  readonly isRequired: boolean;
  /** The only values that there are; undefined: any. */
  readonly values: readonly string[] | undefined;
}

export const tableNameOf = (name: ListName): string => getTableName(LISTS[name].table);

/** The column that names the organization of a row. */
export const organizationColumnOf = (name: ListName): string => (name === 'organization' ? 'id' : 'organization_id');

/** What identifies a row within its organization. */
export const keyOf = (name: ListName): string =>
  ({ people: 'userId', photos: 'name', billedJobs: 'jobId', billingNumbers: 'year' })[name as string] ?? 'id';

/** The columns that an export of the list holds; those that the database generates are none. */
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
