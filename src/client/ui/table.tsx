import type { ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';
import { useMedia } from '#client/lib/use-media.ts';
import { SearchIcon } from '#client/ui/icons.tsx';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => number | string;
  /** A press anywhere on the row; a link or button in it is what the keyboard uses. */
  readonly onRow?: (row: Row) => void;
  readonly actions?: (row: Row) => ReactNode;
  /** How the row looks as a card, on screens too narrow for columns. */
  readonly card: (row: Row) => { readonly small?: ReactNode; readonly title: ReactNode; readonly meta?: ReactNode };
  readonly footer?: ReactNode;
  /** Rows that are not sent yet are striped at their edge, those that need somebody have a red one. */
  readonly mark?: (row: Row) => RowMark | undefined;
  /** The width from which the columns fit beside the sidebar; below, the rows are cards. */
  readonly columnsFrom?: keyof typeof WIDTHS;
}

// From 768 px on, unless there are more columns than a tablet has room for.
const WIDTHS = { md: '(min-width: 48rem)', lg: '(min-width: 64rem)', xl: '(min-width: 80rem)' };

export type RowMark = 'waiting' | 'attention';

const MARKS: Record<RowMark, string> = {
  waiting: "relative before:absolute before:inset-y-0 before:left-0 before:w-2 before:swath before:content-['']",
  attention: "relative before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:bg-poppy before:content-['']",
};

const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('a, button, input, [role=menu]') !== null;

const Cards = <Row,>({ label, rows, keyOf, onRow, actions, card, mark }: DataTableProps<Row>) => (
  <ul aria-label={label} data-cards className="group/cards first:grid first:gap-2.5">
    {rows.map((row) => {
      const { small, title, meta } = card(row);
      const marked = mark?.(row);
      return (
        // The link in the card is what keyboards and screen readers use; the press beside it is for thumbs.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see above
        <li
          key={keyOf(row)}
          className={cx(
            'flex items-start gap-3 overflow-hidden border-line py-3.5 pr-1.5 pl-4.5 not-last:border-b group-first/cards:rounded-card group-first/cards:border group-first/cards:bg-surface',
            onRow && 'cursor-pointer',
            marked && MARKS[marked],
            marked === 'waiting' && 'group-first/cards:border-straw',
          )}
          onClick={(event) => !isControl(event.target) && onRow?.(row)}
        >
          <div className="min-w-0 flex-1">
            {small && <div className="text-sm text-ink2">{small}</div>}
            <div className="text-[1.0625rem] leading-[1.3] font-[680] text-pretty wrap-anywhere">{title}</div>
            {meta && <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink2">{meta}</div>}
          </div>
          {actions && <div className="flex shrink-0">{actions(row)}</div>}
        </li>
      );
    })}
  </ul>
);

const Columns = <Row,>({ label, columns, rows, keyOf, onRow, actions, footer, mark }: DataTableProps<Row>) => (
  <div className="overflow-x-auto first:rounded-t-[calc(var(--r-card)-1px)] last:rounded-b-[calc(var(--r-card)-1px)]">
    <table className="w-full border-separate border-spacing-0" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ head, isNumber }) => (
            <th
              key={head}
              scope="col"
              className={cx(
                'h-11 border-b border-line bg-sunk px-4 text-sm font-semibold whitespace-nowrap text-ink2',
                isNumber ? 'text-right' : 'text-left',
              )}
            >
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col" className="h-11 border-b border-line bg-sunk px-4 text-right text-sm font-semibold text-ink2">
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const marked = mark?.(row);
          return (
            // The link in the row is what keyboards and screen readers use.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
            <tr
              key={keyOf(row)}
              className={cx('group', onRow && 'cursor-pointer')}
              onClick={(event) => !isControl(event.target) && onRow?.(row)}
            >
              {columns.map(({ head, cell, isNumber }, index) => (
                <td
                  key={head}
                  className={cx(
                    'h-14 border-b border-line px-4 py-1.5 group-last:border-b-0 group-hover:bg-sunk/55',
                    isNumber && 'text-right tabular-nums',
                    index === 0 && marked && MARKS[marked],
                  )}
                >
                  {cell(row)}
                </td>
              ))}
              {actions && (
                <td className="h-14 border-b border-line py-1.5 pr-2 text-right whitespace-nowrap group-last:border-b-0 group-hover:bg-sunk/55 [&>*]:align-middle">
                  {actions(row)}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
      {footer}
    </table>
  </div>
);

/** A table on wide screens, cards on phones: the same rows, the same actions. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const isWide = useMedia(WIDTHS[props.columnsFrom ?? 'md']);
  return isWide ? <Columns {...props} /> : <Cards {...props} />;
};

interface SearchProps {
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The box above a list that narrows it while one types. */
export const SearchInput = ({ placeholder, value, onChange }: SearchProps) => (
  <span className="relative block min-w-0 flex-[1_1_14rem]">
    <SearchIcon className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink3" aria-hidden="true" />
    <input
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-(--ctl) w-full rounded-ctl border-[1.5px] border-edge bg-surface pr-3.5 pl-11"
    />
  </span>
);

/** The classes of a tab and of the one that is chosen. */
export const tabClass = (isCurrent: boolean): string =>
  cx(
    'flex min-h-12 items-center gap-2 px-3 whitespace-nowrap no-underline',
    isCurrent ? 'tramline-bottom font-bold text-ink' : 'font-[560] text-ink2 hover:text-ink',
  );
