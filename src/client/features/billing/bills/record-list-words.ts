import { RECORD_STATES, type RecordState } from '#shared/billing/schemas/record-list.ts';
import { formatDay } from '#client/lib/formats.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import type { RecordsFilter, ShownSort } from './record-filter.ts';
import { KIND_WORD, SHOWN_KINDS } from './record-kind.ts';

export const LIST_STATE_WORD: Readonly<Record<RecordState, PlainText>> = {
  open: 'Open',
  overdue: 'Overdue',
  paid: 'Paid',
  void: 'Voided',
  credited: 'Credited',
};

export const SORT_WORD: Readonly<Record<ShownSort, PlainText>> = {
  number: 'Bill number',
  customer: 'Customer',
  issuedOn: 'Date',
  dueOn: 'Due date',
  amount: 'Amount',
};

/** A condition of the list in words, and what the list is without it. */
export const conditionsOf = ({
  kind,
  state,
  from,
  to,
}: RecordsFilter): readonly (readonly [words: string, without: Partial<RecordsFilter>])[] => [
  ...(kind === null ? [] : [[t(KIND_WORD[kind]), { kind: null }] as const]),
  ...(state === null ? [] : [[t(LIST_STATE_WORD[state]), { state: null }] as const]),
  ...(from === null ? [] : [[t('From {day}', { day: formatDay(from) }), { from: null }] as const]),
  ...(to === null ? [] : [[t('Until {day}', { day: formatDay(to) }), { to: null }] as const]),
];

/** The condition that typed words name, such as 'overdue', with its word. */
export const conditionNamed = (q: string): { readonly word: string; readonly condition: Partial<RecordsFilter> } | undefined => {
  const typed = q.trim().toLocaleLowerCase();
  const named = [
    ...RECORD_STATES.map((state) => ({ word: t(LIST_STATE_WORD[state]), condition: { state } })),
    ...SHOWN_KINDS.map((kind) => ({ word: t(KIND_WORD[kind]), condition: { kind } })),
  ];
  return named.find(({ word }) => word.toLocaleLowerCase() === typed);
};
