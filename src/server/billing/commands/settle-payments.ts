import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import type { PaymentWish } from '#shared/domain/payment-wish.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { type Credit, type CreditTarget, listCredits, lockCredits, lockPaid } from '#server/billing/data/billing-credits.ts';
import { addBillingEvent, standingOf } from '#server/billing/data/billing-events.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';

type Named = Pick<BillingHead, 'id' | 'label'>;

/** Notes what the customer is refunded; nothing of it stays on the record. */
const payBack = (ctx: Context, record: Named, cents: number, happenedOn: string, note: string | null = null): Promise<number> =>
  addBillingEvent(
    ctx,
    record,
    { kind: 'refund', happenedOn, amountCents: 0 - cents, note },
    { old: { paidCents: cents }, new: { paidCents: 0, paidOn: happenedOn } },
  );

/** Takes back the discounts of a record that is being voided: they were never the customer's money. Returns what they came to. */
const takeDiscountsBack = async (ctx: Context, record: Named & Pick<BillingHead, 'paidCents'>, today: string): Promise<number> => {
  const { events } = await standingOf(ctx, record.id);
  const undone = new Set(events.map(({ takesBackId }) => takesBackId));
  let paidCents = record.paidCents;
  for (const { id, amountCents } of events.filter(
    (each) => each.kind === 'discount' && each.takesBackId === null && !undone.has(each.id),
  )) {
    await addBillingEvent(
      ctx,
      record,
      { kind: 'discount', happenedOn: today, amountCents: 0 - amountCents, takesBackId: id },
      { old: { paidCents }, new: { paidCents: paidCents - amountCents } },
    );
    paidCents -= amountCents;
  }
  return record.paidCents - paidCents;
};

/**
 * What becomes of the payments of a record that is being voided, and that can no longer be paid. 409 if there are some and the caller did
 * not say where they go.
 */
export const settlePayments = async (ctx: Context, recordId: number, wish: PaymentWish | undefined, today: string): Promise<void> => {
  await lockPaid(ctx, [recordId]);
  const record = await billingRecordData.find(ctx, recordId);
  const { label: bill, currency } = record;
  const paidCents = record.paidCents === 0 ? 0 : record.paidCents - (await takeDiscountsBack(ctx, record, today));
  if (paidCents <= 0) {
    return;
  }
  if (wish === undefined) {
    throw refusal('bill_has_payments', 'billHasPayments', { amount: plainAmount(paidCents), currency, bill });
  }
  if (wish === 'refund') {
    await payBack(ctx, record, paidCents, today);
    return;
  }
  await addBillingEvent(ctx, record, { kind: 'credit', happenedOn: today }, { old: { creditCents: 0 }, new: { creditCents: paidCents } });
};

/** How much of each credit a bill of that total takes, in their order. */
const taken = (credits: readonly Credit[], grossCents: number): { readonly credit: Credit; readonly cents: number }[] => {
  let open = Math.max(0, grossCents);
  return credits.flatMap((credit) => {
    const cents = Math.min(credit.cents, open);
    open -= cents;
    return cents > 0 ? { credit, cents } : [];
  });
};

/** How much of the customer's credits would go on a bill of these jobs now. */
export const creditFor = async (ctx: Context, target: CreditTarget, grossCents: number): Promise<number> =>
  taken(await listCredits(ctx, target), grossCents).reduce((sum, { cents }) => sum + cents, 0);

/** Moves the customer's credits to the new record, up to its amount. The rest waits for the next one. */
export const takeCredits = async (
  ctx: Context,
  record: Named & CreditTarget & Pick<BillingHead, 'grossCents'>,
  today: string,
): Promise<void> => {
  await lockCredits(ctx, record);
  let paid = 0;
  for (const { credit, cents } of taken(await listCredits(ctx, record), record.grossCents)) {
    const from = { id: credit.recordId, label: credit.label };
    const moved = { kind: 'moved', happenedOn: today } as const;
    const left = credit.cents - cents;
    await addBillingEvent(
      ctx,
      from,
      { ...moved, amountCents: 0 - cents, otherRecordId: record.id },
      { old: { paidCents: credit.cents }, new: { paidCents: left } },
    );
    await addBillingEvent(
      ctx,
      record,
      { ...moved, amountCents: cents, otherRecordId: from.id },
      { old: { paidCents: paid }, new: { paidCents: paid + cents } },
    );
    paid += cents;
  }
};

/** Notes that the customer was refunded what waited for the next bill; 409 if nothing does. */
export const refundCredit = async (
  ctx: Context,
  recordId: number,
  { paidBackOn, note = null }: { readonly paidBackOn: string; readonly note?: string | null | undefined },
): Promise<void> => {
  await billingRecordData.find(ctx, recordId);
  await lockPaid(ctx, [recordId]);
  const record = await billingRecordData.find(ctx, recordId);
  const { creditCents } = await standingOf(ctx, recordId);
  if (creditCents === 0) {
    throw refusal('conflict', 'nothingToPayBack');
  }
  await payBack(ctx, record, creditCents, paidBackOn, note);
};
