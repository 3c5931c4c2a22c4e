import { type CustomDataField, fieldKind } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { isCalendarDate } from '#shared/lib/dates.ts';
import { issueAt, type Issue } from '#shared/messages/issues.ts';

type Field = Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'>;

const isId = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && value > 0;

const fits = (field: Field, value: unknown): boolean => {
  switch (fieldKind(field.fieldType)) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isCalendarDate(value);
    case 'equipment':
    case 'operator':
      return isId(value) || (Array.isArray(value) && value.every(isId));
    case 'attachment':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'text':
    case 'textarea':
    case 'select':
      return typeof value === 'string';
  }
};

const EXPECTED = {
  number: 'fieldMustBeNumber',
  boolean: 'fieldMustBeTrueOrFalse',
  date: 'fieldMustBeDate',
  attachment: 'fieldMustBeFiles',
  equipment: 'fieldMustBeText',
  operator: 'fieldMustBeText',
  text: 'fieldMustBeText',
  textarea: 'fieldMustBeText',
  select: 'fieldMustBeText',
} as const satisfies Record<ReturnType<typeof fieldKind>, string>;

/**
 * Fields whose value is stored under their name; of the fields with a column of their own only Notes and Attachments (specification 8.13).
 */
const isUnderItsName = (field: Field): boolean => {
  const column = columnOf(field);
  return column === null || column === 'notes' || column === 'photos';
};

/** Counts and measurements are never below zero; negative values stored earlier stay as they are. */
const isBelowZero = (field: Field, value: unknown, kept: unknown): boolean =>
  fieldKind(field.fieldType) === 'number' && typeof value === 'number' && value < 0 && value !== kept;

const isEmpty = (value: unknown): boolean => value === undefined || value === null;

/**
 * Returns what is wrong with the values of an entry's fields; `kept` are the values that it already has. Values under names that no field
 * has (or no longer has) are kept as they are, because the service may have changed while the device was offline (specification 5.39).
 */
export const fieldValueIssues = (
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  kept: Readonly<Record<string, unknown>> = {},
): Issue[] =>
  fields
    .filter((field) => isUnderItsName(field) && Object.hasOwn(values, field.name) && !isEmpty(values[field.name]))
    .flatMap((field) => {
      const path = `customFieldValues.${field.name}`;
      const value = values[field.name];
      if (!fits(field, value)) {
        return [issueAt(path, EXPECTED[fieldKind(field.fieldType)], { field: field.name })];
      }
      return isBelowZero(field, value, kept[field.name]) ? [issueAt(path, 'fieldMustBeZeroOrMore', { field: field.name })] : [];
    });
