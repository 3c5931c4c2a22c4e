import type { BillingDocument, DocumentLine } from '#shared/billing/document.ts';
import { multiplied, type NetLine, netLines, plainAmount } from '#shared/billing/net-lines.ts';
import { oppositeSentence } from '#shared/billing/sentences.ts';
import type { Basis } from '#shared/billing/schemas/rate.ts';
import { decimal } from '#shared/lib/decimal.ts';
import { textOf } from '#shared/lib/decimal-text.ts';
import { refusal } from '#shared/lib/errors.ts';
import { describe } from './csv-cells.ts';
import { buyerParty, type EParty, sellerParty } from './einvoice-party.ts';
import { missingForEInvoice } from './einvoice-missing.ts';
import type { Profile } from './einvoice-profile.ts';
import { type EPayment, noteOf, paymentOf, termsOf } from './einvoice-payment.ts';
import { DOCUMENT_WORDS } from './words.ts';

/** BT-24. */
const GUIDELINES: Readonly<Record<Profile, string>> = {
  core: 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
};

/** UNCL 5305, with `Z` for a rate of zero without a reason. */
export type ECategory = 'S' | 'Z' | 'E' | 'AE' | 'O';

interface ETaxed {
  readonly category: ECategory;
  /** Null: what is outside of the tax has no rate. */
  readonly percent: string | null;
}

export interface ELine extends ETaxed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly price: string;
  readonly net: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface EAllowance extends ETaxed {
  readonly isCharge: boolean;
  readonly reason: string;
  readonly amount: string;
}

/** A part of the breakdown by tax rate (BG-23). */
export interface ETax {
  readonly category: ECategory;
  readonly percent: string;
  readonly taxable: string;
  readonly tax: string;
  readonly reasonCode: string | null;
  readonly reason: string | null;
}

/**
 * An invoice in the terms of EN 16931, whichever syntax it is written in. Amounts are decimals with a point. A credit note has amounts above
 * zero.
 */
export interface EInvoice {
  readonly guideline: string;
  readonly process: string;
  readonly isCredit: boolean;
  readonly typeCode: string;
  readonly number: string;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly note: string | null;
  readonly currency: string;
  readonly buyerReference: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly preceding: BillingDocument['preceding'];
  readonly seller: EParty;
  readonly buyer: EParty;
  readonly payment: EPayment | null;
  readonly terms: string | null;
  readonly allowances: readonly EAllowance[];
  readonly taxes: readonly ETax[];
  readonly lines: readonly ELine[];
  readonly totals: {
    readonly lines: string;
    readonly allowances: string | null;
    readonly charges: string | null;
    readonly net: string;
    readonly tax: string;
    readonly gross: string;
    readonly payable: string;
  };
}

/** UN/ECE Recommendation 20; `C62` means one of anything. */
const unitCode = (basis: Basis | null, { units }: BillingDocument): string => {
  const isUs = units === 'us';
  switch (basis) {
    case 'hour':
    case 'billableHour':
      return 'HUR';
    case 'acre':
      return 'ACR';
    case 'hectare':
      // Square hectometre: of hectares (`HAR`) the published list says no longer anything.
      return 'H18';
    case 'mile':
      return 'SMI';
    case 'kilometre':
      return 'KMT';
    case 'ton':
      return isUs ? 'STN' : 'TNE';
    case 'fuel':
      return isUs ? 'GLL' : 'LTR';
    default:
      return 'C62';
  }
};

const categoryOf = (percent: string, { taxPosition }: BillingDocument): ECategory => {
  if (Number(percent) !== 0) {
    return 'S';
  }
  return taxPosition === null || taxPosition.category === 'S' ? 'Z' : taxPosition.category;
};

const taxedAs = (percent: string, document: BillingDocument): ETaxed => {
  const category = categoryOf(percent, document);
  return { category, percent: category === 'O' ? null : percent };
};

/** Prices may not be below zero (BR-27): a deduction is a negative quantity. */
const signed = (quantity: string, price: string): { quantity: string; price: string } =>
  price.startsWith('-')
    ? { quantity: textOf(decimal(quantity.startsWith('-') ? quantity.slice(1) : `-${quantity}`)), price: price.slice(1) }
    : { quantity, price };

/** Lines of several jobs, and of two machines' own rates, are told apart by their names alone. */
const nameOf = ({ serviceName, text, kind, jobName, rateMachineName }: DocumentLine): string =>
  [serviceName ?? (text || kind), jobName, rateMachineName].filter((part) => part !== null).join(', ');

const lineOf = (each: NetLine, place: number, document: BillingDocument): ELine => {
  const own = multiplied(each, 6);
  const { line, netCents } = each;
  return {
    id: String(place + 1),
    name: nameOf(line),
    description: describe(line, own.isOwn, document),
    ...signed(own.quantity, own.price),
    unit: own.isOwn ? unitCode(line.basis, document) : 'C62',
    net: plainAmount(netCents),
    from: line.from,
    to: line.to,
    ...taxedAs(line.taxPercent, document),
  };
};

