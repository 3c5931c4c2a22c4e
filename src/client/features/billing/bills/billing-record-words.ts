import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';

/** The path of a billing record's screen. */
export const recordPath = (id: number): string => `/organization/billing/records/${id}`;

/** A record's number for people: '2025-147'. */
export const recordNumber = ({ label }: Pick<BillingHead, 'label'>): string => label;
