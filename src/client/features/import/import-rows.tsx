import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ImportRecord, ImportRow, RowFate } from '#shared/domain/import.ts';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { ColumnSelect } from '#client/features/import/column-select.tsx';
import { importRowsQuery } from '#client/features/import/import-calls.ts';
import { FATES } from '#client/features/import/import-words.ts';
import { reasonsOf } from '#client/features/import/save-refused.ts';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { NextRows } from '#client/ui/more-rows.tsx';
import { TONES } from '#client/ui/note.tsx';
import { Loading } from '#client/ui/states.tsx';

/** What becomes of the row, in a word with its icon: smaller than a badge, as rows of a desk are. */
const FateTag = ({ row: { fate, changed } }: { readonly row: ImportRow }) => {
  const { short, icon: IconShape, tone } = FATES[fate];
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1 rounded-[0.375rem] px-1.75 text-[0.8125rem] font-[620] whitespace-nowrap',
        TONES[tone],
      )}
    >
      <IconShape className="size-[1.1em] stroke-[2.5]" aria-hidden="true" />
      {fate === 'changes' && changed.length > 0 ? t('Changes {count}', { count: changed.length }) : t(short)}
    </span>
  );
};

const cellClass = (row: ImportRow, column: number): string =>
  cx(
    'rounded-[0.375rem]',
    row.reasons.some((reason) => reason.column === column) &&
      'bg-poppy-bg px-1.5 py-0.5 font-[620] text-poppy-fg underline decoration-2 underline-offset-4',
    row.fate === 'changes' && row.changed.includes(column) && 'bg-sky-bg px-1.5 py-0.5 font-[620] text-sky-fg',
  );

const isPale = ({ fate }: ImportRow): boolean => fate === 'same' || fate === 'twice';

export interface RowsProps {
  readonly orgId: number;
  readonly record: ImportRecord;
  readonly fate: RowFate | undefined;
  /** The row in hand, by its number. */
  readonly current: number | null;
  readonly isLocked: boolean;
  readonly onCurrent: (row: ImportRow) => void;
  readonly onColumns: (columns: (string | null)[]) => void;
}

interface DrawnProps extends RowsProps {
  readonly rows: readonly ImportRow[];
}

const Heads = ({ orgId, record, isLocked, onColumns }: RowsProps) => {
  const { data: fields = [] } = useQuery(customDataFieldQueries.list(orgId));
  const { kind, heads, options } = record;
  return (
    <thead className="sticky top-0 z-1 bg-sunk text-left text-[0.8125rem]">
      <tr>
        <th scope="col" className="px-2.5 pt-2 pb-1.5 align-bottom font-[620]">
          {t('Row')}
        </th>
        <th scope="col" className="px-2.5 pt-2 pb-1.5 align-bottom font-[620] whitespace-nowrap">
          {t('What happens')}
        </th>
        {heads.map((head, column) => (
          <th key={column} scope="col" className="min-w-30 px-2 pt-2 pb-1.5 align-bottom font-medium">
            <span className="mb-1 block truncate px-1 text-ink2">{head}</span>
            <ColumnSelect
              kind={kind}
              head={head}
              value={options.columns[column] ?? null}
              taken={new Set(options.columns)}
              fields={fields}
              disabled={isLocked}
              onChange={(value) => onColumns(options.columns.with(column, value))}
            />
          </th>
        ))}
      </tr>
    </thead>
  );
};

const RowsTable = (props: DrawnProps) => {
  const { record, rows, current, onCurrent } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    body.current?.querySelector(`[data-row="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <table className="w-full border-separate border-spacing-0 text-[0.9375rem]">
      <Heads {...props} />
      <tbody ref={body}>
        {rows.map((row) => (
          // The keyboard moves the row in hand with J and K, and screen readers read every cell.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
          <tr
            key={row.id}
            data-row={row.id}
            aria-current={row.id === current ? true : undefined}
            className={cx('cursor-pointer', row.id === current && 'bg-actsoft', isPale(row) && 'text-ink2')}
            onClick={() => onCurrent(row)}
          >
            <td
              className={cx(
                'h-9 border-b border-line px-2.5 text-right text-ink2 tabular-nums',
                row.id === current && 'shadow-[inset_3px_0_0_var(--act),inset_6px_0_0_var(--surface),inset_9px_0_0_var(--act)]',
              )}
            >
              {row.id}
            </td>
            <td className="h-9 border-b border-line px-2.5">
              <FateTag row={row} />
            </td>
            {record.heads.map((_, column) => (
              <td
                key={column}
                className={cx(
                  'h-9 max-w-72 truncate border-b border-line px-3 tabular-nums',
                  (record.options.columns[column] ?? null) === null && 'bg-sunk/55 text-ink2',
                )}
              >
                <span className={cellClass(row, column)}>
                  {row.cells[column] === undefined || row.cells[column] === ''
                    ? row.reasons.some((reason) => reason.column === column) && t('Nothing')
                    : row.cells[column]}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** On phones rows are cards to read; columns are chosen in a dialog. */
const RowCards = ({ record, rows }: DrawnProps) => (
  <ul>
    {rows.map((row) => (
      <li key={row.id} className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
        <span className="flex items-center gap-2 text-sm text-ink2">
          {t('Row {row}', { row: row.id })} <FateTag row={row} />
        </span>
        <span className="font-[640] wrap-anywhere">
          {record.options.columns
            .flatMap((field, column) => (field === null || !row.cells[column] ? [] : [row.cells[column]]))
            .slice(0, 3)
            .join(', ')}
        </span>
        {row.reasons.length > 0 && <span className="text-sm text-poppy-fg">{reasonsOf(record, row)}</span>}
      </li>
    ))}
  </ul>
);

interface FrameProps extends RowsProps {
  readonly onKey: (event: KeyboardEvent, rows: readonly ImportRow[]) => void;
  readonly children?: ReactNode;
}

/** The rows of a preview, or of a report, as far as they were read. */
export const ImportRows = ({ onKey, ...props }: FrameProps) => {
  const { orgId, record, fate } = props;
  const isWide = useIsWide();
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    importRowsQuery(orgId, record, fate),
  );
  if (isPending) {
    return <Loading text={t('Loading rows...')} />;
  }
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    // Keys move the row in hand wherever in the table the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- a table that scrolls has to be reached by keyboard
    <section aria-label={t('Rows')} tabIndex={0} className="max-h-[60dvh] min-h-60 overflow-auto" onKeyDown={(event) => onKey(event, rows)}>
      {isWide ? <RowsTable {...props} rows={rows} /> : <RowCards {...props} rows={rows} />}
      {hasNextPage && (
        <div className="px-4 pb-4">
          <NextRows isBusy={isFetchingNextPage} isHeld={isError} onNext={() => void fetchNextPage()}>
            {t('Show more')}
          </NextRows>
        </div>
      )}
    </section>
  );
};
