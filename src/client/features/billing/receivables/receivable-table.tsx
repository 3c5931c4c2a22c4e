import { type RefObject } from 'react';
import { type Age } from '#shared/billing/receivables.ts';
import { Box, stateOf } from '#client/components/desk/select-box.tsx';
import { SortHead } from '#client/components/desk/sort-head.tsx';
import { useFixedWindow } from '#client/components/desk/use-fixed-window.ts';
import { useFollowCurrent } from '#client/components/desk/use-follow-current.ts';
import type { Selection } from '#client/components/desk/use-selection.ts';
import { cx } from '#client/lib/cx.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import type { ReceivableOrder, ReceivableRow, ReceivableSort } from './receivable-rows.ts';
import { AGE_HEAD, mostReminded, reminderWords } from './receivable-words.ts';
import { ReminderBars } from './reminder-bars.tsx';

const ROW_PX = 52;
const LINES = { px: ROW_PX, headPx: 34, footPx: 0 } as const;
/** Labels that a row names before it counts the others. */
const MOST_LABELS = 3;

export interface ReceivableListProps {
  readonly shown: readonly ReceivableRow[];
  readonly ages: readonly Age[];
  readonly levels: number;
  readonly today: string;
  readonly order: ReceivableOrder;
  readonly selection: Selection<ReceivableRow>;
  readonly current: ReceivableRow | undefined;
  /** Why letters were not sent, by row. */
  readonly unsent: ReadonlyMap<number, string>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly topOf: string;
  readonly maySelect: boolean;
  readonly onSort: (sort: ReceivableSort) => void;
  readonly onPress: (row: ReceivableRow) => void;
}

/** The numbers of a customer's bills, as many as fit. */
export const labelsOf = ({ bills }: ReceivableRow): string => {
  const labels = bills.slice(0, MOST_LABELS).map(({ label }) => label);
  const rest = bills.length - labels.length;
  return rest === 0 ? labels.join(', ') : t('{labels} and {count} more', { labels: labels.join(', '), count: rest });
};

export const ReminderCell = ({
  row,
  levels,
  today,
  unsent,
}: { readonly row: ReceivableRow } & Pick<ReceivableListProps, 'levels' | 'today' | 'unsent'>) => {
  const { title, below } = reminderWords(row, today);
  return (
    <span className="owed-reminder">
      <ReminderBars levels={levels} sent={mostReminded(row.bills)?.sentLevel ?? 0} due={row.letter?.level ?? 0} />
      <span className="min-w-0">
        <b className="desk-text">{title}</b>
        <small className={cx('desk-text', unsent.has(row.id) && 'owed-unsent')}>{unsent.get(row.id) ?? below}</small>
      </span>
    </span>
  );
};

const idOfRow = (row: ReceivableRow): string => `owed-${row.id}`;
const keyOf = (row: ReceivableRow): string => String(row.id);
const isHead = (): boolean => false;

const Line = ({ row, index, ...list }: { readonly row: ReceivableRow; readonly index: number } & ReceivableListProps) => {
  const { ages, selection, current, maySelect, onPress } = list;
  const isSelected = selection.isSelected(row);
  return (
    <tr
      id={idOfRow(row)}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={cx('desk-row', isSelected && 'desk-selected', current?.id === row.id && 'desk-current')}
      onClick={() => onPress(row)}
    >
      <td>
        {maySelect && (
          <Box
            state={isSelected ? 'on' : 'off'}
            label={t('Select {name}', { name: row.businessName })}
            onPress={({ shiftKey }) => (shiftKey ? selection.extendTo(row) : selection.toggle([row]))}
          />
        )}
      </td>
      <td>
        <b className="desk-text">{row.businessName}</b>
        <small className="desk-text">{labelsOf(row)}</small>
      </td>
      <td className="desk-n">
        <b>{row.daysLate > 0 ? formatNumber(row.daysLate) : ''}</b>
      </td>
      {ages.map((age) => (
        <td key={age} className={cx('desk-n', age === 'over60' && 'owed-old')}>
          {row.ages[age] > 0 ? formatMoney(row.ages[age], row.currency) : ''}
        </td>
      ))}
      <td className="desk-n">
        <b>{formatMoney(row.openCents, row.currency)}</b>
      </td>
      <td>
        <ReminderCell row={row} levels={list.levels} today={list.today} unsent={list.unsent} />
      </td>
    </tr>
  );
};

/** Who owes what, a customer a row: how late, how old the money is, how far they were reminded. */
export const ReceivableTable = (list: ReceivableListProps) => {
  const { shown, ages, order, selection, current, scroller, topOf, maySelect, onSort } = list;
  const view = useFixedWindow(scroller, { count: shown.length, px: ROW_PX, coveredPx: LINES.headPx, topOf });
  useFollowCurrent(scroller, { lines: shown, keyOf, isHead, current: current && keyOf(current) }, LINES);
  return (
    <table
      // One stop of the Tab key, which names the row in hand: the keys are the screen's.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- see above
      role="grid"
      aria-label={t('Open bills')}
      aria-rowcount={shown.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={current && idOfRow(current)}
      tabIndex={0}
      className="desk-table owed-table"
    >
      <colgroup>
        <col className="desk-col-box" />
        <col />
        <col style={{ width: 96 }} />
        {ages.map((age) => (
          <col key={age} style={{ width: 124 }} />
        ))}
        <col style={{ width: 132 }} />
        <col style={{ width: 316 }} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th>
            {maySelect && (
              <Box
                state={stateOf(shown, selection.isSelected)}
                label={plural(shown.length, 'Select {count} customer', 'Select all {count} customers')}
                onPress={() => selection.toggle(shown)}
              />
            )}
          </th>
          <SortHead sort="customer" order={order} onSort={onSort}>
            {t('Customer and bills')}
          </SortHead>
          <SortHead sort="late" order={order} isNumber onSort={onSort}>
            {t('Days late')}
          </SortHead>
          {ages.map((age) => (
            <th key={age} scope="col" className="desk-n">
              {t(AGE_HEAD[age])}
            </th>
          ))}
          <SortHead sort="open" order={order} isNumber onSort={onSort}>
            {t('Open')}
          </SortHead>
          <th scope="col">
            <span className="owed-head">{t('Reminders')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {view.from > 0 && <tr aria-hidden="true" style={{ height: view.from * ROW_PX }} />}
        {shown.slice(view.from, view.to).map((row, index) => (
          <Line key={row.id} {...list} row={row} index={view.from + index} />
        ))}
        {view.to < shown.length && <tr aria-hidden="true" style={{ height: (shown.length - view.to) * ROW_PX }} />}
        {/* Takes the room that few rows leave. */}
        <tr aria-hidden="true" />
      </tbody>
    </table>
  );
};
