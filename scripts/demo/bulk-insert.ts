import { snakeCase } from '#server/data/snake-case.ts';
import type { Database } from '#server/db/database.ts';

/** Rows of one statement: few enough to keep its text small, many enough to be fast. */
const ROWS_AT_ONCE = 1000;

/** The columns of a table that are written, in camel case, with their SQL types. */
export type Columns = Readonly<Record<string, string>>;

/** Inserts the rows in their order. A column that a row does not name gets null. */
export const insertRows = async (db: Database, table: string, columns: Columns, rows: readonly object[]): Promise<void> => {
  const names = Object.keys(columns);
  const text = `insert into ${table} (${names.map(snakeCase).join(', ')})
    select ${names.map((name) => `"${name}"`).join(', ')}
      from jsonb_to_recordset($1::jsonb) as given (${names.map((name) => `"${name}" ${columns[name]}`).join(', ')})`;
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db.query({ text, values: [JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE))] });
  }
};

/** Reserves this many ids of the table's sequence, in ascending order. */
export const reserveIds = async (db: Database, table: string, count: number): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({
    text: 'select nextval(pg_get_serial_sequence($1, $2))::int as id from generate_series(1, $3)',
    values: [table, 'id', count],
  });
  return rows.map(({ id }) => id).sort((a, b) => a - b);
};
