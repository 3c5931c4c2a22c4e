import type { BillingDocument, DocumentLine } from '#shared/billing/document.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import { type CsvCell, csvLine, type NumberText, numberText } from '#shared/lib/csv.ts';
import { calculationIn, measured } from './line-texts.ts';

/** Cents as a decimal number for a table. */
export const amount = (cents: number): NumberText => numberText(plainAmount(cents));

export const optional = (text: string | null): CsvCell => (text === null ? null : numberText(text));

export const csvText = (rows: readonly (readonly CsvCell[])[]): string => rows.map(csvLine).join('');

const whole = (line: DocumentLine): string => {
  const dates = line.from === null ? '' : line.from === line.to ? line.from : `${line.from} – ${line.to}`;
  const name = [line.text, line.jobName ?? '', line.rateMachineName ?? '', dates].filter((part) => part !== '').join(', ');
  return name === '' ? (line.serviceName ?? line.kind) : name;
};

/**
 * The line as text, for programs that have one field for it: with its job if there are several, its dates, its quantity if that has no
 * field of its own (`isOwn`), and how its amount is computed.
 */
export const describe = (line: DocumentLine, isOwn: boolean, document: BillingDocument): string => {
  const quantity = isOwn || line.quantity === null ? '' : ` (${measured(line.quantity, line, document)})`;
  return [`${whole(line)}${quantity}`, ...calculationIn(document, line)].join('. ');
};
