import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { discountLeft } from '#shared/billing/discount-left.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';
import { addBillingEvent, standingOf } from '#server/billing/data/billing-events.ts';
import { grossOfCreditNotes } from '#server/billing/data/credit-notes.ts';

/**
 * Discounts for paying early follow what was credited: they were never the customer's money, so what is credited of the bill gives none of it
 * back. To be called before a note gives back `moreCents`, and after one was voided; the caller holds the bill. Returns what the bill has
 * settled then.
 */
export const fitDiscounts = async (
  ctx: Context,
  bill: Pick<BillingHead, 'id' | 'label' | 'grossCents'>,
  { noteId, happenedOn, moreCents = 0 }: { readonly noteId: number; readonly happenedOn: CalendarDate; readonly moreCents?: number },
): Promise<number> => {
  const { events, paidCents } = await standingOf(ctx, bill.id);
  const { standing, wantedCents } = discountLeft(bill.grossCents, events, await grossOfCreditNotes(ctx, bill.id), moreCents);
  if (wantedCents === standing.reduce((sum, { amountCents }) => sum + amountCents, 0)) {
    return paidCents;
  }
  let settled = paidCents;
  const add = async (amountCents: number, takesBackId: number | null): Promise<void> => {
    const event = { kind: 'discount', happenedOn, amountCents, takesBackId, otherRecordId: noteId } as const;
    await addBillingEvent(ctx, bill, event, { old: { paidCents: settled }, new: { paidCents: settled + amountCents } });
    settled += amountCents;
  };
  for (const { id, amountCents } of standing) {
    await add(0 - amountCents, id);
  }
  if (wantedCents > 0) {
    await add(wantedCents, null);
  }
  return settled;
};
