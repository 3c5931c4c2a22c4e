import { useQuery } from '@tanstack/react-query';
import { useEngine } from '#client/data/engine-context.tsx';
import { type ItemView, readItemViews } from '#client/data/sync-items.ts';
import { useUser } from '#client/data/user-context.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { exportUnsent } from '#client/features/sync/export.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';
import { dependentChanges } from '#client/offline/public.ts';

const NAMED = 5;

/** What is lost with the change itself. */
const lossWords = ({ item, row }: ItemView): string => {
  // The office may already have what was made here, while the device still waits for the answer.
  const isThere = row !== undefined && row.version > 0;
  switch (item.operation === 'create' && isThere ? 'update' : item.operation) {
    case 'create':
      return t("This is the only copy. It can't be restored.");
    case 'update':
      return t('Your change is lost. The office keeps its version.');
    case 'remove':
      return t('It will not be deleted.');
  }
};

const alongWords = (items: readonly ItemView[]): string =>
  items.every(({ item }) => item.store === 'jobEntries' && item.operation === 'create')
    ? plural(items.length, '{count} entry will be discarded with it.', '{count} entries will be discarded with it.')
    : plural(items.length, '{count} change will be discarded with it.', '{count} changes will be discarded with it.');

interface DiscardDialogProps {
  readonly view: ItemView;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before a change is discarded: lists what is lost, including what depends on it, and offers to save it first. */
export const DiscardDialog = ({ view, onDiscard, onClose }: DiscardDialogProps) => {
  const engine = useEngine();
  const user = useUser();
  const notices = useNotices();
  const { item, title, detail } = view;
  const { data: along } = useQuery({
    queryKey: ['sync', 'dependents', item.id],
    queryFn: async () => readItemViews(engine, await dependentChanges(engine, item.id)),
    gcTime: 0,
  });
  const save = async () => {
    try {
      await exportUnsent(engine, user, 'json');
    } catch (error) {
      notices.failure(t('Failed to save the file'), error);
    }
  };
  return (
    <Dialog
      title={t('Discard this?')}
      size="small"
      onClose={onClose}
      onSubmit={() => along && onDiscard()}
      footer={
        <>
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button type="submit" variant="dangerSolid" disabled={along === undefined}>
            {t('Discard')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <div className="grid gap-2 wrap-anywhere">
          <p className="font-[680]">{title}</p>
          {detail && <p className="text-ink2">{detail}</p>}
          <p>{lossWords(view)}</p>
        </div>
        {along !== undefined && along.length > 0 && (
          <div className="grid gap-2">
            <Note tone="poppy" icon={AttentionIcon}>
              {alongWords(along)}
            </Note>
            <ul className="list-disc pl-5 text-sm wrap-anywhere">
              {along.slice(0, NAMED).map((other) => (
                <li key={other.item.id}>{other.title}</li>
              ))}
              {along.length > NAMED && <li>{t('and {count} more', { count: along.length - NAMED })}</li>}
            </ul>
          </div>
        )}
        <Button className="justify-self-start" size="small" onClick={() => void save()}>
          {t('Save unsent changes as a file first')}
        </Button>
      </DialogBody>
    </Dialog>
  );
};
