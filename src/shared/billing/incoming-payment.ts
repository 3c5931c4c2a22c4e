import type { CalendarDate } from '#shared/lib/dates.ts';

/** A bill that is not paid in full, with what tells that a payment is for it. */
export interface UnpaidBill {
  readonly id: number;
  readonly label: string;
  readonly year: number;
  readonly number: number;
  readonly customerId: number;
  readonly customerName: string;
  readonly currency: string;
  readonly dueOn: CalendarDate;
  readonly grossCents: number;
  readonly openCents: number;
  /** Cash discount as agreed when it was issued. */
  readonly discountPercent: string | null;
  readonly discountUntil: CalendarDate | null;
  /** Names of those who may pay it. */
  readonly payers: readonly string[];
}

/** A payment as the bank tells of it; of one that is partly booked, the rest. */
export interface IncomingPayment {
  readonly id: number;
  readonly bookedOn: CalendarDate;
  readonly amountCents: number;
  readonly currency: string;
  readonly payerName: string | null;
  readonly payerAccountHash: string | null;
  readonly text: string | null;
  readonly reference: string | null;
}
