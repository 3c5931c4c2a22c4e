import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { QueryView } from '#client/components/query-view.tsx';
import { syncMark } from '#client/components/row-mark.ts';
import { holdsText } from '#client/lib/holds-text.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { EditIcon, PlusIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable, type DataTableProps, SearchInput } from '#client/ui/table.tsx';

interface RecordListProps<R extends { readonly id: number }> extends Pick<DataTableProps<R>, 'columns' | 'card' | 'columnsFrom'> {
  readonly title: string;
  readonly query: UseQueryResult<R[]>;
  /** The screen's sentences; `noMatch` is for a search that finds nothing. */
  readonly words: {
    readonly search: string;
    readonly loading: string;
    readonly empty: string;
    readonly emptyHint?: string;
    readonly noMatch: string;
    readonly add: string;
  };
  /** What people call the record. */
  readonly nameOf: (record: R) => string;
  /** What the search looks through. */
  readonly textsOf: (record: R) => readonly (string | null)[];
  readonly pathOf: (record: R) => string;
  readonly mayAdd: boolean;
  readonly mayEdit: (record: R) => boolean;
  /** The dialog that adds (null) or edits a record. */
  readonly dialog: (record: R | null, close: () => void) => ReactNode;
}

/** A list screen of the management areas (specification 2 §2): heading, search, rows that lead to the record, add and edit. */
export const RecordList = <R extends { readonly id: number }>(props: RecordListProps<R>) => {
  const { title, query, words, nameOf, textsOf, pathOf, mayAdd, mayEdit, dialog, ...table } = props;
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<R | 'new' | null>(null);

  const addButton = mayAdd && (
    <Button variant="primary" icon={PlusIcon} onClick={() => setEdited('new')}>
      {words.add}
    </Button>
  );
  const editButton = (record: R) =>
    mayEdit(record) && <IconButton label={`Edit ${nameOf(record)}`} icon={EditIcon} onClick={() => setEdited(record)} />;
  return (
    <>
      <PageHead title={title}>{addButton}</PageHead>
      <div className="mb-4 flex flex-wrap gap-2.5">
        <SearchInput placeholder={words.search} value={search} onChange={setSearch} />
      </div>
      <Card>
        <QueryView query={query} loading={words.loading}>
          {(records) => {
            const shown = records.filter((record) => holdsText(textsOf(record), search));
            if (records.length === 0) {
              return (
                <Empty title={words.empty} {...(words.emptyHint === undefined ? {} : { text: words.emptyHint })}>
                  {addButton}
                </Empty>
              );
            }
            if (shown.length === 0) {
              return <Empty title={words.noMatch} />;
            }
            return (
              <DataTable
                {...table}
                {...(mayAdd ? { actions: editButton } : {})}
                label={title}
                rows={shown}
                keyOf={({ id }) => id}
                mark={syncMark}
                onRow={(record) => navigate(pathOf(record))}
              />
            );
          }}
        </QueryView>
      </Card>
      {edited && dialog(edited === 'new' ? null : edited, () => setEdited(null))}
    </>
  );
};
