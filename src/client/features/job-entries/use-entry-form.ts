import { useCallback, useEffect, useMemo, useState } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Job } from '#shared/domain/job.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { User } from '#shared/domain/user.ts';
import type { SaidIssue } from '#shared/messages/message.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import type { EntryStart } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { type FormErrors, useShownErrors } from '#client/components/shown-errors.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { useToday } from '#client/data/today.ts';
import { useUser } from '#client/data/user-context.tsx';
import { swapIds } from '#client/features/job-entries/draft-form.ts';
import { type Choices, choicesOf } from '#client/features/job-entries/entry-copy.ts';
import {
  type EntryForm,
  formErrors,
  formFields,
  formOfEntry,
  type FormService,
  type FormValue,
  jobWith,
} from '#client/features/job-entries/entry-form.ts';
import { initialValues, type Likely, ownOperator, soleMachine, soleOf } from '#client/features/job-entries/likely-choices.ts';
import { clearedFields, storedService, valuesAfter, valuesTaken } from '#client/features/job-entries/service-change.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';
import { useDirty } from '#client/lib/dirty.ts';
import { onRealId } from '#client/offline/public.ts';

/** The service with this id; the entry's own one even if it is deleted (specification 5.24). */
const serviceWith = (
  id: number | null,
  entry: JobEntry | null,
  { services, fields }: Pick<EntryData, 'services' | 'fields'>,
): FormService | undefined =>
  services.find((service) => service.id === id) ?? (entry && id === entry.serviceTypeId ? storedService(entry, fields) : undefined);

/** Who and what a new entry of the service has most likely. */
const likelyWith = (service: FormService | undefined, { employees, equipment }: EntryData, user: User): Likely => ({
  operator: ownOperator(employees, user) ?? soleOf(employees.filter(({ isOperator }) => isOperator)),
  machine: soleMachine(service, equipment),
});

const startOf = (
  entry: JobEntry | null,
  { customerId, jobId, copyOf, date: day }: EntryStart,
  data: EntryData,
  { user, today }: { readonly user: User; readonly today: CalendarDate },
): EntryForm => {
  if (entry) {
    return formOfEntry(entry, formFields(serviceWith(entry.serviceTypeId, entry, data), data.fields));
  }
  const date = day ?? today;
  if (copyOf) {
    return { ...choicesOf(copyOf, data, user, true), date };
  }
  const job = data.openJobs.find(({ id }) => id === jobId);
  // Who has one customer, or one service, need not choose.
  const customer = job?.customerId ?? customerId ?? soleOf(data.customers)?.id ?? null;
  const service = soleOf(data.services);
  return {
    customerId: customer,
    jobId: job?.id ?? (jobId === NO_JOB ? NO_JOB : jobWith(data, customer)),
    serviceTypeId: service?.id ?? null,
    date,
    values: service ? initialValues(formFields(service, data.fields), likelyWith(service, data, user)) : {},
  };
};

/** Returns the same object if nothing was wrong there, so that nothing is redrawn. */
const without = (errors: FormErrors, fixed: readonly string[]): FormErrors =>
  fixed.some((key) => key in errors) ? Object.fromEntries(Object.entries(errors).filter(([key]) => !fixed.includes(key))) : errors;

/**
 * The state of the entry dialog (of a draft, if there is one) and the rules by which one choice follows from another (specification 5.23 to
 * 5.25).
 */
