import { refusalAt } from '#shared/lib/errors.ts';
import { columnsOf, keyOf, type ListName, tableNameOf } from '#server/data/archive-tables.ts';
import { snakeCase } from '#server/data/snake-case.ts';
import type { Database } from '#server/db/database.ts';
import { type ValueArguments, messagesFrom } from '#shared/messages/message.ts';
import { ARCHIVE_REFUSALS } from '#shared/messages/archive.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Ids of a table that nothing else will ever get, in ascending order; ask for some thousand at a time. */
export const reserveIds = async (db: Database, table: string, count: number): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({
    text: `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int)`,
    values: [table, count],
  });
  return rows.map(({ id }) => id);
};

/** What the database says about values that do not fit (class 22) or contradict each other (class 23). */
const isRefusal = (error: unknown): boolean => error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

const damage = messagesFrom(ARCHIVE_REFUSALS);

/** Refuses an export because of its contents. */
export const damaged = <C extends keyof typeof ARCHIVE_REFUSALS & `damaged${string}`>(
  messageCode: C,
  ...values: ValueArguments<(typeof ARCHIVE_REFUSALS)[C]>
) => refusalAt('invalid_input', '', damage(messageCode, ...values));

/** Rows of a list as they are written: JSON that the database reads. */
export interface RowBatch {
  /** The columns that all of the rows have, by their names in the API. */
  readonly columns: readonly string[];
  readonly json: string;
  /** The key of the first of them, by which people find what does not fit. */
  readonly near: string;
}

/** The rows, which all have the same columns, as one batch of the organization. */
export const batchOf = (name: ListName, organizationId: number, rows: readonly Row[]): RowBatch => {
  const values = rows.map((row) =>
    Object.fromEntries([['organization_id', organizationId], ...Object.entries(row).map(([key, value]) => [snakeCase(key), value])]),
  );
  return { columns: Object.keys(rows[0] ?? {}), json: JSON.stringify(values), near: String(rows[0]?.[keyOf(name)]) };
};

/**
 * Writes a batch of a list into the organization that the transaction has entered; other columns get the defaults of new rows. Bypasses the
 * journal, because nobody here has seen the organization yet.
 */
export const insertBatch = async (db: Database, name: ListName, { columns, json, near }: RowBatch): Promise<void> => {
  const written = columnsOf(name).filter((column) => columns.includes(column.name));
  const own = name === 'organization' ? [] : ['organization_id'];
  const names = [...own, ...written.map(({ column }) => column)].join(', ');
  try {
    await db.query({
      text: `insert into ${tableNameOf(name)} (${names}) select ${names} from json_populate_recordset(null::${tableNameOf(name)}, $1::json)`,
      values: [json],
    });
  } catch (error) {
    if (isRefusal(error)) {
      throw damaged('damagedDoesNotFit', { file: `lists/${name}.ndjson`, column: keyOf(name), value: near });
    }
    throw error;
  }
};

/** Starts the numbers by which devices read the organization's changes. */
export const insertSeq = async (db: Database, organizationId: number): Promise<void> => {
  await db.query({ text: 'insert into organization_seq (organization_id) values ($1)', values: [organizationId] });
};
