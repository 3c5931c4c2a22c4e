import { useQuery } from '@tanstack/react-query';
import { isoMoment } from '#shared/lib/dates.ts';
import { Facts } from '#client/components/facts.tsx';
import { useEngine } from '#client/data/engine-context.tsx';
import type { ItemView } from '#client/data/sync-items.ts';
import { agoWords } from '#client/lib/ages.ts';
import { sizeWords } from '#client/lib/sizes.ts';
import { formatTimestamp } from '#client/lib/formats.ts';
import { say } from '#client/lib/messages.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { readFileBytes } from '#client/offline/public.ts';

/** Everything there is to know about one change. */
export const DetailsDialog = ({ view, onClose }: { readonly view: ItemView; readonly onClose: () => void }) => {
  const engine = useEngine();
  const { item, title, organization, values } = view;
  const { data: bytes } = useQuery({ queryKey: ['sync', 'bytes', item.id], queryFn: () => readFileBytes(engine, item) });
  const files = item.blobs.length === 0 ? null : plural(item.blobs.length, '{count} file', '{count} files');
  return (
    <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
      <Facts
        facts={[
          [t('Created'), `${formatTimestamp(isoMoment(item.timestamp))} (${agoWords(item.timestamp, Date.now())})`],
          [t('Organization'), organization],
          [t('Sent so far'), item.attempt === 0 ? t('Not tried yet') : plural(item.attempt, 'Tried {count} time', 'Tried {count} times')],
          [t('Files on this device'), files && bytes !== undefined ? `${files}, ${sizeWords(bytes)}` : files],
          [t('The server said'), item.lastError && say(item.lastError)],
        ]}
      />
      {values.length > 0 && (
        <section className="border-t border-line" aria-label={t('Values')}>
          <Facts facts={values} />
        </section>
      )}
    </Dialog>
  );
};
