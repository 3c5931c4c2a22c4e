import { chargeOf, type LetterCharge, withoutCharge } from '#shared/billing/letter-charges.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import type { PaymentPart } from '#shared/billing/schemas/payment-part.ts';
import { type AppError, invalid, refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { addBillingEvent } from '#server/billing/data/billing-events.ts';
import { type HeldBill, holdBillsToPay } from '#server/billing/data/bills-to-pay.ts';
import { holdLetterCharges } from '#server/billing/data/letter-charges.ts';

/** Where the money of some parts came from. */
export interface Payment {
  readonly paidOn: string;
  readonly currency: string;
  readonly note?: string | null;
  /** The line of a bank statement that it is. */
  readonly bankLineId?: number | null;
}

/** What payments are booked on; nobody else books on it until the transaction ends. */
export interface HeldToPay {
  /** By their ids. */
  readonly bills: Map<number, HeldBill>;
  /** Fee and interest that letters about them claimed, and nobody paid yet. */
  charges: readonly LetterCharge[];
}

/** Holds what these parts pay: first the bills, then the letters that claimed what is paid besides. */
export const holdToPay = async (ctx: Context, parts: readonly Pick<PaymentPart, 'recordId' | 'chargeCents'>[]): Promise<HeldToPay> => {
  const ids = [...new Set(parts.map(({ recordId }) => recordId))];
  const bills = await holdBillsToPay(ctx, ids);
  return { bills, charges: parts.some(({ chargeCents = 0 }) => chargeCents > 0) ? await holdLetterCharges(ctx, ids) : [] };
};

const refusalOfPart = (
  bill: HeldBill | undefined,
  currency: string,
  { amountCents, discountCents = 0 }: PaymentPart,
): AppError | undefined => {
  if (!bill) {
    return refusal('not_found', 'notFound', { what: { term: 'Billing record' } });
  }
  if (bill.isVoid) {
    return refusal('conflict', 'billTakenBack');
  }
  if (bill.currency !== currency) {
    return invalid('recordId', 'billOfOtherCurrency', { bill: bill.label, currency: bill.currency });
  }
  const open = bill.grossCents - bill.settledCents;
  if (amountCents + discountCents <= open) {
    return undefined;
  }
  return open <= 0
    ? invalid('amountCents', 'nothingOpenOnBill', { bill: bill.label })
    : invalid('amountCents', 'lessOpenOnBill', { amount: plainAmount(open), currency, bill: bill.label });
};

const refusalOfCharge = (
  charges: readonly LetterCharge[],
  { label: bill, currency }: HeldBill,
  { recordId, chargeCents = 0 }: PaymentPart,
): AppError | undefined => {
  const claimed = chargeOf(charges, recordId);
  if (chargeCents <= claimed) {
    return undefined;
  }
  return claimed === 0
    ? invalid('chargeCents', 'nothingClaimedOnBill', { bill })
    : invalid('chargeCents', 'lessClaimedOnBill', { amount: plainAmount(claimed), currency, bill });
};

/** Why these parts cannot be booked as things stand now; each bill is named once. Undefined: they can. */
export const refusalOfParts = (
  held: HeldToPay,
  { currency }: Pick<Payment, 'currency'>,
  parts: readonly PaymentPart[],
): AppError | undefined => {
  let { charges } = held;
  for (const part of parts) {
    const bill = held.bills.get(part.recordId);
    const error = refusalOfPart(bill, currency, part) ?? (bill && refusalOfCharge(charges, bill, part));
    if (error) {
      return error;
    }
    charges = withoutCharge(charges, part.recordId, part.chargeCents ?? 0);
  }
  return undefined;
};

/**
 * Books a payment on bills that are held, with fee and interest that it pays besides, and what is taken as cash discount beside it. Throws what
 * `refusalOfParts` says.
 */
export const bookPayment = async (ctx: Context, held: HeldToPay, payment: Payment, parts: readonly PaymentPart[]): Promise<void> => {
  const error = refusalOfParts(held, payment, parts);
  if (error) {
    throw error;
  }
  const { bills } = held;
  const { paidOn: happenedOn, note = null, bankLineId = null } = payment;
  for (const { recordId, amountCents, chargeCents = 0, discountCents = 0 } of parts) {
    const add = async (kind: 'payment' | 'discount', cents: number, charge = 0): Promise<void> => {
      const bill = bills.get(recordId);
      if (!bill || cents + charge === 0) {
        return;
      }
      const settledCents = bill.settledCents + cents;
      const paid = kind === 'payment' ? { paidOn: happenedOn, ...(charge === 0 ? {} : { chargeCents: charge }) } : {};
      await addBillingEvent(
        ctx,
        bill,
        { kind, happenedOn, amountCents: cents, chargeCents: charge, note, bankLineId },
        { old: { paidCents: bill.settledCents }, new: { paidCents: settledCents, ...paid } },
      );
      bills.set(recordId, { ...bill, settledCents });
    };
    await add('payment', amountCents, chargeCents);
    await add('discount', discountCents);
    held.charges = withoutCharge(held.charges, recordId, chargeCents);
  }
};
