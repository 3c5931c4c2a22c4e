import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { EntryStart } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { type Choices, choicesOf } from '#client/features/job-entries/entry-copy.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { DateField } from '#client/features/job-entries/date-field.tsx';
import { EntryField } from '#client/features/job-entries/entry-field.tsx';
import { OfflineNote, SameAsLast } from '#client/features/job-entries/entry-notes.tsx';
import { JobPickers } from '#client/features/job-entries/job-pickers.tsx';
import { SavingHints } from '#client/features/job-entries/saving-hints.tsx';
import type { EntryData, Recent } from '#client/features/job-entries/use-entry-data.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { t } from '#client/lib/texts.ts';

const NewJobDialog = lazy(async () => ({ default: (await import('#client/entities/jobs/new-job-dialog.tsx')).NewJobDialog }));
const ServiceWithoutFields = lazy(async () => ({
  default: (await import('#client/entities/service-types/no-fields-note.tsx')).ServiceWithoutFields,
}));

const MEASURED = new Set(['number', 'textarea', 'attachment']);

/** The choices of the user's last entry, and how to describe them; null if nothing of them is left. On a job's own screen the job stays. */
const useSameAsLast = (
  start: EntryStart,
  data: EntryData,
  { entries }: Recent,
): { readonly choices: Choices; readonly what: string } | null => {
  const user = useUser();
  return useMemo(() => {
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
  }, [start.jobId, start.customerId, data, entries, user]);
};

export interface FullFormProps {
  /** The entry that is changed; null: a new one. */
  readonly entry: JobEntry | null;
  readonly state: EntryFormState;
  readonly data: EntryData;
  readonly recent: Recent;
  /** Whether the server has this state of the entry: what waits on this device has yet to be accepted. */
  readonly isStored: boolean;
  /** Nothing of it is kept or sent. */
  readonly isPractice: boolean;
  readonly start: EntryStart;
  /** Takes over what the user's last entry chose; absent where that is not offered. */
  readonly onTakeLast: ((choices: Choices) => void) | undefined;
  /** Where several customers in a row are offered as a run: closes the dialog. */
  readonly onRun: (() => void) | undefined;
}

/** Everything that an entry can hold: where, what and when in one column, what was measured in the other. */
export const FullForm = (props: FullFormProps) => {
  const { entry, state, data, recent, isStored, isPractice, start, onTakeLast, onRun } = props;
  const sameAsLast = useSameAsLast(start, data, recent);
  const user = useUser();
  const mayChangeServices = useCan('setup:write') && !isPractice;
  const organization = useOrganization();
  const [isMakingJob, setMakingJob] = useState(false);
  const { form, fields, service, errors } = state;
  const last = recent.entries.find(({ serviceTypeId }) => serviceTypeId === service?.id);
  const drawField = (field: (typeof fields)[number]) =>
    service && (
      <EntryField
        key={field.key}
        field={field}
        service={service}
        data={data}
        entry={entry}
        isStored={isStored}
        recent={recent}
        last={last}
        value={form.values[field.key]}
        error={errors[field.key]}
        ownUserId={user.id}
        onSet={state.setValue}
      />
    );
  const measured = fields.filter(({ kind, column }) => MEASURED.has(kind) || column === 'notes');
  const left = fields.filter((field) => !measured.includes(field));
  const numbers = measured.filter(({ kind }) => kind === 'number');
  return (
    <>
      <div className="grid md:grid-cols-2 md:[&>*]:px-7 md:[&>*]:pt-5.5 md:[&>*]:pb-6.5">
        <div className="grid min-w-0 content-start gap-5.5 px-4 pt-4 pb-5.5 md:gap-4.5">
          {onRun && (
            <p className="-my-2 flex flex-wrap items-center gap-x-2 text-sm text-ink2">
              {t('Several customers today?')}
              <Link href="/runs/new" onClick={onRun} className="inline-flex min-h-12 items-center font-[660] text-act underline">
                {t('Start a run')}
              </Link>
            </p>
          )}
          {sameAsLast && onTakeLast && <SameAsLast what={sameAsLast.what} onPress={() => onTakeLast(sameAsLast.choices)} />}
          <JobPickers
            entry={entry}
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
          {numbers.map(drawField)}
          {!isPractice && <SavingHints entry={entry} state={state} data={data} />}
          {measured.length > 0 ? (
            measured.filter((field) => !numbers.includes(field)).map(drawField)
          ) : (
            <p className="text-ink3 max-md:hidden">
              {service ? t("This service doesn't ask for anything else.") : t('Choose a service to enter hours, loads and fuel.')}
            </p>
          )}
          {!isPractice && <OfflineNote />}
        </div>
      </div>
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
