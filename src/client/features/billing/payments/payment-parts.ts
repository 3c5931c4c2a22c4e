import { type AgreedDiscount, discountFor } from '#shared/billing/receivables.ts';
import type { PaymentsInput } from '#shared/billing/schemas/receivable.ts';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';

/** A bill as it is paid. */
export interface PayableBill extends AgreedDiscount {
  readonly id: number;
  readonly label: string;
  readonly openCents: number;
  /** Fee and interest that a letter claimed, and nobody paid yet. */
  readonly chargeCents: number;
}

/** What of a payment is for one bill. */
export interface PaymentLine {
  readonly isOn: boolean;
  /** What came in, as it is typed. */
  readonly amount: string;
  /** What of it is fee and interest, as it is typed; null: as the amount says. */
  readonly charge: string | null;
  /** Whether what is left is taken off. */
  readonly takesRest: boolean;
}

/** What may be taken off a bill that is paid on this day, as was agreed. */
export const agreedFor = (bill: PayableBill, paidOn: string): number => Math.min(bill.openCents, discountFor(bill, paidOn));

/** In full, less what was agreed for that day. */
export const usualLine = (bill: PayableBill, paidOn: string): PaymentLine => {
  const agreed = agreedFor(bill, paidOn);
  return { isOn: true, amount: textOfCents(bill.openCents - agreed), charge: null, takesRest: agreed > 0 };
};

const centsIn = (text: string): number => (text.trim() === '' ? 0 : centsOfText(text));

/** What of the amount is fee and interest: what is more than open, as far as a letter claimed it, unless somebody says otherwise. */
export const chargeIn = ({ openCents, chargeCents }: PayableBill, { amount, charge }: PaymentLine): number =>
  charge === null ? Math.min(chargeCents, Math.max(0, centsIn(amount) - openCents)) || 0 : centsIn(charge);

/** What is left of a bill after the amount; 0 where it is none, or more than is open. */
export const restOf = (bill: PayableBill, line: PaymentLine): number => {
  const cents = centsIn(line.amount) - chargeIn(bill, line);
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
    const chargeCents = chargeIn(bill, line);
    const amountCents = centsIn(line.amount) - chargeCents;
    const besides = { ...(chargeCents === 0 ? {} : { chargeCents }), ...(discountCents === 0 ? {} : { discountCents }) };
    return line.isOn ? [{ bill, part: { recordId: bill.id, amountCents, ...besides } }] : [];
  });
  const isBeyond = parts.some(({ bill, part }) => (part.discountCents ?? 0) > agreedFor(bill, paidOn));
  return {
    paidOn,
    parts: parts.map(({ part }) => part),
    ...(isBeyond ? { acceptsDeduction: true } : {}),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  };
};
