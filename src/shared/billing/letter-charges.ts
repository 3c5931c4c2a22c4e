/** Fee and interest that a letter of reminder claimed and nobody paid yet. */
export interface LetterCharge {
  readonly letterId: number;
  /** The bills that it names, in its order. */
  readonly recordIds: readonly number[];
  readonly cents: number;
}

const names = ({ recordIds }: LetterCharge, recordId: number): boolean => recordIds.includes(recordId);

/** How much fee and interest may be paid with a bill: what one of its letters claimed, for a later letter claims in place of an earlier one. */
export const chargeOf = (charges: readonly LetterCharge[], recordId: number): number =>
  Math.max(0, ...charges.filter((charge) => names(charge, recordId)).map(({ cents }) => cents));

/** What is left to be paid after so much was paid with this bill. */
export const withoutCharge = (charges: readonly LetterCharge[], recordId: number, paidCents: number): LetterCharge[] =>
  charges.map((charge) => (names(charge, recordId) ? { ...charge, cents: charge.cents - paidCents } : charge));

/** Where the claims of letters are offered, by bill: each at the first of its bills that is among these. */
export const chargesOffered = (charges: readonly LetterCharge[], recordIds: readonly number[]): ReadonlyMap<number, number> => {
  const open = new Set(recordIds);
  const offered = new Map<number, number>();
  for (const { recordIds: named, cents } of charges) {
    const first = named.find((id) => open.has(id));
    if (first !== undefined) {
      offered.set(first, Math.max(offered.get(first) ?? 0, cents));
    }
  }
  return offered;
};
