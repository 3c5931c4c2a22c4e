import type { CsvMapping } from '#shared/billing/schemas/bank-statement.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { guessDateOrder, readDateBy } from '#shared/lib/read-date.ts';
import { guessDecimalSign } from '#shared/lib/read-number.ts';
import type { FileRow } from '#server/commands/import/read-file-job.ts';
import { textOfCell } from '#server/commands/import/row-cells.ts';

type Column = Exclude<keyof CsvMapping, 'delimiter' | 'dateFormat' | 'decimal'>;

/** What banks write above a column, in three languages: folded, parted by `|`, what says most first. */
const WORDS: Readonly<Record<Column, string>> = {
  date: 'buchungstag|buchungsdatum|buchung|booking date|posting date|posted date|transaction date|date|datum|fecha contable|fecha operacion|fecha de operacion|fecha movimiento|fecha|completed date|valutadatum|wertstellung|valuta|value date|fecha valor',
  amount:
    'gutschrift|gutschrift in chf|haben|credit|credit amount|credits|deposit|deposits|paid in|money in|abono|abonos|ingreso|ingresos|haber|betrag|betrag eur|betrag in eur|betrag chf|amount|amount eur|amount usd|umsatz|umsatz in eur|importe|importe eur|monto',
  direction: 'soll haben|soll haben kennzeichen|s h|sh|debit credit|credit debit|dr cr|cr dr|cargo abono|debe haber',
  payerName:
    'name zahlungsbeteiligter|auftraggeber empfanger|auftraggeber empfaenger|auftraggeber begunstigter|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|zahlungspflichtiger|zahlungspflichtige r|auftraggeber|zahler|payer name|payer|counterparty name|counterparty|partner name|remitter|sender|from|ordenante|pagador|remitente|name|nombre|payee',
  payerAccount:
    'iban zahlungsbeteiligter|kontonummer iban|iban des auftraggebers|gegenkonto|counterparty iban|counterparty account|payer account|payer iban|account number of payer|cuenta ordenante|cuenta del ordenante|iban|kontonummer',
  text: 'verwendungszweck|mitteilung|mitteilung referenz|remittance information|payment details|description|concepto|descripcion|detalle|details|memo|narrative|avisierungstext|buchungsdetails|zweck|text|buchungstext|observaciones',
  reference:
    'qr referenz|zahlungsreferenz|structured reference|creditor reference|payment reference|kundenreferenz end to end|kundenreferenz|end to end referenz|reference|referenz|referencia',
  currency: 'wahrung|waehrung|currency|divisa|moneda|wrg',
};

const indexOf = (column: Column, folded: readonly string[]): number => {
  const words = WORDS[column].split('|');
  const found = words.find((word) => folded.includes(word));
  return found === undefined ? -1 : folded.indexOf(found);
};

/** Banks write a few lines about the account above the headings. */
const ROWS_ABOVE = 40;

export interface Headed {
  /** The number of the row in the sheet. */
  readonly row: number;
  readonly headings: readonly string[];
}

const headedBy = ({ row, cells }: FileRow): Headed => ({ row, headings: cells.map((cell) => textOfCell(cell).slice(0, 200)) });

/** The row of the headings: the first with these, or the first with a day and an amount. */
export const findHeadings = (rows: readonly FileRow[], wanted: readonly string[] | null): Headed | undefined =>
  rows
    .slice(0, ROWS_ABOVE)
    .map(headedBy)
    .find(({ headings }) => {
      if (wanted !== null) {
        return wanted.every((heading) => headings.includes(heading));
      }
      const folded = headings.map(foldName);
      return indexOf('date', folded) !== -1 && indexOf('amount', folded) !== -1;
    });

/** What the next export of the same payments may say otherwise: balances, running numbers, what they were sorted under. */
const PASSING =
  /^(?:(?:saldo|kontostand|balance|running balance|account balance|available balance|disponible)(?: .*)?|(?:lfd )?nr|no|numero|row|kategorie|category|categoria)$/;

/** The columns that tell a payment from others, whatever a person says is in them. */
export const lastingColumns = (headings: readonly string[]): readonly number[] =>
  headings.flatMap((heading, column) => (PASSING.test(foldName(heading)) ? [] : [column]));

const textsIn = (rows: readonly FileRow[], column: number): string[] =>
  rows.flatMap(({ cells }) => {
    const cell = cells[column] ?? null;
    return typeof cell === 'string' && cell.trim() !== '' ? [cell] : [];
  });

/** Which column holds what, as the headings and what is below them say. */
export const guessMapping = ({ headings }: Headed, rows: readonly FileRow[], delimiter: CsvMapping['delimiter']): CsvMapping => {
  const folded = headings.map(foldName);
  const headingOf = (column: Column): string | null => headings[indexOf(column, folded)] ?? null;
  const date = headingOf('date') ?? '';
  const amount = headingOf('amount') ?? '';
  const decimal = guessDecimalSign(textsIn(rows, headings.indexOf(amount))) ?? (delimiter === ';' ? ',' : '.');
  const days = textsIn(rows, headings.indexOf(date)).filter((day) => readDateBy(day, 'dmy') !== null || readDateBy(day, 'mdy') !== null);
  const named = {
    direction: headingOf('direction'),
    payerName: headingOf('payerName'),
    payerAccount: headingOf('payerAccount'),
    text: headingOf('text'),
    reference: headingOf('reference'),
    currency: headingOf('currency'),
  };
  return { delimiter, date, amount, decimal, dateFormat: guessDateOrder(days) ?? (decimal === ',' ? 'dmy' : 'mdy'), ...named };
};
