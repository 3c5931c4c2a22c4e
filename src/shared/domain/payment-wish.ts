/** Where payments of a bill go that is taken back: on the customer's next bill, or back to the customer. */
export const PAYMENT_WISHES = ['credit', 'refund'] as const;
export type PaymentWish = (typeof PAYMENT_WISHES)[number];
