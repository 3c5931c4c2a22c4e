import { useRef, useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { SeenEntry } from '#shared/domain/entry-check.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { newKey } from '#client/api/call.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { syncMark } from '#client/components/status-badge.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { isTempId } from '#client/offline/public.ts';

/** The entries that the office can check: the server has them as they are here. */
export const checkable = (entries: readonly JobEntry[]): JobEntry[] =>
  entries.filter((entry) => !entry.checkedAt && !isTempId(entry.id) && syncMark(entry) === undefined);

/**
 * Marks entries as checked or unchecked, and reports the result. Not through the offline engine: a check is of an entry as it was seen, and
 * only the server knows whether that is still current (docs/billing.md). `set` returns whether all of them now have the requested state.
 */
export const useEntryCheck = () => {
  const { id: orgId } = useOrganization();
  const engine = useEngine();
  const notices = useNotices();
  const isOffline = useSyncState().connection === 'offline';
  const [isBusy, setBusy] = useState(false);
  // The same request, repeated after its answer was lost, has the same key, so its own first effect is not mistaken for somebody else's
  // change.
  const asked = useRef({ question: '', key: '' });

  /** Undoes the checks of entries that nobody has changed since; a change has undone its check by itself. */
  const takeBack = async (entries: readonly SeenEntry[]): Promise<void> => {
    try {
      await callOnline(routes.entryChecks.set, { params: { orgId }, body: { isChecked: false, entries: [...entries] } }, newKey());
      await engine.pull(orgId);
      notices.success(t('Marked as unchecked'));
    } catch (error) {
      notices.failure(t('Failed to mark entries as unchecked'), error);
    }
  };

  /** `onUndoable` gets what undoes it, for screens with an undo of their own. */
  const set = async (
    seen: readonly SeenEntry[],
    isChecked: boolean,
    onUndoable?: (undo: () => Promise<void>) => void,
  ): Promise<boolean> => {
    const body = { isChecked, entries: seen.map(({ id, version }) => ({ id, version })) };
    const question = JSON.stringify(body);
    if (asked.current.question !== question) {
      asked.current = { question, key: newKey() };
    }
    setBusy(true);
    try {
      const { entryIds, changedIds } = await callOnline(routes.entryChecks.set, { params: { orgId }, body }, asked.current.key);
      await engine.pull(orgId);
      if (changedIds.length > 0) {
        notices.problem(
          plural(changedIds.length, '{count} entry has changed in the meantime', '{count} entries have changed in the meantime'),
          t('Look again before you mark it as checked.'),
        );
      } else if (isChecked) {
        // The check made the next version of each.
        const checked = body.entries.map(({ id, version }) => ({ id, version: version + 1 }));
        const undo = () => takeBack(checked);
        onUndoable?.(undo);
        notices.success(plural(entryIds.length, '{count} entry checked', '{count} entries checked'), undefined, {
          label: t('Undo'),
          onSelect: () => void undo(),
        });
      } else {
        notices.success(t('Marked as unchecked'));
      }
      return changedIds.length === 0;
    } catch (error) {
      notices.failure(t('Failed to mark entries as checked'), error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { set, isBusy, isOffline };
};
