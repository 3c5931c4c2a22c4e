import { useCallback } from 'react';
import { useLocation } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import type { Saved } from '#client/data/use-write.ts';
import { entryAddress, RETURNING } from '#client/entities/job-entries/entry-address.ts';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { t } from '#client/lib/texts.ts';
import { CopyIcon, ViewIcon } from '#client/ui/icons.tsx';
import type { ToastAction } from '#client/ui/toast-card.tsx';

/** What an entry was saved from, for a change: its body, and the entry as it was before. */
type Changed = { readonly body: Readonly<Record<string, unknown>>; readonly before: JobEntry } | null;

/** What the toast after saving an entry offers: to take it back, to look at it, and after a new one to log the same again. */
export const useSavedActions = (orgId: number) => {
  const engine = useEngine();
  const notices = useNotices();
  const { openCopy } = useEntryDialog();
  const [, navigate] = useLocation();
  return useCallback(
    ({ itemId, record }: Saved<JobEntry>, changed: Changed): readonly ToastAction[] => {
      const undo = async (saved: string): Promise<void> => {
        try {
          const { undoEntry } = await import('#client/data/undo-entry.ts');
          notices.success(
            t('Success'),
            await undoEntry(engine, { orgId, itemId: saved, entryId: record.id, changed: changed && { ...changed, after: record } }),
          );
        } catch (error) {
          notices.failure(t('Failed to undo it'), error);
        }
      };
      return [
        ...(itemId === null ? [] : [{ label: t('Undo'), onSelect: () => void undo(itemId) }]),
        { label: t('View'), icon: ViewIcon, onSelect: () => navigate(entryAddress(record.id, null), { state: RETURNING }) },
        ...(changed ? [] : [{ label: t('Log again'), icon: CopyIcon, onSelect: () => openCopy(record) }]),
      ];
    },
    [engine, notices, openCopy, navigate, orgId],
  );
};
