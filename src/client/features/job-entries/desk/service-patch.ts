import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { columnValue, type FormField, formFields, formValue, isEmpty } from '../entry-form.ts';
import { storedService } from '../service-change.ts';
import { withValues } from './desk-numbers.ts';

/** The fields whose values only the entry's own service offers: another one clears them (specification 5.24). */
export const clearedBy = (
  entry: JobEntry,
  own: ServiceType | undefined,
  next: ServiceType,
  fields: readonly CustomDataField[],
): FormField[] => {
  const asked = formFields(next, fields);
  const isAsked = ({ key, column }: FormField): boolean =>
    asked.some((other) => other.key === key || (column !== null && other.column === column));
  return formFields(own ?? storedService(entry, fields), fields).filter((field) => !isAsked(field) && !isEmpty(formValue(field, entry)));
};

/** The change that gives an entry another service. */
export const servicePatch = (entry: JobEntry, next: ServiceType, cleared: readonly FormField[]): JobEntryPatch => {
  const own = cleared.filter(({ column }) => column === null);
  const values =
    own.length === 0 ? {} : { customFieldValues: withValues(entry, Object.fromEntries(own.map(({ field }) => [field.name, null]))) };
  return {
    serviceTypeId: next.id,
    ...Object.assign({}, ...cleared.map(({ column }) => (column === null ? {} : columnValue(column, undefined)))),
    ...values,
  };
};
