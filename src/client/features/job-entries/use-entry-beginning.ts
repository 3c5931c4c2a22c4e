import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { EntryStart } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { type Draft, editDraftKey, findDraft, newDrafts } from '#client/entities/job-entries/entry-draft.ts';
import { readRecentEntries } from '#client/entities/job-entries/recent-entries.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { swapIds, tempIdsIn } from '#client/features/job-entries/draft-form.ts';
import type { KeptForm } from '#client/features/job-entries/draft-keeper.ts';
import { FoldedEntry, FullForm, PHONE } from '#client/features/job-entries/entry-forms.ts';
import type { EntryForm } from '#client/features/job-entries/entry-form.ts';
import type { Recent } from '#client/features/job-entries/use-entry-data.ts';
import { realIds } from '#client/offline/public.ts';

const recentOf = (entries: readonly JobEntry[]): Recent => ({
  entries,
  customers: entries.map(({ customerId }) => customerId),
  jobs: entries.map(({ jobId }) => jobId),
  services: entries.map(({ serviceTypeId }) => serviceTypeId),
  equipment: entries.flatMap(({ equipmentIds }) => equipmentIds),
  employees: entries.flatMap(({ operatorIds }) => operatorIds),
});

/** The draft of a form, and for a change the entry that the form started with. */
export type EntryDraft = Draft<KeptForm>;

export interface EntryBeginning {
  readonly draft: EntryDraft | null;
  readonly recent: Recent;
  /** Of everyone, as far as this device was looked through: the newest first. */
  readonly entriesHere: readonly JobEntry[];
}

/** A draft may reference a job by a temporary id that has since been replaced. */
const withKnownIds = async (draft: EntryDraft | null): Promise<EntryDraft | null> => {
  const temporary = draft ? tempIdsIn(draft.form.form) : [];
  if (!draft || temporary.length === 0) {
    return draft;
  }
  const known = await realIds(theEngine(), temporary);
  return { ...draft, form: { ...draft.form, form: swapIds(draft.form.form, (id) => known.get(id) ?? id) } };
};

/** Which draft a form continues: that of the same entry, or of a new one for the same job. A copy starts afresh. */
const readDraft = (
  userId: number,
  orgId: number,
  entry: JobEntry | null,
  { customerId, jobId, copyOf, date }: EntryStart,
): Promise<EntryDraft | null> => {
  if (entry) {
    return findDraft(editDraftKey(userId, orgId, entry.id), () => true);
  }
  const isOfJob = (form: EntryForm): boolean => form.jobId === jobId && (jobId !== NO_JOB || form.customerId === customerId);
  const fits = ({ form }: EntryDraft['form']): boolean =>
    copyOf === undefined && (jobId === undefined || isOfJob(form)) && (date === undefined || form.date === date);
  return findDraft(newDrafts(userId, orgId), fits);
};

/** What the dialog starts with: the draft that it continues, and what this user used recently. Undefined until that is read. */
export const useEntryBeginning = (
  entry: JobEntry | null,
  start: EntryStart,
  keepsDrafts: boolean,
): { readonly beginning: EntryBeginning | undefined; readonly error: Error | null } => {
  const { id: orgId } = useOrganization();
  const { id: userId } = useUser();
  const { data, error } = useQuery({
    // Read each time the dialog opens, and not again while it is open: what is offered keeps its place.
    queryKey: ['entry-beginning', userId, orgId, entry?.id, start.jobId, start.copyOf?.id, start.date],
    queryFn: async () => {
      const isUsual = entry !== null || start.copyOf !== undefined;
      const [draft, entries] = await Promise.all([
        keepsDrafts ? readDraft(userId, orgId, entry, start).then(withKnownIds) : null,
        readRecentEntries(orgId, userId),
        // The form is drawn once, with the focus where it belongs.
        (isUsual && matchMedia(PHONE).matches ? FoldedEntry : FullForm).fetch(),
      ]);
      return { draft, ...entries };
    },
    gcTime: 0,
  });
  const beginning = useMemo(() => data && { draft: data.draft, recent: recentOf(data.own), entriesHere: data.all }, [data]);
  return { beginning, error };
};
