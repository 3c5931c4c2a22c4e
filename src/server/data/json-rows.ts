import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { snakeCase } from '#server/data/snake-case.ts';

/** SQL whose text is JSON, from SQL of a value. */
type AsJson = (value: string) => string;

/** What PostgreSQL writes as JSON does anyway. */
const asItIs: AsJson = (value) => value;
/** A string: quoted, with everything escaped that JSON escapes. */
const textAsJson: AsJson = (value) => `to_json(${value})`;
// As `toISOString` writes it. JSON leaves out zeros at the end: with a microsecond more there are none, and that is cut off again.
const momentAsJson: AsJson = (value) => `(left(to_json(${value} at time zone interval '0' + interval '1 microsecond')::text, 24) || 'Z"')`;
// Lists of integers contain no quotes.
const integersAsJson: AsJson = (value) => `translate(${value}::text, '{}', '[]')`;
// Most lists of texts are empty.
const textsAsJson: AsJson = (value) => `case cardinality(${value}) when 0 then '[]' else to_json(${value})::text end`;

/** By the column's type. */
const AS_JSON: Readonly<Record<string, AsJson>> = {
  integer: asItIs,
  bigint: asItIs,
  numeric: asItIs,
  'double precision': asItIs,
  boolean: (value) => `${value}::text`,
  text: textAsJson,
  date: (value) => `('"' || ${value} || '"')`,
  'timestamp (3) with time zone': momentAsJson,
  'integer[]': integersAsJson,
  'text[]': textsAsJson,
};

const orNull = (json: string): string => `coalesce((${json})::text, 'null')`;

/** An object of these fields, each with SQL whose text is its JSON. Of all ways to write JSON in SQL this takes the least time. */
const objectOf = (fields: readonly (readonly [name: string, json: string])[]): string =>
  `format('{${fields.map(([name]) => `"${name}":%s`).join(',')}}', ${fields.map(([, json]) => json).join(', ')})`;

/** What may contain anything, so that nothing in it is unlisted, and what contains nothing. */
const isWhole = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional
    ? isWhole(schema.def.innerType)
    : (schema instanceof z.ZodMiniArray && isWhole(schema.def.element)) ||
      schema instanceof z.ZodMiniUnknown ||
      schema instanceof z.ZodMiniRecord ||
      schema instanceof z.ZodMiniString ||
      schema instanceof z.ZodMiniNumber ||
      schema instanceof z.ZodMiniBoolean;

/** Stored JSON: as it is where anything may be in it, and of objects, alone or in a list, the fields that the schema lists. */
const storedAsJson = (schema: z.core.$ZodType, value: string): string => {
  if (isWhole(schema)) {
    return value;
  }
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) {
    return `case when nullif(${value}, 'null') is null then null else ${storedAsJson(schema.def.innerType, value)} end`;
  }
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.def.shape);
    return objectOf(fields.map(([name, field]) => [name, orNull(storedAsJson(field, `(${value} -> '${name}')`))] as const));
  }
  if (schema instanceof z.ZodMiniArray) {
    // Most lists are empty.
    const each = storedAsJson(schema.def.element, 'item.value');
    return `case ${value} when '[]' then '[]' else (select '[' || string_agg(${each}, ',' order by item.place) || ']'
      from jsonb_array_elements(${value}) with ordinality as item(value, place)) end`;
  }
  throw new Error('JSON of this schema is stored, and what the schema does not list could leave with it.');
};

const columnAsJson = (table: PgTable, name: string, alias: string, schema?: z.core.$ZodType): string => {
  const column: PgColumn | undefined = getTableColumns(table)[name];
  if (column === undefined) {
    throw new Error(`The field ${name} is no column, and nothing says where it comes from.`);
  }
  const value = `${alias}.${snakeCase(name)}`;
  const type = column.getSQLType();
  const asJson = type === 'jsonb' && schema ? (stored: string) => storedAsJson(schema, stored) : AS_JSON[type];
  if (asJson === undefined) {
    throw new Error(`A column of type ${type} cannot be written as JSON.`);
  }
  return column.notNull ? asJson(value) : orNull(asJson(value));
};

/** SQL of a JSON array of these columns of a row. */
export const columnsAsJson = (table: PgTable, names: readonly string[], alias: string): string =>
  `format('[${names.map(() => '%s').join(',')}]', ${names.map((name) => columnAsJson(table, name, alias)).join(', ')})`;

/**
 * SQL of the JSON object that the API answers for a row: the fields of the schema and nothing else, each from the table's column of its
 * name, or from `given`, whose SQL makes a JSON text (null is `null`). Throws for a field that is neither.
 */
export const rowAsJson = (schema: z.ZodMiniObject, table: PgTable, alias: string, given: Readonly<Record<string, string>> = {}): string =>
  objectOf(
    Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => {
      const own = given[name];
      return [name, own === undefined ? columnAsJson(table, name, alias, field) : orNull(own)] as const;
    }),
  );
