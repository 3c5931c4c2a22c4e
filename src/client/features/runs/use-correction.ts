import { routes } from '#shared/routes.ts';
import type { JobEntry, JobEntryInput } from '#shared/domain/job-entry.ts';
import { changeOfEntry, type Counts, type RunState, stopOfEntry, withStop } from '#shared/domain/run-state.ts';
import type { Span } from '#shared/domain/spans.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { messageOf } from '#client/api/api-error.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { useRunSteps } from '#client/features/runs/use-run-steps.ts';
import { t } from '#client/lib/texts.ts';

/** Corrects a stop: as a step of the run while it goes on on this device, else on its entry alone. Resolves with whether it was kept. */
export const useCorrection = (active: RunState | null) => {
  const { id: orgId } = useOrganization();
  const update = useWriter(orgId, routes.jobEntries.update, false);
  const { take } = useRunSteps();
  const notices = useNotices();
  return async (entry: JobEntry, spans: readonly Span[], counts: Counts): Promise<boolean> => {
    const index = active?.stops.findIndex(({ entryId }) => entryId === entry.id) ?? -1;
    if (index >= 0) {
      const corrected = (state: RunState) => withStop(state, index, { spans, counts: { ...state.stops[index]?.counts, ...counts } });
      return (await take(corrected, { also: () => [index] })) !== null;
    }
    const stop = { ...stopOfEntry(entry, NO_JOB), spans };
    const body: Partial<JobEntryInput> = changeOfEntry({ ...stop, counts: { ...stop.counts, ...counts } }, entry);
    try {
      const saved = await update({ params: { id: entry.id }, body });
      if (saved.state === 'attention') {
        notices.saved(saved, t('Job entry'), t('Success'));
      }
      return true;
    } catch (error) {
      notices.problem(t('Not saved'), messageOf(error));
      return false;
    }
  };
};
