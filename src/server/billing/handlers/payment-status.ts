import { mailBill } from '#server/billing/commands/mail-bill.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import { bookPayment, holdToPay } from '#server/billing/commands/book-payments.ts';
import { refundCredit } from '#server/billing/commands/settle-payments.ts';
import { lockPaid } from '#server/billing/data/billing-credits.ts';
import { setLineState } from '#server/billing/data/bank-lines.ts';
import { addBillingEvent, findPayment, standingOf } from '#server/billing/data/billing-events.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import type { Handlers } from '#server/handlers/types.ts';

/** What happens to billing records after they were made. */
export const paymentStatusHandlers: Handlers['paymentStatuses'] = {
  get: (ctx, { params }) => standingOf(ctx, params.id),
  mail: async (ctx, { params, body }) => {
    await mailBill(ctx, params.id, body);
    return standingOf(ctx, params.id);
  },
  markSent: async (ctx, { params, body }) => {
    const record = await billingRecordData.find(ctx, params.id);
    const { sentOn, way } = body;
    await addBillingEvent(ctx, record, { kind: 'sent', happenedOn: sentOn, way }, { old: { sentOn: record.sentOn }, new: { sentOn, way } });
    return standingOf(ctx, params.id);
  },
  pay: async (ctx, { params, body }) => {
    const { kind, label: bill, currency, grossCents, reversedById } = await billingRecordData.find(ctx, params.id);
    if (kind === 'reversal' || kind === 'credit') {
      throw refusal('conflict', 'billTakenBack');
    }
    if (grossCents <= 0 && reversedById === null) {
      throw invalid('amountCents', 'nothingOpenOnBill', { bill });
    }
    const { paidOn, amountCents, note } = body;
    const parts = [{ recordId: params.id, amountCents }];
    await bookPayment(ctx, await holdToPay(ctx, parts), { paidOn, currency, note: note ?? null }, parts);
    return standingOf(ctx, params.id);
  },
  correct: async (ctx, { params, body }) => {
    await billingRecordData.find(ctx, params.id);
    const { id: takesBackId, kind, happenedOn, amountCents, chargeCents, bankLineId } = await findPayment(ctx, params.id, body.paymentId);
    if (bankLineId !== null && kind === 'payment') {
      // What came in at the bank is to be booked again. Lines are locked before bills.
      await setLineState(ctx, [bankLineId], 'open');
    }
    await lockPaid(ctx, [params.id]);
    const record = await billingRecordData.find(ctx, params.id);
    const { note = null } = body;
    const { events } = await standingOf(ctx, params.id);
    if (record.paidCents < amountCents && events.some((event) => event.kind === 'moved' || event.kind === 'refund')) {
      throw refusal('conflict', 'billSettledOtherwise');
    }
    const noted = { old: { paidCents: record.paidCents }, new: { paidCents: record.paidCents - amountCents, paidOn: happenedOn } };
    await addBillingEvent(
      ctx,
      record,
      { kind, happenedOn, amountCents: 0 - amountCents, chargeCents: 0 - chargeCents, note, takesBackId },
      noted,
    );
    return standingOf(ctx, params.id);
  },
  refund: async (ctx, { params, body }) => {
    await refundCredit(ctx, params.id, body);
    return standingOf(ctx, params.id);
  },
};
