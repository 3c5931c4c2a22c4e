import { isCalendarDate } from '#shared/lib/dates.ts';
import { invalid } from '#shared/lib/errors.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { snakeCase } from '#server/data/snake-case.ts';

/** One of the columns that a list is sorted by, before the id. */
export interface SortKey<P extends string> {
  /** Reads the value from a row. */
  readonly property: P;
  /** SQL of what rows are compared by. */
  readonly by: string;
  /** The same of a value from a cursor, given the SQL of its parameter. */
  readonly bound: (parameter: string) => string;
  readonly isValid: (value: string) => boolean;
}

// Values that PostgreSQL could not parse must not reach it.
const isText = (value: string): boolean => !/[\0\p{Surrogate}]/u.test(value);
const isMoment = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value) && isCalendarDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));

/** By a name, ignoring case. */
export const byName = <P extends string>(property: P): SortKey<P> => ({
  property,
  by: `lower(${snakeCase(property)})`,
  bound: (parameter) => `lower(${parameter}::text)`,
  isValid: isText,
});

export const byMoment = <P extends string>(property: P): SortKey<P> => ({
  property,
  by: snakeCase(property),
  bound: (parameter) => `${parameter}::timestamptz`,
  isValid: isMoment,
});

export const byDate = <P extends string>(property: P): SortKey<P> => ({
  property,
  by: snakeCase(property),
  bound: (parameter) => `${parameter}::date`,
  isValid: (value) => typeof value === 'string' && isCalendarDate(value),
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

/** The cursor of a place, a JSON array of the values of the keys and the id. */
export const cursorAt = (place: string): string => Buffer.from(place).toString('base64url');

/** Where the page after this row begins. It contains the values and not only the id: it must stay where it is when the row is renamed. */
export const writeCursor = <P extends string>(keys: readonly SortKey<P>[], row: Place<P>): string =>
  cursorAt(JSON.stringify([...keys.map(({ property }) => row[property]), row.id]));

const parse = (cursor: string): unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
};

/** The value and the id of a cursor with one key. */
export const readPlace = (cursor: string, pattern: RegExp): readonly [value: string, id: number] => {
  const [value, id, ...more] = parse(cursor);
  if (typeof value !== 'string' || !pattern.test(value) || !isId(id) || more.length > 0) {
    throw unknown();
  }
  return [value, id];
};

/** The values of a cursor: one for each key, then the id. */
export const readCursor = <P extends string>(keys: readonly SortKey<P>[], cursor: string): (string | number)[] => {
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
    return value;
  });
  return [...values, id];
};
