import { plainAmount } from '#shared/billing/net-lines.ts';
import type { PaymentPart } from '#shared/billing/schemas/payment-part.ts';
import { type AppError, invalid, refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { addBillingEvent } from '#server/billing/data/billing-events.ts';
import type { HeldBill } from '#server/billing/data/bills-to-pay.ts';

/** Where the money of some parts came from. */
export interface Payment {
  readonly paidOn: string;
  readonly currency: string;
  readonly note?: string | null;
  /** The line of a bank statement that it is. */
  readonly bankLineId?: number | null;
}

/** Bills by their ids, held by `holdBillsToPay`. */
export type HeldBills = Map<number, HeldBill>;

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

/** Why these parts cannot be booked as the bills stand now, each of which they name once; undefined: they can. */
export const refusalOfParts = (
  bills: HeldBills,
  { currency }: Pick<Payment, 'currency'>,
  parts: readonly PaymentPart[],
): AppError | undefined => {
  for (const part of parts) {
    const error = refusalOfPart(bills.get(part.recordId), currency, part);
    if (error) {
      return error;
    }
  }
  return undefined;
};

/** Books a payment on bills that are held, and what is taken as cash discount beside it. Throws what `refusalOfParts` says. */
export const bookPayment = async (ctx: Context, bills: HeldBills, payment: Payment, parts: readonly PaymentPart[]): Promise<void> => {
  const error = refusalOfParts(bills, payment, parts);
  if (error) {
    throw error;
  }
  const { paidOn: happenedOn, note = null, bankLineId = null } = payment;
  for (const { recordId, amountCents, discountCents = 0 } of parts) {
    const add = async (kind: 'payment' | 'discount', cents: number): Promise<void> => {
      const bill = bills.get(recordId);
      if (!bill || cents === 0) {
        return;
      }
      const settledCents = bill.settledCents + cents;
      await addBillingEvent(
        ctx,
        bill,
        { kind, happenedOn, amountCents: cents, note, bankLineId },
        { old: { paidCents: bill.settledCents }, new: { paidCents: settledCents, ...(kind === 'payment' ? { paidOn: happenedOn } : {}) } },
      );
      bills.set(recordId, { ...bill, settledCents });
    };
    await add('payment', amountCents);
    await add('discount', discountCents);
  }
};
