import type { BillingDocument } from '#shared/billing/document.ts';
import { multiplied, netLines, plainAmount } from '#shared/billing/net-lines.ts';
import { describe } from './csv-cells.ts';

/** The company file's names for its accounts and the item of each line. */
export interface IifNames {
  readonly receivable: string;
  readonly income: string;
  readonly taxAccount: string;
  readonly taxItem: string;
  readonly taxAgency: string;
}
const DEFAULTS: IifNames = {
  receivable: 'Accounts Receivable',
  income: 'Sales',
  taxAccount: 'Sales Tax Payable',
  taxItem: 'Sales Tax',
  taxAgency: 'Tax Agency',
};

const HEAD = [
  [
    '!TRNS',
    'TRNSTYPE',
    'DATE',
    'ACCNT',
    'NAME',
    'AMOUNT',
    'DOCNUM',
    'MEMO',
    'TOPRINT',
    'ADDR1',
    'ADDR2',
    'ADDR3',
    'ADDR4',
    'ADDR5',
    'DUEDATE',
  ],
  ['!SPL', 'TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO', 'QNTY', 'PRICE', 'INVITEM', 'TAXABLE', 'EXTRA'],
  ['!ENDTRNS'],
];

const PRICE_DECIMALS = 5;

/** The format has no way to write tabs, line ends or quotes within a field, and the program refuses semicolons. */
const field = (text: string): string =>
  text
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll('"', "'")
    .replaceAll(';', ',');

/** As Intuit's reference says: always MM/DD/YY. */
const date = (text: string): string => {
  const [year = '', month, day] = text.split('-');
  return `${month}/${day}/${year.slice(-2)}`;
};

const negated = (number: string): string => (Number(number) === 0 ? number : number.startsWith('-') ? number.slice(1) : `-${number}`);

const transaction = (document: BillingDocument, names: IifNames): string[][] => {
  const type = document.grossCents < 0 ? 'CREDIT MEMO' : 'INVOICE';
  const { buyer, number } = document;
  const day = date(document.issuedOn);
  const address = [0, 1, 2, 3].map((place) => buyer.addressLines[place] ?? '');
  const head = [
    'TRNS',
    type,
    day,
    names.receivable,
    buyer.name,
    plainAmount(document.grossCents),
    number,
    document.jobNames.join('; '),
    'N',
    buyer.name,
    ...address,
    // Bills and invoices only.
    type === 'INVOICE' ? date(document.dueOn ?? document.issuedOn) : '',
  ];
  const lines = netLines(document).map((each) => {
    const { quantity, price, isOwn } = multiplied(each, PRICE_DECIMALS);
    const { line, netCents } = each;
    return [
      'SPL',
      type,
      day,
      names.income,
      '',
      plainAmount(0 - netCents),
      number,
      describe(line, isOwn, document),
      negated(quantity),
      price,
      line.serviceName ?? line.text,
      line.taxPercent === '0' ? 'N' : 'Y',
      '',
    ];
  });
  // QuickBooks takes the last line of a sale for its tax, even if it is zero.
  const tax = [
    'SPL',
    type,
    day,
    names.taxAccount,
    names.taxAgency,
    plainAmount(0 - document.taxCents),
    number,
    '',
    '',
    '',
    names.taxItem,
    'N',
    'AUTOSTAX',
  ];
  return [head, ...lines, tax, ['ENDTRNS']];
};

/** The characters of Windows-1252 from 0x80 on; a space where there is none. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const FIRST_HIGH = 0x80;

const byteOf = (letter = ''): number | undefined => {
  const code = letter.codePointAt(0) ?? Infinity;
  const isSame = code < FIRST_HIGH || (code >= FIRST_HIGH + HIGH.length && code <= 0xff);
  const place = HIGH.indexOf(letter);
  return isSame ? code : place < 0 ? undefined : FIRST_HIGH + place;
};

/** The text as Windows-1252. Characters it does not have lose their accents, or become a question mark. */
export const windowsBytes = (text: string): Buffer =>
  Buffer.from(Array.from(text.normalize('NFC'), (letter) => byteOf(letter) ?? byteOf(letter.normalize('NFD')[0]) ?? 0x3f));

/**
 * Transactions for QuickBooks Desktop: what a customer owes is a debit, lines and tax are credits, and each transaction adds up to zero.
 */
export const toIif = (documents: readonly BillingDocument[], names: Partial<IifNames> = {}): string =>
  [...HEAD, ...documents.flatMap((document) => transaction(document, { ...DEFAULTS, ...names }))]
    .map((row) => `${row.map(field).join('\t')}\r\n`)
    .join('');
