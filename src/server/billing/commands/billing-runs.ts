import type { BillingRun, BillingRunInput, RunDocument } from '#shared/billing/schemas/billing-run.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import { dayOfBills } from './issue-day.ts';
import { languageOf } from './billing-documents.ts';
import type { Context } from '#server/context.ts';
import { addBillingEvent } from '#server/billing/data/billing-events.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { findRun, insertRun, reviveItems, type SeenAgain } from '#server/billing/data/billing-runs.ts';
import { customerData } from '#server/data/customers.ts';
import { jobData } from '#server/data/jobs.ts';
import { isSample } from '#server/data/samples.ts';

const requireMailable = async (ctx: Context, items: BillingRunInput['items']): Promise<void> => {
  if (!items.some(({ way }) => way === 'mail')) {
    return;
  }
  if (ctx.mailOrigin === null) {
    throw refusal('conflict', 'billMailNone');
  }
  if (await isSample(ctx.db, ctx.orgId)) {
    throw refusal('conflict', 'sampleMailsNothing');
  }
  const lacking = items.findIndex(({ way, recipients = [] }) => way === 'mail' && recipients.length === 0);
  if (lacking !== -1) {
    throw invalid(`items.${lacking}.recipients`, 'recipientRequired');
  }
};

/** Stores what was asked for; it is issued and sent in the background, each bill as it was seen. */
export const startRun = async (ctx: Context, { issuedOn, message = null, items }: BillingRunInput): Promise<BillingRun> => {
  const day = await dayOfBills(ctx, issuedOn);
  await requireMailable(ctx, items);
  const ids = (of: (item: BillingRunInput['items'][number]) => readonly number[]): number[] => items.flatMap((item) => of(item));
  await customerData.requireAll(
    ctx,
    ids(({ customerId }) => [customerId]),
    'items',
  );
  await jobData.requireAll(
    ctx,
    ids(({ jobIds }) => jobIds),
    'items',
  );
  const id = await insertRun(ctx, {
    issuedOn: day,
    message: message?.trim() ? message.trim() : null,
    language: languageOf(ctx),
    items: items.map(({ recipients = [], ...item }) => ({ ...item, recipients: item.way === 'mail' ? recipients : [] })),
  });
  return findRun(ctx, id);
};

/** Tries those of these bills again that failed, as they were seen now. */
export const retryRun = async (ctx: Context, id: number, items: readonly SeenAgain[]): Promise<BillingRun> => {
  await findRun(ctx, id);
  await reviveItems(ctx, id, items);
  return findRun(ctx, id);
};

/** Notes that the printed bills of the run were posted, those that were not yet. */
export const notePosted = async (ctx: Context, id: number, sentOn: CalendarDate): Promise<BillingRun> => {
  const { items } = await findRun(ctx, id);
  for (const { recordId, way, isSent } of items) {
    if (recordId !== null && way === 'print' && !isSent) {
      const record = await billingRecordData.find(ctx, recordId);
      const noted = { old: { sentOn: record.sentOn }, new: { sentOn, way: 'post' } };
      await addBillingEvent(ctx, record, { kind: 'sent', happenedOn: sentOn, way: 'post' }, noted);
    }
  }
  return findRun(ctx, id);
};

/** The records of a run for the printer, or all, in the order of their numbers. 409 if there are none. */
export const recordIdsOf = async (ctx: Context, id: number, which: RunDocument): Promise<number[]> => {
  const { items } = await findRun(ctx, id);
  const ids = items.filter(({ way }) => which === 'all' || way === 'print').flatMap(({ recordId }) => recordId ?? []);
  if (ids.length === 0) {
    throw refusal('conflict', 'runNothingToPrint');
  }
  return ids.toSorted((one, other) => one - other);
};
