import { Link } from 'wouter';
import type { Office } from '#shared/domain/office.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { todayOf } from '#client/data/today.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { CheckIcon, NextIcon } from '#client/ui/icons.tsx';
import { todoTextOf, todoTitleOf } from './todo-words.ts';
import type { TodoId, TodoRow } from './todo-rows.ts';

/** What is missing or late, and what may be a slip: their words say so as well. */
const NUMBER_TONE: Readonly<Partial<Record<TodoId, string>>> = {
  missing: 'text-poppy-fg',
  overdue: 'text-poppy-fg',
  hints: 'text-straw-fg',
};

interface RowProps {
  readonly row: TodoRow;
  /** The key that opens it. */
  readonly digit: number;
  readonly text: string;
  readonly isOld: boolean;
}

const Row = ({ row: { id, count, isMore, to, money, waiting }, digit, text, isOld }: RowProps) => {
  const isDone = count === 0;
  return (
    <li className="border-line not-first:border-t" data-done={isDone || undefined}>
      <Link
        href={to}
        aria-keyshortcuts={String(digit)}
        className={cx(
          'group flex min-h-13.5 items-center gap-3 py-1.5 pr-4 pl-4.5 no-underline hover:bg-sunk md:gap-4',
          isDone ? 'text-ink3' : 'text-ink',
        )}
      >
        <b
          className={cx(
            'w-14 shrink-0 self-start pt-0.75 text-right text-[1.375rem] leading-none font-[740] tracking-[-0.01em] tabular-nums md:w-16 md:self-center md:pt-0 md:text-[1.625rem]',
            !isDone && NUMBER_TONE[id],
          )}
        >
          {formatNumber(count)}
          {isMore && '+'}
        </b>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 leading-[1.3]">
          <span className="min-w-0 flex-[1_1_12rem]">
            <span className="block font-[640]"> {todoTitleOf(id, count)}</span>
            {!isDone && text && <small className="block text-sm wrap-anywhere text-ink2"> {text}</small>}
          </span>
          {!isDone && money && (
            <span className={cx('font-bold tabular-nums', isOld && 'text-ink3')}> {formatMoney(money.cents, money.currency)}</span>
          )}
          {!isDone && waiting !== undefined && (
            <Badge tone="straw" isWaiting>
              {t('{count} waiting', { count: waiting })}
            </Badge>
          )}
        </span>
        <NextIcon className="size-5 shrink-0 text-ink3" aria-hidden="true" />
      </Link>
    </li>
  );
};

interface TodoListProps {
  readonly organization: Organization;
  readonly office: Office;
  readonly rows: readonly TodoRow[];
  readonly isOld: boolean;
}

/** What waits for the office, a row for each kind, which leads to its list (specification 1.36). */
export const TodoList = ({ organization, office, rows, isOld }: TodoListProps) => {
  if (rows.every(({ count }) => count === 0)) {
    return (
      <p className="flex min-h-15.5 items-center gap-3.5 px-4.5 py-2 font-[640]">
        <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-field-bg text-field-fg">
          <CheckIcon className="size-4.5 stroke-[2.5]" aria-hidden="true" />
        </span>
        {t('All done. 0 entries to check.')}
      </p>
    );
  }
  const [today, now] = [todayOf(organization), Date.now()];
  return (
    <ul aria-label={t('To do in the office')} aria-describedby="office-keys">
      {rows.map((row, index) => (
        <Row key={row.id} row={row} digit={index + 1} text={todoTextOf(row.id, office, today, now)} isOld={isOld} />
      ))}
    </ul>
  );
};
