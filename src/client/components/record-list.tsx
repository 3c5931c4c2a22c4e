import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import { DeleteDialog, type Deletion } from '#client/components/delete-dialog.tsx';
import { ImportLink, ImportOffer } from '#client/components/import-link.tsx';
import { ListExport } from '#client/components/list-export.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { deleteAction, editAction, type RecordAction, RowActions } from '#client/components/record-actions.tsx';
import { syncMark } from '#client/components/status-badge.tsx';
import { useFreshRecord } from '#client/components/use-fresh-record.ts';
import { useSearchText } from '#client/components/use-search-text.ts';
import type { Local, Records } from '#client/data/local-rows.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { holdsText } from '#client/lib/holds-text.ts';
import type { ListColumn } from '#client/lib/list-table.ts';
import type { RecordStore } from '#client/offline/public.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { RowCount } from '#client/ui/row-count.tsx';
import { Empty } from '#client/ui/states.tsx';
import { SearchInput } from '#client/ui/search-input.tsx';
import { inOrder } from '#client/ui/sorted-rows.ts';
import { DataTable, type DataTableProps, useOrder } from '#client/ui/table.tsx';

/** What the user may do with the records of a list, there and on their own screens. */
export interface RecordRights<R> {
  /** What people call the record. */
  readonly nameOf: (record: R) => string;
  readonly mayEdit: (record: R) => boolean;
  readonly mayDelete: (record: R) => boolean;
  /** Why nothing in the list can be changed now. */
  readonly lockedReason?: string | undefined;
  /** Called before the confirmation; false: it is not shown, because the screen has said why not. */
  readonly beforeDelete?: (record: R) => boolean;
  readonly deletionOf: (record: R) => Deletion;
  /** Other actions of a record, shown before editing and deleting it. */
  readonly moreActions?: (record: R) => readonly RecordAction[];
}

interface RecordListProps<S extends RecordStore & ImportKind, R extends Records[S]>
  extends RecordRights<R>, Pick<DataTableProps<R>, 'columns' | 'card' | 'columnsFrom'> {
  readonly title: string;
  /** Where this device keeps the records. */
  readonly store: S;
  readonly query: UseQueryResult<R[]>;
  /** The screen's texts; `noMatch` is for a search without results. */
  readonly words: {
    readonly search: string;
    readonly loading: string;
    readonly empty: string;
    readonly emptyHint?: string;
    readonly noMatch: string;
    readonly add: string;
    /** The count in words, such as `3 customers`. */
    readonly rows: (count: number) => string;
  };
  /** Tabs that lead to related lists. */
  readonly tabs?: ReactNode;
  /** What the search looks through. */
  readonly textsOf: (record: R) => readonly (string | null | undefined)[];
  /** Every field of the records, for the file that the list leaves as. */
  readonly exported: () => readonly ListColumn<R>[];
  /** The record's own screen, where it has one. */
  readonly pathOf?: (record: R) => string;
  readonly mayAdd: boolean;
  /** The dialog that adds (null) or edits a record. */
  readonly dialog: (record: R | null, close: () => void) => ReactNode;
}

const idOf = ({ id }: { readonly id: number }): number => id;

/** A list screen of the management areas (specification 4.1): heading, search, rows that link to the record, add, edit and delete. */
export const RecordList = <S extends RecordStore & ImportKind, R extends Records[S]>(props: RecordListProps<S, R>) => {
  const { query, nameOf, textsOf, pathOf, mayAdd, mayEdit, mayDelete, beforeDelete, lockedReason, moreActions, ...more } = props;
  const { title, store, words, tabs, dialog, deletionOf, exported, ...table } = more;
  const { id: orgId } = useOrganization();
  const openFresh = useFreshRecord(store, orgId);
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchText();
  const order = useOrder();
  const [edited, setEdited] = useState<R | 'new' | null>(null);
  const [deleted, setDeleted] = useState<R | null>(null);

  const { data: records } = query;
  const shown = useMemo(() => records?.filter((record) => holdsText(textsOf(record), search)) ?? [], [records, textsOf, search]);
  const isLocked = mayAdd && lockedReason !== undefined;
  const addButton = mayAdd && (
    <Button variant="primary" icon={PlusIcon} disabled={lockedReason !== undefined} onClick={() => setEdited('new')}>
      {words.add}
    </Button>
  );
  // Stable, so that rows that stay in the list are not redrawn with each letter of a search.
  const rowActions = useCallback(
    (record: R) => (
      <RowActions
        name={nameOf(record)}
        actions={[
          ...(moreActions?.(record) ?? []),
          ...(mayEdit(record) ? [editAction(() => void openFresh(record, (fresh) => setEdited(fresh as Local<R>)), lockedReason)] : []),
          ...(mayDelete(record) ? [deleteAction(() => (beforeDelete?.(record) ?? true) && setDeleted(record), lockedReason)] : []),
        ]}
      />
    ),
    [nameOf, mayEdit, mayDelete, lockedReason, beforeDelete, moreActions, openFresh],
  );
  const open = useMemo(() => pathOf && ((record: R) => navigate(pathOf(record))), [pathOf, navigate]);
  return (
    <>
      <PageHead title={title}>{addButton}</PageHead>
      {tabs}
      <div className="mb-3 flex flex-wrap gap-2.5">
        <SearchInput placeholder={words.search} value={search} onChange={setSearch} />
        <ListExport title={title} rows={records && (() => inOrder(shown, table.columns, order.chosen))} columns={exported} />
        <ImportLink kind={store} />
      </div>
      {/* On one line, so that nothing moves when the reason appears. */}
      <div className="mb-2 flex min-h-6 gap-4 text-sm text-ink2">
        <div className={cx(isLocked && 'max-md:hidden')}>
          {records && records.length > 0 && <RowCount shown={shown.length} all={records.length} words={words.rows} />}
        </div>
        {isLocked && <p>{lockedReason}</p>}
      </div>
      <Card>
        <QueryView query={query} loading={words.loading}>
          {(all) => {
            if (all.length === 0) {
              return (
                <Empty title={words.empty} {...(words.emptyHint === undefined ? {} : { text: words.emptyHint })}>
                  <div className="flex flex-wrap justify-center gap-2.5">
                    {addButton}
                    <ImportOffer kind={store}>{t('Import your file')}</ImportOffer>
                  </div>
                </Empty>
              );
            }
            if (shown.length === 0) {
              return <Empty title={words.noMatch} />;
            }
            return (
              <DataTable
                {...table}
                {...(mayAdd ? { actions: rowActions } : {})}
                {...(open ? { onRow: open } : {})}
                label={title}
                sorted={{ head: table.columns[0]?.head ?? '', isDescending: false }}
                rows={shown}
                keyOf={idOf}
                order={order}
                mark={syncMark}
              />
            );
          }}
        </QueryView>
      </Card>
      {edited && dialog(edited === 'new' ? null : edited, () => setEdited(null))}
      {deleted && <DeleteDialog {...deletionOf(deleted)} onClose={() => setDeleted(null)} />}
    </>
  );
};
