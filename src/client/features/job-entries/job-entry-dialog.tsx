import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contract } from '#shared/contract.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isoMoment, localDate } from '#shared/lib/dates.ts';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import type { EntryStart } from '#client/components/entry-dialog-context.tsx';
import { NewJobDialog } from '#client/components/new-job-dialog.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { type Draft, draftKey, dropDraft, readDraft, writeDraft } from '#client/data/entry-draft.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { useWrite } from '#client/data/use-write.ts';
import { EntryField } from '#client/features/job-entries/entry-field.tsx';
import { type EntryForm, formBody, newFilesOf } from '#client/features/job-entries/entry-form.ts';
import { JobPickers } from '#client/features/job-entries/job-pickers.tsx';
import { type EntryData, useEntryData } from '#client/features/job-entries/use-entry-data.ts';
import { useEntryForm } from '#client/features/job-entries/use-entry-form.ts';
import type { NewFile } from '#client/offline/queue.ts';
import { formatLongDate, formatTimestamp } from '#client/lib/formats.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EditIcon } from '#client/ui/icons.tsx';
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';

interface JobEntryDialogProps {
  /** Null: a new one. */
  readonly entry: JobEntry | null;
  readonly start: EntryStart;
  /** Takes the values and new files instead of their being written: for a change that waits already. */
  readonly onSave?: (values: Readonly<Record<string, unknown>>, files: readonly NewFile[]) => Promise<void>;
  readonly onClose: () => void;
}

/** What failed: the server's refusal, or this device's storage, and then nothing is kept anywhere (specification 1 §8). */
const entryFailure = (error: unknown, isEdit: boolean): string => {
  if (error instanceof ApiError) {
    return isEdit ? 'Failed to update job entry' : 'Failed to create job entry';
  }
  return 'Failed to store job entry locally';
};

const MEASURED = new Set(['number', 'textarea', 'attachment']);

interface LoadedProps extends JobEntryDialogProps {
  readonly data: EntryData;
  readonly draft: Draft<EntryForm> | null;
}

