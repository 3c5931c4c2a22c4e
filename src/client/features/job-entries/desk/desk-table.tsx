import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useUnits } from '#client/data/organization-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { plural, t, wordsOf } from '#client/lib/texts.ts';
import { AscendingIcon, DescendingIcon } from '#client/ui/icons.tsx';
import { type NumberColumn, type PlacedColumn, REST_PX, sumsOf } from './desk-columns.ts';
import type { DeskOrder, SortKey } from './desk-filter.ts';
import { GroupLine, Line } from './desk-line.tsx';
import { type DeskLine, isGroup, rowsIn } from './desk-lines.ts';
import type { NumberKey } from './desk-numbers.ts';
import type { DeskRow } from './desk-rows.ts';
import { formatFixed, numberWords } from './desk-words.ts';
import type { RowEdit } from './row-edit.tsx';
import { Box, stateOf } from './select-box.tsx';
import type { DeskSelection } from './use-desk-selection.ts';
import { useFixedWindow } from './use-fixed-window.ts';
import { WORD_PX, wordColumns } from './word-columns.ts';

/** The height of every line, and of the heads. */
const LINE_PX = 36;
const HEAD_PX = 34;
/** The two rows of sums. */
const FOOT_PX = 74;

const SORTS: Readonly<Record<string, SortKey>> = { totalHours: 'hours', fuel: 'fuel', loads: 'loads' };
const sortOf = (key: NumberKey): SortKey => SORTS[key] ?? (key as SortKey);

/** The head of a column of numbers, with its unit: 'Fuel, gal'. */
const useNumberHead = (): ((key: NumberKey) => string) => {
  const units = useUnits();
  return (key) => (key === 'fuel' ? `${numberWords(key)}, ${wordsOf(units.fuel)}` : numberWords(key));
};

interface HeadProps {
  readonly sort: SortKey;
  readonly order: DeskOrder;
  readonly isNumber?: boolean;
  readonly children: string;
  readonly onSort: (key: SortKey) => void;
}

const Head = ({ sort, order, isNumber = false, children, onSort }: HeadProps) => {
  const isSorted = order.sort === sort;
  const Arrow = order.isDescending ? DescendingIcon : AscendingIcon;
  return (
    <th
      scope="col"
      className={cx(isNumber && 'desk-n')}
      {...(isSorted ? { 'aria-sort': order.isDescending ? 'descending' : 'ascending' } : {})}
    >
      <button type="button" tabIndex={-1} className="desk-head" onClick={() => onSort(sort)}>
        <span className="desk-text">{children}</span>
        {isSorted && <Arrow aria-hidden="true" />}
      </button>
    </th>
  );
};

interface SumsProps {
  readonly sums: readonly (number | null)[];
  readonly numbers: readonly NumberColumn[];
  readonly span: number;
  /** How many columns follow. */
  readonly after: number;
  readonly className: string;
  readonly words: string;
  readonly onClear?: (() => void) | undefined;
}

/** What the columns come to, in them: of what is shown, or of what is selected. */
const Sums = ({ sums, numbers, span, after, className, words, onClear }: SumsProps) => (
  <tr className={className}>
    <td colSpan={1 + span} className="desk-sum-words">
      {words}
    </td>
    {sums.map((sum, place) => (
      <td key={numbers[place]?.key} className="desk-n">
        {sum === null ? null : formatFixed(sum, numbers[place]?.digits ?? 0)}
      </td>
    ))}
    <td colSpan={after}>
      {onClear && (
        <button type="button" tabIndex={-1} className="desk-link" onClick={onClear}>
          {t('Clear')}
        </button>
      )}
    </td>
  </tr>
);

export interface DeskTableProps {
  readonly lines: readonly DeskLine[];
  readonly shown: readonly DeskRow[];
  readonly numbers: readonly PlacedColumn[];
  readonly rest: readonly NumberColumn[];
  readonly isOneMonth: boolean;
  readonly order: DeskOrder;
  readonly selection: DeskSelection;
  readonly current: DeskRow | undefined;
  readonly pending: ReadonlySet<number>;
  readonly edit: RowEdit | null;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** With another one the table begins at its top. */
  readonly topOf: string;
  readonly onSort: (key: SortKey) => void;
  readonly onPress: (row: DeskRow) => void;
  /** Which rows are in view, for the count of those that were never seen. */
  readonly onSeen: (rows: readonly DeskRow[]) => void;
}

const idOfRow = (row: DeskRow): string => `desk-${row.entry.id}`;

/** Scrolls the row in hand into view, below the head and clear of the edge. */
const useFollowCurrent = (scroller: RefObject<HTMLDivElement | null>, lines: readonly DeskLine[], current: DeskRow | undefined): void => {
  const before = useRef<number>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    const id = current?.entry.id;
    if (!element || id === undefined || before.current === id) {
      return;
    }
    before.current = id;
    const place = lines.findIndex((line) => !isGroup(line) && line.entry.id === id);
    const top = place * LINE_PX;
    const height = element.clientHeight - HEAD_PX - FOOT_PX;
    // The head of its group comes along.
    const above = lines[place - 1];
    const isFirst = above !== undefined && isGroup(above);
    if (top - (isFirst ? LINE_PX : 0) < element.scrollTop) {
      element.scrollTo({ top: top - (isFirst ? LINE_PX : 0) });
    } else if (top + LINE_PX > element.scrollTop + height) {
      element.scrollTo({ top: top + LINE_PX - height });
    }
  }, [scroller, lines, current]);
};

