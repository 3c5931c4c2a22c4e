import * as z from 'zod/mini';
import { SUMMARIES } from '#shared/domain/field-summary.ts';
import { flag, nullableText, optionalLines, pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

/** Every stored type; the last three are older names, answered as they were stored (decisions §5). */
export const FIELD_TYPES = [
  'text',
  'number',
  'boolean',
  'date',
  'textarea',
  'select',
  'equipment',
  'operator',
  'attachment',
  'dropdown',
  'file',
  'employee',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The types that a form offers for a new field. */
export const OFFERED_FIELD_TYPES = [
  'text',
  'number',
  'boolean',
  'date',
  'textarea',
  'select',
  'equipment',
  'operator',
  'attachment',
] as const;

/** How a field behaves: the older names read as the newer ones. */
export const fieldKind = (type: FieldType): (typeof OFFERED_FIELD_TYPES)[number] =>
  type === 'dropdown' ? 'select' : type === 'file' ? 'attachment' : type === 'employee' ? 'operator' : type;

/**
 * The six fields that every organization has. `isRequired` is how they are made with it (specification 1 §9); one that is made again later
 * is not required unless that call says so (2 §4, decisions §12).
 */
export const SYSTEM_FIELDS: readonly { readonly name: string; readonly fieldType: FieldType; readonly isRequired: boolean }[] = [
  { name: 'Equipment', fieldType: 'equipment', isRequired: true },
  { name: 'Operator', fieldType: 'operator', isRequired: true },
  { name: 'Hours', fieldType: 'number', isRequired: false },
  { name: 'Loads', fieldType: 'number', isRequired: false },
  { name: 'Notes', fieldType: 'text', isRequired: false },
  { name: 'Attachments', fieldType: 'attachment', isRequired: false },
];

const fieldType = z.enum(FIELD_TYPES, 'Unknown field type');
const summary = z.nullable(z.enum(SUMMARIES, 'Must be sum, average or none'));

export const customDataFieldInput = z.object({
  name: requiredLine('Field name is required'),
  description: optionalLines,
  fieldType: z.optional(fieldType),
  defaultValue: optionalLines,
  isRequired: flag,
  isActive: flag,
  isSystem: flag,
  summary: z.optional(summary),
  options: z.optional(z.nullable(z.array(requiredLine('An option must not be empty')).check(z.maxLength(200, 'At most 200 options')))),
});
export const customDataFieldPatch = z.partial(customDataFieldInput);

export const customDataField = z.object({
  ...recordFields,
  name: z.string(),
  description: nullableText,
  fieldType,
  defaultValue: nullableText,
  /** What a service begins with when it includes the field; each service then says for itself (decision 0030). */
  isRequired: z.boolean(),
  isActive: z.boolean(),
  isSystem: z.boolean(),
  /** What a summary makes of a number field; null: by its name (`summaryOf`). */
  summary,
  options: z.array(z.string()),
  /** Services that offer the field plus entries that hold a value of it (decisions §10). */
  usageCount: z.int(),
});
export type CustomDataField = z.output<typeof customDataField>;

/** The entry's own column that a field fills; null: the value goes to `customFieldValues` under the field's name (decisions §5). */
export type EntryColumn = 'equipmentIds' | 'operatorIds' | 'totalHours' | 'loads' | 'fuel' | 'billableHours' | 'notes' | 'photos';

const SYSTEM_COLUMN: Record<string, EntryColumn> = {
  Equipment: 'equipmentIds',
  Operator: 'operatorIds',
  Hours: 'totalHours',
  Loads: 'loads',
  Notes: 'notes',
  Attachments: 'photos',
};
const NUMBER_COLUMN: Record<string, EntryColumn> = { fuel: 'fuel', 'billable hours': 'billableHours' };

// People name fields as they like; `constructor` must not find what every object inherits.
const lookUp = (columns: Record<string, EntryColumn>, name: string): EntryColumn | null =>
  Object.hasOwn(columns, name) ? (columns[name] ?? null) : null;

/** Where an entry keeps the value of this field. */
export const columnOf = (field: Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'>): EntryColumn | null => {
  if (field.isSystem) {
    return lookUp(SYSTEM_COLUMN, field.name);
  }
  return field.fieldType === 'number' ? lookUp(NUMBER_COLUMN, field.name.toLowerCase()) : null;
};

export const customDataFieldEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/custom-data-fields',
    summary: 'Service data fields, by name',
    scope: 'organization',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(customDataField),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/custom-data-fields',
    summary: 'Create a service data field',
    scope: 'organization',
    capability: 'setup:write',
    body: customDataFieldInput,
    response: customDataField,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/custom-data-fields/:id',
    summary: 'Read a service data field',
    scope: 'record',
    entity: 'customDataField',
    capability: 'records:read',
    response: customDataField,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/custom-data-fields/:id',
    summary: 'Change a service data field',
    scope: 'record',
    entity: 'customDataField',
    capability: 'setup:write',
    body: customDataFieldPatch,
    response: customDataField,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/custom-data-fields/:id',
    summary: 'Delete a service data field that is no system field and is not in use',
    scope: 'record',
    entity: 'customDataField',
    capability: 'setup:write',
    response: null,
  }),
};
