import { notFormula } from '#shared/lib/formula.ts';

/** Excel takes a file for UTF-8 only if it begins so. */
export const BOM = '\uFEFF';

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value === 'string') {
    // Numbers are written as numbers below; a text that looks like a formula is made to look like a text.
    return notFormula(value);
  }
  if (Array.isArray(value)) {
    return value.map(textOf).join('; ');
  }
  return JSON.stringify(value);
};

const cell = (value: unknown): string => {
  const text = textOf(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A line of RFC 4180. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;
