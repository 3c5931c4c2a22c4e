import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import type { PlainText } from '#client/lib/texts.ts';

/** Records as people tell them apart: a work record is a bill without any amount, which has a number of another range. */
export const SHOWN_KINDS = ['bill', 'credit', 'deposit', 'reversal', 'work'] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];

export const KIND_WORD: Readonly<Record<ShownKind, PlainText>> = {
  bill: 'Bill',
  credit: 'Credit note',
  deposit: 'Deposit',
  reversal: 'Reversal',
  work: 'Work record',
};

/** What kind of record it is. */
export const kindOf = ({ kind, series }: Pick<BillingHead, 'kind' | 'series'>): ShownKind =>
  kind === 'bill' && series === 'quantities' ? 'work' : kind;
