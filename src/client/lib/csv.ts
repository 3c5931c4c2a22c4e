import { notFormula } from '#shared/lib/formula.ts';

/** A cell of CSV (RFC 4180). Text that a spreadsheet would take for a formula is kept as text; a number is a number, negative or not. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '');
  const plain = typeof value === 'string' ? notFormula(text) : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** One line of a table, with its end. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

/** A file of such lines. The mark before them tells spreadsheets that it is UTF-8. */
export const csvFile = (lines: readonly string[]): Blob => new Blob(['\uFEFF', ...lines], { type: 'text/csv' });

/** Hands the browser a file to keep. */
export const download = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
