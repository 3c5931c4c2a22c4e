import { memo } from 'react';
import { Box, type BoxProps } from '#client/components/desk/select-box.tsx';
import { syncMark } from '#client/components/status-badge.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatLongDate } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { NoteIcon, PictureIcon } from '#client/ui/icons.tsx';
import { type NumberColumn, sumsOf } from './desk-columns.ts';
import type { Grouping } from './desk-filter.ts';
import type { RowGroup } from './desk-lines.ts';
import { type NumberKey, numberOf } from './desk-numbers.ts';
import type { DeskRow } from './desk-rows.ts';
import { dayInRow, formatFixed, groupTitle, numberWords } from './desk-words.ts';
import { type RowEdit, RowInput } from './row-edit.tsx';
import { RowState } from './row-state.tsx';
import type { WordColumn } from './word-columns.ts';

/** The field whose lack a cell shows. */
const lackName = (key: NumberKey): string => ({ totalHours: 'Hours', fuel: 'Fuel', loads: 'Loads' })[key as 'fuel'] ?? key.slice(4);

const isLacking = (row: DeskRow, key: NumberKey): boolean => {
  const name = lackName(key).toLowerCase();
  return row.missing.some((each) => each.toLowerCase() === name);
};

const isOdd = (row: DeskRow, key: NumberKey): boolean => row.hints.some(({ measure }) => measure === key);

const Gap = () => (
  <span className="desk-gap">
    <span aria-hidden="true">?</span>
    <span className="sr-only">{t('Missing')}</span>
  </span>
);

const NumberCell = ({ row, column: { key, digits } }: { readonly row: DeskRow; readonly column: NumberColumn }) => {
  const value = numberOf(row, key);
  if (value === null) {
    return isLacking(row, key) ? <Gap /> : null;
  }
  const text = formatFixed(value, digits);
  return isOdd(row, key) ? <mark className="desk-mark">{text}</mark> : text;
};

/** The numbers without a column of their own, each with its name: '40.0 Tons'. */
const RestCell = ({ row, rest }: { readonly row: DeskRow; readonly rest: readonly NumberColumn[] }) => {
  const shown = rest.filter(({ key }) => numberOf(row, key) !== null || isLacking(row, key));
  const text = shown.map(({ key, digits }) => `${formatFixed(numberOf(row, key) ?? 0, digits)} ${numberWords(key)}`).join(', ');
  return (
    <td className="desk-n">
      <span className="desk-text" title={text}>
        {shown.map((column) => (
          <span key={column.key}>
            {' '}
            <NumberCell row={row} column={column} /> {numberWords(column.key)}
          </span>
        ))}
      </span>
    </td>
  );
};

interface LineProps {
  readonly row: DeskRow;
  readonly index: number;
  readonly id: string;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly isChecking: boolean;
  readonly isOneMonth: boolean;
  readonly words: readonly WordColumn[];
  readonly numbers: readonly NumberColumn[];
  /** What shares one column. */
  readonly rest: readonly NumberColumn[];
  readonly edit: RowEdit | null;
  readonly onPress: (row: DeskRow) => void;
  readonly onPick: (row: DeskRow, isRange: boolean) => void;
}

const PlainLine = (props: LineProps) => {
  const { row, index, id, isCurrent, isSelected, isChecking, isOneMonth, words, numbers, rest, edit, onPress, onPick } = props;
  const { entry } = row;
  const label = [entry.serviceTypeName, ...entry.operatorNames, formatLongDate(entry.date)].join(', ');
  const mark = syncMark(entry);
  return (
    // The keyboard moves in the table, which names the row in hand.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <tr
      id={id}
      aria-rowindex={index}
      aria-selected={isSelected}
      data-current={isCurrent || undefined}
      className={cx('desk-row', isSelected && 'desk-selected', isCurrent && 'desk-current', mark && `desk-${mark}`)}
      onClick={() => onPress(row)}
    >
      <td>
        <Box
          state={isSelected ? 'on' : 'off'}
          label={t('Select {name}', { name: label })}
          onPress={({ shiftKey }) => onPick(row, shiftKey)}
        />
      </td>
      <td className={cx('desk-day', edit && 'desk-day-edit')}>
        {edit ? (
          <RowInput edit={edit} name="date" label={t('Date')} />
        ) : (
          <span title={formatLongDate(entry.date)}>{dayInRow(entry.date, isOneMonth)}</span>
        )}
      </td>
      {words.map(({ sort, wordsIn, field }) => {
        const text = wordsIn(row);
        return (
          <td key={sort}>
            <span className="desk-text" title={text}>
              {text}
            </span>
            {field !== undefined && row.missing.includes(field) && <Gap />}
          </td>
        );
      })}
      {numbers.map((column) => (
        <td key={column.key} className="desk-n">
          {edit?.has(column.key) ? (
            <RowInput edit={edit} name={column.key} label={numberWords(column.key)} />
          ) : (
            <NumberCell row={row} column={column} />
          )}
        </td>
      ))}
      {rest.length > 0 && <RestCell row={row} rest={rest} />}
      <td className="desk-marks">
        {entry.notes && (
          <span title={entry.notes}>
            <NoteIcon aria-hidden="true" />
            <span className="sr-only">{t('Note')}</span>
          </span>
        )}
        {entry.photos.length > 0 && (
          <span title={plural(entry.photos.length, '{count} photo', '{count} photos')}>
            <PictureIcon aria-hidden="true" />
            <span className="sr-only">{plural(entry.photos.length, '{count} photo', '{count} photos')}</span>
          </span>
        )}
      </td>
      <td>
        <RowState row={row} isChecking={isChecking} />
      </td>
    </tr>
  );
};
// Moving and selecting draw only the rows that change.
export const Line = memo(PlainLine);

interface GroupLineProps {
  readonly group: RowGroup;
  readonly by: Grouping;
  readonly index: number;
  readonly span: number;
  readonly numbers: readonly NumberColumn[];
  /** How many columns follow. */
  readonly after: number;
  readonly state: BoxProps['state'];
  readonly onPick: (rows: readonly DeskRow[]) => void;
}

const PlainGroupLine = ({ group, by, index, span, numbers, after, state, onPick }: GroupLineProps) => {
  const title = groupTitle(group, by);
  return (
    <tr className="desk-group" aria-rowindex={index}>
      <td>
        <Box state={state} label={t('Select all of {name}', { name: title })} onPress={() => onPick(group.rows)} />
      </td>
      <td colSpan={span}>
        <span className="desk-text">
          <b>{title}</b> {group.sub}
          <small>{plural(group.rows.length, '{count} entry', '{count} entries')}</small>
        </span>
      </td>
      {sumsOf(group.rows, numbers).map((sum, place) => (
        <td key={numbers[place]?.key} className="desk-n">
          {sum === null ? null : formatFixed(sum, numbers[place]?.digits ?? 0)}
        </td>
      ))}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell */}
      <td colSpan={after} />
    </tr>
  );
};
/** The head of a group, with its sums in the columns. */
export const GroupLine = memo(PlainGroupLine);
