import { useMemo } from 'react';
import type { Saved } from '#client/data/use-write.ts';
import { messageOf } from '#client/api/api-error.ts';
import { useToast } from '#client/ui/toast.tsx';

const DONE = { create: 'created', update: 'updated', remove: 'deleted' } as const;

/** The toasts of a screen's writes: what worked, and what failed with the server's sentence (specification 1 and 2 §8). */
export const useNotices = () => {
  const toast = useToast();
  return useMemo(
    () => ({
      success: (title: string, text?: string) => toast({ title, text }),
      /** How far a change has come: the specification's success, or that it is safe on this device (1 §4). `what` is the record: 'Job entry'. */
      saved: ({ state, operation }: Saved<unknown>, what: string, title: string, text?: string) => {
        if (state === 'sent') {
          toast({ title, text });
        } else if (state === 'waiting') {
          toast({ title: 'Saved Offline', text: `${what} ${DONE[operation]} locally and will sync when online` });
        } else {
          toast({ title: 'Needs your attention', text: `${what} is kept on this device. Look at the Sync screen.`, tone: 'destructive' });
        }
      },
      /** `what` is the specification's 'Failed to …'; the reason follows it. */
      failure: (what: string, error: unknown) => toast({ title: 'Error', text: `${what}: ${messageOf(error)}`, tone: 'destructive' }),
      problem: (title: string, text?: string) => toast({ title, text, tone: 'destructive' }),
    }),
    [toast],
  );
};
