import { plainAmount } from '#shared/billing/net-lines.ts';
import type { Booked, BookInput } from '#shared/billing/schemas/bank-statement.ts';
import { type AppError, refusal } from '#shared/lib/errors.ts';
import { bookPayment, type HeldToPay, holdToPay, refusalOfParts } from '#server/billing/commands/book-payments.ts';
import type { Context } from '#server/context.ts';
import { findLines, holdLines, listLineEvents, setLineState, type StoredLine } from '#server/billing/data/bank-lines.ts';
import { addBillingEvent, standingOf } from '#server/billing/data/billing-events.ts';
import { holdBillsToPay } from '#server/billing/data/bills-to-pay.ts';
import { withMatches } from './match-lines.ts';

type Parts = BookInput['items'][number]['parts'];

const sumOf = (parts: Parts): number => parts.reduce((sum, { amountCents, chargeCents = 0 }) => sum + amountCents + chargeCents, 0);

/** Why the line cannot be booked like that; undefined: it can. */
const refusalOfLine = (line: StoredLine, parts: Parts): AppError | undefined => {
  const left = line.amountCents - line.bookedCents;
  if (line.state !== 'open' || left <= 0) {
    return refusal('conflict', 'bankLineNotOpen');
  }
  return sumOf(parts) > left ? refusal('conflict', 'bankLineLessLeft', { amount: plainAmount(left), currency: line.currency }) : undefined;
};

/** Books a line on bills that are held. The day is the bank's. */
const bookLine = async (ctx: Context, held: HeldToPay, line: StoredLine, parts: Parts): Promise<void> => {
  const { id: bankLineId, bookedOn: paidOn, currency } = line;
  await bookPayment(ctx, held, { paidOn, currency, bankLineId }, parts);
  if (line.bookedCents + sumOf(parts) === line.amountCents) {
    await setLineState(ctx, [bankLineId], 'matched');
  }
};

/**
 * Books payments of the bank on bills, in one transaction: first all lines are locked, then all bills, each in the order of their ids. A
 * line that cannot be booked as things stand now is left as it is, and said; if that is all of them, the call is refused.
 */
export const bookLines = async (ctx: Context, { items }: BookInput): Promise<Booked> => {
  const ids = items.map(({ lineId }) => lineId);
  const lines = new Map((await holdLines(ctx, ids)).map((line) => [line.id, line]));
  const held = await holdToPay(
    ctx,
    items.flatMap(({ parts }) => parts),
  );
  const refused: { readonly lineId: number; readonly error: AppError }[] = [];
  for (const { lineId, parts } of items) {
    const line = lines.get(lineId);
    const error = line && (refusalOfLine(line, parts) ?? refusalOfParts(held, line, parts));
    if (error) {
      refused.push({ lineId, error });
    } else if (line) {
      await bookLine(ctx, held, line, parts);
    }
  }
  const [first] = refused;
  if (first && refused.length === items.length) {
    throw first.error;
  }
  const done = ids.filter((id) => refused.every(({ lineId }) => lineId !== id));
  return {
    lines: await withMatches(ctx, await findLines(ctx, done)),
    refused: refused.map(({ lineId, error: { message, messageCode, values } }) => ({
      lineId,
      message,
      messageCode,
      values: { ...values },
    })),
  };
};

const holdLine = async (ctx: Context, id: number): Promise<StoredLine> => {
  const [line] = await holdLines(ctx, [id]);
  if (!line) {
    throw new Error('A line that was just locked is not there.');
  }
  return line;
};

/** Puts a line aside that pays no bill, or what is left of it; 409 if nothing is. */
export const ignoreLine = async (ctx: Context, id: number): Promise<StoredLine> => {
  const line = await holdLine(ctx, id);
  if (line.state !== 'open') {
    throw refusal('conflict', 'bankLineNotOpen');
  }
  await setLineState(ctx, [id], 'ignored');
  return { ...line, state: 'ignored' };
};

/** Takes back what was booked of the line, by events of the opposite amounts. */
const undoBookings = async (ctx: Context, id: number): Promise<void> => {
  const events = await listLineEvents(ctx, id);
  if (events.length === 0) {
    throw refusal('conflict', 'bankLineNothingToUndo');
  }
  const bills = await holdBillsToPay(
    ctx,
    events.map(({ recordId }) => recordId),
  );
  for (const { id: takesBackId, recordId, kind, happenedOn, amountCents, chargeCents } of events) {
    const bill = bills.get(recordId);
    if (!bill) {
      throw new Error('A bill that was paid is not there.');
    }
    const { events: told } = await standingOf(ctx, recordId);
    if (bill.settledCents < amountCents && told.some((each) => each.kind === 'moved' || each.kind === 'refund')) {
      throw refusal('conflict', 'billSettledOtherwise');
    }
    const settledCents = bill.settledCents - amountCents;
    await addBillingEvent(
      ctx,
      bill,
      { kind, happenedOn, amountCents: 0 - amountCents, chargeCents: 0 - chargeCents, takesBackId, bankLineId: id },
      { old: { paidCents: bill.settledCents }, new: { paidCents: settledCents, paidOn: happenedOn } },
    );
    bills.set(recordId, { ...bill, settledCents });
  }
};

/** Takes the last step with a line back: it is open again, and what was booked of it, too, unless it was only put aside. */
export const undoLine = async (ctx: Context, id: number): Promise<StoredLine> => {
  const line = await holdLine(ctx, id);
  if (line.state !== 'ignored') {
    await undoBookings(ctx, id);
  }
  await setLineState(ctx, [id], 'open');
  return holdLine(ctx, id);
};
