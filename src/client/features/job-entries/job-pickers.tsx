import { CustomerSelect } from '#client/components/customer-select.tsx';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import type { useEntryForm } from '#client/features/job-entries/use-entry-form.ts';
import { Field, Select } from '#client/ui/field.tsx';
import { ActiveJobsIcon, PlusIcon, ServiceIcon } from '#client/ui/icons.tsx';

interface JobPickersProps {
  readonly state: ReturnType<typeof useEntryForm>;
  readonly data: EntryData;
  /** Absent for those who may not create jobs. */
  readonly onNewJob?: () => void;
}

const idOf = (text: string): number | null => (text === '' ? null : Number(text));

const NewJobLink = ({ onPress }: { readonly onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className="-my-2.5 -mr-2 inline-flex min-h-11 items-center gap-1.5 px-2 text-sm font-semibold text-act"
  >
    <PlusIcon className="size-4.5" aria-hidden="true" />
    Create New Job
  </button>
);

/** Customer, then job, then service: each opens the next (specification 1 §2). */
export const JobPickers = ({ state, data, onNewJob }: JobPickersProps) => {
  const { form, errors } = state;
  const jobs = data.openJobs.filter(({ customerId }) => customerId === form.customerId);
  // The job of an entry being edited may be completed meanwhile, and is then not among the open ones.
  const isListed = form.jobId === null || jobs.some(({ id }) => id === form.jobId);
  const isOnlyJob = jobs.length === 1 && form.jobId === jobs[0]?.id;
  return (
    <>
      <Field label="Customer" required>
        {(control) => <CustomerSelect control={control} value={form.customerId} onChange={state.chooseCustomer} />}
      </Field>
      <Field
        label="Job"
        required
        error={errors['job']}
        hint={isOnlyJob ? 'The only open job of this customer.' : undefined}
        action={onNewJob && <NewJobLink onPress={onNewJob} />}
      >
        {(control) => (
          <Select
            {...control}
            icon={ActiveJobsIcon}
            placeholder={
              form.customerId === null ? 'Choose a customer first' : jobs.length === 0 ? 'No open job of this customer' : 'Choose a job'
            }
            disabled={form.customerId === null}
            value={form.jobId ?? ''}
            onChange={(event) => state.chooseJob(data.openJobs.find(({ id }) => id === idOf(event.target.value)))}
          >
            {!isListed && form.jobId !== null && <option value={form.jobId}>Present job</option>}
            {jobs.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Service" required error={errors['service']}>
        {(control) => (
          <Select
            {...control}
            icon={ServiceIcon}
            placeholder={form.jobId === null ? 'Choose a job first' : 'Choose a service'}
            disabled={form.jobId === null}
            value={form.serviceTypeId ?? ''}
            onChange={(event) => state.chooseService(idOf(event.target.value))}
          >
            {data.services.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
};
