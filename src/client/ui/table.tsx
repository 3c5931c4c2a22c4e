import { memo, type ReactNode, useMemo, useState } from 'react';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { useMedia } from '#client/lib/use-media.ts';
import { AscendingIcon, DescendingIcon } from '#client/ui/icons.tsx';
import type { Part } from '#client/ui/row-window.ts';
import { inOrder, pressHead, type Sorting } from '#client/ui/sorted-rows.ts';
import { useColumns } from '#client/ui/use-columns.ts';
import { useRowWindow } from '#client/ui/use-row-window.ts';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** A class with the column's width, so that stacked tables are aligned. */
  readonly width?: string;
  /** Makes the header a button that sorts by this column. Only for lists whose rows are all loaded. */
  readonly sortBy?: (row: Row) => string | number | null;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => number | string;
  /** A press anywhere on the row; the keyboard uses a link or button in it. */
  readonly onRow?: (row: Row) => void;
  readonly actions?: (row: Row) => ReactNode;
  /** How the row looks as a card, on screens too narrow for columns. */
  readonly card: (row: Row) => {
    readonly small?: ReactNode;
    readonly title: ReactNode;
    readonly meta?: ReactNode;
    readonly aside?: ReactNode;
  };
  /** What the cards of a group have in common, above the first of them; for rows that are in such an order. */
  readonly group?: (row: Row) => string;
  readonly footer?: ReactNode;
  /** Rows that are not sent yet are striped at their edge, those that need attention have a red one. */
  readonly mark?: (row: Row) => RowMark | undefined;
  /** The width from which the columns fit next to the sidebar; below that, the rows are cards. */
  readonly columnsFrom?: keyof typeof WIDTHS;
  /** The order of `rows`. */
  readonly sorted?: Sorting;
  /** The order that the user chose and how it is changed, where its screen needs to know it; otherwise the table keeps it. */
  readonly order?: TableOrder;
}

export interface TableOrder {
  readonly chosen: Sorting | undefined;
  readonly choose: (sorting: Sorting) => void;
}

/** The order that the user chooses in a table, for its screen. */
export const useOrder = (): TableOrder => {
  const [chosen, choose] = useState<Sorting>();
  return useMemo(() => ({ chosen, choose }), [chosen]);
};

// From 768 px on, unless there are more columns than a tablet has room for.
const WIDTHS = { md: '(min-width: 48rem)', lg: '(min-width: 64rem)', xl: '(min-width: 80rem)' };

export type RowMark = 'waiting' | 'attention';

const MARKS: Record<RowMark, string> = {
  waiting: "relative before:absolute before:inset-y-0 before:left-0 before:w-2 before:swath before:content-['']",
  attention: "relative before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:bg-poppy before:content-['']",
};

/** The usual height of a row and of a card; drawn ones are measured. */
const USUAL_PX = { row: 57, card: 116 };

/** From this many columns on they are closer together. */
const MANY_COLUMNS = 6;

const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('a, button, input, [role=menu]') !== null;

interface RowProps<Row> extends Pick<DataTableProps<Row>, 'onRow' | 'actions' | 'mark' | 'columns' | 'card'> {
  readonly row: Row;
  readonly index: number;
  /** What stands above it. */
  readonly head: string | undefined;
  /** How many rows there are, if only a part of them is drawn. */
  readonly count: number | undefined;
}

const PlainCard = <Row,>({ row, index, head, count, onRow, actions, card, mark }: RowProps<Row>) => {
  const { small, title, meta, aside } = card(row);
  const marked = mark?.(row);
  const Shape = head === undefined ? 'li' : 'div';
  const place = { 'data-index': index, ...(count === undefined ? {} : { 'aria-setsize': count, 'aria-posinset': index + 1 }) };
  const shape = (
    // The link in the card is what keyboards and screen readers use; the press on the rest of the card is for thumbs.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see above
    <Shape
      {...(head === undefined ? place : {})}
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
      {aside}
      {actions && <div className="flex shrink-0">{actions(row)}</div>}
    </Shape>
  );
  return head === undefined ? (
    shape
  ) : (
    <li {...place}>
      <h2 className="pt-2 pb-1.5 font-[680] first-letter:uppercase">{head}</h2>
      {shape}
    </li>
  );
};

