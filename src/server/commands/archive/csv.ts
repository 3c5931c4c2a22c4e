/** Excel takes a file for UTF-8 only if it begins so. */
export const BOM = '\uFEFF';

// What a spreadsheet would run as a formula (OWASP, "CSV injection"), the full-width signs of East Asian keyboards too.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value === 'string') {
    // Numbers are written as numbers below; a text that looks like a formula is made to look like a text.
    return FORMULA.test(value) ? `'${value}` : value;
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
