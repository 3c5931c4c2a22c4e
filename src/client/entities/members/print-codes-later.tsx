import { type ComponentProps, lazy, Suspense } from 'react';

const Dialog = lazy(async () => ({ default: (await import('./print-codes-dialog.tsx')).PrintCodesDialog }));

/** `PrintCodesDialog`, fetched when it is opened. */
export const PrintCodes = (props: ComponentProps<typeof Dialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