const PlainRow = <Row,>({ row, index, count, columns, onRow, actions, mark }: RowProps<Row>) => {
  const marked = mark?.(row);
  return (
    // The link in the row is what keyboards and screen readers use.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <tr
      data-index={index}
      // The header is the first row.
      aria-rowindex={count === undefined ? undefined : index + 2}
      className={cx('group print:break-inside-avoid', onRow && 'cursor-pointer')}
      onClick={(event) => !isControl(event.target) && onRow?.(row)}
    >
      {columns.map(({ head, cell, isNumber }, place) => (
        <td
          key={head}
          className={cx(
            'h-14 border-b border-line px-(--gap) py-1.5 group-last:border-b-0 group-hover:bg-sunk/55',
            isNumber && 'text-right tabular-nums',
            place === 0 && marked && MARKS[marked],
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
};

// Scrolling and typing draw only new and changed rows.
const CardRow = memo(PlainCard) as typeof PlainCard;
const TableRow = memo(PlainRow) as typeof PlainRow;

type Gap = Part & { readonly kind: 'gap' };

interface BodyProps<Row> extends DataTableProps<Row> {
  readonly sorting: Sorting | undefined;
  readonly onSort: (sorting: Sorting) => void;
}

/** The drawn rows by their keys, so that a row keeps its element wherever in the list it moves. */
const drawn = <Row,>(
  { rows, keyOf, onRow, actions, mark, columns, card, group }: DataTableProps<Row>,
  parts: readonly Part[],
  count: number | undefined,
  Shape: typeof PlainRow,
  gap: (part: Gap) => ReactNode,
): ReactNode =>
  parts.map((part) => {
    if (part.kind === 'gap') {
      return gap(part);
    }
    const [before, row] = [rows[part.index - 1], rows[part.index]];
    const head = row && group?.(row);
    const rest = { ...(onRow ? { onRow } : {}), ...(actions ? { actions } : {}), ...(mark ? { mark } : {}) };
    return (
      row && (
        <Shape
          key={keyOf(row)}
          row={row}
          index={part.index}
          head={before && group?.(before) === head ? undefined : head}
          count={count}
          columns={columns}
          card={card}
          {...rest}
        />
      )
    );
  });

const Cards = <Row,>(props: BodyProps<Row>) => {
  const { label, rows, keyOf } = props;
  const { list, isPart, parts } = useRowWindow<HTMLUListElement, Row>(rows, keyOf, USUAL_PX.card);
  return (
    <ul ref={list} aria-label={label} data-cards className="group/cards first:grid first:gap-2.5">
      {drawn(props, parts, isPart ? rows.length : undefined, CardRow, ({ from, px }) => (
        <li key={`gap ${from}`} aria-hidden="true" style={{ height: px }} />
      ))}
    </ul>
  );
};

interface HeadProps<Row> extends Pick<BodyProps<Row>, 'sorting' | 'onSort'> {
  readonly column: Column<Row>;
}

// If the frame scrolls sideways, a header would stick to the frame, 64 px down, over the first row.
const HEAD =
  'in-data-fits:sticky print:static top-16 z-2 h-11 border-b border-line bg-sunk text-sm font-semibold whitespace-nowrap text-ink2';

const Head = <Row,>({ column: { head, isNumber, sortBy, width }, sorting, onSort }: HeadProps<Row>) => {
  const isSorted = sorting?.head === head;
  const ArrowIcon = isSorted && sorting.isDescending ? DescendingIcon : AscendingIcon;
  const arrow = <ArrowIcon className={cx('size-4 shrink-0', !isSorted && 'invisible')} aria-hidden="true" />;
  return (
    <th
      scope="col"
      {...(isSorted ? { 'aria-sort': sorting.isDescending ? 'descending' : 'ascending' } : {})}
      className={cx(HEAD, width, isNumber ? 'text-right' : 'text-left', sortBy ? 'px-[calc(var(--gap)-0.625rem)]' : 'px-(--gap)')}
    >
      {sortBy ? (
        <button
          type="button"
          className={cx(
            'inline-flex min-h-11 items-center gap-1 rounded-ctl px-2.5 font-semibold hover:text-ink focus-visible:-outline-offset-3',
            isNumber && 'flex-row-reverse',
          )}
          onClick={() => onSort(pressHead(sorting, head))}
        >
          {head}
          {arrow}
        </button>
      ) : (
        <span className="inline-flex items-center gap-1">
          {head}
          {isSorted && arrow}
        </span>
      )}
    </th>
  );
};

const Columns = <Row,>(props: BodyProps<Row>) => {
  const { label, columns, rows, keyOf, actions, footer, sorting, onSort } = props;
  const { list, isPart, parts } = useRowWindow<HTMLTableSectionElement, Row>(rows, keyOf, USUAL_PX.row);
  const columnCount = columns.length + (actions ? 1 : 0);
  const table = useColumns(isPart, columnCount);
  return (
    // Clipped instead of scrolled wherever the columns fit, so that header and footer stick to the window.
    <div className="overflow-x-auto first:rounded-t-[calc(var(--r-card)-1px)] last:rounded-b-[calc(var(--r-card)-1px)] data-fits:overflow-clip">
      <table
        ref={table}
        className={cx(
          'w-full border-separate border-spacing-0',
          columns.length < MANY_COLUMNS ? '[--gap:--spacing(4)]' : '[--gap:--spacing(3)] 2xl:[--gap:--spacing(4)]',
        )}
        aria-label={label}
        aria-rowcount={isPart ? rows.length + 1 : undefined}
      >
        <thead>
          <tr aria-rowindex={isPart ? 1 : undefined}>
            {columns.map((column) => (
              <Head key={column.head} column={column} sorting={sorting} onSort={onSort} />
            ))}
            {actions && (
              <th scope="col" className={cx(HEAD, 'px-(--gap) text-right')}>
                {t('Actions')}
              </th>
            )}
          </tr>
        </thead>
        {/* A focused element is not hidden under the header. */}
        <tbody ref={list} className="[&_:is(a,button)]:scroll-mt-11">
          {drawn(props, parts, isPart ? rows.length : undefined, TableRow, ({ from, px }) => (
            <tr key={`gap ${from}`} aria-hidden="true" style={{ height: px }} />
          ))}
        </tbody>
        {footer}
      </table>
    </div>
  );
};

/** A table on wide screens, cards on phones: the same rows, the same actions. Of a long list only what is in and near the view is drawn. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const isWide = useMedia(WIDTHS[props.columnsFrom ?? 'md']);
  const own = useOrder();
  const { rows, columns, sorted, order: { chosen, choose } = own } = props;
  const ordered = useMemo(() => inOrder(rows, columns, chosen), [rows, columns, chosen]);
  const body = { ...props, rows: ordered, sorting: chosen ?? sorted, onSort: choose };
  return isWide ? <Columns {...body} /> : <Cards {...body} />;
};