const allowanceOf = ({ line, netCents }: NetLine, document: BillingDocument): EAllowance => ({
  isCharge: netCents > 0,
  reason: line.text === '' ? DOCUMENT_WORDS[document.language].discount : line.text,
  amount: plainAmount(Math.abs(netCents)),
  ...taxedAs(line.taxPercent, document),
});

const add = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

/** One for each rate: prices with and without tax are grouped (BR-S-08). */
const taxesOf = (document: BillingDocument): ETax[] =>
  [...new Set(document.taxes.map(({ taxPercent }) => taxPercent))].map((percent) => {
    const found = document.taxes.filter(({ taxPercent }) => taxPercent === percent);
    const category = categoryOf(percent, document);
    const hasReason = category !== 'S' && category !== 'Z';
    const reason = document.taxNotes.join(' ');
    return {
      category,
      percent,
      taxable: plainAmount(add(found.map(({ cents, taxCents, taxIncluded }) => (taxIncluded ? cents - taxCents : cents)))),
      tax: plainAmount(add(found.map(({ taxCents }) => taxCents))),
      reasonCode: hasReason ? (document.taxPosition?.reasonCode ?? null) : null,
      reason: hasReason && reason !== '' ? reason : null,
    };
  });

const totalsOf = (document: BillingDocument, lines: readonly NetLine[], discounts: readonly NetLine[]): EInvoice['totals'] => {
  const netOf = (each: readonly NetLine[]): number => add(each.map(({ netCents }) => netCents));
  const [taken, added] = [discounts.filter(({ netCents }) => netCents <= 0), discounts.filter(({ netCents }) => netCents > 0)];
  return {
    lines: plainAmount(netOf(lines)),
    allowances: taken.length === 0 ? null : plainAmount(0 - netOf(taken)),
    charges: added.length === 0 ? null : plainAmount(netOf(added)),
    net: plainAmount(document.netCents),
    tax: plainAmount(document.taxCents),
    gross: plainAmount(document.grossCents),
    payable: plainAmount(document.grossCents),
  };
};

const opposite = (number: number): number => 0 - number;
const oppositeText = (quantity: string | null): string | null =>
  quantity === null ? null : textOf({ ...decimal(quantity), digits: -decimal(quantity).digits });

/** A credit note has amounts above zero. */
const credited = (document: BillingDocument): BillingDocument => ({
  ...document,
  lines: document.lines.map((line) => ({
    ...line,
    quantity: oppositeText(line.quantity),
    cents: opposite(line.cents),
    calculation: line.calculation.map(oppositeSentence),
  })),
  taxes: document.taxes.map((tax) => ({ ...tax, cents: opposite(tax.cents), taxCents: opposite(tax.taxCents) })),
  netCents: opposite(document.netCents),
  taxCents: opposite(document.taxCents),
  grossCents: opposite(document.grossCents),
});

/** Whether it gives back what was billed, and so is a credit note; what takes back a credit note is an invoice again. */
const isCreditNote = ({ kind, grossCents }: BillingDocument): boolean => (kind === 'reversal' || kind === 'credit') && grossCents <= 0;

/** UNCL 1001. XRechnung has no code for a payment in advance: there it is a partial invoice. */
const typeOf = ({ kind }: BillingDocument, isCredit: boolean, profile: Profile): string => {
  if (isCredit) {
    return '381';
  }
  return kind === 'deposit' ? (profile === 'xrechnung' ? '326' : '386') : '380';
};

/** The document as an e-invoice. Refused with a list of what is missing. */
export const eInvoiceOf = (given: BillingDocument, profile: Profile): EInvoice => {
  const missing = missingForEInvoice(given, profile);
  if (missing.length > 0) {
    throw refusal('conflict', 'eInvoiceLacks', { missing });
  }
  const isCredit = isCreditNote(given);
  const document = isCredit ? credited(given) : given;
  const all = netLines(document);
  const lines = all.filter(({ line }) => line.kind !== 'discount');
  const discounts = all.filter(({ line }) => line.kind === 'discount');
  return {
    guideline: GUIDELINES[profile],
    process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    isCredit,
    typeCode: typeOf(document, isCredit, profile),
    number: document.number,
    issuedOn: document.issuedOn,
    dueOn: document.dueOn ?? document.issuedOn,
    note: noteOf(document),
    currency: document.currency,
    buyerReference: document.buyer.reference ?? document.buyer.number,
    from: document.from,
    to: document.to,
    preceding: document.preceding,
    seller: sellerParty(document),
    buyer: buyerParty(document),
    payment: paymentOf(document, isCredit),
    terms: termsOf(document, { isCredit, isCoded: profile === 'xrechnung' }),
    allowances: discounts.map((each) => allowanceOf(each, document)),
    taxes: taxesOf(document),
    lines: lines.map((each, place) => lineOf(each, place, document)),
    totals: totalsOf(document, lines, discounts),
  };
};
