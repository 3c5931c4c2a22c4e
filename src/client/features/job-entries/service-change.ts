import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry, JobEntryInput } from '#shared/domain/job-entry.ts';
import {
  columnValue,
  type EntryForm,
  type FormField,
  formFields,
  type FormService,
  formValue,
  isEmpty,
} from '#client/features/job-entries/entry-form.ts';
import { initialValues, type Likely } from '#client/features/job-entries/likely-choices.ts';

// What happens to a form's values when another service is chosen (specification 5.24, docs/decisions/0028). The form keeps every value that
// it ever showed, under its field's key: the service decides which of them count.

type Values = EntryForm['values'];

const everyField = (fields: readonly CustomDataField[]): FormField[] =>
  formFields({ customDataFieldIds: fields.map(({ id }) => id), requiredFieldIds: [] }, fields);

const holds = (entry: JobEntry, field: FormField): boolean => !isEmpty(formValue(field, entry));

/**
 * A service of an entry that is no longer in any list: with its stored name, and the fields that the entry has and those that every entry
 * may have.
 */
export const storedService = (entry: JobEntry, fields: readonly CustomDataField[]): FormService => ({
  id: entry.serviceTypeId,
  name: entry.serviceTypeName,
  customDataFieldIds: everyField(fields)
    .filter((field) => field.field.isSystem || holds(entry, field))
    .map(({ field }) => field.id),
  requiredFieldIds: [],
  equipmentCount: 1,
  allowMultipleOperators: true,
});

/**
 * The values once a service with these fields is chosen: what was shown before stays as it is; a field that is new in the form starts with
 * what the entry has, otherwise as in a new form.
 */
export const valuesAfter = (values: Values, fields: readonly FormField[], entry: JobEntry | null, likely: Likely): Values => ({
  ...initialValues(fields, likely),
  ...(entry ? Object.fromEntries(fields.filter((field) => holds(entry, field)).map((field) => [field.key, formValue(field, entry)])) : {}),
  ...values,
});

/** Values taken over from an earlier entry: its machines and people; of the rest only what is not filled in already. */
export const valuesTaken = (values: Values, taken: Values, fields: readonly FormField[]): Values => {
  const isChoice = (key: string): boolean =>
    fields.some((field) => field.key === key && (field.column === 'equipmentIds' || field.column === 'operatorIds'));
  const filled = Object.entries(values).filter(([key, value]) => !isEmpty(value) && !(isChoice(key) && key in taken));
  return { ...values, ...taken, ...Object.fromEntries(filled) };
};

/** What a form started with. */
export interface Beginning {
  readonly fields: readonly CustomDataField[];
  /** Null: a new one. */
  readonly entry: JobEntry | null;
  /** The fields of the entry's own service. */
  readonly own: readonly FormField[];
  readonly likely: Likely;
}

const isAmong = ({ key }: FormField, fields: readonly FormField[]): boolean => fields.some((other) => other.key === key);

/**
 * Fields with values in the form that the chosen service does not ask for: what the entry has by its own service, and what was entered for
 * another one since. Values that nobody entered, and that only another service showed, are no loss worth reporting.
 */
export const clearedFields = (values: Values, asked: readonly FormField[], { fields, entry, own, likely }: Beginning): FormField[] => {
  const every = everyField(fields);
  const initial = initialValues(every, likely);
  const isAsked = (field: FormField): boolean =>
    isAmong(field, asked) || (field.column !== null && asked.some(({ column }) => column === field.column));
  const isLost = (field: FormField): boolean => {
    const isHeld = entry !== null && holds(entry, field);
    const before = isHeld ? formValue(field, entry) : initial[field.key];
    const value = values[field.key];
    return (isHeld && isAmong(field, own)) || (!isEmpty(value) && JSON.stringify(value) !== JSON.stringify(before));
  };
  return every.filter((field) => field.key in values && !isAsked(field) && isLost(field));
};

/** The form with only those values that its service asks for. */
export const onlyFieldsOf = (form: EntryForm, asked: readonly FormField[]): EntryForm => ({
  ...form,
  values: Object.fromEntries(Object.entries(form.values).filter(([key]) => asked.some((field) => field.key === key))),
});

/** The body of a change: clears what is in `removed`, and omits fields that were empty and stay so. */
export const changeBody = (body: JobEntryInput, removed: readonly FormField[], entry: JobEntry): JobEntryInput => {
  const nothing = removed.filter(({ column }) => column === null).map(({ field }) => [field.name, null] as const);
  const values = { ...body.customFieldValues, ...Object.fromEntries(nothing) };
  return {
    ...body,
    ...Object.assign({}, ...removed.map(({ column }) => (column === null ? {} : columnValue(column, undefined)))),
    customFieldValues: Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== null || Object.hasOwn(entry.customFieldValues, name)),
    ),
  };
};
