import { remainderOf } from '#shared/domain/iban.ts';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';

type Numbered = Pick<BillingHead, 'label' | 'year' | 'number'>;

/** A reference holds 25 characters at most, the first four of which are `RF` and the check digits (ISO 11649). */
const LONGEST = 21;

/** The creditor reference of a text of letters and digits: `539007547034` is `RF18539007547034` (ISO 11649). */
export const toCreditorReference = (text: string): string => `RF${String(98 - remainderOf(`RF00${text}`)).padStart(2, '0')}${text}`;

/** The creditor reference of a bill: its number without hyphens, where letters and digits of English can say it. */
export const creditorReference = ({ label, year, number }: Numbered): string => {
  const compact = label.replaceAll(/[-/._]/g, '').toUpperCase();
  return toCreditorReference(/^[A-Z0-9]+$/.test(compact) && compact.length <= LONGEST ? compact : `${year}${number}`);
};

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

/** The check digit of a QR reference (modulo 10, recursive; Swiss Implementation Guidelines QR-bill, annex B). */
export const qrCheckDigit = (digits: string): number =>
  (10 - Array.from(digits).reduce((carry: number, digit) => CARRIES[(carry + Number(digit)) % 10] ?? 0, 0)) % 10;

/** The QR reference of a bill: 26 digits and a check digit. The number has eight digits at most. */
export const qrReference = ({ year, number }: Numbered): string => {
  const digits = `${year}${String(number).padStart(8, '0')}`.padStart(26, '0');
  return `${digits}${qrCheckDigit(digits)}`;
};

/** Whether it looks like a creditor reference. */
export const isCreditorReference = (reference: string): boolean => /^RF\d{2}[A-Z0-9]{1,21}$/.test(reference);

export const isQrReference = (reference: string): boolean => /^\d{27}$/.test(reference);

/** References in groups, as they are printed: four characters, or five digits from the right; other words as they are. */
export const formatReference = (reference: string): string => {
  if (isCreditorReference(reference)) {
    return (reference.match(/.{1,4}/g) ?? []).join(' ');
  }
  return isQrReference(reference) ? [reference.slice(0, 2), ...(reference.slice(2).match(/.{5}/g) ?? [])].join(' ') : reference;
};
