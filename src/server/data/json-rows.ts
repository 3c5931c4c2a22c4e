import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import { snakeCase } from '#server/data/snake-case.ts';

/** SQL of a JSON text, from SQL of a value. */
type AsJson = (value: string) => string;

/** A string: quoted, with everything escaped that JSON escapes. */
const textAsJson: AsJson = (value) => `to_json(${value})::text`;
const plainAsJson: AsJson = (value) => `${value}::text`;
const quotedAsJson: AsJson = (value) => `('"' || ${value} || '"')`;
// As `toISOString` writes it.
const momentAsJson: AsJson = (value) => String.raw`to_char(${value} at time zone 'utc', '\"YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\"')`;
// Lists of integers contain no quotes.
const integersAsJson: AsJson = (value) => `translate(${value}::text, '{}', '[]')`;

/** By the column's type. */
const AS_JSON: Readonly<Record<string, AsJson>> = {
  integer: plainAsJson,
  bigint: plainAsJson,
  numeric: plainAsJson,
  boolean: plainAsJson,
  jsonb: plainAsJson,
  text: textAsJson,
  date: quotedAsJson,
  'timestamp (3) with time zone': momentAsJson,
  'integer[]': integersAsJson,
  'text[]': textAsJson,
};

const columnAsJson = (name: string, column: PgColumn, alias: string): string => {
  const asJson = AS_JSON[column.getSQLType()];
  if (asJson === undefined) {
    throw new Error(`A column of type ${column.getSQLType()} cannot be written as JSON.`);
  }
  const text = asJson(`${alias}.${snakeCase(name)}`);
  return column.notNull ? text : `coalesce(${text}, 'null')`;
};

/**
 * SQL of the JSON object that the API answers for a row: the fields of the schema and nothing else, each from the table's column of its
 * name, or from `given`, whose SQL makes a JSON text (null is `null`). Throws for a field that is neither.
 */
export const rowAsJson = (schema: z.ZodMiniObject, table: PgTable, alias: string, given: Readonly<Record<string, string>> = {}): string => {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table);
  const parts = Object.keys(schema.shape).map((name, index) => {
    const [own, column] = [given[name], columns[name]];
    if (own === undefined && column === undefined) {
      throw new Error(`The field ${name} is no column, and nothing says where it comes from.`);
    }
    const value = own === undefined && column ? columnAsJson(name, column, alias) : `coalesce(${own}, 'null')`;
    return `'${index === 0 ? '{' : ','}"${name}":', ${value}`;
  });
  // Of all ways to write JSON in SQL this takes the least time: the functions that write the values are looked up once.
  return `concat(${parts.join(', ')}, '}')`;
};

/** A part of a list, as JSON. */
export interface JsonPart {
  /** The items with commas between them. */
  readonly items: string;
  readonly count: number;
  /** Where the next part begins; null: nothing follows. */
  readonly cursor: string | null;
}
