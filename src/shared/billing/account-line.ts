/** What changes how much a customer owes. */
export const ACCOUNT_LINE_KINDS = [
  'bill',
  'deposit',
  'credit',
  'reversal',
  'payment',
  'paymentUndone',
  'charges',
  'chargesUndone',
  'discount',
  'discountUndone',
  'refund',
] as const;

/** Something that changed what a customer owes: above zero, it became more. */
export interface AccountLine {
  readonly kind: (typeof ACCOUNT_LINE_KINDS)[number];
  /** The number of the record that it is about. */
  readonly label: string;
  readonly happenedOn: string;
  /** Of a bill. */
  readonly dueOn: string | null;
  readonly cents: number;
}
