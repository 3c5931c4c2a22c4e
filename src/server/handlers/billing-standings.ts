import { mailBill } from '#server/commands/mail-bill.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import type { BillingHead } from '#shared/domain/billing-record.ts';
import { AppError, invalid } from '#shared/lib/errors.ts';
import { refundCredit } from '#server/commands/settle-payments.ts';
import { lockPaid } from '#server/data/billing-credits.ts';
import { addBillingEvent, findPayment, holdLiveRecord, standingOf } from '#server/data/billing-events.ts';
import { billingRecordData } from '#server/data/billing-records.ts';
import type { Handlers } from '#server/handlers/types.ts';

/** A payment of more than is open is a slip, or money for something else: nobody would find it here again. */
const requireOpenAmount = ({ year, number, grossCents, paidCents, currency }: BillingHead, amountCents: number): void => {
  const open = grossCents - paidCents;
  if (amountCents <= open) {
    return;
  }
  const bill = `bill ${year}-${number}`;
  throw invalid(
    'amountCents',
    open <= 0
      ? `Nothing is open on ${bill}. Record the payment on another bill.`
      : `Only ${plainAmount(open)} ${currency} is open on ${bill}. Record that much here, and the rest on another bill.`,
  );
};

/** What becomes of billing records after they were made. */
export const billingStandingHandlers: Handlers['billingStandings'] = {
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
    await holdLiveRecord(ctx, params.id);
    // Two payments at once must not be more than the bill, either.
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
      throw new AppError('conflict', 'What was paid on this bill has gone to another bill or back to the customer.');
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
