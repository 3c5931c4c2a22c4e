import { useCallback } from 'react';
import type { Route } from '#shared/route.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import type { Saved } from '#client/data/use-write.ts';
import { useUser } from '#client/data/user-context.tsx';
import { t } from '#client/lib/texts.ts';
import type { ToastAction } from '#client/ui/toast-card.tsx';

/**
 * What the toast after a deletion offers: to take it back. Nothing if the deletion itself needs its user, or if the record had not been sent
 * either, so that nothing of it is left.
 */
export const useUndoOfDeletion = (orgId: number) => {
  const engine = useEngine();
  const notices = useNotices();
  const { id: userId } = useUser();
  return useCallback(
    (route: Route, recordId: number, kind: string, { state, itemId }: Saved<unknown>): ToastAction | undefined => {
      if (itemId === null || state === 'attention') {
        return undefined;
      }
      const undo = async (): Promise<void> => {
        try {
          const { undoDeletion } = await import('#client/data/undo-deletion.ts');
          await undoDeletion(engine, { orgId, userId, route, recordId, itemId });
          notices.success(t('Restored'), t('{name} has been restored.', { name: kind }));
        } catch (error) {
          notices.failure(t('Failed to undo the deletion'), error);
        }
      };
      return { label: t('Undo'), onSelect: () => void undo() };
    },
    [engine, notices, orgId, userId],
  );
};