/** The entries as a dense table, of which only what is in and near the view is drawn (look-2, "Dense table"). */
export const DeskTable = (props: DeskTableProps) => {
  const { lines, shown, numbers, rest, isOneMonth, order, selection, current, pending, edit, scroller, topOf, onSort, onPress, onSeen } =
    props;
  const view = useFixedWindow(scroller, { count: lines.length, px: LINE_PX, coveredPx: HEAD_PX + FOOT_PX, topOf });
  const numberHead = useNumberHead();
  const words = useMemo(() => wordColumns(order.group), [order.group]);
  useFollowCurrent(scroller, lines, current);
  const { firstInView, endOfView } = view;
  useEffect(() => {
    onSeen(rowsIn(lines.slice(firstInView, endOfView)));
  }, [lines, firstInView, endOfView, onSeen]);

  const { toggle, extendTo, isSelected } = selection;
  const pick = useCallback((row: DeskRow, isRange: boolean) => (isRange ? extendTo(row) : toggle([row])), [extendTo, toggle]);

  const hasRest = rest.length > 0;
  const span = 1 + words.length;
  const pickedSums = useMemo(() => sumsOf(selection.selected, numbers), [selection.selected, numbers]);
  return (
    <table
      // One stop of the Tab key, which names the row in hand: the keys are the screen's.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- see above
      role="grid"
      aria-label={t('Job entries')}
      aria-rowcount={lines.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={current && idOfRow(current)}
      tabIndex={0}
      className="desk-table"
    >
      <colgroup>
        <col className="desk-col-box" />
        <col className="desk-col-day" />
        {words.map(({ sort, isWide }) => (
          <col key={sort} style={{ width: isWide ? WORD_PX.wide : WORD_PX.usual }} />
        ))}
        {numbers.map(({ key, px }) => (
          <col key={key} style={{ width: px }} />
        ))}
        {hasRest && <col style={{ width: REST_PX }} />}
        <col className="desk-col-marks" />
        <col className="desk-col-state" />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th>
            <Box
              state={selection.selected.length === 0 ? 'off' : selection.selected.length === shown.length ? 'on' : 'mixed'}
              label={plural(shown.length, 'Select {count} entry', 'Select all {count} entries')}
              onPress={() => toggle(shown)}
            />
          </th>
          <Head sort="date" order={order} onSort={onSort}>
            {t('Date')}
          </Head>
          {words.map(({ sort, head }) => (
            <Head key={sort} sort={sort} order={order} onSort={onSort}>
              {head}
            </Head>
          ))}
          {numbers.map(({ key }) => (
            <Head key={key} sort={sortOf(key)} order={order} isNumber onSort={onSort}>
              {numberHead(key)}
            </Head>
          ))}
          {hasRest && <th className="desk-n">{t('Other numbers')}</th>}
          <th>
            <span className="sr-only">{t('Note and photos')}</span>
          </th>
          <th>{t('Status')}</th>
        </tr>
      </thead>
      <tbody>
        {view.from > 0 && <tr aria-hidden="true" style={{ height: view.from * LINE_PX }} />}
        {lines.slice(view.from, view.to).map((line, place) => {
          // The heads of the columns are the first row.
          const index = view.from + place + 2;
          if (isGroup(line)) {
            return (
              <GroupLine
                key={index}
                group={line}
                by={order.group}
                index={index}
                span={span}
                numbers={numbers}
                after={hasRest ? 3 : 2}
                state={stateOf(line.rows, isSelected)}
                onPick={toggle}
              />
            );
          }
          const row = line;
          const isCurrent = row.entry.id === current?.entry.id;
          return (
            <Line
              // By its place: another order changes what is in the rows, and makes none.
              key={index}
              row={row}
              index={index}
              id={idOfRow(row)}
              isCurrent={isCurrent}
              isSelected={isSelected(row)}
              isChecking={pending.has(row.entry.id)}
              isOneMonth={isOneMonth}
              words={words}
              numbers={numbers}
              rest={rest}
              edit={isCurrent ? edit : null}
              onPress={onPress}
              onPick={pick}
            />
          );
        })}
        {view.to < lines.length && <tr aria-hidden="true" style={{ height: (lines.length - view.to) * LINE_PX }} />}
        {/* Takes the room that few rows leave, so that the sums stand at the foot. */}
        <tr aria-hidden="true" />
      </tbody>
      <tfoot>
        <Sums
          sums={numbers.map(({ sum }) => sum)}
          numbers={numbers}
          span={span}
          after={hasRest ? 3 : 2}
          className="desk-shown"
          words={t('{count} shown', { count: shown.length })}
        />
        <Sums
          sums={pickedSums}
          numbers={numbers}
          span={span}
          after={hasRest ? 3 : 2}
          className={selection.selected.length > 0 ? 'desk-picked' : 'desk-none'}
          words={selection.selected.length > 0 ? t('{count} selected', { count: selection.selected.length }) : t('None selected')}
          onClear={selection.selected.length > 0 ? selection.clear : undefined}
        />
      </tfoot>
    </table>
  );
};
