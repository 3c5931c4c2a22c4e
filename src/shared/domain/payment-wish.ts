/** Where the payments of a voided bill go: to the customer's next bill, or back to the customer. */
export const PAYMENT_WISHES = ['credit', 'refund'] as const;
export type PaymentWish = (typeof PAYMENT_WISHES)[number];
