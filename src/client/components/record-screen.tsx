import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { DeleteDialog } from '#client/components/delete-dialog.tsx';
import { Facts, type FactsProps } from '#client/components/facts.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { deleteAction, DetailActions, editAction } from '#client/components/record-actions.tsx';
import type { RecordRights } from '#client/components/record-list.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';

interface RecordScreenProps<R extends { readonly id: number }> extends RecordRights<R> {
  readonly query: UseQueryResult<R>;
  /** The address of the list that the record is in. */
  readonly listPath: string;
  /** The screen's sentences; `back` leads to the list, `details` stands above the facts. */
  readonly words: { readonly loading: string; readonly missing: string; readonly back: string; readonly details: string };
  readonly factsOf: (record: R) => FactsProps['facts'];
  /** What else stands on the card of the facts. */
  readonly belowFacts?: (record: R) => ReactNode;
  /** The dialog that edits the record. */
  readonly dialog: (record: R, close: () => void) => ReactNode;
  /** What concerns the record: its jobs or entries. */
  readonly children: ReactNode;
}

/** The screen that is about one record of a `RecordList` (specification 2 §2): what is known of it, edit, delete, and what concerns it. */
export const RecordScreen = <R extends { readonly id: number }>(props: RecordScreenProps<R>) => {
  const { query, listPath, words, nameOf, mayEdit, mayDelete, lockedReason, beforeDelete = () => true, deletionOf } = props;
  const { factsOf, belowFacts, dialog, children } = props;
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <QueryView query={query} loading={words.loading} missing={{ title: words.missing, backTo: listPath, backLabel: words.back }}>
        {(record) => (
          <>
            <BackLink to={listPath}>{words.back}</BackLink>
            <PageHead title={nameOf(record)} />
            <div className="grid gap-(--gap)">
              <Card>
                <CardHead title={words.details}>
                  <DetailActions
                    name={nameOf(record)}
                    actions={[
                      ...(mayEdit(record) ? [editAction(() => setOpen('edit'), lockedReason)] : []),
                      ...(mayDelete(record) ? [deleteAction(() => beforeDelete(record) && setOpen('delete'), lockedReason)] : []),
                    ]}
                  />
                </CardHead>
                <Facts facts={factsOf(record)} />
                {belowFacts?.(record)}
              </Card>
              {children}
            </div>
          </>
        )}
      </QueryView>
      {query.data && open === 'edit' && dialog(query.data, close)}
      {query.data && open === 'delete' && <DeleteDialog {...deletionOf(query.data)} onDeleted={() => navigate(listPath)} onClose={close} />}
    </>
  );
};
