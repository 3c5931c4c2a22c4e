import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { Employee } from '#shared/domain/employee.ts';
import type { JobEntry, JobEntryInput } from '#shared/domain/job-entry.ts';
import {
  columnValue,
  type EntryForm,
  type FormField,
  formFields,
  type FormService,
  formValue,
  initialValues,
  isEmpty,
} from '#client/features/job-entries/entry-form.ts';

// What becomes of a form's values when another service is chosen (decisions §12, docs/decisions/0028). The form holds on to every value that
// it ever showed, under its field's key: which of them count is for the service to say.

type Values = EntryForm['values'];

const everyField = (fields: readonly CustomDataField[]): FormField[] =>
  formFields({ customDataFieldIds: fields.map(({ id }) => id), requiredFieldIds: [] }, fields);

const holds = (entry: JobEntry, field: FormField): boolean => !isEmpty(formValue(field, entry));

/** The service of an entry that is in no list any more: by its stored name, asking for what the entry holds and what every entry may. */
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
 * The values once a service with these fields is chosen: what was shown before stays as it is; a field that is new in the form begins with
 * what the entry holds, else as in a new form.
 */
export const valuesAfter = (
  values: Values,
  fields: readonly FormField[],
  entry: JobEntry | null,
  operator: Employee | undefined,
): Values => ({
  ...initialValues(fields, operator),
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

/** What a form began with. */
export interface Beginning {
  readonly fields: readonly CustomDataField[];
  /** Null: a new one. */
  readonly entry: JobEntry | null;
  /** What the entry's own service asks for. */
  readonly own: readonly FormField[];
  readonly operator: Employee | undefined;
}

const isAmong = ({ key }: FormField, fields: readonly FormField[]): boolean => fields.some((other) => other.key === key);

/**
 * Fields with values in the form that the chosen service does not ask for: what the entry holds by its own service, and what was written for
 * another one meanwhile. What nobody wrote, and what only another service showed, is no loss to tell of.
 */
export const clearedFields = (values: Values, asked: readonly FormField[], { fields, entry, own, operator }: Beginning): FormField[] => {
  const every = everyField(fields);
  const initial = initialValues(every, operator);
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

/** The form with the values alone that its service asks for. */
export const onlyAsked = (form: EntryForm, asked: readonly FormField[]): EntryForm => ({
  ...form,
  values: Object.fromEntries(Object.entries(form.values).filter(([key]) => asked.some((field) => field.key === key))),
});

/** The body of a change: with nothing left of `removed`, and silent about fields that were empty and stay so. */
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
