import * as z from 'zod/mini';
import { pageQuery } from '#shared/domain/fields.ts';
import { IMPORT_KINDS, type ImportKind } from '#shared/domain/import-kinds.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { because } from '#shared/messages/because.ts';

/** `read`: its preview is there, and nothing is written; `running`: some rows are written, and the rest is to come. */
export const IMPORT_STATES = ['read', 'running', 'done', 'takenBack'] as const;

/** What becomes of a row: `twice` is a repeat of one above it, `refused` cannot be imported as it is. */
export const ROW_FATES = ['new', 'changes', 'same', 'twice', 'refused'] as const;
export type RowFate = (typeof ROW_FATES)[number];

export const MAX_IMPORT_BYTES = 10 * 1_048_576;
export const MAX_IMPORT_ROWS = 20_000;
export const MAX_IMPORT_COLUMNS = 100;
export const MAX_CELL_LENGTH = 10_000;
/** Rows that a transaction writes. */
export const ROWS_AT_ONCE = 20;
/** How long what an import made can be taken back, and how long its rows are kept. */
export const IMPORT_DAYS = 30;

/** The fields that each kind takes from a file, in the order of a template. */
export const IMPORT_FIELDS = {
  customers: [
    'externalNumber',
    'businessName',
    'firstName',
    'lastName',
    'email',
    'phoneNumber',
    'address',
    'street',
    'postalCode',
    'town',
    'region',
    'country',
    'taxNumber',
    'paymentDays',
    'discountPercent',
    'discountDays',
    'buyerReference',
    'billWay',
    'language',
    'contactName',
    'contactEmail',
    'notes',
  ],
  employees: ['externalNumber', 'fullName', 'firstName', 'lastName', 'email', 'phoneNumber', 'accessLevel', 'isOperator', 'isUser'],
  equipment: ['name', 'unitNumber', 'serialNumber', 'services'],
  implements: ['name', 'services'],
  serviceTypes: ['name', 'description', 'fields', 'requiredFields', 'equipmentCount', 'allowMultipleOperators'],
  jobEntries: [
    'date',
    'customer',
    'job',
    'service',
    'equipment',
    'implement',
    'operators',
    'totalHours',
    'billableHours',
    'fuel',
    'loads',
    'notes',
  ],
} as const satisfies Readonly<Record<ImportKind, readonly string[]>>;

export type ImportField = (typeof IMPORT_FIELDS)[ImportKind][number];

/** One of these columns at least has to be there for each inner list. */
export const NEEDED_FIELDS: Readonly<Record<ImportKind, readonly (readonly ImportField[])[]>> = {
  customers: [['businessName']],
  employees: [
    ['firstName', 'fullName'],
    ['lastName', 'fullName'],
  ],
  equipment: [['name']],
  implements: [['name']],
  serviceTypes: [['name']],
  jobEntries: [['date'], ['customer'], ['service']],
};

/** A column that holds an organization's own data field of entries, by the field's id. */
export const ownFieldColumn = (id: number): string => `own:${id}`;
export const ownFieldOf = (column: string): number | null => (column.startsWith('own:') ? Number(column.slice(4)) : null);

/** What a row names that is not in the organization, to be made or to be taken for something that is. */
export const NAMED_KINDS = ['customer', 'serviceType', 'equipment', 'implement', 'employee', 'customDataField'] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

/** A record that an import made for its rows, and its version then. */
export interface MadeRecord {
  readonly kind: NamedKind | 'job';
  readonly id: number;
  readonly version: number;
}

const OPTION = because('invalidInput');
/** What parts the cells of a CSV file. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
/** What the bytes of a CSV file mean, the usual ones first. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;

/** How a file is read. What a call leaves out is as it was, or as it was guessed. */
const options = {
  /** Which sheet of a workbook, from 0. */
  sheet: z.int(OPTION).check(z.minimum(0), z.maximum(1000)),
  /** The row of the heads, from 1; 0: there is none. */
  headRow: z.int(OPTION).check(z.minimum(0), z.maximum(MAX_IMPORT_ROWS)),
  /** Null: a workbook. */
  delimiter: z.nullable(z.enum(DELIMITERS, OPTION)),
  encoding: z.nullable(z.enum(ENCODINGS, OPTION)),
  decimal: z.enum(['.', ','], OPTION),
  /** Null: the file does not tell whether the day or the month comes first. */
  dateOrder: z.nullable(z.enum(['dmy', 'mdy', 'ymd'], OPTION)),
  /** The field of each column (`IMPORT_FIELDS`, `ownFieldColumn`); null: not imported. */
  columns: z.array(z.nullable(z.string(OPTION).check(z.maxLength(40, OPTION)))).check(z.maxLength(MAX_IMPORT_COLUMNS, OPTION)),
  /** Whether rows change records that are there; otherwise only what is missing is added. */
  isUpdating: z.boolean(OPTION),
  /** Whether people are operators where no column says so. */
  areOperators: z.boolean(OPTION),
  /** Whether machines and implements without a service do all of them. */
  doAllServices: z.boolean(OPTION),
  /** Whether jobs that are made for past entries count as billed, or are still to be billed. */
  jobsAre: z.enum(['billed', 'completed'], OPTION),
  /** For names that nobody has, by `kind:folded name`: the id of what is meant, or true to make it. */
  names: z
    .record(z.string().check(z.maxLength(400, OPTION)), z.union([z.int(), z.literal(true)]))
    .check(z.refine((names) => Object.keys(names).length <= MAX_IMPORT_ROWS, OPTION)),
};
export const importOptions = z.object(options);
export type ImportOptions = z.output<typeof importOptions>;
export const importPatch = z.partial(importOptions);
export type ImportPatch = z.output<typeof importPatch>;