const LoadedDialog = ({ entry, start, data, draft, onSave, onClose }: LoadedProps) => {
  const { id: orgId } = useOrganization();
  const user = useUser();
  const notices = useNotices();
  const mayCreateJobs = useCan('jobs:write');
  const state = useEntryForm(entry, start, data, draft?.form ?? null);
  const isOffline = useSyncState().connection === 'offline';
  const [shownDraft, setShownDraft] = useState(draft);
  const create = useWrite(orgId, contract.jobEntries.create);
  const update = useWrite(orgId, contract.jobEntries.update);
  const [over, setOver] = useState<'new-job' | 'leave' | null>(null);
  const { form, fields, service, errors } = state;
  const isBusy = create.isPending || update.isPending;

  const submit = async () => {
    const { jobId, serviceTypeId } = form;
    if (!state.check() || jobId === null || serviceTypeId === null) {
      return;
    }
    const body = formBody({ ...form, serviceTypeId }, fields, entry?.customFieldValues);
    const files = newFilesOf(form);
    try {
      if (onSave) {
        await onSave({ ...body, jobId }, files);
        onClose();
        return;
      }
      const saved = await (entry
        ? update.mutateAsync({ params: { id: entry.id }, body: { ...body, jobId }, files, seen: entry })
        : create.mutateAsync({ params: { id: jobId }, body, files, ...(shownDraft ? { draft: draftKey(user.id, orgId) } : {}) }));
      notices.saved(saved, 'Job entry', 'Success', entry ? 'Job entry updated successfully' : 'Job entry created successfully');
      onClose();
    } catch (error) {
      notices.failure(entryFailure(error, entry !== null), error);
    }
  };

  const saveDraft = async () => {
    try {
      await writeDraft(user.id, orgId, form);
      notices.success('Draft saved', 'It is kept on this device. New Job Entry opens it again.');
      onClose();
    } catch (error) {
      notices.failure('Failed to store job entry locally', error);
    }
  };
  const throwAway = async () => {
    await dropDraft(user.id, orgId);
    setShownDraft(null);
    state.startOver();
  };

  const drawField = (field: (typeof fields)[number]) =>
    service && (
      <EntryField
        key={field.key}
        field={field}
        service={service}
        data={data}
        value={form.values[field.key]}
        error={errors[field.key]}
        ownUserId={user.id}
        onChange={(value) => state.setValue(field.key, value)}
      />
    );
  const right = fields.filter(({ kind, column }) => MEASURED.has(kind) || column === 'notes');
  const left = fields.filter((field) => !right.includes(field));
  return (
    <>
      <Dialog
        title={entry ? 'Edit Job Entry' : 'New Job Entry'}
        size="wide"
        onClose={() => (state.isChanged ? setOver('leave') : onClose())}
        onSubmit={() => void submit()}
        footer={
          <>
            {service && <p className="mr-auto text-sm text-ink3 max-md:hidden">* needed for {service.name}</p>}
            {isOffline && !entry ? (
              <Button onClick={() => void saveDraft()}>Save as Draft</Button>
            ) : (
              <Button onClick={() => (state.isChanged ? setOver('leave') : onClose())}>Cancel</Button>
            )}
            <Button type="submit" variant="log" busyText={isBusy && (entry ? 'Updating...' : 'Submitting...')}>
              {entry ? 'Update Entry' : 'Submit Entry'}
            </Button>
          </>
        }
      >
        <div className="grid md:grid-cols-2 md:[&>*]:px-7 md:[&>*]:pt-5.5 md:[&>*]:pb-6.5">
          <div className="grid content-start gap-5.5 px-4 pt-4 pb-5.5 md:gap-4.5">
            {shownDraft && (
              <div className="flex flex-wrap items-center gap-3">
                <Badge tone="straw" icon={EditIcon} isWaiting>
                  Draft
                </Badge>
                <span className="min-w-0 flex-1 text-sm text-ink2">Put aside {formatTimestamp(isoMoment(shownDraft.savedAt))}</span>
                <Button size="small" onClick={() => void throwAway()}>
                  Throw away
                </Button>
              </div>
            )}
            <JobPickers state={state} data={data} {...(mayCreateJobs ? { onNewJob: () => setOver('new-job') } : {})} />
            <Field label="Date" required error={errors['date']} hint={form.date === '' ? undefined : formatLongDate(form.date)}>
              {(control) => (
                <TextInput
                  {...control}
                  type="date"
                  max={localDate(new Date(Date.now() + 86_400_000))}
                  value={form.date}
                  onChange={(event) => state.setDate(event.target.value)}
                />
              )}
            </Field>
            {left.map(drawField)}
          </div>
          <div className="grid content-start gap-5.5 px-4 pb-6 md:gap-4.5 md:bg-ground">
            {right.length > 0 ? (
              right.map(drawField)
            ) : (
              <p className="text-ink3 max-md:hidden">
                {service ? 'This service asks for nothing more.' : 'Hours, loads and fuel follow once a service is chosen.'}
              </p>
            )}
          </div>
        </div>
      </Dialog>
      {over === 'new-job' && (
        <NewJobDialog
          customerId={form.customerId}
          onClose={() => setOver(null)}
          onCreated={(job) => {
            state.chooseJob(job);
            setOver(null);
          }}
        />
      )}
      {over === 'leave' && (
        <ConfirmDialog
          title="Throw this entry away?"
          text="It is not saved yet."
          confirmLabel="Throw away"
          cancelLabel="Keep writing"
          danger
          onConfirm={onClose}
          onCancel={() => setOver(null)}
        />
      )}
    </>
  );
};

/** The draft that a new entry goes on from; null: none, or the entry is for another job. Undefined until that is known. */
const useDraft = ({ entry, start }: JobEntryDialogProps): Draft<EntryForm> | null | undefined => {
  const { id: orgId } = useOrganization();
  const { id: userId } = useUser();
  const { data } = useQuery({
    queryKey: ['entry-draft', userId, orgId],
    queryFn: () => readDraft<EntryForm>(userId, orgId),
    enabled: entry === null,
    gcTime: 0,
  });
  if (entry !== null) {
    return null;
  }
  const isOther = data && start.jobId !== undefined && data.form.jobId !== start.jobId;
  return isOther ? null : data;
};

/** New and Edit Job Entry, the screen that matters most (specification 1 §2, §4, §5). */
export const JobEntryDialog = (props: JobEntryDialogProps) => {
  const data = useEntryData();
  const draft = useDraft(props);
  if (data.isReady && draft !== undefined) {
    return <LoadedDialog {...props} data={data} draft={draft} />;
  }
  return (
    <Dialog
      title={props.entry ? 'Edit Job Entry' : 'New Job Entry'}
      size="wide"
      onClose={props.onClose}
      footer={<Button onClick={props.onClose}>Cancel</Button>}
    >
      {data.error ? <Failed text={messageOf(data.error)} onRetry={props.onClose} /> : <Loading text="Loading..." />}
    </Dialog>
  );
};
