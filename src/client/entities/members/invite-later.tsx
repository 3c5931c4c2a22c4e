import { type ComponentProps, lazy, Suspense } from 'react';

// Needed by those who invite, when they do: no screen brings it along.
const Dialog = lazy(async () => ({ default: (await import('./invite-person-dialog.tsx')).InvitePersonDialog }));

/** `InvitePersonDialog`, fetched when it is opened. */
export const InvitePerson = (props: ComponentProps<typeof Dialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
);
