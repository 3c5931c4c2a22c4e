import { type AgreedDiscount, discountFor } from '#shared/billing/receivables.ts';
import type { PaymentsInput } from '#shared/billing/schemas/receivable.ts';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';

/** A bill as it is paid. */
export interface PayableBill extends AgreedDiscount {
  readonly id: number;
  readonly label: string;
  readonly openCents: number;
}

/** What of a payment is for one bill. */
export interface PaymentLine {
  readonly isOn: boolean;
  /** As it is typed. */
  readonly amount: string;
  /** Whether what is left is taken off. */
  readonly takesRest: boolean;
}

/** What may be taken off a bill that is paid on this day, as was agreed. */
export const agreedFor = (bill: PayableBill, paidOn: string): number => Math.min(bill.openCents, discountFor(bill, paidOn));

/** In full, less what was agreed for that day. */
export const usualLine = (bill: PayableBill, paidOn: string): PaymentLine => {
  const agreed = agreedFor(bill, paidOn);
  return { isOn: true, amount: textOfCents(bill.openCents - agreed), takesRest: agreed > 0 };
};

/** What is left of a bill after the amount; 0 where it is none, or more than is open. */
export const restOf = (bill: PayableBill, { amount }: PaymentLine): number => {
  const cents = amount.trim() === '' ? 0 : centsOfText(amount);
  return Number.isInteger(cents) ? Math.max(0, bill.openCents - cents) : 0;
};

interface Paid {
  readonly paidOn: string;
  readonly note: string;
}

/** The payment of these lines, as the server takes it. */
export const paymentOf = (
  bills: readonly PayableBill[],
  lines: ReadonlyMap<number, PaymentLine>,
  { paidOn, note }: Paid,
): PaymentsInput => {
  const parts = bills.flatMap((bill) => {
    const line = lines.get(bill.id) ?? usualLine(bill, paidOn);
    const discountCents = line.takesRest ? restOf(bill, line) : 0;
    const amountCents = line.amount.trim() === '' ? 0 : centsOfText(line.amount);
    return line.isOn ? [{ bill, part: { recordId: bill.id, amountCents, ...(discountCents === 0 ? {} : { discountCents }) } }] : [];
  });
  const isBeyond = parts.some(({ bill, part }) => (part.discountCents ?? 0) > agreedFor(bill, paidOn));
  return {
    paidOn,
    parts: parts.map(({ part }) => part),
    ...(isBeyond ? { acceptsDeduction: true } : {}),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  };
};
