import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import { Box, stateOf } from '#client/components/desk/select-box.tsx';
import { SortHead } from '#client/components/desk/sort-head.tsx';
import { useFixedWindow } from '#client/components/desk/use-fixed-window.ts';
import { useFollowCurrent } from '#client/components/desk/use-follow-current.ts';
import type { Selection } from '#client/components/desk/use-selection.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { plural, t, wordsOf } from '#client/lib/texts.ts';
import { type NumberColumn, type PlacedColumn, REST_PX, sumsOf } from './desk-columns.ts';
import type { DeskOrder, SortKey } from './desk-filter.ts';
import { GroupLine, Line } from './desk-line.tsx';
import { type DeskLine, isGroup, keyOfLine, rowsIn } from './desk-lines.ts';
import type { NumberKey } from './desk-numbers.ts';
import type { DeskRow } from './desk-rows.ts';
import { formatFixed, numberWords } from './desk-words.ts';
import type { RowEdit } from './row-edit.tsx';
import { WORD_PX, wordColumns } from './word-columns.ts';

const LINE_PX = 36;
/** The heights of every line, of the heads, and of the two rows of sums. */
const LINES = { px: LINE_PX, headPx: 34, footPx: 74 } as const;

const SORTS: Readonly<Record<string, SortKey>> = { totalHours: 'hours', fuel: 'fuel', loads: 'loads' };
const sortOf = (key: NumberKey): SortKey => SORTS[key] ?? (key as SortKey);

/** The head of a column of numbers, with its unit: 'Fuel, gal'. */
const useNumberHead = (): ((key: NumberKey) => string) => {
  const units = useUnits();
  return (key) => (key === 'fuel' ? `${numberWords(key)}, ${wordsOf(units.fuel)}` : numberWords(key));
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
  readonly selection: Selection<DeskRow>;
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

/** The entries as a dense table, of which only what is in and near the view is drawn (look-2, "Dense table"). */
export const DeskTable = (props: DeskTableProps) => {
  const { lines, shown, numbers, rest, isOneMonth, order, selection, current, pending, edit, scroller, topOf, onSort, onPress, onSeen } =
    props;
  const view = useFixedWindow(scroller, { count: lines.length, px: LINE_PX, coveredPx: LINES.headPx + LINES.footPx, topOf });
  const numberHead = useNumberHead();
  const words = useMemo(() => wordColumns(order.group), [order.group]);
  useFollowCurrent(scroller, { lines, keyOf: keyOfLine, isHead: isGroup, current: current && keyOfLine(current) }, LINES);
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
          <SortHead sort="date" order={order} onSort={onSort}>
            {t('Date')}
          </SortHead>
          {words.map(({ sort, head }) => (
            <SortHead key={sort} sort={sort} order={order} onSort={onSort}>
              {head}
            </SortHead>
          ))}
          {numbers.map(({ key }) => (
            <SortHead key={key} sort={sortOf(key)} order={order} isNumber onSort={onSort}>
              {numberHead(key)}
            </SortHead>
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
