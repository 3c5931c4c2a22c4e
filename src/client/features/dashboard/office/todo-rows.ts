import type { Office } from '#shared/domain/office.ts';

/** What may wait for the office, in the order of its day. */
const TODO_IDS = ['unchecked', 'missing', 'hints', 'unbilled', 'overdue', 'questions', 'answers', 'devices'] as const;
export type TodoId = (typeof TODO_IDS)[number];

/** The list behind each count. */
const TODO_LISTS: Readonly<Record<TodoId, string>> = {
  unchecked: '/job-entries/desk?checked=no&billed=no',
  missing: '/job-entries/desk?missing=1&checked=no&billed=no',
  hints: '/job-entries/desk?hints=1&checked=no&billed=no',
  unbilled: '/organization/billing?tab=unbilled',
  overdue: '/organization/billing?tab=overdue',
  questions: '/jobs?status=open',
  answers: '/job-entries/desk?billed=no&asked=1',
  devices: '/sync',
};

export interface TodoRow {
  readonly id: TodoId;
  readonly count: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
  readonly to: string;
  /** What it comes to, where that is known. */
  readonly money?: { readonly cents: number; readonly currency: string };
  /** Changes that have not arrived. */
  readonly waiting?: number;
}

/** No number has more digits than fit: from here on it is 'or more'. */
const MOST_SHOWN = 999;

const rowOf = (id: TodoId, count: number, more: Pick<TodoRow, 'money' | 'waiting'> & { readonly isMore?: boolean } = {}): TodoRow => {
  const { isMore = false, ...others } = more;
  return { id, count: Math.min(count, MOST_SHOWN), isMore: isMore || count > MOST_SHOWN, to: TODO_LISTS[id], ...others };
};

/**
 * The rows of what is to do: all that is not zero, and what is zero only now (`before`: what has been above zero in this visit). What the
 * person may not see is not there.
 */
export const todoRowsOf = (office: Office, before: ReadonlySet<TodoId>): readonly TodoRow[] => {
  const { unchecked, missing, hints, unbilled, bills, questions, answers, devices } = office;
  const rows = [
    rowOf('unchecked', unchecked.count),
    rowOf('missing', missing.count),
    rowOf('hints', hints.count),
    ...(unbilled
      ? [
          rowOf('unbilled', unbilled.jobs, {
            isMore: unbilled.isMore,
            ...(unbilled.netCents === null ? {} : { money: { cents: unbilled.netCents, currency: unbilled.currency } }),
          }),
        ]
      : []),
    ...(bills ? [rowOf('overdue', bills.overdueCount, { money: { cents: bills.overdueCents, currency: bills.currency } })] : []),
    rowOf('questions', questions.count),
    rowOf('answers', answers.count),
    rowOf('devices', devices.count, { waiting: devices.changes }),
  ];
  return rows.filter(({ id, count }) => count > 0 || before.has(id));
};