/** A cell as it was read: workbooks have numbers, truth values and days of their own. */
export type Cell = string | number | boolean | null | { readonly day: string };

/** Why a row cannot be imported; `column` is null where the row as a whole is wrong. */
export const rowReason = z.object({
  column: z.nullable(z.int()),
  messageCode: z.string(),
  values: z.record(z.string(), z.unknown()),
  message: z.string(),
});
export type RowReason = z.output<typeof rowReason>;

const count = z.int();
export const rowCounts = z.object({ new: count, changes: count, same: count, twice: count, refused: count });

/** A name that rows use and nobody has. */
export const unknownName = z.object({ kind: z.enum(NAMED_KINDS), name: z.string(), key: z.string(), rows: count });
export type UnknownName = z.output<typeof unknownName>;

/** An import, with what would become of its rows, or what became of them. */
export const importRecord = z.object({
  id: z.int(),
  organizationId: z.int(),
  kind: z.enum(IMPORT_KINDS),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  options: importOptions,
  /** Names of the sheets of a workbook. */
  sheets: z.array(z.string()),
  /** What stands above each column; the letter of the column where nothing does. */
  heads: z.array(z.string()),
  rows: count,
  counts: rowCounts,
  /** Rows that were written. */
  written: count,
  unknownNames: z.array(unknownName),
  /** A date that may be read in two ways while nobody has said which. */
  unclearDate: z.nullable(z.string()),
  createdBy: z.int(),
  createdAt: z.string(),
  doneAt: z.nullable(z.string()),
  takenBackAt: z.nullable(z.string()),
});
export type ImportRecord = z.output<typeof importRecord>;

export const importRow = z.object({
  /** Its number in the sheet, from 1. */
  id: z.int(),
  /** As people read them. */
  cells: z.array(z.string()),
  fate: z.enum(ROW_FATES),
  reasons: z.array(rowReason),
  /** Columns whose value differs from what is there. */
  changed: z.array(z.int()),
  /** The record that is there, or was made. */
  entityId: z.nullable(z.int()),
});
export type ImportRow = z.output<typeof importRow>;

/** What taking an import back did. */
export const takenBack = z.object({
  /** Records that it had made, and that are deleted. */
  deleted: count,
  /** Records that it had changed, and that are as before. */
  restored: count,
  /** Records that somebody has used or changed since: they stay as they are. */
  stayed: count,
});
export type TakenBack = z.output<typeof takenBack>;

const FILE_NAME = because('textTooLong', { most: 300 });
const path = '/api/organizations/:orgId/imports' as const;
// The least that any kind asks for: `IMPORT_CAPABILITY` decides further.
const all = { scope: 'organization', capability: 'customers:write' } as const;

export const importEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path,
    ...all,
    summary: 'Imports of the kinds that one may import, newest first',
    query: z.object(pageQuery),
    response: z.array(importRecord),
  }),
  read: defineEndpoint({
    method: 'POST',
    path,
    ...all,
    summary: 'Read a CSV file or an Excel workbook and say what would become of each row; nothing is written',
    query: z.object({
      kind: z.enum(IMPORT_KINDS),
      fileName: z.string(FILE_NAME).check(z.maxLength(300, FILE_NAME)),
      /** A file that was read before is answered as it stands; this reads it anew. */
      again: z.optional(z.literal('true', OPTION)),
    }),
    body: 'bytes',
    response: importRecord,
    bodyLimit: MAX_IMPORT_BYTES,
  }),
  get: defineEndpoint({ method: 'GET', path: `${path}/:id`, ...all, summary: 'Read an import', response: importRecord }),
  readAgain: defineEndpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    ...all,
    summary: 'Read the file again with other options; what is left out stays, and is guessed anew where it depends on what changed',
    body: importPatch,
    isRepeatable: true,
    response: importRecord,
  }),
  rows: defineEndpoint({
    method: 'GET',
    path: `${path}/:id/rows`,
    ...all,
    summary: 'The rows of an import, with what becomes of each',
    query: z.object({ ...pageQuery, fate: z.optional(z.enum(ROW_FATES)) }),
    response: z.array(importRow),
  }),
  run: defineEndpoint({
    method: 'POST',
    path: `${path}/:id/run`,
    ...all,
    summary: `Write the next rows, ${ROWS_AT_ONCE} in a transaction, for about a second; call it until the state is done`,
    isRepeatable: true,
    status: 200,
    response: importRecord,
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: `${path}/:id/undo`,
    ...all,
    summary: `Within ${IMPORT_DAYS} days: delete what the import made and put back what it changed, except where somebody has used or changed it since`,
    status: 200,
    response: takenBack,
  }),
};
