import type { CsvMapping } from '#shared/billing/schemas/bank-statement.ts';
import type { Cell } from '#shared/domain/import.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { dateOfSerial, readDateBy } from '#shared/lib/read-date.ts';
import { readNumberBy } from '#shared/lib/read-number.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { FileRow } from '#server/commands/import/read-file-job.ts';
import { readFile } from '#server/commands/import/read-file.ts';
import { textOfCell } from '#server/commands/import/row-cells.ts';
import { findHeadings, guessMapping } from './guess-mapping.ts';
import { boundedName, boundedText, hashOfAccount, type IdentifiedLine, plainAccount, withFingerprints } from './line-parts.ts';
import type { BankFile, BankFileRead, FingerprintedLine } from './read-bank-file-job.ts';

/** Larger amounts are slips, or no amounts. */
const MOST = 1e13;

const DEBITS = /^(?:s|soll|d|dr|debit|dbit|debe|cargo|belastung|-)$/;

const headingsOf = ({ date, amount, direction, payerName, payerAccount, text, reference, currency }: CsvMapping): string[] =>
  [date, amount, direction, payerName, payerAccount, text, reference, currency].filter((heading) => heading !== null);

/** The cells of a row by the headings above them. */
type Cells = (heading: string | null) => Cell;

const dayOf = (cell: Cell, { dateFormat }: CsvMapping): string | null =>
  typeof cell === 'number' ? dateOfSerial(cell) : readDateBy(textOfCell(cell), dateFormat);

/** Null: there is none, or it is paid out. */
const amountOf = (cells: Cells, { amount, direction, decimal }: CsvMapping, currency: string): number | null => {
  const cell = cells(amount);
  const value = typeof cell === 'number' ? cell : readNumberBy(textOfCell(cell), decimal);
  if (value === null || value <= 0 || value > MOST || DEBITS.test(foldName(textOfCell(cells(direction))))) {
    return null;
  }
  const cents = Math.round(value * 100);
  if (Math.abs(value * 100 - cents) > 0.001) {
    throw invalid('', 'bankAmountTooFine', { amount: textOfCell(cell), currency });
  }
  return cents === 0 ? null : cents;
};

const lineOf = (cells: Cells, mapping: CsvMapping, ownCurrency: string): IdentifiedLine | null => {
  const [name, account, text, reference, currency] = [
    mapping.payerName,
    mapping.payerAccount,
    mapping.text,
    mapping.reference,
    mapping.currency,
  ].map((heading) => textOfCell(cells(heading)));
  const said = currency?.toUpperCase() ?? '';
  const inCurrency = /^[A-Z]{3}$/.test(said) ? said : ownCurrency;
  const bookedOn = dayOf(cells(mapping.date), mapping);
  const amountCents = bookedOn === null ? null : amountOf(cells, mapping, inCurrency);
  if (bookedOn === null || amountCents === null) {
    return null;
  }
  const payer = {
    payerName: boundedName(name),
    payerAccountHash: hashOfAccount(plainAccount(account)),
    text: boundedText(text),
    reference: boundedName(reference),
  };
  return {
    account: null,
    bookedOn,
    amountCents,
    currency: inCurrency,
    ...payer,
    bankReference: null,
    identity: [payer.payerName, payer.payerAccountHash, payer.text, payer.reference],
  };
};

interface TableLines extends Pick<BankFileRead, 'ignored' | 'table'> {
  readonly lines: readonly FingerprintedLine[];
}

const fits = (rows: readonly FileRow[], mapping: CsvMapping): boolean => findHeadings(rows, headingsOf(mapping)) !== undefined;

const requireColumns = (rows: readonly FileRow[], mapping: CsvMapping): void => {
  if (!fits(rows, mapping)) {
    const name = headingsOf(mapping).find((heading) => findHeadings(rows, [heading]) === undefined) ?? mapping.date;
    throw invalid('csv', 'bankCsvColumnMissing', { name });
  }
};

/** Reads a CSV file or a workbook of any bank, by the headings of its columns. */
export const readBankTable = async ({ bytes, currency, given, usual }: BankFile): Promise<TableLines> => {
  const wanted = given?.delimiter ?? '';
  const { rows, options } = await readFile({ bytes, options: { delimiter: wanted === '' ? undefined : wanted } });
  if (given !== null) {
    requireColumns(rows, given);
  }
  const known = given ?? (usual !== null && fits(rows, usual) ? usual : null);
  const head = findHeadings(rows, known === null ? null : headingsOf(known));
  if (!head) {
    throw invalid('', 'bankCsvNoColumns');
  }
  const below = rows.filter(({ row }) => row > head.row);
  const mapping = known ?? guessMapping(head, below, options.delimiter ?? '');
  const cellOf =
    (cells: readonly Cell[]): Cells =>
    (heading) =>
      heading === null ? null : (cells[head.headings.indexOf(heading)] ?? null);
  const lines = below.flatMap(({ cells }) => lineOf(cellOf(cells), mapping, currency) ?? []);
  if (lines.length === 0 && given !== null) {
    throw invalid('csv', 'bankCsvUnread');
  }
  const headings = [...new Set(head.headings)].filter((heading) => heading !== '');
  return { lines: withFingerprints(lines), ignored: below.length - lines.length, table: { mapping, isGuessed: known === null, headings } };
};
