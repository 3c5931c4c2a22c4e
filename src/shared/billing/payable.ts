import type { BillingDocument, DocumentPayment } from '#shared/billing/document.ts';
import { partiesOf } from '#shared/billing/parties.ts';
import { creditorReference, qrReference } from '#shared/billing/payment-references.ts';
import type { BillingContent, BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { ibanCountry, isQrIban } from '#shared/domain/iban.ts';

/** What one must know of a bill to pay it. */
export type Payable = Pick<BillingDocument, 'number' | 'currency' | 'seller' | 'buyer' | 'payment' | 'openCents'>;

const SWISS = new Set<string | null>(['CH', 'LI']);

type Payment = NonNullable<BillingContent['payment']>;

const hasQrIban = ({ qrIban }: Payment): boolean => qrIban !== null && isQrIban(qrIban);

/** Swiss banks read references alone: without a QR reference a creditor reference, whatever the organization wishes. */
export const referenceOf = (payment: Payment, bill: Pick<BillingRecord, 'label' | 'year' | 'number'>): string => {
  const isSwiss = SWISS.has(ibanCountry(payment.account ?? ''));
  return hasQrIban(payment) ? qrReference(bill) : payment.hasReference || isSwiss ? creditorReference(bill) : bill.label;
};

const paymentOf = ({ content: { payment }, ...record }: BillingRecord): DocumentPayment | null => {
  if (payment === undefined) {
    return null;
  }
  const { hasReference, ...rest } = payment;
  return { ...rest, reference: referenceOf({ ...rest, hasReference }, record) };
};

/** Signs of a reference in words. */
const MOST_SIGNS = 140;

/** As many of these numbers as fit. */
const numbersOf = (labels: readonly string[]): string =>
  labels.reduce((text, label) => (text === '' ? label : text.length + label.length + 2 <= MOST_SIGNS ? `${text}, ${label}` : text), '');

/**
 * Where several bills are paid to at once, or one whose reference is known. Of several the numbers are named, and an account that takes QR
 * references alone cannot be used.
 */
export const paymentOfBills = (
  { hasReference: _hasReference, ...payment }: Payment,
  labels: readonly string[],
  reference: string | undefined,
): DocumentPayment => (reference === undefined ? { ...payment, qrIban: null, reference: numbersOf(labels) } : { ...payment, reference });

/** What is still to be paid of a bill; nothing of one that was voided, or that is none. */
const openOf = ({ kind, reversedById, grossCents, paidCents }: BillingRecord): number =>
  (kind === 'bill' || kind === 'deposit') && reversedById === null ? Math.max(0, grossCents - paidCents) : 0;

/** A record as its customer pays it. */
export const payableOf = (record: BillingRecord): Payable => ({
  number: record.label,
  currency: record.currency,
  ...partiesOf(record.content),
  payment: paymentOf(record),
  openCents: openOf(record),
});
