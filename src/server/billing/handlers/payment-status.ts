import { mailBill } from '#server/billing/commands/mail-bill.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import { refundCredit } from '#server/billing/commands/settle-payments.ts';
import { lockPaid } from '#server/billing/data/billing-credits.ts';
import { addBillingEvent, findPayment, lockLiveRecord, standingOf } from '#server/billing/data/billing-events.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import type { Handlers } from '#server/handlers/types.ts';

/** A payment of more than is open is a typo, or money for something else: nobody would find it here again. */
const requireOpenAmount = ({ label: bill, grossCents, paidCents, currency }: BillingHead, amountCents: number): void => {
  const open = grossCents - paidCents;
  if (amountCents <= open) {
    return;
  }
  throw open <= 0
    ? invalid('amountCents', 'nothingOpenOnBill', { bill })
    : invalid('amountCents', 'lessOpenOnBill', { amount: plainAmount(open), currency, bill });
};

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
    await billingRecordData.find(ctx, params.id);
    await lockLiveRecord(ctx, params.id);
    // Two concurrent payments must not exceed the bill, either.
    await lockPaid(ctx, params.id);
    const record = await billingRecordData.find(ctx, params.id);
    requireOpenAmount(record, body.amountCents);
    const { paidOn, amountCents, note = null } = body;
    const noted = { old: { paidCents: record.paidCents }, new: { paidCents: record.paidCents + amountCents, paidOn } };
    await addBillingEvent(ctx, record, { kind: 'payment', happenedOn: paidOn, amountCents, note }, noted);
    return standingOf(ctx, params.id);
  },
  correct: async (ctx, { params, body }) => {
    await billingRecordData.find(ctx, params.id);
    await lockPaid(ctx, params.id);
    const record = await billingRecordData.find(ctx, params.id);
    const { id: takesBackId, happenedOn, amountCents } = await findPayment(ctx, params.id, body.paymentId);
    const { note = null } = body;
    const { events } = await standingOf(ctx, params.id);
    if (record.paidCents < amountCents && events.some(({ kind }) => kind === 'moved' || kind === 'refund')) {
      throw refusal('conflict', 'billSettledOtherwise');
    }
    const noted = { old: { paidCents: record.paidCents }, new: { paidCents: record.paidCents - amountCents, paidOn: happenedOn } };
    await addBillingEvent(ctx, record, { kind: 'payment', happenedOn, amountCents: 0 - amountCents, note, takesBackId }, noted);
    return standingOf(ctx, params.id);
  },
  refund: async (ctx, { params, body }) => {
    await refundCredit(ctx, params.id, body);
    return standingOf(ctx, params.id);
  },
};