export const useEntryForm = (entry: JobEntry | null, start: EntryStart, data: EntryData, draft: EntryForm | null, isStored = true) => {
  const user = useUser();
  const engine = useEngine();
  const today = useToday();
  const [empty] = useState(() => startOf(entry, start, data, { user, today }));
  const [initial, setInitial] = useState(draft ?? empty);
  const [form, setForm] = useState(initial);
  const [allErrors, setErrors] = useState<FormErrors>({});
  const { errors, problems } = useShownErrors(allErrors);
  const { serviceTypeId } = form;
  const { services, fields: all } = data;
  const service = useMemo(() => serviceWith(serviceTypeId, entry, { services, fields: all }), [serviceTypeId, entry, services, all]);
  // The author of a new entry is assumed to have driven; the one who corrects an entry is not.
  const likelyOf = (id: number | null): Likely => (entry ? { operator: undefined } : likelyWith(serviceWith(id, entry, data), data, user));
  const [serviceBefore, setServiceBefore] = useState<number | null>(entry?.serviceTypeId ?? null);
  // The same fields as long as the service is the same: they are redrawn only where something changes.
  const fields = useMemo(() => formFields(service, all), [service, all]);
  const own = useMemo(
    () => (entry ? formFields(serviceWith(entry.serviceTypeId, entry, { services, fields: all }), all) : []),
    [entry, services, all],
  );
  const cleared = service ? clearedFields(form.values, fields, { fields: all, entry, own, likely: likelyOf(serviceTypeId) }) : [];
  const text = JSON.stringify(form);
  const isChanged = text !== JSON.stringify(initial);
  useDirty(isChanged);

  // A record made here offline has got its real id: the lists to choose from no longer know the old one.
  useEffect(
    () =>
      onRealId(engine, ({ tempId, id: realId }) => {
        setForm((before) => swapIds(before, (id) => (id === tempId ? realId : id)));
      }),
    [engine],
  );

  const patch = (changes: Partial<EntryForm>, ...fixed: string[]) => {
    setForm((before) => ({ ...before, ...changes }));
    setErrors((before) => without(before, fixed));
  };
  const setValue = useCallback((key: string, value: FormValue) => {
    setForm((before) => ({ ...before, values: { ...before.values, [key]: value } }));
    setErrors((before) => without(before, [key]));
  }, []);
  return {
    form,
    fields,
    service,
    /** Fields that were filled in for another service and are cleared when the form is saved. */
    cleared,
    /** Those of them that the entry has because its own service asked for them. */
    removed: cleared.filter(({ key }) => own.some((field) => field.key === key)),
    /** The service to return to, to have all of them again. */
    serviceBefore: serviceBefore === serviceTypeId ? undefined : serviceWith(serviceBefore, entry, data),
    errors,
    /** Errors that no field shows. */
    problems,
    /** Since the dialog was opened, or since the draft was kept. */
    isChanged,
    /** Nothing was entered here, and no draft begun. */
    isEmpty: text === JSON.stringify(empty),
    /** Starts again without the draft. */
    startOver: () => {
      setInitial(empty);
      setForm(empty);
      setErrors({});
    },
    /** Selecting a customer clears the job, and selects the one that comes with the customer. */
    chooseCustomer: (customerId: number | null) => patch({ customerId, jobId: jobWith(data, customerId) }, 'job'),
    /** Selecting a job sets its customer. */
    chooseJob: (job: Pick<Job, 'id' | 'customerId'> | undefined) =>
      patch(job ? { jobId: job.id, customerId: job.customerId } : { jobId: null }, 'job'),
    /** The office assigns a job later. */
    chooseNoJob: () => patch({ jobId: NO_JOB }, 'job'),
    /** Selecting a service keeps what it asks for too, and fills in what only it asks for; the rest is kept in case the user goes back. */
    chooseService: (id: number | null) => {
      const asked = formFields(serviceWith(id, entry, data), data.fields);
      setForm((before) => ({ ...before, serviceTypeId: id, values: valuesAfter(before.values, asked, entry, likelyOf(id)) }));
      setServiceBefore((before) => serviceTypeId ?? before);
      setErrors({});
    },
    /** Takes choices over; what was filled in stays. */
    takeOver: ({ values, ...choices }: Choices) => {
      const asked = formFields(serviceWith(choices.serviceTypeId, entry, data), data.fields);
      setForm((before) => ({ ...before, ...choices, values: valuesTaken(before.values, values, asked) }));
      setServiceBefore((before) => serviceTypeId ?? before);
      setErrors({});
    },
    /** Somebody looked at a hint and said that it is right (`hintKey`). */
    acceptHint: (key: string) =>
      setForm((before) => ({ ...before, hintsAccepted: [...(before.hintsAccepted ?? entry?.hintsAccepted ?? []), key] })),
    setDate: (date: string) => patch({ date }, 'date'),
    setValue,
    /** Shows the server's issues at the fields they are about. */
    refuse: async (issues: readonly SaidIssue[]) => {
      const { errorsOfIssues } = await import('#client/features/job-entries/entry-issues.ts');
      setErrors(errorsOfIssues(issues, fields));
    },
    /** Shows what is wrong; returns whether everything is valid. */
    check: (): boolean => {
      const found = formErrors(form, service, fields, isStored ? entry : null);
      const isFine = Object.keys(found).length === 0;
      setErrors((before) => (isFine && Object.keys(before).length === 0 ? before : found));
      return isFine;
    },
  };
};

export type EntryFormState = ReturnType<typeof useEntryForm>;
