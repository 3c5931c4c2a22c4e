import type { FieldType } from '#shared/domain/custom-data-field.ts';
import type { PlainText } from '#client/lib/texts.ts';

/** What people call a type; boolean is shown as Yes/No (specification 2 §3). */
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
