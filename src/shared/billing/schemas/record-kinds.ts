/**
 * What a billing record is: the `bill` of jobs; the `reversal` of another record, with the opposite amounts; a `credit` note of a part of a
 * bill; a `deposit`, billed before the work is done.
 */
export const BILLING_RECORD_KINDS = ['bill', 'reversal', 'credit', 'deposit'] as const;
export type BillingRecordKind = (typeof BILLING_RECORD_KINDS)[number];

/**
 * Ranges of numbers: bills; what corrects them, if the organization numbers it apart; and work that was billed without any amount, which
 * takes no number of a bill.
 */
export const BILLING_SERIES = ['bill', 'correction', 'quantities'] as const;
export type BillingSeries = (typeof BILLING_SERIES)[number];

/** How a bill was paid: a line of a bank statement, a payment noted by hand, a credit, a credit note. */
export const PAID_WAYS = ['bank', 'payment', 'moved', 'credited'] as const;
