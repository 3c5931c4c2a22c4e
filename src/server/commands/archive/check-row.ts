import { isCalendarDate } from '#shared/lib/dates.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import type { ListColumn } from '#server/data/archive-tables.ts';

const DEEPEST = 64;

// PostgreSQL stores neither U+0000 nor half of a surrogate pair.
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0') && !/\p{Surrogate}/u.test(value);

const isKeepable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') {
    return isText(value);
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value !== 'number' || Number.isFinite(value);
  }
  return depth < DEEPEST && Object.entries(value).every(([key, item]) => isText(key) && isKeepable(item, depth + 1));
};

const isInteger = (value: unknown): boolean => Number.isInteger(value) && Math.abs(Number(value)) <= LARGEST_ID;
const isMoment = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && Number.isFinite(Date.parse(value));
const isListOf =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(is);

/** The JSON form of a value of each column type; stricter than the database, which accepts dates such as `infinity`. */
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: isInteger,
  bigint: Number.isSafeInteger,
  smallint: isInteger,
  text: isText,
  boolean: (value) => typeof value === 'boolean',
  numeric: Number.isFinite,
  date: (value) => typeof value === 'string' && isCalendarDate(value),
  jsonb: (value) => isKeepable(value),
  'timestamp (3) with time zone': isMoment,
  'integer[]': isListOf(isInteger),
  'text[]': isListOf(isText),
};

/** Whether the column can have the value as the program itself would have written it. */
export const fitsColumn = ({ type, isRequired, values }: ListColumn, value: unknown): boolean => {
  if (value === null || value === undefined) {
    return !isRequired;
  }
  return (FITS[type]?.(value) ?? false) && (values === undefined || values.some((known) => known === value));
};
