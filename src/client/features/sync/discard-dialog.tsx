import { useQuery } from '@tanstack/react-query';
import { useEngine } from '#client/data/engine-context.tsx';
import { type ItemView, readItemViews } from '#client/data/sync-items.ts';
import { countWords } from '#client/data/sync-words.ts';
import { useUser } from '#client/data/user-context.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { exportUnsent } from '#client/features/sync/export.ts';
import type { SyncItem } from '#client/offline/item.ts';
import { Note } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';

const NAMED = 5;

/** What is lost with the change itself. */
const lossWords = ({ operation }: SyncItem): string => {
  switch (operation) {
    case 'create':
      return 'It is only on this device. Nobody else has it, and it cannot be brought back.';
    case 'update':
      return 'What you changed is lost. In the office it stays as it is there.';
    case 'remove':
      return 'It is not deleted then.';
  }
};

const nounOf = (items: readonly ItemView[]): string =>
  items.every(({ item }) => item.store === 'jobEntries' && item.operation === 'create')
    ? countWords(items.length, 'entry', 'entries')
    : countWords(items.length, 'change');

interface DiscardDialogProps {
  readonly view: ItemView;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks before a change is thrown away: names what is lost, with all that goes along, and offers to save it first. */
export const DiscardDialog = ({ view, onDiscard, onClose }: DiscardDialogProps) => {
  const engine = useEngine();
  const user = useUser();
  const notices = useNotices();
  const { item, title, detail } = view;
  const { data: along } = useQuery({
    queryKey: ['sync', 'dependents', item.id],
    queryFn: async () => readItemViews(engine.core, await engine.dependents(item.id)),
    gcTime: 0,
  });
  const save = async () => {
    try {
      await exportUnsent(engine, user, 'json');
    } catch (error) {
      notices.failure('Failed to save the file', error);
    }
  };
  return (
    <Dialog
      title="Discard this?"
      size="small"
      onClose={onClose}
      onSubmit={() => along && onDiscard()}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" variant="dangerSolid" disabled={along === undefined}>
            Discard
          </Button>
        </>
      }
    >
      <DialogBody>
        <div className="grid gap-2 wrap-anywhere">
          <p className="font-[680]">{title}</p>
          {detail && <p className="text-ink2">{detail}</p>}
          <p>{lossWords(item)}</p>
        </div>
        {along !== undefined && along.length > 0 && (
          <div className="grid gap-2">
            <Note tone="poppy" icon={AttentionIcon}>
              {nounOf(along)} {along.length === 1 ? 'goes' : 'go'} with it.
            </Note>
            <ul className="list-disc pl-5 text-sm wrap-anywhere">
              {along.slice(0, NAMED).map((other) => (
                <li key={other.item.id}>{other.title}</li>
              ))}
              {along.length > NAMED && <li>and {countWords(along.length - NAMED, 'more', 'more')}</li>}
            </ul>
          </div>
        )}
        <Button className="justify-self-start" size="small" onClick={() => void save()}>
          Save everything unsent as a file first
        </Button>
      </DialogBody>
    </Dialog>
  );
};
