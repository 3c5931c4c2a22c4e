type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

// PostgreSQL stores the keys of JSON in an order of its own.
const sortKeys = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))) : value;

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left, sortKeys) === JSON.stringify(right, sortKeys);

/** The part of `values` that differs from the stored row, and the row's values for it. */
export const changedValues = (row: Values, values: Values): { old: Values; new: Values } => {
  const keys = Object.keys(values).filter((key) => values[key] !== undefined && !same(row[key], values[key]));
  return {
    old: Object.fromEntries(keys.map((key) => [key, row[key]])),
    new: Object.fromEntries(keys.map((key) => [key, values[key]])),
  };
};
