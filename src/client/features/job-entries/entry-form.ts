import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import type { FormErrors } from '#client/components/shown-errors.ts';
import { type CustomDataField, fieldKind } from '#shared/domain/custom-data-field.ts';
import { columnOf, type EntryColumn } from '#shared/domain/system-fields.ts';
import type { Employee } from '#shared/domain/employee.ts';
import type { JobEntry, JobEntryInput } from '#shared/domain/job-entry.ts';
import type { Job } from '#shared/domain/job.ts';
import { NO_JOB } from '#shared/domain/placeholder-job.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { numberRefusal, type NumberRefusal } from '#client/lib/number-refusal.ts';
import { t } from '#client/lib/texts.ts';
import { decimalOf, heldOf } from '#client/lib/typed-number.ts';
import type { NewFile } from '#client/offline/public.ts';

/** A file chosen in the form, or one that the entry has already. */
export interface Attachment {
  readonly name: string;
  /** `blob:<sha256>` for a file of this device, the stored name for one that the server has. */
  readonly value: string;
  /** The file itself until it is saved. */
  readonly file?: NewFile;
}

/** What a field of the form holds while it is filled in; for a number the result of `heldNumber`. */
export type FormValue = string | readonly number[] | readonly Attachment[];

/** What the form knows of a service, including a deleted one that an entry still has. */
export type FormService = Pick<
  ServiceType,
  'id' | 'name' | 'customDataFieldIds' | 'requiredFieldIds' | 'equipmentCount' | 'allowMultipleOperators'
>;

/** A field of the chosen service, as the form shows it. */
export interface FormField {
  /** `customField_{id}` (specification 5.22). */
  readonly key: string;
  readonly field: CustomDataField;
  readonly kind: ReturnType<typeof fieldKind>;
  readonly column: EntryColumn | null;
  readonly isRequired: boolean;
}

export interface EntryForm {
  readonly customerId: number | null;
  /** `NO_JOB`: on 'No job yet' of the customer. */
  readonly jobId: number | null;
  readonly serviceTypeId: number | null;
  readonly date: string;
  readonly values: Readonly<Record<string, FormValue>>;
  /** Hints that are right, with those of the entry; undefined: as the entry has them. */
  readonly hintsAccepted?: readonly string[];
}

// Where people and machines come before what was measured, and pictures last.
const ORDER: readonly (EntryColumn | null)[] = [
  'equipmentIds',
  'operatorIds',
  'totalHours',
  'billableHours',
  'loads',
  'fuel',
  null,
  'notes',
  'photos',
];

/** The fields of a service: active ones, in the order of the form. */
export const formFields = (
  service: Pick<FormService, 'customDataFieldIds' | 'requiredFieldIds'> | undefined,
  fields: readonly CustomDataField[],
): FormField[] => {
  if (!service) {
    return [];
  }
  return fields
    .filter((field) => field.isActive && service.customDataFieldIds.includes(field.id))
    .map((field) => ({
      key: `customField_${field.id}`,
      field,
      kind: fieldKind(field.fieldType),
      column: columnOf(field),
      isRequired: service.requiredFieldIds.includes(field.id),
    }))
    .sort((left, right) => ORDER.indexOf(left.column) - ORDER.indexOf(right.column));
};

/** The customer's open job, if there is exactly one: it is selected with the customer (specification 5.23). */
export const onlyJobOf = (jobs: readonly Job[], customerId: number | null): number | null => {
  const own = jobs.filter((job) => job.customerId === customerId);
  return own.length === 1 ? (own[0]?.id ?? null) : null;
};

/** What the form knows of jobs. */
interface KnownJobs {
  /** Jobs other than placeholders. */
  readonly openJobs: readonly Job[];
  readonly mayMakeJobs: boolean;
}

/**
 * The job that is selected with a customer: their only open one; if there is none, 'No job yet' for users who may not create jobs
 * (specification 5.23, 5.40).
 */
export const jobWith = ({ openJobs, mayMakeJobs }: KnownJobs, customerId: number | null): number | null => {
  const hasNone = customerId !== null && !openJobs.some((job) => job.customerId === customerId);
  return hasNone && !mayMakeJobs ? NO_JOB : onlyJobOf(openJobs, customerId);
};

/** The job of the form's entry, in the terms of a change. */
export const placeOf = ({ jobId, customerId }: Pick<EntryForm, 'jobId' | 'customerId'>): Readonly<Record<string, unknown>> =>
  jobId === NO_JOB ? { awaitsJob: true, customerId } : { jobId };

/** Hours have a step of 0.1, everything else of 1 (specification 5.31). */
export const stepOf = (name: string): number => (/hours/i.test(name) ? 0.1 : 1);

/** Who can be chosen in a field: operators, or any employee if the field's type says so (specification 5.26, 8.9). */
export const operatorsFor = ({ field }: FormField, employees: readonly Employee[]): readonly Employee[] =>
  field.fieldType === 'employee' ? employees : employees.filter(({ isOperator }) => isOperator);

/** How many machines the service wants on an entry. */
export const equipmentWanted = (service: FormService | undefined): number => service?.equipmentCount ?? 1;

const isIdList = (value: FormValue | undefined): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

export const idsOf = (value: FormValue | undefined): readonly number[] => (isIdList(value) ? value : []);

export const textOf = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '');

export const attachmentsOf = (value: FormValue | undefined): readonly Attachment[] =>
  Array.isArray(value) ? value.filter((item): item is Attachment => typeof item === 'object') : [];

