import type { BillingEvent } from '#shared/billing/schemas/payment-status.ts';

/** Events of a bill, oldest first. */
type Events = readonly Pick<BillingEvent, 'id' | 'kind' | 'amountCents' | 'takesBackId' | 'otherRecordId'>[];

/** What was credited of the bill before the event with this id, by the gross amounts of its credit notes. */
const creditedBefore = (events: Events, id: number, grossOf: ReadonlyMap<number, number>): number =>
  events
    .filter((event) => event.kind === 'credited' && event.id < id)
    .reduce((sum, { otherRecordId, takesBackId }) => {
      const gross = grossOf.get(otherRecordId ?? 0) ?? 0;
      return takesBackId === null ? sum + gross : sum - gross;
    }, 0);

/** A discount for paying early that stands. */
interface StandingDiscount {
  readonly id: number;
  readonly amountCents: number;
}

/**
 * The discounts of a bill that stand, and what they should come to now, in cents: of what was credited, none. `grossOf` are the gross amounts
 * of all of its credit notes, voided ones too, above zero; `moreCents` is to be credited besides. A discount that was fitted to a credit note
 * names it, and counts as the one that was granted.
 */
export const discountLeft = (
  grossCents: number,
  events: Events,
  grossOf: ReadonlyMap<number, number>,
  moreCents: number,
): { readonly standing: readonly StandingDiscount[]; readonly wantedCents: number } => {
  const discounts = events.filter(({ kind }) => kind === 'discount');
  const undone = new Map(
    discounts.flatMap(({ takesBackId, otherRecordId }) => (takesBackId === null ? [] : [[takesBackId, otherRecordId]])),
  );
  const made = discounts.filter(({ takesBackId }) => takesBackId === null);
  // What somebody undid names no record.
  const granted = made.filter(({ id, otherRecordId }) => otherRecordId === null && undone.get(id) !== null);
  const left = grossCents - creditedBefore(events, Number.POSITIVE_INFINITY, grossOf) - moreCents;
  const shareOf = ({ id, amountCents }: StandingDiscount): number => {
    const base = grossCents - creditedBefore(events, id, grossOf);
    return base <= 0 ? 0 : Math.round(amountCents * Math.min(1, left / base));
  };
  return {
    standing: made.filter(({ id }) => !undone.has(id)),
    wantedCents: granted.reduce((sum, discount) => sum + shareOf(discount), 0),
  };
};
