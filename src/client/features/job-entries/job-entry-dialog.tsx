import { lazy, Suspense, useMemo, useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { messageOf } from '#client/api/api-error.ts';
import type { EntryStart } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { DateField } from '#client/features/job-entries/date-field.tsx';
import { withFiles } from '#client/features/job-entries/draft-form.ts';
import { type Choices, choicesOf } from '#client/features/job-entries/entry-copy.ts';
import { EntryField } from '#client/features/job-entries/entry-field.tsx';
import { EntryFrame } from '#client/features/job-entries/entry-frame.tsx';
import { DraftLine, DraftTrouble, OfflineNote, SameAsLast } from '#client/features/job-entries/entry-notes.tsx';
import { JobPickers } from '#client/features/job-entries/job-pickers.tsx';
import { SavingHints } from '#client/features/job-entries/saving-hints.tsx';
import { useDraftKeeper } from '#client/features/job-entries/use-draft-keeper.ts';
import { type EntryBeginning, type EntryData, useEntryBeginning, useEntryData } from '#client/features/job-entries/use-entry-data.ts';
import { useEntryForm } from '#client/features/job-entries/use-entry-form.ts';
import { t } from '#client/lib/texts.ts';
import type { NewFile } from '#client/offline/public.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';

const NewJobDialog = lazy(async () => ({ default: (await import('#client/entities/jobs/new-job-dialog.tsx')).NewJobDialog }));
const ServiceWithoutFields = lazy(async () => ({
  default: (await import('#client/entities/service-types/no-fields-note.tsx')).ServiceWithoutFields,
}));

interface JobEntryDialogProps {
  /** Null: a new one. */
  readonly entry: JobEntry | null;
  readonly start: EntryStart;
  /** Called with the values and new files instead of writing them: for a change that is already waiting. */
  readonly onSave?: (values: Readonly<Record<string, unknown>>, files: readonly NewFile[]) => Promise<void>;
  readonly onClose: () => void;
}

const MEASURED = new Set(['number', 'textarea', 'attachment']);

interface LoadedProps extends JobEntryDialogProps {
  readonly data: EntryData;
  readonly beginning: EntryBeginning;
  /** Nothing of it is kept or sent; with `onSave`. */
  readonly isPractice?: boolean;
}

/** The choices of the user's last entry, and how to describe them; null if nothing of them is left. On a job's own screen the job stays. */
const useSameAsLast = ({ start, data, beginning }: LoadedProps): { readonly choices: Choices; readonly what: string } | null => {
  const user = useUser();
  return useMemo(() => {
    const { entries } = beginning.recent;
    const job = data.openJobs.find(({ id }) => id === start.jobId);
    const last = entries.find(({ jobId }) => jobId === job?.id) ?? entries[0];
    if (!last) {
      return null;
    }
    const taken = choicesOf(last, data, user, false);
    const stays = start.jobId === NO_JOB ? { jobId: NO_JOB, customerId: start.customerId ?? null } : null;
    const choices = { ...taken, ...(job ? { jobId: job.id, customerId: job.customerId } : stays) };
    const names = [
      data.services.find(({ id }) => id === choices.serviceTypeId)?.name,
      choices.jobId === NO_JOB ? t('No job yet') : data.openJobs.find(({ id }) => id === choices.jobId)?.name,
      data.customers.find(({ id }) => id === choices.customerId)?.businessName,
    ];
    const what = names.filter((name) => name !== undefined).join(', ');
    return choices.serviceTypeId === null && choices.customerId === null ? null : { choices, what };
  }, [start.jobId, start.customerId, data, beginning, user]);
};

/** The form with the draft that it continues, and the keeper of its draft from now on. */
const useKeptForm = ({ entry, start, data, beginning, onSave }: LoadedProps) => {
  const [draft, setDraft] = useState(() => beginning.draft && { ...beginning.draft, ...beginning.draft.form });
  const [form] = useState(() => draft && withFiles(draft.form, draft.files));
  const state = useEntryForm(entry, start, data, form, onSave === undefined);
  // A change continues from the entry as it was when the draft was begun: what others have done since is then compared with that.
  const source = entry && (draft?.seen ?? entry);
  const { keeper, throwAway, isTroubled, keepAnother } = useDraftKeeper(
    source,
    state,
    draft && form ? { key: draft.key, form } : null,
    onSave !== undefined,
  );
  const beginAnother = () => {
    keepAnother(entry);
    setDraft(null);
    state.startOver();
  };
  return { state, source, draft, keeper, isTroubled, beginAnother, throwAway };
};

/** The form, with everything that it offers. */
export const LoadedEntryDialog = (props: LoadedProps) => {
  const { data, beginning, onSave, isPractice = false, onClose } = props;
  const user = useUser();
  const mayChangeServices = useCan('setup:write') && !isPractice;
  const organization = useOrganization();
  const { state, source, draft, keeper, isTroubled, beginAnother, throwAway } = useKeptForm(props);
  const sameAsLast = useSameAsLast(props);
  const [isMakingJob, setMakingJob] = useState(false);
  const { form, fields, service, errors } = state;
  const { recent } = beginning;
  const last = recent.entries.find(({ serviceTypeId }) => serviceTypeId === service?.id);

  const drawField = (field: (typeof fields)[number]) =>
    service && (
      <EntryField
        key={field.key}
        field={field}
        service={service}
        data={data}
        entry={source}
        isStored={onSave === undefined}
        recent={recent}
        last={last}
        value={form.values[field.key]}
        error={errors[field.key]}
        ownUserId={user.id}
        onSet={state.setValue}
      />
    );
  const right = fields.filter(({ kind, column }) => MEASURED.has(kind) || column === 'notes');
  const left = fields.filter((field) => !right.includes(field));
  const offersLast = sameAsLast && !source && !draft && !props.start.copyOf;
  return (
    <>
      <EntryFrame
        entry={source}
        state={state}
        keeper={keeper}
        throwAway={throwAway}
        isPractice={isPractice}
        onClose={onClose}
        {...(onSave ? { onSave } : {})}
      >
        <div className="grid md:grid-cols-2 md:[&>*]:px-7 md:[&>*]:pt-5.5 md:[&>*]:pb-6.5">
          <div className="grid min-w-0 content-start gap-5.5 px-4 pt-4 pb-5.5 md:gap-4.5">
            {isTroubled && <DraftTrouble />}
            {draft && (
              <DraftLine
                savedAt={draft.savedAt}
                onThrowAway={() => void throwAway(beginAnother)}
                {...(source ? {} : { onBeginAnother: beginAnother })}
              />
            )}
            {offersLast && <SameAsLast what={sameAsLast.what} onPress={() => state.takeOver(sameAsLast.choices)} />}
            <JobPickers
              entry={source}
              state={state}
              data={data}
              recent={recent}
              {...(data.mayMakeJobs ? { onNewJob: () => setMakingJob(true) } : {})}
            />
            {service && fields.length === 0 && (
              <Suspense>
                <ServiceWithoutFields organization={organization} service={service} mayChange={mayChangeServices} />
              </Suspense>
            )}
            <DateField value={form.date} error={errors['date']} onChange={state.setDate} />
            {left.map(drawField)}
          </div>
          <div className="grid min-w-0 content-start gap-5.5 px-4 pb-6 md:gap-4.5 md:bg-ground">
            {right.length > 0 ? (
              right.map(drawField)
            ) : (
              <p className="text-ink3 max-md:hidden">
                {service ? t("This service doesn't ask for anything else.") : t('Choose a service to enter hours, loads and fuel.')}
              </p>
            )}
            {!isPractice && <OfflineNote />}
            {!isPractice && <SavingHints entry={source} state={state} data={data} />}
          </div>
        </div>
      </EntryFrame>
      {isMakingJob && (
        <Suspense>
          <NewJobDialog
            customerId={form.customerId}
            onClose={() => setMakingJob(false)}
            onCreated={(job) => {
              state.chooseJob(job);
              setMakingJob(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
};

/** New and Edit Job Entry, the most important screen (specification 5.21 to 5.34). */
export const JobEntryDialog = (props: JobEntryDialogProps) => {
  const { entry, start, onSave, onClose } = props;
  const data = useEntryData();
  const { beginning, error } = useEntryBeginning(entry, start, onSave === undefined);
  if (data.isReady && beginning) {
    return <LoadedEntryDialog {...props} data={data} beginning={beginning} />;
  }
  const failure = data.error ?? error;
  return (
    <Dialog
      title={entry ? t('Edit Job Entry') : t('New Job Entry')}
      size="wide"
      opensInBody
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      {failure ? <Failed text={messageOf(failure)} onRetry={onClose} /> : <Loading text={t('Loading...')} />}
    </Dialog>
  );
};
