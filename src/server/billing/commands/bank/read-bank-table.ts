import type { CsvMapping } from '#shared/billing/schemas/bank-statement.ts';
import type { Cell } from '#shared/domain/import.ts';
import { dateOfSerial, readDateBy } from '#shared/lib/read-date.ts';
import { readNumberBy } from '#shared/lib/read-number.ts';
import { invalid } from '#shared/lib/errors.ts';
import type { FileRow } from '#server/commands/import/read-file-job.ts';
import { readFile } from '#server/commands/import/read-file.ts';
import { textOfCell } from '#server/commands/import/row-cells.ts';
import { directionIn } from './direction.ts';
import { findHeadings, guessMapping, type Headed, lastingColumns } from './guess-mapping.ts';
import { boundedName, boundedText, hashOfAccount, type IdentifiedLine, plainAccount, withFingerprints } from './line-parts.ts';
import type { BankFile, BankFileRead, FingerprintedLine, ReadLine } from './read-bank-file-job.ts';

/** Larger amounts are slips, or no amounts. */
const MOST = 1e13;

const headingsOf = ({ date, amount, direction, payerName, payerAccount, text, reference, currency }: CsvMapping): string[] =>
  [date, amount, direction, payerName, payerAccount, text, reference, currency].filter((heading) => heading !== null);

/** The cells of a row by the headings above them. */
type Cells = (heading: string | null) => Cell;

const dayOf = (cell: Cell, { dateFormat }: CsvMapping): string | null =>
  typeof cell === 'number' ? dateOfSerial(cell) : readDateBy(textOfCell(cell), dateFormat);

/** Null: there is none, or its sign says that it is paid out. */
const amountOf = (cells: Cells, { amount, decimal }: CsvMapping, currency: string): number | null => {
  const cell = cells(amount);
  const value = typeof cell === 'number' ? cell : readNumberBy(textOfCell(cell), decimal);
  if (value === null || value <= 0 || value > MOST) {
    return null;
  }
  const cents = Math.round(value * 100);
  if (Math.abs(value * 100 - cents) > 0.001) {
    throw invalid('', 'bankAmountTooFine', { amount: textOfCell(cell), currency });
  }
  return cents === 0 ? null : cents;
};

const lineOf = (cells: Cells, mapping: CsvMapping, ownCurrency: string): ReadLine | null => {
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
  return {
    account: null,
    bookedOn,
    amountCents,
    currency: inCurrency,
    payerName: boundedName(name),
    payerAccountHash: hashOfAccount(plainAccount(account)),
    text: boundedText(text),
    reference: boundedName(reference),
    bankReference: null,
  };
};

type Unclear = NonNullable<BankFileRead['table']>['unclear'];

/** Words that are shown of a column, and letters of each. */
const [WORDS_SHOWN, WORD_SHOWN] = [5, 40];

/** The payments of rows, and those of which nobody knows whether they came in. */
const linesIn = (
  rows: readonly FileRow[],
  { headings }: Headed,
  mapping: CsvMapping,
  currency: string,
): { readonly lines: readonly IdentifiedLine[]; readonly unclear: Unclear } => {
  const lasting = lastingColumns(headings);
  const lines: IdentifiedLine[] = [];
  const unclear: string[] = [];
  for (const { cells } of rows) {
    const cellOf: Cells = (heading) => (heading === null ? null : (cells[headings.indexOf(heading)] ?? null));
    const said = textOfCell(cellOf(mapping.direction));
    const direction = mapping.direction === null ? 'in' : directionIn(said, mapping.direction);
    const line = direction === 'out' ? null : lineOf(cellOf, mapping, currency);
    if (line !== null && direction === 'in') {
      lines.push({ ...line, identity: lasting.map((column) => textOfCell(cells[column])) });
    } else if (line !== null) {
      unclear.push(said.slice(0, WORD_SHOWN));
    }
  }
  return { lines, unclear: { rows: unclear.length, words: [...new Set(unclear)].slice(0, WORDS_SHOWN) } };
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
  const { lines, unclear } = linesIn(below, head, mapping, currency);
  if (lines.length === 0 && given !== null) {
    throw unclear.rows > 0
      ? invalid('csv', 'bankCsvUnclear', { name: mapping.direction ?? '', words: unclear.words.map((word) => word || '""').join(', ') })
      : invalid('csv', 'bankCsvUnread');
  }
  const headings = [...new Set(head.headings)].filter((heading) => heading !== '');
  return {
    lines: withFingerprints(lines),
    ignored: below.length - lines.length - unclear.rows,
    table: { mapping, isGuessed: known === null, headings, unclear },
  };
};