/** Files that were chosen in the form and are not kept anywhere yet. */
export const newFilesOf = ({ values }: EntryForm): NewFile[] =>
  Object.values(values)
    .flatMap(attachmentsOf)
    .flatMap(({ file }) => file ?? []);

/** Whether nothing is filled in. */
export const isEmpty = (value: FormValue | undefined): boolean =>
  value === undefined || (typeof value === 'string' ? value.trim() === '' : value.length === 0);

/** What is wrong with the number of a field. Negative numbers are refused, unless the stored entry has that very number. */
export const entryNumberRefusal = (field: FormField, value: FormValue | undefined, stored: JobEntry | null): NumberRefusal | undefined => {
  const isStored = stored !== null && formValue(field, stored) === value;
  return numberRefusal(textOf(value), fieldName(field.field), isStored);
};

const fieldError = (
  formField: FormField,
  value: FormValue | undefined,
  service: FormService,
  stored: JobEntry | null,
): string | undefined => {
  const { field, kind, isRequired, column } = formField;
  const wanted = equipmentWanted(service);
  if (column === 'equipmentIds' && wanted > 1 && (isRequired || !isEmpty(value)) && new Set(idsOf(value)).size !== wanted) {
    return t('Please select exactly {wanted} equipment items', { wanted });
  }
  if (isEmpty(value)) {
    return isRequired ? t('{name} is required', { name: fieldName(field) }) : undefined;
  }
  return kind === 'number' ? entryNumberRefusal(formField, value, stored)?.words : undefined;
};

/** The errors of the form, by field: `job`, `service`, `date` and the keys of the service's fields (specification 5.29 to 5.32). */
export const formErrors = (
  form: EntryForm,
  service: FormService | undefined,
  fields: readonly FormField[],
  stored: JobEntry | null = null,
): FormErrors => {
  const found: [string, string | undefined][] = [
    ['job', form.jobId === null ? t('Please select a job') : form.customerId === null ? t('Invalid job selection') : undefined],
    ['service', service ? undefined : t('Please select a service')],
    ['date', form.date === '' ? t('Date is required') : undefined],
    ...(service
      ? fields.map((field): [string, string | undefined] => [field.key, fieldError(field, form.values[field.key], service, stored)])
      : []),
  ];
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
};

const numberOrNull = (value: FormValue | undefined): number | null => {
  const decimal = decimalOf(textOf(value));
  return decimal === null ? null : Number(decimal);
};

const customValue = ({ kind }: FormField, value: FormValue | undefined): string | number | boolean | (string | number)[] | null => {
  if (isEmpty(value)) {
    return null;
  }
  switch (kind) {
    case 'number':
      return numberOrNull(value);
    case 'boolean':
      return textOf(value) === 'yes';
    case 'equipment':
    case 'operator':
      return [...idsOf(value)];
    case 'attachment':
      return attachmentsOf(value).map((attachment) => attachment.value);
    default:
      return textOf(value);
  }
};

/** The value sent for a column; an empty field is sent as the column's empty value. */
export const columnValue = (column: EntryColumn, value: FormValue | undefined): Partial<JobEntryInput> => {
  switch (column) {
    case 'equipmentIds':
    case 'operatorIds':
      return { [column]: [...idsOf(value)] };
    case 'photos':
      return { photos: attachmentsOf(value).map((attachment) => attachment.value) };
    case 'notes':
      return { notes: textOf(value) };
    default:
      return { [column]: numberOrNull(value) };
  }
};

/**
 * The body of a valid form. Values that the chosen service does not ask for are left as the entry has them: `kept` are those of the entry
 * being edited.
 */
export const formBody = (
  form: EntryForm & { serviceTypeId: number },
  fields: readonly FormField[],
  kept: JobEntry['customFieldValues'] = {},
): JobEntryInput => {
  const own = fields.filter(({ column }) => column === null);
  const values = Object.fromEntries(own.map((field) => [field.field.name, customValue(field, form.values[field.key])]));
  const columns = fields.map(({ column, key }) => (column === null ? {} : columnValue(column, form.values[key])));
  return {
    serviceTypeId: form.serviceTypeId,
    date: form.date,
    ...Object.assign({}, ...columns),
    ...(form.hintsAccepted ? { hintsAccepted: [...form.hintsAccepted] } : {}),
    customFieldValues: { ...(kept as JobEntryInput['customFieldValues']), ...values },
  };
};

/** The value of a stored entry's field, as the form holds it. */
export const formValue = (field: FormField, entry: JobEntry): FormValue => {
  const stored: unknown = field.column === null ? entry.customFieldValues[field.field.name] : entry[field.column];
  switch (field.kind) {
    case 'equipment':
    case 'operator':
      return Array.isArray(stored) ? stored.filter((item) => typeof item === 'number') : typeof stored === 'number' ? [stored] : [];
    case 'attachment':
      return Array.isArray(stored) ? stored.map((name) => ({ name: String(name), value: String(name) })) : [];
    case 'boolean':
      return stored === true ? 'yes' : stored === false ? 'no' : '';
    default:
      return typeof stored === 'number' ? heldOf(stored) : typeof stored === 'string' ? stored : '';
  }
};

/** The form of a stored entry, for editing it. */
export const formOfEntry = (entry: JobEntry, fields: readonly FormField[]): EntryForm => ({
  customerId: entry.customerId,
  jobId: entry.awaitsJob ? NO_JOB : entry.jobId,
  serviceTypeId: entry.serviceTypeId,
  date: entry.date,
  values: Object.fromEntries(fields.map((field) => [field.key, formValue(field, entry)])),
});
