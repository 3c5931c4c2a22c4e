import type { RefObject } from 'react';
import { Link } from 'wouter';
import type { BillingHead } from '#shared/billing/schemas/billing-record.ts';
import { SortHead } from '#client/components/desk/sort-head.tsx';
import { useFixedWindow } from '#client/components/desk/use-fixed-window.ts';
import { useFollowCurrent } from '#client/components/desk/use-follow-current.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { recordNumber, recordPath } from './billing-record-words.ts';
import type { RecordsOrder, ShownSort } from './record-filter.ts';
import { SORT_WORD } from './record-list-words.ts';
import { CameBackMark, KindMark, ListedState } from './record-marks.tsx';

const ROW_PX = 52;
const LINES = { px: ROW_PX, headPx: 34, footPx: 0 } as const;

export interface RecordListProps {
  readonly records: readonly BillingHead[];
  readonly jobsOf: (record: BillingHead) => string;
}

interface RecordTableProps extends RecordListProps {
  readonly order: RecordsOrder;
  readonly current: BillingHead | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** With another one the list begins at its top. */
  readonly topOf: string;
  readonly onSort: (sort: ShownSort) => void;
  readonly onOpen: (record: BillingHead) => void;
}

const idOfRow = ({ id }: BillingHead): string => `record-${id}`;
const keyOf = ({ id }: BillingHead): string => String(id);
const isHead = (): boolean => false;

/** What is still to be paid of an open bill; nothing of others. */
export const openWords = ({ state, grossCents, paidCents, currency }: BillingHead): string =>
  state === 'open' || state === 'overdue' || state === 'partlyPaid' ? formatMoney(grossCents - paidCents, currency) : '';

interface LineProps extends Pick<RecordTableProps, 'jobsOf' | 'onOpen'> {
  readonly record: BillingHead;
  readonly index: number;
  readonly isCurrent: boolean;
}

const Line = ({ record, index, isCurrent, jobsOf, onOpen }: LineProps) => (
  // The keyboard moves in the table, which names the row in hand.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
  <tr
    id={idOfRow(record)}
    aria-rowindex={index + 2}
    className={cx('desk-row', isCurrent && 'desk-current')}
    onClick={(event) => event.target instanceof HTMLAnchorElement || onOpen(record)}
  >
    <td>
      <span className="record-number">
        <Link href={recordPath(record.id)} tabIndex={-1} className="desk-link">
          {recordNumber(record)}
        </Link>
        <KindMark record={record} />
        <CameBackMark record={record} />
      </span>
    </td>
    <td>
      <b className="desk-text">{record.customerName}</b>
      <small className="desk-text">{jobsOf(record)}</small>
    </td>
    <td>{formatDate(record.issuedOn)}</td>
    <td>{record.dueOn === null ? '' : formatDate(record.dueOn)}</td>
    <td>
      <ListedState record={record} />
    </td>
    <td className="desk-n">{openWords(record)}</td>
    <td className="desk-n">
      <b>{formatMoney(record.grossCents, record.currency)}</b>
    </td>
  </tr>
);

/** All bills, a line each. */
export const RecordTable = ({ records, order, current, scroller, topOf, jobsOf, onSort, onOpen }: RecordTableProps) => {
  const view = useFixedWindow(scroller, { count: records.length, px: ROW_PX, coveredPx: LINES.headPx, topOf });
  useFollowCurrent(scroller, { lines: records, keyOf, isHead, current: current && keyOf(current) }, LINES);
  const head = (sort: ShownSort, isNumber = false) => (
    <SortHead sort={sort} order={order} isNumber={isNumber} onSort={onSort}>
      {t(SORT_WORD[sort])}
    </SortHead>
  );
  return (
    <table
      // One stop of the Tab key, which names the row in hand: the keys are the screen's.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- see above
      role="grid"
      aria-label={t('Billing Records')}
      aria-rowcount={records.length + 1}
      aria-activedescendant={current && idOfRow(current)}
      tabIndex={0}
      className="desk-table record-table"
    >
      <colgroup>
        <col className="record-col-number" />
        <col />
        <col className="record-col-day" />
        <col className="record-col-day" />
        <col className="record-col-state" />
        <col className="record-col-amount" />
        <col className="record-col-amount" />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {head('number')}
          {head('customer')}
          {head('issuedOn')}
          {head('dueOn')}
          <th scope="col">{t('Paid or not')}</th>
          <th scope="col" className="desk-n">
            {t('Open')}
          </th>
          {head('amount', true)}
        </tr>
      </thead>
      <tbody>
        {view.from > 0 && <tr aria-hidden="true" style={{ height: view.from * ROW_PX }} />}
        {records.slice(view.from, view.to).map((record, index) => (
          <Line
            key={record.id}
            record={record}
            index={view.from + index}
            isCurrent={record.id === current?.id}
            jobsOf={jobsOf}
            onOpen={onOpen}
          />
        ))}
        {view.to < records.length && <tr aria-hidden="true" style={{ height: (records.length - view.to) * ROW_PX }} />}
        {/* Takes the room that few rows leave. */}
        <tr aria-hidden="true" />
      </tbody>
    </table>
  );
};

/** The same on phones: a card each. */
export const RecordCards = ({ records, jobsOf }: RecordListProps) => (
  <ul aria-label={t('Billing Records')}>
    {records.map((record) => (
      <li key={record.id} className="desk-card">
        <Link href={recordPath(record.id)} className="desk-card-body no-underline">
          <span className="desk-card-line">
            <b>{record.customerName}</b>
            <b>{formatMoney(record.grossCents, record.currency)}</b>
          </span>
          <span className="desk-card-line">
            <span className="record-number">
              {recordNumber(record)}
              <KindMark record={record} />
              <CameBackMark record={record} />
            </span>
            <span>{formatDate(record.issuedOn)}</span>
          </span>
          {jobsOf(record) !== '' && (
            <span className="desk-card-line">
              <span className="desk-text">{jobsOf(record)}</span>
            </span>
          )}
          <span className="desk-card-line">
            <ListedState record={record} />
            {openWords(record) !== '' && record.dueOn !== null && <span>{t('Due {date}', { date: formatDate(record.dueOn) })}</span>}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
