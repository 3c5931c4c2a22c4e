import { useRef, useState } from 'react';
import type { EntryQuestionInput } from '#shared/domain/entry-question.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { routes } from '#shared/routes.ts';
import { newKey } from '#client/api/call.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { t } from '#client/lib/texts.ts';

/**
 * Asks about entries, and takes questions back. Not through the offline engine: whether there is anybody to ask, and whether the job is still
 * open to it, only the server knows. Each says what became of it, and returns whether it was done.
 */
export const useQuestionCalls = () => {
  const { id: orgId } = useOrganization();
  const engine = useEngine();
  const notices = useNotices();
  const isOffline = useSyncState().connection === 'offline';
  const [isBusy, setBusy] = useState(false);
  // The same question, sent again after its answer was lost, has the same key: its author is told once.
  const sent = useRef({ what: '', key: '' });

  const done = async (failed: string, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      await engine.pull(orgId);
      return true;
    } catch (error) {
      notices.failure(failed, error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const withdraw = async ({ id }: Pick<JobEntry, 'id'>): Promise<boolean> => {
    const isDone = await done(t('The question was not withdrawn'), () =>
      callOnline(routes.entryQuestions.withdraw, { params: { id } }, newKey()),
    );
    if (isDone) {
      notices.success(t('Question withdrawn'));
    }
    return isDone;
  };

  const ask = async ({ id }: Pick<JobEntry, 'id'>, body: EntryQuestionInput): Promise<boolean> => {
    const what = JSON.stringify([id, body]);
    if (sent.current.what !== what) {
      sent.current = { what, key: newKey() };
    }
    const isDone = await done(t('The question was not sent'), () =>
      callOnline(routes.entryQuestions.ask, { params: { id }, body }, sent.current.key),
    );
    if (isDone) {
      sent.current = { what: '', key: '' };
      notices.success(body.isSentBack ? t('Sent back') : t('Asked'), undefined, {
        label: t('Undo'),
        onSelect: () => void withdraw({ id }),
      });
    }
    return isDone;
  };

  return { ask, withdraw, isBusy, isOffline };
};
