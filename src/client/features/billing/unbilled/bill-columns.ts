import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { type ListColumn, namesCell } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';
import { checksOf, daysWorked } from './bill-rows.ts';
import { WAY_WORDS } from './bill-words.ts';

const dayCell = (day: string | undefined) => (day === undefined ? null : { day });

/** What the list of bills to come exports: a line for each bill. */
export const billColumns = (): ListColumn<UnbilledBill>[] => [
  { head: t('Customer'), valueOf: ({ customerName }) => customerName },
  { head: t('Jobs'), valueOf: ({ jobs }) => namesCell(jobs.map(({ name }) => name)) },
  { head: t('From'), valueOf: (bill) => dayCell(daysWorked(bill)?.from) },
  { head: t('To'), valueOf: (bill) => dayCell(daysWorked(bill)?.to) },
  { head: t('Entries'), valueOf: (bill) => checksOf(bill).entries },
  { head: t('Not checked'), valueOf: (bill) => checksOf(bill).unchecked },
  { head: t('Sent by'), valueOf: ({ way }) => (way === 'none' ? null : t(WAY_WORDS[way])) },
  { head: t('Amount'), valueOf: ({ grossCents }) => (grossCents === null ? null : grossCents / 100) },
  { head: t('Currency'), valueOf: ({ currency }) => currency },
];
