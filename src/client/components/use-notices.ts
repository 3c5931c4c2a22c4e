import { useMemo } from 'react';
import { messageOf } from '#client/api/api-error.ts';
import { useToast } from '#client/ui/toast.tsx';

/** The toasts of a screen's writes: what worked, and what failed with the server's sentence (specification 1 and 2 §8). */
export const useNotices = () => {
  const toast = useToast();
  return useMemo(
    () => ({
      success: (title: string, text?: string) => toast({ title, text }),
      /** `what` is the specification's 'Failed to …'; the reason follows it. */
      failure: (what: string, error: unknown) => toast({ title: 'Error', text: `${what}: ${messageOf(error)}`, tone: 'destructive' }),
      problem: (title: string, text?: string) => toast({ title, text, tone: 'destructive' }),
    }),
    [toast],
  );
};
