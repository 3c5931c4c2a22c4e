import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { DeleteDialog } from '#client/components/delete-dialog.tsx';
import { Facts, type FactsProps } from '#client/components/facts.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { deleteAction, DetailActions, editAction } from '#client/components/record-actions.tsx';
import type { RecordRights } from '#client/components/record-list.tsx';
import { useFreshRecord } from '#client/components/use-fresh-record.ts';
import type { Local, Records } from '#client/data/local-rows.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import type { RecordStore } from '#client/offline/public.ts';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';

interface RecordScreenProps<S extends RecordStore, R extends Records[S]> extends RecordRights<R> {
  /** Where this device keeps the record. */
  readonly store: S;
  readonly query: UseQueryResult<R>;
  /** The address of the list that the record is in. */
  readonly listPath: string;
  /** The screen's texts; `back` leads to the list, `details` is the heading of the facts. */
  readonly words: { readonly loading: string; readonly missing: string; readonly back: string; readonly details: string };
  readonly factsOf: (record: R) => FactsProps['facts'];
  /** Further content of the facts card. */
  readonly belowFacts?: (record: R) => ReactNode;
  /** The dialog that edits the record. */
  readonly dialog: (record: R, close: () => void) => ReactNode;
  /** Related records: jobs or entries. */
  readonly children: ReactNode;
}

/** The screen of one record of a `RecordList` (specification 4.3): its facts, edit, delete, and related records. */
export const RecordScreen = <S extends RecordStore, R extends Records[S]>(props: RecordScreenProps<S, R>) => {
  const {
    store,
    query,
    listPath,
    words,
    nameOf,
    mayEdit,
    mayDelete,
    lockedReason,
    beforeDelete = () => true,
    deletionOf,
    moreActions,
  } = props;
  const { factsOf, belowFacts, dialog, children } = props;
  const [, navigate] = useLocation();
  const { id: orgId } = useOrganization();
  const openFresh = useFreshRecord(store, orgId);
  const [edited, setEdited] = useState<R | null>(null);
  const [isDeleting, setDeleting] = useState(false);
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
                      ...(moreActions?.(record) ?? []),
                      ...(mayEdit(record)
                        ? [editAction(() => void openFresh(record, (fresh) => setEdited(fresh as Local<R>)), lockedReason)]
                        : []),
                      ...(mayDelete(record) ? [deleteAction(() => beforeDelete(record) && setDeleting(true), lockedReason)] : []),
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
      {edited && dialog(edited, () => setEdited(null))}
      {query.data && isDeleting && (
        <DeleteDialog {...deletionOf(query.data)} onDeleted={() => navigate(listPath)} onClose={() => setDeleting(false)} />
      )}
    </>
  );
};
