import { useQueryClient } from '@tanstack/react-query';
import { askForPersistence, storageState, type StorageState } from '#client/lib/persistence.ts';
import { sizeWords } from '#client/lib/sizes.ts';
import { t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { DoneIcon, PhoneIcon } from '#client/ui/icons.tsx';
import { useToast } from '#client/ui/toast.tsx';

/** The browser's report on its storage. */
export const storageQuery = { queryKey: ['sync', 'storage'], queryFn: storageState, staleTime: 0 };

const spaceWords = ({ usage, quota }: StorageState): string | null =>
  usage === null || quota === null || quota === 0
    ? null
    : t('{usage} of {quota} used.', { usage: sizeWords(usage), quota: sizeWords(quota) });

/** How safe and how full the device's storage is, and how to make it safer. */
export const StorageCard = ({ state }: { readonly state: StorageState }) => {
  const client = useQueryClient();
  const toast = useToast();
  const ask = async () => {
    const answer = await askForPersistence();
    await client.invalidateQueries(storageQuery);
    if (answer !== 'persisted') {
      toast({ title: t('The browser did not agree'), text: t('Install the app on this device; then it will.'), tone: 'warning' });
    }
  };
  const space = spaceWords(state);
  return (
    <Card>
      <CardHead title={t('On this device')} />
      <div className="grid justify-items-start gap-3 p-4.5">
        {state.persisted ? (
          <Note tone="field" icon={DoneIcon}>
            {t('Safe: the browser will not clear it.')}
          </Note>
        ) : (
          <>
            <Note tone="straw" icon={PhoneIcon}>
              {t('The browser may clear it when space runs low. Install the app on this device, or ask the browser to keep it.')}
            </Note>
            <Button size="small" onClick={() => void ask()}>
              {t('Ask the browser to keep it')}
            </Button>
          </>
        )}
        {space && <p className="text-sm text-ink2 tabular-nums">{space}</p>}
      </div>
    </Card>
  );
};
