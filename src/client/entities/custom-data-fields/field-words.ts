import type { CustomDataField, FieldType } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { type PlainText, wordsOf } from '#client/lib/texts.ts';

/** A data field's label: system fields in the page's language, all others as they were named. */
export const fieldName = (field: Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'>): string =>
  columnOf(field) === null ? field.name : wordsOf(field.name);

/** The label of a type; boolean is shown as Yes/No (specification 4.36). */
export const FIELD_TYPE_LABEL = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes/No',
  date: 'Date',
  textarea: 'Long text',
  select: 'Select',
  equipment: 'Equipment',
  operator: 'Operator',
  attachment: 'Attachment',
  dropdown: 'Dropdown',
  file: 'File',
  employee: 'Employee',
} as const satisfies Record<FieldType, PlainText>;
