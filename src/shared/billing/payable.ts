import type { BillingDocument, DocumentPayment } from '#shared/billing/document.ts';
import { partiesOf } from '#shared/billing/parties.ts';
import { creditorReference, qrReference } from '#shared/billing/payment-references.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { ibanCountry, isQrIban } from '#shared/domain/iban.ts';

/** What one must know of a bill to pay it. */
export type Payable = Pick<BillingDocument, 'number' | 'currency' | 'seller' | 'buyer' | 'payment' | 'openCents'>;

const SWISS = new Set<string | null>(['CH', 'LI']);

/** Swiss banks read references alone: without a QR reference a creditor reference, whatever the organization wishes. */
const paymentOf = ({ content: { payment }, ...record }: BillingRecord): DocumentPayment | null => {
  if (payment === undefined) {
    return null;
  }
  const { hasReference, ...rest } = payment;
  const hasQrIban = payment.qrIban !== null && isQrIban(payment.qrIban);
  const isSwiss = SWISS.has(ibanCountry(payment.account ?? ''));
  const reference = hasQrIban ? qrReference(record) : hasReference || isSwiss ? creditorReference(record) : record.label;
  return { ...rest, reference };
};

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
