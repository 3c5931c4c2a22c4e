import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isoMoment, localDate } from '#shared/lib/dates.ts';
import { messageOf } from '#client/api/api-error.ts';
import type { EntryStart } from '#client/components/entry-dialog-context.tsx';
import { NewJobDialog } from '#client/components/new-job-dialog.tsx';
import { type Draft, dropDraft, readDraft } from '#client/data/entry-draft.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { EntryField } from '#client/features/job-entries/entry-field.tsx';
import type { EntryForm } from '#client/features/job-entries/entry-form.ts';
import { EntryFrame } from '#client/features/job-entries/entry-frame.tsx';
import { JobPickers } from '#client/features/job-entries/job-pickers.tsx';
import { type EntryData, useEntryData } from '#client/features/job-entries/use-entry-data.ts';
import { useEntryForm } from '#client/features/job-entries/use-entry-form.ts';
import type { NewFile } from '#client/offline/queue.ts';
import { formatLongDate, formatTimestamp } from '#client/lib/formats.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { EditIcon } from '#client/ui/icons.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
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

const MEASURED = new Set(['number', 'textarea', 'attachment']);

interface LoadedProps extends JobEntryDialogProps {
  readonly data: EntryData;
  readonly draft: Draft<EntryForm> | null;
}

interface DraftLineProps {
  readonly savedAt: number;
  readonly onThrowAway: () => void;
}

const DraftLine = ({ savedAt, onThrowAway }: DraftLineProps) => (
  <div className="flex flex-wrap items-center gap-3">
    <Badge tone="straw" icon={EditIcon} isWaiting>
      Draft
    </Badge>
    <span className="min-w-0 flex-1 text-sm text-ink2">Put aside {formatTimestamp(isoMoment(savedAt))}</span>
    <Button size="small" onClick={onThrowAway}>
      Throw away
    </Button>
  </div>
);

const LoadedDialog = ({ entry, start, data, draft, onSave, onClose }: LoadedProps) => {
  const { id: orgId } = useOrganization();
  const user = useUser();
  const mayCreateJobs = useCan('jobs:write');
  const state = useEntryForm(entry, start, data, draft?.form ?? null);
  const [shownDraft, setShownDraft] = useState(draft);
  const [isMakingJob, setMakingJob] = useState(false);
  const { form, fields, service, errors } = state;

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
        onSet={state.setValue}
      />
    );
  const right = fields.filter(({ kind, column }) => MEASURED.has(kind) || column === 'notes');
  const left = fields.filter((field) => !right.includes(field));
  return (
    <>
      <EntryFrame entry={entry} state={state} isDraft={shownDraft !== null} onClose={onClose} {...(onSave ? { onSave } : {})}>
        <div className="grid md:grid-cols-2 md:[&>*]:px-7 md:[&>*]:pt-5.5 md:[&>*]:pb-6.5">
          <div className="grid content-start gap-5.5 px-4 pt-4 pb-5.5 md:gap-4.5">
            {shownDraft && <DraftLine savedAt={shownDraft.savedAt} onThrowAway={() => void throwAway()} />}
            <JobPickers state={state} data={data} {...(mayCreateJobs ? { onNewJob: () => setMakingJob(true) } : {})} />
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
      </EntryFrame>
      {isMakingJob && (
        <NewJobDialog
          customerId={form.customerId}
          onClose={() => setMakingJob(false)}
          onCreated={(job) => {
            state.chooseJob(job);
            setMakingJob(false);
          }}
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
