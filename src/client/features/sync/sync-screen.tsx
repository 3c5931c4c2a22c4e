import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode, useState } from 'react';
import { QueryView } from '#client/components/query-view.tsx';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useOrganizations } from '#client/data/organization-context.tsx';
import type { ItemView } from '#client/data/sync-items.ts';
import { AttentionCard, type Opened } from '#client/features/sync/attention-card.tsx';
import { DetailsDialog } from '#client/features/sync/details-dialog.tsx';
import { DevicesCard, ElsewhereNote } from '#client/features/sync/devices-card.tsx';
import { DiscardDialog } from '#client/features/sync/discard-dialog.tsx';
import type { Editors } from '#client/features/sync/editors.ts';
import { MoveDialog } from '#client/features/sync/move-dialog.tsx';
import { StorageCard, storageQuery } from '#client/features/sync/storage-card.tsx';
import { SyncSummary } from '#client/features/sync/sync-summary.tsx';
import { useItemActions } from '#client/features/sync/use-item-actions.ts';
import { type SyncLists, useSyncLists } from '#client/features/sync/use-sync-lists.ts';
import { SentList, WaitingList } from '#client/features/sync/waiting-list.tsx';
import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Chip } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/card.tsx';

const Section = ({ title, count, children }: { readonly title: string; readonly count?: number; readonly children: ReactNode }) => (
  <section className="grid gap-3.5" aria-label={title}>
    <h2 className="mt-2 flex items-center gap-2 text-lg/[1.3] font-[680]">
      {title}
      {count !== undefined && (
        <span className="tabular-nums">
          <Chip>{formatNumber(count)}</Chip>
        </span>
      )}
    </h2>
    {children}
  </section>
);

const More = ({ left, onMore }: { readonly left: number; readonly onMore: () => void }) =>
  left > 0 && (
    <Button size="small" className="justify-self-center" onClick={onMore}>
      {t('Show more ({count} left)', { count: left })}
    </Button>
  );

interface OverProps {
  readonly open: { readonly what: Opened; readonly view: ItemView };
  readonly editors: Editors;
  readonly onClose: () => void;
}

/** The dialog over the lists. */
const Over = ({ open: { what, view }, editors, onClose }: OverProps) => {
  const actions = useItemActions();
  const Editor = editors[view.item.store];
  switch (what) {
    case 'details':
      return <DetailsDialog view={view} onClose={onClose} />;
    case 'move':
      return <MoveDialog view={view} onMove={(jobId) => actions.move(view, jobId)} onClose={onClose} />;
    case 'discard':
      return (
        <DiscardDialog
          view={view}
          onDiscard={() => {
            onClose();
            void actions.discard(view);
          }}
          onClose={onClose}
        />
      );
    case 'edit':
      return (
        Editor &&
        view.row && (
          <Suspense>
            <Editor row={view.row} onSave={(values, files) => actions.edit(view, values, files)} onClose={onClose} />
          </Suspense>
        )
      );
  }
};

interface ListsProps {
  readonly lists: SyncLists;
  readonly editors: Editors;
  readonly onMore: (list: 'attention' | 'waiting') => void;
}

const Lists = ({ lists, editors, onMore }: ListsProps) => {
  const { pending, attention } = useSyncState();
  // Users who have lost their only organization still see what they could not send to it.
  const orgId = useOrganizations().selected?.id;
  const actions = useItemActions();
  const [open, setOpen] = useState<OverProps['open'] | null>(null);
  const canEdit = ({ item, row }: ItemView): boolean =>
    item.operation !== 'remove' && item.orgId === orgId && row !== undefined && editors[item.store] !== undefined;
  const otherOrganization = ({ item, organization }: ItemView): string | null => (item.orgId === orgId ? null : organization);
  return (
    <>
      {lists.attention.length > 0 && (
        <Section title={t('Needs attention')} count={attention}>
          {lists.attention.map((view) => (
            <AttentionCard
              key={view.item.id}
              view={view}
              canEdit={canEdit(view)}
              actions={actions}
              otherOrganization={otherOrganization(view)}
              onOpen={(what) => setOpen({ what, view })}
            />
          ))}
          <More left={attention - lists.attention.length} onMore={() => onMore('attention')} />
        </Section>
      )}
      {lists.waiting.length > 0 && (
        <Section title={t('Waiting')} count={pending - attention}>
          <WaitingList
            rows={lists.waiting}
            canEdit={canEdit}
            otherOrganization={otherOrganization}
            onOpen={(view, what) => setOpen({ what, view })}
          />
          <More left={pending - attention - lists.waiting.length} onMore={() => onMore('waiting')} />
        </Section>
      )}
      {lists.sent.length > 0 && (
        <Section title={t('Recently sent')}>
          <SentList rows={lists.sent} />
        </Section>
      )}
      {open && <Over open={open} editors={editors} onClose={() => setOpen(null)} />}
    </>
  );
};

/** What is not sent yet, why, and what can be done about it: shows that nothing is lost. */
export const SyncScreen = ({ editors }: { readonly editors: Editors }) => {
  const isMember = useOrganizations().selected !== undefined;
  const { query, showMore } = useSyncLists();
  const { data: storage } = useQuery(storageQuery);
  return (
    <div className="max-w-220">
      <PageHead title={t('Sync')} />
      <div className="grid gap-4">
        {isMember && <ElsewhereNote />}
        <SyncSummary sentToday={query.data?.sentToday ?? 0} />
        <QueryView query={query} loading={t('Loading changes...')}>
          {(lists) => <Lists lists={lists} editors={editors} onMore={showMore} />}
        </QueryView>
        {/* Not before what is above them, or they would move. */}
        {storage && !query.isPending && (
          <div className="mt-2 grid gap-4">
            <StorageCard state={storage} />
            {isMember && <DevicesCard />}
          </div>
        )}
      </div>
    </div>
  );
};
