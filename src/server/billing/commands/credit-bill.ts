import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { CreditNoteInput, Previewed } from '#shared/billing/schemas/correction.ts';
import { attributeRevenue } from '#shared/billing/attribute-revenue.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { creditTotals, leftToCredit } from '#shared/billing/credit-totals.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import { fitDiscounts } from './fit-discounts.ts';
import { dayOfIssue, dayToCome } from './issue-day.ts';
import { type Preview, previewOfRecord } from './preview-bill.ts';
import type { Context } from '#server/context.ts';
import { lockPaid } from '#server/billing/data/billing-credits.ts';
import { addBillingEvent } from '#server/billing/data/billing-events.ts';
import { correctionSeries } from '#server/billing/data/billing-settings.ts';
import { billingRecordData, type NewRecord } from '#server/billing/data/billing-records.ts';
import { insertShares } from '#server/billing/data/billing-shares.ts';
import { listCreditNotes } from '#server/billing/data/credit-notes.ts';

const opposite = (cents: number): number => 0 - cents;

const requireCreditable = ({ kind, reversedById }: BillingRecord): void => {
  if (kind === 'reversal' || kind === 'credit') {
    throw refusal('conflict', 'notCreditable');
  }
  if (reversedById !== null) {
    throw refusal('conflict', 'billTakenBack');
  }
};

/** Taxes are given back at the rates at which they were billed, and no more than was billed at each. */
const requireWithin = ({ currency, content }: BillingRecord, credited: Bill['taxes'], bill: Bill): void => {
  for (const tax of bill.taxes) {
    const left = leftToCredit(content.bill.taxes, credited, tax);
    if (tax.cents > left.cents) {
      throw invalid('lines', 'creditTooLarge', { amount: plainAmount(left.cents), currency, percent: tax.taxPercent });
    }
  }
};

/** What the lines credit, at the rates of the record where they name none; no more than is left of it. */
const billOf = async (ctx: Context, record: BillingRecord, lines: CreditNoteInput['lines']): Promise<Bill> => {
  requireCreditable(record);
  const [first] = record.content.bill.taxes;
  const { taxPercent, taxIncluded } = first ?? { taxPercent: '0', taxIncluded: false };
  const bill = computeBill({
    entries: [],
    rates: [],
    fields: [],
    terms: { currency: record.currency, taxPercent, taxIncluded },
    manualLines: lines,
  });
  if (bill.lines.some(({ cents }) => cents <= 0)) {
    throw invalid('lines', 'mustBeAmountAboveZero');
  }
  const credited = (await listCreditNotes(ctx, record.id)).flatMap(({ taxes }) => taxes);
  requireWithin(record, credited, bill);
  return { ...bill, ...creditTotals({ billed: record.content.bill.taxes, credited }, bill.lines, smallestCents(record.currency)) };
};

/** What the credit note of that day says. 400 if its bill is of a later one. */
const noteOf = (
  record: BillingRecord,
  bill: Bill,
  issuedOn: CalendarDate,
  reason: string | null,
): Omit<NewRecord, 'kind' | 'reversesId'> => {
  if (issuedOn < record.issuedOn) {
    throw invalid('issuedOn', 'creditBeforeBill', { bill: record.label, issuedOn: record.issuedOn });
  }
  const { id: creditsId, customerId, currency, jobIds, content } = record;
  return {
    creditsId,
    customerId,
    jobIds,
    issuedOn,
    dueOn: null,
    currency,
    netCents: opposite(bill.netCents),
    taxCents: opposite(bill.taxCents),
    grossCents: opposite(bill.grossCents),
    content: { ...content, bill, quantities: [], entries: [], notes: reason },
  };
};

/** What is open of the record is settled by the credit note; the rest is the customer's, for the next bill or to be paid back. */
const settleWith = async (ctx: Context, record: BillingRecord, note: BillingRecord): Promise<void> => {
  const cents = opposite(note.grossCents);
  const happenedOn = note.issuedOn;
  const paidCents = await fitDiscounts(ctx, record, { noteId: note.id, happenedOn, moreCents: cents });
  const settled = Math.min(cents, Math.max(0, record.grossCents - paidCents));
  await addBillingEvent(
    ctx,
    record,
    { kind: 'credited', happenedOn, amountCents: settled, otherRecordId: note.id },
    { old: { paidCents }, new: { paidCents: paidCents + settled } },
  );
  if (cents > settled) {
    const event = { kind: 'credit', happenedOn, amountCents: cents - settled, otherRecordId: record.id } as const;
    await addBillingEvent(ctx, note, event, { old: { creditCents: 0 }, new: { creditCents: cents - settled } });
  }
};

/**
 * Credits a part of a bill by a numbered record of its own: the bill stays as it is. 400 if more would be credited than was billed at a tax
 * rate, or if the total is not what was seen; 409 if the bill was voided.
 */
export const creditBill = async (ctx: Context, recordId: number, input: CreditNoteInput): Promise<BillingRecord> => {
  await billingRecordData.find(ctx, recordId);
  await lockPaid(ctx, [recordId]);
  const record = await billingRecordData.find(ctx, recordId);
  const bill = await billOf(ctx, record, input.lines);
  const { currency, customerId, jobIds, content } = record;
  if (bill.grossCents !== input.grossCents) {
    throw invalid('grossCents', 'totalIsOther', { amount: plainAmount(bill.grossCents), currency });
  }
  const series = await correctionSeries(ctx);
  const issuedOn = await dayOfIssue(ctx, series, input.issuedOn);
  const note = noteOf(record, bill, issuedOn, input.notes ?? null);
  const id = await billingRecordData.insert(ctx, series, { ...note, kind: 'credit', reversesId: null });
  const entries = content.entries.map((entry) => ({ ...entry, equipmentIds: [] }));
  const shares = attributeRevenue({ bill, jobIds, entries, issuedOn });
  await insertShares(
    ctx,
    { id, customerId, currency },
    shares.map((share) => ({ ...share, cents: opposite(share.cents) })),
  );
  await settleWith(ctx, record, await billingRecordData.find(ctx, id));
  return billingRecordData.find(ctx, id);
};

/** The credit note as it would be issued now; nothing is written. */
export const previewCredit = async (ctx: Context, recordId: number, { lines, issuedOn, reason }: Previewed): Promise<Preview> => {
  const record = await billingRecordData.find(ctx, recordId);
  const bill = await billOf(ctx, record, lines);
  const day = await dayToCome(ctx, await correctionSeries(ctx), issuedOn);
  return previewOfRecord(ctx, { ...noteOf(record, bill, day, reason?.trim() ? reason : null), kind: 'credit' });
};
