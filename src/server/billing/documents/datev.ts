import type { BillingDocument } from '#shared/billing/document.ts';
import type { DatevChart } from '#shared/billing/schemas/invoice-export.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import { refusal } from '#shared/lib/errors.ts';
import { isVatNumber } from './einvoice-party.ts';
import { DATEV_COLUMNS } from './datev-columns.ts';

/** Whose books these are at the tax adviser's. */
export interface DatevNames {
  /** The adviser's number, and that of the client there. */
  readonly consultant: number;
  readonly client: number;
  readonly chart: DatevChart;
  /** When the file is made. */
  readonly at: Date;
}

/** What a sale is to the tax, as the charts tell it apart. */
type Sale = '19' | '7' | 'smallBusiness' | 'exempt' | 'reverseCharge' | 'reverseChargeAbroad' | 'abroad' | 'farmFlatRate';

/** Revenue accounts; those of 19 and 7 % compute the tax themselves, so no row has a tax key. */
const ACCOUNTS: Readonly<Record<DatevChart, Readonly<Record<Sale, number>>>> = {
  '03': {
    '19': 8400,
    '7': 8300,
    smallBusiness: 8195,
    exempt: 8100,
    reverseCharge: 8337,
    reverseChargeAbroad: 8336,
    abroad: 8338,
    farmFlatRate: 8190,
  },
  '04': {
    '19': 4400,
    '7': 4300,
    smallBusiness: 4185,
    exempt: 4100,
    reverseCharge: 4337,
    reverseChargeAbroad: 4336,
    abroad: 4338,
    farmFlatRate: 4180,
  },
};
/** The account of customers who have none of their own. */
const COLLECTIVE = '10000';
const OWN_ACCOUNT = /^[1-6]\d{4}$/;

/** Undefined: DATEV has no account for it here. */
const saleOf = (percent: string, { seller, buyer, taxPosition }: BillingDocument): Sale | undefined => {
  if (seller.taxScheme === 'farmFlatRate' && taxPosition?.category === 'S') {
    return 'farmFlatRate';
  }
  if (percent === '19' || percent === '7') {
    return percent;
  }
  if (Number(percent) !== 0) {
    return undefined;
  }
  switch (taxPosition?.category) {
    case 'AE':
      return seller.country === buyer.country ? 'reverseCharge' : 'reverseChargeAbroad';
    case 'O':
      return 'abroad';
    default:
      return seller.taxScheme === 'smallBusiness' ? 'smallBusiness' : 'exempt';
  }
};

const text = (value: string, most: number): string =>
  `"${value
    .replaceAll(/[\p{Cc}]+/gu, ' ')
    .slice(0, most)
    .replaceAll('"', '""')}"`;
const day = (date: string): string => date.replaceAll('-', '');
const DAY_MONTH = /^\d{4}-(\d{2})-(\d{2})$/;
const dayMonth = (date: string): string => date.replace(DAY_MONTH, '$2$1');
const dayMonthYear = (date: string): string => `${dayMonth(date)}${date.slice(0, 4)}`;

/** Only these characters may be in the number of a bill. */
const plainNumber = (label: string): string =>
  label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9$&%*+\-/_]/g, '-');

const bookingTextOf = ({ openItem, number, buyer }: BillingDocument): string =>
  openItem === number ? buyer.name : `${number} ${buyer.name}`;

const vatNumberOf = ({ seller, buyer, taxPosition }: BillingDocument): string =>
  taxPosition?.category === 'AE' && seller.country !== buyer.country && isVatNumber(buyer.taxNumber) ? buyer.taxNumber : '';

/** Columns whose text is in quotes, also if there is none. */
const isText = (name: string): boolean => DATEV_COLUMNS.some((column) => column.name === name && column.isText);

const rowOf = (document: BillingDocument, percent: string, cents: number, chart: DatevChart): string => {
  const sale = saleOf(percent, document);
  if (sale === undefined || document.currency !== 'EUR') {
    throw refusal('conflict', 'datevCannot', { bill: document.number });
  }
  const { buyer, issuedOn, dueOn } = document;
  const account = OWN_ACCOUNT.test(buyer.number ?? '') ? (buyer.number ?? COLLECTIVE) : COLLECTIVE;
  const values: Readonly<Record<string, string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': plainAmount(Math.abs(cents)).replace('.', ','),
    'Soll/Haben-Kennzeichen': text(cents < 0 ? 'H' : 'S', 1),
    'WKZ Umsatz': text('EUR', 3),
    Konto: account,
    'Gegenkonto (ohne BU-Schlüssel)': String(ACCOUNTS[chart][sale]),
    Belegdatum: dayMonth(issuedOn),
    // What takes a bill back has the bill's number, so that DATEV settles both.
    'Belegfeld 1': text(plainNumber(document.openItem), 36),
    Buchungstext: text(bookingTextOf(document), 60),
    'EU-Land u. UStID (Bestimmung)': text(vatNumberOf(document).replaceAll(' ', ''), 15),
    Festschreibung: '0',
    Fälligkeit: dueOn === null ? '' : dayMonthYear(dueOn),
  };
  return DATEV_COLUMNS.map(({ name }) => values[name] ?? (isText(name) ? '""' : '')).join(';');
};

/** A row for each rate of tax, with the tax in it; an amount of nothing is no booking. */
const rowsOf = (document: BillingDocument, chart: DatevChart): string[] => {
  const percents = [...new Set(document.taxes.map(({ taxPercent }) => taxPercent))];
  return percents.flatMap((percent) => {
    const found = document.taxes.filter(({ taxPercent }) => taxPercent === percent);
    const cents = found.reduce((sum, each) => sum + each.cents + (each.taxIncluded ? 0 : each.taxCents), 0);
    return cents === 0 ? [] : rowOf(document, percent, cents, chart);
  });
};

const headOf = (documents: readonly BillingDocument[], { consultant, client, chart, at }: DatevNames): string => {
  const made = at.toISOString().replaceAll(/\D/g, '');
  const days = documents.map(({ issuedOn }) => issuedOn).toSorted();
  const [from, to] = [days[0] ?? at.toISOString().slice(0, 10), days.at(-1) ?? at.toISOString().slice(0, 10)];
  if (from.slice(0, 4) !== to.slice(0, 4)) {
    throw refusal('conflict', 'datevOneYear');
  }
  const name = text(`Rechnungen ${from}`, 30);
  const whose = [consultant, client, `${from.slice(0, 4)}0101`, 4, day(from), day(to), name, '""', 1, 0, 0, '"EUR"'];
  const kind = ['"EXTF"', 700, 21, '"Buchungsstapel"', 13, made, '', '"RE"', '""', '""'];
  return [...kind, ...whose, '', '""', '', '', `"${chart}"`, '', '', '""', '""'].join(';');
};

/**
 * Bills as bookings for DATEV ('Buchungsstapel', EXTF 700). Refused for bills that are not in euros, have a rate that German law does not
 * have, or are of two years.
 */
export const toDatev = (documents: readonly BillingDocument[], names: DatevNames): string =>
  [headOf(documents, names), DATEV_COLUMNS.map(({ name }) => name).join(';'), ...documents.flatMap((each) => rowsOf(each, names.chart))]
    .map((line) => `${line}\r\n`)
    .join('');
