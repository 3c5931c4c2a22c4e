import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';

/** The screen of a billing record. */
export const recordPath = (id: number): string => `/organization/billing/records/${id}`;

/** What people call a record: '2025-147'. */
export const recordNumber = ({ year, number }: Pick<BillingHead, 'year' | 'number'>): string => `${year}-${number}`;
