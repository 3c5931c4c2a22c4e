import { useCallback, useMemo, useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Job } from '#shared/domain/job.ts';
import { localDate } from '#shared/lib/dates.ts';
import type { EntryStart } from '#client/components/entry-dialog-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import {
  type EntryForm,
  type FormErrors,
  formErrors,
  formFields,
  formOfEntry,
  type FormValue,
  initialValues,
  ownOperator,
} from '#client/features/job-entries/entry-form.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import { useDirty } from '#client/lib/dirty.ts';

const onlyJobOf = (jobs: readonly Job[], customerId: number | null): number | null => {
  const own = jobs.filter((job) => job.customerId === customerId);
  return own.length === 1 ? (own[0]?.id ?? null) : null;
};

const startOf = (entry: JobEntry | null, { customerId, jobId }: EntryStart, data: EntryData): EntryForm => {
  if (entry) {
    const service = data.services.find(({ id }) => id === entry.serviceTypeId);
    return formOfEntry(entry, formFields(service, data.fields));
  }
  const job = data.openJobs.find(({ id }) => id === jobId);
  const customer = job?.customerId ?? customerId ?? null;
  return {
    customerId: customer,
    jobId: job?.id ?? onlyJobOf(data.openJobs, customer),
    serviceTypeId: null,
    date: localDate(new Date()),
    values: {},
  };
};

/** The state of the entry dialog (of a draft, if there is one) and the rules by which one choice follows from another (specification 1 §4). */
export const useEntryForm = (entry: JobEntry | null, start: EntryStart, data: EntryData, draft: EntryForm | null) => {
  const user = useUser();
  const [empty] = useState(() => startOf(entry, start, data));
  const [initial, setInitial] = useState(draft ?? empty);
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<FormErrors>({});
  const service = data.services.find(({ id }) => id === form.serviceTypeId);
  // The same fields as long as the service is the same: they are drawn again only where something changes.
  const fields = useMemo(() => formFields(service, data.fields), [service, data.fields]);
  const isChanged = JSON.stringify(form) !== JSON.stringify(initial);
  useDirty(isChanged);

  const patch = (changes: Partial<EntryForm>, ...fixed: string[]) => {
    setForm((before) => ({ ...before, ...changes }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !fixed.includes(key))));
  };
  const setValue = useCallback((key: string, value: FormValue) => {
    setForm((before) => ({ ...before, values: { ...before.values, [key]: value } }));
    setErrors((before) => (key in before ? Object.fromEntries(Object.entries(before).filter(([name]) => name !== key)) : before));
  }, []);
  return {
    form,
    fields,
    service,
    errors,
    setErrors,
    isChanged,
    /** Begins again without the draft. */
    startOver: () => {
      setInitial(empty);
      setForm(empty);
      setErrors({});
    },
    /** Choosing a customer clears the job, and takes the customer's only open one. */
    chooseCustomer: (customerId: number | null) => patch({ customerId, jobId: onlyJobOf(data.openJobs, customerId) }, 'job'),
    /** Choosing a job sets its customer. */
    chooseJob: (job: Pick<Job, 'id' | 'customerId'> | undefined) =>
      patch(job ? { jobId: job.id, customerId: job.customerId } : { jobId: null }, 'job'),
    /** Choosing a service clears the values of the one before, and fills in who drives. */
    chooseService: (serviceTypeId: number | null) => {
      const chosen = data.services.find(({ id }) => id === serviceTypeId);
      const values = initialValues(formFields(chosen, data.fields), ownOperator(data.employees, user));
      patch({ serviceTypeId, values }, 'service');
      setErrors({});
    },
    setDate: (date: string) => patch({ date }, 'date'),
    setValue,
    /** Shows what is wrong; true if nothing is. */
    check: (): boolean => {
      const found = formErrors(form, service, fields);
      const isFine = Object.keys(found).length === 0;
      setErrors((before) => (isFine && Object.keys(before).length === 0 ? before : found));
      return isFine;
    },
  };
};
