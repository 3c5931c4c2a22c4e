import type { JobEntry } from '#shared/domain/job-entry.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { User } from '#shared/domain/user.ts';
import { linkedTo } from '#client/entities/service-types/linked-to.ts';
import {
  type EntryForm,
  equipmentWanted,
  type FormField,
  formFields,
  formValue,
  type FormValue,
  idsOf,
  isEmpty,
  jobWith,
  operatorsFor,
  textOf,
} from '#client/features/job-entries/entry-form.ts';
import { initialValues, ownOperator } from '#client/features/job-entries/likely-choices.ts';
import type { EntryData } from '#client/features/job-entries/use-entry-data.ts';

/** Where, what, with which machines and people. */
export type Choices = Pick<EntryForm, 'customerId' | 'jobId' | 'serviceTypeId' | 'values'>;

/** The part of a field's value that can still be chosen; undefined: nothing of it. */
const stillOffered = (field: FormField, entry: JobEntry, data: EntryData): FormValue | undefined => {
  const value = formValue(field, entry);
  const service = data.services.find(({ id }) => id === entry.serviceTypeId);
  const among = (offered: readonly { readonly id: number }[], most: number): FormValue =>
    idsOf(value)
      .filter((id) => offered.some((one) => one.id === id))
      .slice(0, most);
  switch (field.kind) {
    case 'equipment':
      return among(linkedTo(service?.id, data.equipment), field.column === null ? 1 : equipmentWanted(service));
    case 'operator':
      return among(operatorsFor(field, data.employees), field.column !== null && service?.allowMultipleOperators ? Infinity : 1);
    case 'select':
      return field.field.options.includes(textOf(value)) ? value : undefined;
    case 'attachment':
      return undefined;
    default:
      return value;
  }
};

/** Whether a field says who and with what, and not how much. */
const isChoice = ({ column }: FormField): boolean => column === 'equipmentIds' || column === 'operatorIds';

/**
 * What a new entry takes over from an earlier one, as far as it still exists: customer, job while it is open, service, machines and
 * operators; with `all` the organization's own fields as well. Never a number, which was measured that day, its notes or other long text,
 * or its photos.
 */
export const choicesOf = (entry: JobEntry, data: EntryData, user: User, all: boolean): Choices => {
  const job = data.openJobs.find(({ id }) => id === entry.jobId);
  const customerId = job?.customerId ?? data.customers.find(({ id }) => id === entry.customerId)?.id ?? null;
  const service = data.services.find(({ id }) => id === entry.serviceTypeId);
  const fields = formFields(service, data.fields);
  const taken = fields
    .filter((field) => isChoice(field) || (all && field.column === null && field.kind !== 'number' && field.kind !== 'textarea'))
    .map((field) => [field.key, stillOffered(field, entry, data)] as const)
    .filter((pair): pair is [string, FormValue] => !isEmpty(pair[1]));
  return {
    customerId,
    jobId: job?.id ?? jobWith(data, customerId) ?? (entry.awaitsJob && customerId !== null ? NO_JOB : null),
    serviceTypeId: service?.id ?? null,
    values: { ...initialValues(fields, { operator: ownOperator(data.employees, user) }), ...Object.fromEntries(taken) },
  };
};
