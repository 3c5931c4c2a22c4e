import type { BillingDocument, DocumentLine } from '#shared/billing/document.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import { notFormula } from '#shared/lib/formula.ts';
import { calculationIn, measured } from '#server/billing-documents/line-texts.ts';

/** A number that this program wrote, as opposed to words of people. */
export interface Plain {
  readonly plain: string;
}
export type Cell = string | null | Plain;

export const plain = (text: string): Plain => ({ plain: text });
export const amount = (cents: number): Plain => plain(plainAmount(cents));

const written = (cell: Cell): string => {
  if (cell === null) {
    return '';
  }
  const text = typeof cell === 'string' ? notFormula(cell) : cell.plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as RFC 4180 has them: CRLF, quotes doubled. Words that a spreadsheet would run as a formula are kept words. */
export const writeCsv = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');

export const optional = (text: string | null): Cell => (text === null ? null : plain(text));

const whole = (line: DocumentLine): string => {
  const dates = line.from === null ? '' : line.from === line.to ? line.from : `${line.from} – ${line.to}`;
  const name = [line.text, line.jobName ?? '', line.rateMachineName ?? '', dates].filter((part) => part !== '').join(', ');
  return name === '' ? (line.serviceName ?? line.kind) : name;
};

/**
 * The line in words, for programs that keep one field of them: with its job where there are several, its dates, its quantity where that has
 * no field of its own (`isOwn`), and how its amount follows.
 */
export const describe = (line: DocumentLine, isOwn: boolean, document: BillingDocument): string => {
  const quantity = isOwn || line.quantity === null ? '' : ` (${measured(line.quantity, line, document)})`;
  return [`${whole(line)}${quantity}`, ...calculationIn(document, line)].join('. ');
};
