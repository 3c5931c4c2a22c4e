import { plainAmount } from '#shared/billing/net-lines.ts';
import type { Payable } from '#shared/billing/payable.ts';
import { swissBillOf, swissPayload } from '#shared/billing/swiss-bill.ts';
import { withinSigns } from '#shared/billing/within-signs.ts';
import { isCreditorReference } from '#shared/billing/payment-references.ts';
import { compactIban, ibanCountry } from '#shared/domain/iban.ts';

/** What a banking app reads from the code on a bill: `epc` (EPC069-12, version 002), or `swiss` (SPC 0200). */
export interface PayCode {
  readonly kind: 'epc' | 'swiss';
  readonly text: string;
}

/** Whose accounts take SEPA transfers, by the country of their IBAN (EPC409-09). */
const SEPA = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
);

/** 999,999,999.99 */
const MOST_CENTS = 99_999_999_999;
const MOST_BYTES = 331;

const bytesOf = (sign: string): number => {
  const point = sign.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
};

/** In UTF-8. */
const bytesIn = (text: string): number => Array.from(text).reduce((sum, sign) => sum + bytesOf(sign), 0);

interface Transfer {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly cents: number;
  /** A creditor reference, else any words. */
  readonly reference: string;
}

/**
 * The text of a 'GiroCode' (EPC069-12, version 002, UTF-8). Its twelfth line, for the payer's eyes, is left empty. A long name in letters
 * of many bytes is cut, so that the code has no more bytes than it may.
 */
export const epcPayload = ({ name, iban, bic, cents, reference }: Transfer): string => {
  const isStructured = isCreditorReference(reference);
  const [structured, words] = isStructured ? [reference, ''] : ['', withinSigns(reference, 140)];
  const amount = `EUR${plainAmount(cents)}`;
  const write = (called: string): string =>
    ['BCD', '002', '1', 'SCT', bic ?? '', called, compactIban(iban), amount, '', structured, words, ''].join('\n');
  const signs = Array.from(withinSigns(name, 70));
  while (signs.length > 1 && bytesIn(write(signs.join(''))) > MOST_BYTES) {
    signs.pop();
  }
  return write(signs.join(''));
};

/** The BIC, if that is what stands in the field. */
const bicOf = (code: string | null): string | null => {
  const compact = (code ?? '').replaceAll(/\s/g, '').toUpperCase();
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(compact) ? compact : null;
};

/** The code to pay what is open of a bill; null if nothing is, or if there is no usual one for its currency and account. */
export const payCodeOf = (bill: Payable): PayCode | null => {
  const { payment, currency, openCents: cents, seller } = bill;
  if (payment === null || payment.account === null || cents <= 0 || cents > MOST_CENTS) {
    return null;
  }
  const swiss = swissBillOf(bill);
  if (swiss !== null) {
    return { kind: 'swiss', text: swissPayload(swiss) };
  }
  const { account: iban, code, holder, reference } = payment;
  return currency === 'EUR' && SEPA.has(ibanCountry(iban) ?? '')
    ? { kind: 'epc', text: epcPayload({ name: holder ?? seller.name, iban, bic: bicOf(code), cents, reference }) }
    : null;
};
