import { useMemo } from 'react';
import type { Saved } from '#client/data/use-write.ts';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { t, type PlainText, type Text } from '#client/lib/texts.ts';
import { useToast } from '#client/ui/toast.tsx';

const KEPT = {
  create: '{what} created locally and will sync when online',
  update: '{what} updated locally and will sync when online',
  remove: '{what} deleted locally and will sync when online',
} as const satisfies Record<Saved<unknown>['operation'], Text>;

const FAILED = { create: 'Failed to create {what}', update: 'Failed to update {what}' } as const satisfies Record<string, Text>;

const notSavedWords = (verb: keyof typeof FAILED, what: string, error: unknown): string =>
  error instanceof ApiError ? t(FAILED[verb], { what }) : t('Failed to save {what} locally', { what });

/** The toasts of a screen's writes: what worked, and what failed with the server's sentence (specification 1 and 2 §8). */
export const useNotices = () => {
  const toast = useToast();
  return useMemo(
    () => ({
      success: (title: string, text?: string) => toast({ title, text }),
      /** How far a change has come: the specification's success, or that it is safe on this device (1 §4). `what` is the record, in the page's language: 'Job entry'. */
      saved: ({ state, operation }: Saved<unknown>, what: string, title: string, text?: string) => {
        if (state === 'sent') {
          toast({ title, text });
        } else if (state === 'waiting') {
          toast({ title: t('Saved Offline'), text: t(KEPT[operation], { what }) });
        } else {
          toast({
            title: t('Needs your attention'),
            text: t('{what} is kept on this device. See the Sync screen.', { what }),
            tone: 'destructive',
          });
        }
      },
      /** `what` is the specification's 'Failed to …'; the reason follows it. */
      failure: (what: string, error: unknown) => toast({ title: t('Error'), text: `${what}: ${messageOf(error)}`, tone: 'destructive' }),
      /** A form's change that came to nothing: refused by the server, or not even kept on this device (2 §8). `what` is the record: 'employee'. */
      notSaved: (verb: 'create' | 'update', what: PlainText, error: unknown) =>
        toast({
          title: t('Error'),
          text: `${notSavedWords(verb, t(what), error)}: ${messageOf(error)}`,
          tone: 'destructive',
        }),
      problem: (title: string, text?: string) => toast({ title, text, tone: 'destructive' }),
    }),
    [toast],
  );
};
