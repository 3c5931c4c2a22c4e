import { lazy, Suspense } from 'react';
import { useSilence } from '#client/data/storage-silence.ts';

const SilenceDialog = lazy(async () => ({ default: (await import('#client/app/silence-dialog.tsx')).SilenceDialog }));

/** Says above everything else that this device's storage is not answering, for as long as it is not. */
export const SilenceNotice = () => {
  const silence = useSilence();
  return silence === 'none' ? null : (
    <Suspense>
      <SilenceDialog silence={silence} />
    </Suspense>
  );
};
