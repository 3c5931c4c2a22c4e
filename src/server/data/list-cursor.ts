import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { invalid } from '#shared/lib/errors.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';

/** One of the columns that a list is sorted by, before the id. */
export interface SortKey<P extends string> {
  /** Reads the value from a row. */
  readonly property: P;
  readonly by: SQL;
  /** A value from a cursor, as `by` is compared with it. */
  readonly bound: (value: string) => SQL;
  readonly isValid: (value: string) => boolean;
}

// Values that PostgreSQL could not parse must not reach it.
const isText = (value: string): boolean => !/[\0\p{Surrogate}]/u.test(value);
const isMoment = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value) && isCalendarDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));

/** By a name, ignoring case. */
export const byName = <P extends string>(column: PgColumn, property: P): SortKey<P> => ({
  property,
  by: sql`lower(${column})`,
  bound: (value) => sql`lower(${value}::text)`,
  isValid: isText,
});

export const byMoment = <P extends string>(column: PgColumn, property: P): SortKey<P> => ({
  property,
  by: sql`${column}`,
  bound: (value) => sql`${value}::timestamptz`,
  isValid: isMoment,
});

export const byDate = <P extends string>(column: PgColumn, property: P): SortKey<P> => ({
  property,
  by: sql`${column}`,
  bound: (value) => sql`${value}::date`,
  isValid: isCalendarDate,
});

const unknown = () => invalid('cursor', 'mustBeEarlierCursor');

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LARGEST_ID;

/** The cursor of lists that are sorted by the id alone. */
export const idOfCursor = (cursor: string): number => {
  const id = /^[1-9]\d{0,9}$/.test(cursor) ? Number(cursor) : 0;
  if (!isId(id)) {
    throw unknown();
  }
  return id;
};

type Place<P extends string> = { readonly id: number } & { readonly [K in P]: string };

/** Where the page after this row begins. It contains the values and not only the id: it must stay where it is when the row is renamed. */
export const writeCursor = <P extends string>(keys: readonly SortKey<P>[], row: Place<P>): string =>
  Buffer.from(JSON.stringify([...keys.map(({ property }) => row[property]), row.id])).toString('base64url');

const parse = (cursor: string): unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
};

/** The values of a cursor, ready to be compared with the keys and the id. */
export const readCursor = <P extends string>(keys: readonly SortKey<P>[], cursor: string): SQL[] => {
  const parts = parse(cursor);
  const id = parts.at(-1);
  if (parts.length !== keys.length + 1 || !isId(id)) {
    throw unknown();
  }
  const values = keys.map((key, index) => {
    const value = parts[index];
    if (typeof value !== 'string' || !key.isValid(value)) {
      throw unknown();
    }
    return key.bound(value);
  });
  return [...values, sql`${id}::int`];
};
