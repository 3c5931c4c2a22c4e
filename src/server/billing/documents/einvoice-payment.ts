import type { BillingDocument, DocumentTerms } from '#shared/billing/document.ts';
import { compactIban, isIban } from '#shared/domain/iban.ts';
import { writtenFor } from './numbers.ts';
import { filled, correctionWords } from './words.ts';

/** How it is paid (BG-16). */
export interface EPayment {
  /** UNCL 4461. */
  readonly code: string;
  readonly reference: string | null;
  readonly account: string | null;
  readonly isIban: boolean;
  readonly holder: string | null;
  readonly bic: string | null;
}

const UNKNOWN: EPayment = { code: '1', reference: null, account: null, isIban: false, holder: null, bic: null };
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** A transfer, by SEPA where it can be; a credit note is settled in any way. */
export const paymentOf = ({ payment, currency }: BillingDocument, isCredit: boolean): EPayment | null => {
  if (isCredit) {
    return UNKNOWN;
  }
  if (payment === null || payment.account === null) {
    return null;
  }
  const { account, holder, code } = payment;
  const isOfBank = isIban(account);
  const bic = code === null ? null : code.replaceAll(' ', '').toUpperCase();
  return {
    code: isOfBank && currency === 'EUR' ? '58' : '30',
    reference: payment.reference,
    account: isOfBank ? compactIban(account) : account,
    isIban: isOfBank,
    holder,
    bic: bic !== null && BIC.test(bic) ? bic : null,
  };
};

const DISCOUNT = {
  en: '{percent}% discount if paid by {date}.',
  de: '{percent} % Skonto bei Zahlung bis {date}.',
  es: '{percent} % de descuento por pronto pago hasta el {date}.',
} as const;

/** As XRechnung writes a cash discount, so that programs read it (BR-DE-18). */
const coded = (days: number, percent: string): string => `#SKONTO#TAGE=${days}#PROZENT=${Number(percent).toFixed(2)}#\n`;

const discountOf = ({ discountPercent, discountDays, discountUntil }: DocumentTerms, document: BillingDocument, isCoded: boolean) => {
  if (discountPercent === null || discountDays === null || discountUntil === null) {
    return null;
  }
  const written = writtenFor(document);
  const values = { percent: written.number(discountPercent), date: written.day(discountUntil) };
  return isCoded ? coded(discountDays, discountPercent) : filled(DISCOUNT[document.language], values);
};

/** Terms of payment in words (BT-20). Releases of the rules differ on whether a credit note needs them (BR-CO-25): it has them. */
export const termsOf = (
  document: BillingDocument,
  { isCredit, isCoded }: { readonly isCredit: boolean; readonly isCoded: boolean },
): string | null => {
  const { preceding, terms } = document;
  if (preceding !== null) {
    return correctionWords(document, preceding);
  }
  return isCredit || terms === null ? null : discountOf(terms, document, isCoded);
};

/** Text between two # at the beginning is taken for a code (BR-CL-08). What is said of a tax that is billed has no other place. */
export const noteOf = ({ notes, taxNotes, taxPosition }: BillingDocument): string | null => {
  const said = [notes, ...(taxPosition?.category === 'S' ? taxNotes : [])].filter((each) => each !== null && each !== '');
  return said.length === 0 ? null : said.join('\n').replaceAll('#', '№');
};
