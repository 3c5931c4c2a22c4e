import { plainAmount } from '#shared/billing/net-lines.ts';
import { discountFor } from '#shared/billing/receivables.ts';
import { billStateOf } from '#shared/billing/schemas/payment-status.ts';
import type { BillNoteInput, PaymentsInput, SettledBill } from '#shared/billing/schemas/receivable.ts';
import { AppError, invalid, refusal } from '#shared/lib/errors.ts';
import { bookPayment, type HeldToPay, holdToPay, refusalOfParts } from './book-payments.ts';
import type { Context } from '#server/context.ts';
import { addBillingEvent } from '#server/billing/data/billing-events.ts';
import { type HeldBill, holdBillsToPay } from '#server/billing/data/bills-to-pay.ts';
import { todayOf } from '#server/data/today.ts';

const settledBills = (ctx: Context, bills: HeldToPay['bills']): SettledBill[] =>
  [...bills.values()].map(({ id, label, currency, grossCents, settledCents: paidCents, isVoid, dueOn }) => {
    const state = billStateOf({ kind: 'bill', reversedById: isVoid ? id : null, grossCents, paidCents, dueOn }, todayOf(ctx));
    return { recordId: id, label, currency, paidCents, openCents: isVoid ? 0 : Math.max(0, grossCents - paidCents), state };
  });

/** Refuses a discount of more than was agreed for that day. */
const requireAgreed = (bill: HeldBill, discountCents: number, paidOn: string, path: string): void => {
  const agreed = bill.hasDiscount ? 0 : discountFor(bill, paidOn);
  if (discountCents > agreed) {
    const { label, currency } = bill;
    throw invalid(path, 'discountNotAgreed', { amount: plainAmount(agreed), currency, bill: label });
  }
};

/**
 * Notes one payment of several bills, each with what is taken off it: all of it or nothing. What is refused says in `current` how the bills
 * stand now.
 */
export const settleBills = async (
  ctx: Context,
  { paidOn, parts, acceptsDeduction, note = null }: PaymentsInput,
): Promise<SettledBill[]> => {
  const held = await holdToPay(ctx, parts);
  const { bills } = held;
  for (const [index, part] of parts.entries()) {
    const bill = bills.get(part.recordId);
    const payment = { paidOn, note, currency: bill?.currency ?? '' };
    const error = refusalOfParts(held, payment, [part]);
    if (error) {
      const issues = error.issues?.map((issue) => ({ ...issue, path: `parts.${index}.${issue.path}` }));
      throw new AppError(error.code, error, { ...(issues ? { issues } : {}), current: settledBills(ctx, bills) });
    }
    const { discountCents = 0 } = part;
    if (bill !== undefined && discountCents > 0 && acceptsDeduction !== true) {
      requireAgreed(bill, discountCents, paidOn, `parts.${index}.discountCents`);
    }
    await bookPayment(ctx, held, payment, [part]);
  }
  return settledBills(ctx, bills);
};

/** Notes what was said about bills. 404 if one is none, 409 if one was voided. */
export const noteOnBills = async (ctx: Context, { recordIds, kind, until = null, note = null }: BillNoteInput): Promise<SettledBill[]> => {
  const bills = await holdBillsToPay(ctx, recordIds);
  const happenedOn = todayOf(ctx);
  if (bills.size !== recordIds.length) {
    throw refusal('not_found', 'notFound', { what: { term: 'Billing record' } });
  }
  for (const bill of bills.values()) {
    if (bill.isVoid) {
      throw refusal('conflict', 'billTakenBack');
    }
    const noted = { old: {}, new: { [kind]: until ?? happenedOn, ...(note === null ? {} : { note }) } };
    await addBillingEvent(ctx, bill, { kind, happenedOn, until, note }, noted);
  }
  return settledBills(ctx, bills);
};
