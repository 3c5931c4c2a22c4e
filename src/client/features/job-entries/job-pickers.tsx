import type { JobEntry } from '#shared/domain/job-entry.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import { CustomerSelect } from '#client/entities/customers/customer-select.tsx';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { FieldAction } from '#client/features/job-entries/field-action.tsx';
import type { EntryData, Recent } from '#client/features/job-entries/use-entry-data.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';
import { quickChoices } from '#client/lib/quick-choices.ts';
import { listWords } from '#client/lib/lists.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Field, Select } from '#client/ui/field.tsx';
import { ActiveJobsIcon, AttentionIcon, PlusIcon, ServiceIcon } from '#client/ui/icons.tsx';
import { BelowChips, chipsOf, Options, PickChips } from '#client/ui/pickers.tsx';

interface JobPickersProps {
  /** The stored entry, whose customer or job may no longer be in any list; null for a new one. */
  readonly entry: JobEntry | null;
  readonly state: EntryFormState;
  readonly data: EntryData;
  readonly recent: Recent;
  /** Absent for users who may not create jobs. */
  readonly onNewJob?: () => void;
}

const idOf = (text: string): number | null => (text === '' ? null : Number(text));
const listOf = (id: number | null): number[] => (id === null ? [] : [id]);

const JobField = ({ entry, state, data, recent, onNewJob }: JobPickersProps) => {
  const { form, errors } = state;
  const jobs = data.openJobs.filter(({ customerId }) => customerId === form.customerId);
  const quick = quickChoices(jobs, recent.jobs);
  // Nobody is stuck because there is no job, or because the right one is missing (specification 5.40).
  const none = { id: NO_JOB, name: t('No job yet') };
  const choices = form.customerId === null ? [] : [...jobs, none];
  const choose = (id: number | null) => (id === NO_JOB ? state.chooseNoJob() : state.chooseJob(jobs.find((job) => job.id === id)));
  // The job of an entry being edited may have been completed in the meantime, and is then not among the open ones.
  const isListed = form.jobId === null || choices.some(({ id }) => id === form.jobId);
  const stored =
    isListed || form.jobId === null ? [] : [{ id: form.jobId, name: form.jobId === entry?.jobId ? entry.jobName : t('Current job') }];
  const isOnlyJob = jobs.length === 1 && form.jobId === jobs[0]?.id;
  return (
    <Field
      label={t('Job')}
      required
      error={errors['job']}
      hint={isOnlyJob ? t("This customer's only open job.") : form.jobId === NO_JOB ? t('The office will assign it to a job.') : undefined}
      action={
        onNewJob && (
          <FieldAction icon={PlusIcon} onPress={onNewJob}>
            {t('Create New Job')}
          </FieldAction>
        )
      }
    >
      {(control) => (
        <div className="grid gap-2">
          {form.customerId !== null && (
            <PickChips
              choices={[...stored, ...chipsOf(quick, jobs, listOf(form.jobId)), none]}
              all={{ choices, title: t('Choose a job') }}
              value={listOf(form.jobId)}
              onPress={choose}
            />
          )}
          <BelowChips isSpare={form.customerId !== null}>
            <Select
              {...control}
              icon={ActiveJobsIcon}
              placeholder={
                form.customerId === null
                  ? t('Choose a customer first')
                  : jobs.length === 0
                    ? t('This customer has no open job')
                    : t('Choose a job')
              }
              disabled={form.customerId === null}
              value={form.jobId ?? ''}
              onChange={(event) => choose(idOf(event.target.value))}
            >
              {stored.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <Options choices={choices} quick={quick} />
            </Select>
          </BelowChips>
        </div>
      )}
    </Field>
  );
};

/** Says what another service does not ask for, and offers a way back to the one where all of it still exists. */
const ClearedNote = ({ state: { service, cleared, serviceBefore, chooseService } }: Pick<JobPickersProps, 'state'>) =>
  service &&
  cleared.length > 0 && (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex min-w-40 flex-1 items-start gap-2.5 text-sm wrap-anywhere text-straw-fg">
        <AttentionIcon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span>
          {t("{service} doesn't ask for {names}, so it won't be kept.", {
            service: service.name,
            names: listWords(cleared.map(({ field }) => fieldName(field))),
          })}
        </span>
      </p>
      {serviceBefore && (
        <Button size="small" onClick={() => chooseService(serviceBefore.id)}>
          {t('Back to {name}', { name: serviceBefore.name })}
        </Button>
      )}
    </div>
  );

const ServiceField = ({ entry, state, data: { services }, recent }: JobPickersProps) => {
  const { form, errors, chooseService } = state;
  const quick = quickChoices(services, recent.services);
  // The service of an entry being edited may have been deleted in the meantime: it can still be chosen on its own entries.
  const stored =
    entry && !services.some(({ id }) => id === entry.serviceTypeId) ? [{ id: entry.serviceTypeId, name: entry.serviceTypeName }] : [];
  return (
    <Field label={t('Service')} required error={errors['service']}>
      {(control) => (
        <div className="grid gap-2">
          {form.jobId !== null && (
            <PickChips
              choices={[...stored, ...chipsOf(quick, services, listOf(form.serviceTypeId))]}
              all={{ choices: services, title: t('Choose a service') }}
              value={listOf(form.serviceTypeId)}
              onPress={chooseService}
            />
          )}
          <BelowChips isSpare={form.jobId !== null && services.length + stored.length > 0}>
            <Select
              {...control}
              icon={ServiceIcon}
              placeholder={form.jobId === null ? t('Choose a job first') : t('Choose a service')}
              disabled={form.jobId === null}
              value={form.serviceTypeId ?? ''}
              onChange={(event) => chooseService(idOf(event.target.value))}
            >
              {stored.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              <Options choices={services} quick={quick} />
            </Select>
          </BelowChips>
          <ClearedNote state={state} />
        </div>
      )}
    </Field>
  );
};

/** The customer of the entry, or of the selected job: one who was deleted is in no list. */
const storedCustomer = ({ entry, state: { form }, data }: JobPickersProps): { readonly id: number; readonly name: string } | undefined => {
  const job = data.openJobs.find(({ id }) => id === form.jobId);
  const holder = entry ?? (job?.customerId === form.customerId ? job : undefined);
  return holder && { id: holder.customerId, name: holder.customerName };
};

/** Customer, then job, then service: each enables the next (specification 5.22). What this user logged recently comes first. */
export const JobPickers = (props: JobPickersProps) => {
  const { state, recent } = props;
  // Without a customer there is no job to choose: focus goes to the customer.
  const isWanted = state.errors['job'] !== undefined && state.form.customerId === null;
  return (
    <>
      <Field label={t('Customer')} required>
        {(control) => (
          <CustomerSelect
            offered={props.data.customers}
            control={{ ...control, 'aria-invalid': isWanted }}
            value={state.form.customerId}
            onChange={state.chooseCustomer}
            recent={recent.customers}
            stored={storedCustomer(props)}
          />
        )}
      </Field>
      <JobField {...props} />
      <ServiceField {...props} />
    </>
  );
};
