import { useMemo } from 'react';
import type { Saved } from '#client/data/use-write.ts';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { t, type PlainText, type Text } from '#client/lib/texts.ts';
import type { ToastAction } from '#client/ui/toast-card.tsx';
import { useToast } from '#client/ui/toast.tsx';

const KEPT = {
  create: '{what} created locally and will sync when online',
  update: '{what} updated locally and will sync when online',
  remove: '{what} deleted locally and will sync when online',
} as const satisfies Record<Saved<unknown>['operation'], Text>;

const FAILED = { create: 'Failed to create {what}', update: 'Failed to update {what}' } as const satisfies Record<string, Text>;

const notSavedWords = (verb: keyof typeof FAILED, what: string, error: unknown): string =>
  error instanceof ApiError ? t(FAILED[verb], { what }) : t('Failed to save {what} locally', { what });

/** The toasts of a screen's writes: success, and failure with the server's message (specification 1.30, 4.41, 4.42). */
export const useNotices = () => {
  const toast = useToast();
  return useMemo(
    () => ({
      success: (title: string, text?: string, action?: ToastAction) => toast({ title, text, action }),
      /**
       * Reports how far a change has come: the specification's success message, or that it is safe on this device (specification 2.14).
       * `what` is the record, in the page's language: 'Job entry'.
       */
      saved: (
        { state, operation }: Saved<unknown>,
        what: string,
        title: string,
        text?: string,
        action?: ToastAction,
        ...more: ToastAction[]
      ) => {
        if (state === 'sent') {
          toast({ title, text, action, more });
        } else if (state === 'waiting') {
          toast({ title: t('Saved Offline'), text: t(KEPT[operation], { what }), action, more });
        } else {
          toast({
            title: t('Needs your attention'),
            text: t('{what} is kept on this device. See the Sync screen.', { what }),
            tone: 'destructive',
          });
        }
      },
      /** `what` is the 'Failed to …' of the specification; the reason is appended. */
      failure: (what: string, error: unknown) => toast({ title: t('Error'), text: `${what}: ${messageOf(error)}`, tone: 'destructive' }),
      /**
       * Reports a form's change that was refused by the server or not even kept on this device (specification 4.42). `what` is the record:
       * 'employee'.
       */
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
