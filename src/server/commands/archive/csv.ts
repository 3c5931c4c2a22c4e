import { type CsvCell, csvLine } from '#shared/lib/csv.ts';

const inText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const cellOf = (value: unknown): CsvCell => {
  if (value === null || value === undefined) {
    return null;
  }
  if (typeof value === 'number' || typeof value === 'string') {
    return value;
  }
  return Array.isArray(value) ? value.map(inText).join('; ') : JSON.stringify(value);
};

/** A line of a table, for any values of a record: several in a cell are separated by semicolons, anything deeper is JSON. */
export const valuesLine = (values: readonly unknown[]): string => csvLine(values.map(cellOf));
