import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { PaymentWish } from '#shared/domain/payment-wish.ts';
import { QUANTITIES } from '#shared/billing/number-series.ts';
import { refusal } from '#shared/lib/errors.ts';
import { fitDiscounts } from './fit-discounts.ts';
import { dayOfIssue } from './issue-day.ts';
import { settlePayments } from './settle-payments.ts';
import type { Context } from '#server/context.ts';
import { lockPaid } from '#server/billing/data/billing-credits.ts';
import { addBillingEvent, standingOf } from '#server/billing/data/billing-events.ts';
import { correctionSeries } from '#server/billing/data/billing-settings.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { listCreditNotes } from '#server/billing/data/credit-notes.ts';
import { findDeductionOf } from '#server/billing/data/deposits.ts';
import { todayOf } from '#server/data/today.ts';

// `-0` would not be the same number when it is read again.
const opposite = (cents: number): number => 0 - cents;

/** Makes the record that voids this one: the same content, the opposite amounts. Its jobs, payments and deposits are the caller's. */
export const insertReversal = async (ctx: Context, record: BillingRecord): Promise<number> => {
  const series = record.series === 'quantities' ? QUANTITIES : await correctionSeries(ctx);
  const { id, customerId, jobIds, currency, netCents, taxCents, grossCents, content } = record;
  await billingRecordData.detach(ctx, id);
  return billingRecordData.insert(ctx, series, {
    kind: 'reversal',
    reversesId: id,
    customerId,
    jobIds,
    issuedOn: await dayOfIssue(ctx, series),
    dueOn: null,
    currency,
    netCents: opposite(netCents),
    taxCents: opposite(taxCents),
    grossCents: opposite(grossCents),
    content,
  });
};

/** What the note has settled is open again, and what it had left is nobody's. 409 if that was used or paid back. */
const undoCredit = async (ctx: Context, note: BillingRecord): Promise<void> => {
  const { creditCents, events } = await standingOf(ctx, note.id);
  if (events.some(({ kind }) => kind === 'moved' || kind === 'refund')) {
    throw refusal('conflict', 'creditNoteUsed', { number: note.label });
  }
  const happenedOn = todayOf(ctx);
  const credit = events.find(({ kind }) => kind === 'credit');
  if (credit !== undefined) {
    const back = { kind: 'credit', happenedOn, amountCents: opposite(creditCents), takesBackId: credit.id } as const;
    await addBillingEvent(ctx, note, back, { old: { creditCents }, new: { creditCents: 0 } });
  }
  const billId = note.creditsId ?? 0;
  const bill = await standingOf(ctx, billId);
  const credited = bill.events.find(({ kind, otherRecordId }) => kind === 'credited' && otherRecordId === note.id);
  if (credited !== undefined) {
    const { amountCents, id: takesBackId } = credited;
    const back = { kind: 'credited', happenedOn, amountCents: opposite(amountCents), otherRecordId: note.id, takesBackId } as const;
    const record = await billingRecordData.find(ctx, billId);
    await addBillingEvent(ctx, record, back, { old: { paidCents: bill.paidCents }, new: { paidCents: bill.paidCents - amountCents } });
    await fitDiscounts(ctx, record, { noteId: note.id, happenedOn });
  }
};

/** What a bill has deducted of a deposit stands on its paper: a credit note that was taken off before stays. */
const requireNotDeducted = async (ctx: Context, depositId: number, before?: number): Promise<void> => {
  const deduction = await findDeductionOf(ctx, depositId);
  if (deduction !== undefined && (before === undefined || before < deduction.billId)) {
    throw refusal('conflict', 'depositDeducted', { bill: deduction.billLabel });
  }
};

const reverseCreditNote = async (ctx: Context, id: number): Promise<number> => {
  await lockPaid(ctx, [id]);
  const note = await billingRecordData.find(ctx, id);
  await requireNotDeducted(ctx, note.creditsId ?? 0, id);
  await undoCredit(ctx, note);
  return insertReversal(ctx, note);
};

/** Voids the credit notes of a bill that is being voided: it takes back what they had given. The caller holds the bill. */
export const reverseCreditNotesOf = async (ctx: Context, recordId: number): Promise<void> => {
  for (const { id } of await listCreditNotes(ctx, recordId)) {
    await reverseCreditNote(ctx, id);
  }
};

const reverseDeposit = async (ctx: Context, deposit: BillingRecord, payments: PaymentWish | undefined): Promise<number> => {
  await requireNotDeducted(ctx, deposit.id);
  await reverseCreditNotesOf(ctx, deposit.id);
  await settlePayments(ctx, deposit.id, payments, todayOf(ctx));
  return insertReversal(ctx, deposit);
};

/**
 * Voids a deposit or a credit note. 409 for a bill, which is voided by reopening its job, for what was voided before, and for what a bill has
 * used since.
 */
export const reverseRecord = async (ctx: Context, recordId: number, payments: PaymentWish | undefined): Promise<BillingRecord> => {
  const seen = await billingRecordData.find(ctx, recordId);
  // The bill before its credit notes, as everywhere.
  await lockPaid(ctx, [seen.creditsId ?? recordId]);
  await lockPaid(ctx, [recordId]);
  const record = await billingRecordData.find(ctx, recordId);
  if (record.reversedById !== null) {
    throw refusal('conflict', 'billTakenBack');
  }
  switch (record.kind) {
    case 'credit':
      return billingRecordData.find(ctx, await reverseCreditNote(ctx, recordId));
    case 'deposit':
      return billingRecordData.find(ctx, await reverseDeposit(ctx, record, payments));
    default:
      throw refusal('conflict', 'reopenToVoid');
  }
};
