import type { CustomDataField, FieldType } from '#shared/domain/custom-data-field.ts';

/**
 * The six fields that every organization has (specification 8.11). `isRequired` applies when they are created with the organization; one that
 * is created again later is not required unless that call says so.
 */
export const SYSTEM_FIELDS: readonly { readonly name: string; readonly fieldType: FieldType; readonly isRequired: boolean }[] = [
  { name: 'Equipment', fieldType: 'equipment', isRequired: true },
  { name: 'Operator', fieldType: 'operator', isRequired: true },
  { name: 'Hours', fieldType: 'number', isRequired: false },
  { name: 'Loads', fieldType: 'number', isRequired: false },
  { name: 'Notes', fieldType: 'text', isRequired: false },
  { name: 'Attachments', fieldType: 'attachment', isRequired: false },
];

/** The entry's own column that a field fills; null: the value goes to `customFieldValues` under the field's name (specification 8.12). */
export type EntryColumn = 'equipmentIds' | 'operatorIds' | 'totalHours' | 'loads' | 'fuel' | 'billableHours' | 'notes' | 'photos';

/** By the name of a system field. */
export const SYSTEM_COLUMN: Readonly<Record<string, EntryColumn>> = {
  Equipment: 'equipmentIds',
  Operator: 'operatorIds',
  Hours: 'totalHours',
  Loads: 'loads',
  Notes: 'notes',
  Attachments: 'photos',
};
/** By the name of another number field, in whatever case. */
export const NUMBER_COLUMN: Readonly<Record<string, EntryColumn>> = { fuel: 'fuel', 'billable hours': 'billableHours' };

// People name fields as they like; `constructor` must not find what every object inherits.
const lookUp = (columns: Readonly<Record<string, EntryColumn>>, name: string): EntryColumn | null =>
  Object.hasOwn(columns, name) ? (columns[name] ?? null) : null;

/** Whether a field of this name can fill a column of an entry; the program then has words for it. */
export const isColumnName = (name: string): boolean =>
  lookUp(SYSTEM_COLUMN, name) !== null || lookUp(NUMBER_COLUMN, name.toLowerCase()) !== null;

/** Where an entry stores the value of this field. */
export const columnOf = (field: Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'>): EntryColumn | null => {
  if (field.isSystem) {
    return lookUp(SYSTEM_COLUMN, field.name);
  }
  return field.fieldType === 'number' ? lookUp(NUMBER_COLUMN, field.name.toLowerCase()) : null;
};
