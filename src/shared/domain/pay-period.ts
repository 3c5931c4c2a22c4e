/** How long an organization's pay periods are; `halfMonth`: to the 15th, and the rest. */
export const PAY_PERIODS = ['week', 'twoWeeks', 'halfMonth', 'month'] as const;
export type PayPeriod = (typeof PAY_PERIODS)[number];
