import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { SUMMARIES } from '#shared/domain/field-summary.ts';
import { flag, nullableText, optionalLines, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { firstly } from '#shared/entities/first-values.ts';
import { because } from '#shared/messages/because.ts';

/** Every stored type; the last three are older names, answered as they were stored (specification 8.9). */
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

/** The type that decides how a field behaves: older names are read as the newer ones. */
export const fieldKind = (type: FieldType): (typeof OFFERED_FIELD_TYPES)[number] =>
  type === 'dropdown' ? 'select' : type === 'file' ? 'attachment' : type === 'employee' ? 'operator' : type;

const fieldType = z.enum(FIELD_TYPES, because('fieldTypeUnknown'));
const summary = z.nullable(z.enum(SUMMARIES, because('summaryUnknown')));

export const customDataFieldInput = z.object({
  name: requiredLine(because('fieldNameRequired')),
  description: optionalLines,
  fieldType: z.optional(fieldType),
  defaultValue: optionalLines,
  isRequired: flag,
  isActive: flag,
  isSystem: flag,
  summary: z.optional(summary),
  options: z.optional(
    z.nullable(z.array(requiredLine(because('optionEmpty'))).check(z.maxLength(200, because('atMostOptions', { most: 200 })))),
  ),
});
export const customDataFieldPatch = z.partial(customDataFieldInput);

export const customDataField = z.object({
  ...recordFields,
  name: z.string(),
  description: nullableText,
  fieldType,
  defaultValue: nullableText,
  /** The initial value when a service includes the field; after that each service has its own (decision 0030). */
  isRequired: z.boolean(),
  isActive: firstly(z.boolean(), true),
  isSystem: z.boolean(),
  /** How a summary treats a number field; null: by its name (`summaryOf`). */
  summary,
  options: z.array(z.string()),
  /** Number of services that offer the field plus number of entries with a value for it (specification 4.40). */
  usageCount: z.int(),
});
export type CustomDataField = z.output<typeof customDataField>;

export const customDataFieldEndpoints = crudEndpoints('customDataField', {
  input: customDataFieldInput,
  patch: customDataFieldPatch,
  record: customDataField,
  one: 'a service data field',
  list: 'Service data fields, by name',
  says: { remove: 'Delete a service data field that is no system field and is not in use' },
});

/** For the documentation of the API. */
export const customDataFieldWords: KindWords = {
  group: ['Data fields', 'What entries may hold besides hours, fuel and loads.'],
  record: 'Something that an entry may hold. Six system fields come with every organization.',
  input: 'A new data field.',
  patch: 'A change of a data field.',
  fields: {
    name: say('What the field is called. Entries keep its values under this name; renaming it renames them.', 'Moisture'),
    description: say('A line about it.', 'Percent, at the pile'),
    fieldType: say('What it holds. `dropdown`, `file` and `employee` are older words for `select`, `attachment` and `operator`.', 'number'),
    defaultValue: say('What a new entry begins with.', '65'),
    summary: say(
      'What summaries make of a number field: its sum, the average of the entries that hold a value, or nothing; null: by its name, so that percentages, temperatures and prices per something are averaged and years are left out.',
      null,
    ),
    isRequired: say('Whether a service requires it from when it includes it on; each service then says so for itself.', false),
    isActive: say('Offered to services.', true),
    isSystem: say('One of the six that every organization has. What a body says of it counts for nothing.', false),
    options: say('Of a `select`: what there is to choose from.', []),
    usageCount: say('Services that offer it and entries that hold a value of it. A field in use cannot be deleted.', 14),
  },
};
