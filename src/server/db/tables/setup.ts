import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { FIELD_TYPES } from '#shared/domain/custom-data-field.ts';
import { SUMMARIES } from '#shared/domain/field-summary.ts';
import { recordColumns } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

const idList = () =>
  integer()
    .array()
    .notNull()
    .default(sql`'{}'`);

export const serviceTypes = pgTable(
  'service_types',
  {
    ...recordColumns(),
    name: text().notNull(),
    description: text(),
    customDataFieldIds: idList(),
    requiredFieldIds: idList(),
    equipmentCount: integer().notNull().default(1),
    allowMultipleOperators: boolean().notNull().default(false),
    showEquipment: boolean(),
    showOperator: boolean(),
    showTotalHours: boolean(),
    showLoads: boolean(),
    showNote: boolean(),
    showEquipmentCount: boolean(),
    showMachine: boolean(),
    requiredFields: jsonb(),
  },
  (t) => [
    primaryKey({ name: 'service_types_pkey', columns: [t.organizationId, t.id] }),
    index('service_types_id_index').on(t.id),
    index('service_types_name_index').on(t.organizationId, sql`lower(${t.name})`, t.id),
    foreignKey({ name: 'service_types_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
    check('service_types_equipment_count_check', sql`${t.equipmentCount} between 1 and 10`),
  ],
);

/** Service data fields. A name is unique in its organization, because entries store values under it. */
export const customDataFields = pgTable(
  'custom_data_fields',
  {
    ...recordColumns(),
    name: text().notNull(),
    description: text(),
    fieldType: text({ enum: FIELD_TYPES }).notNull().default('text'),
    defaultValue: text(),
    isRequired: boolean().notNull().default(false),
    isActive: boolean().notNull().default(true),
    isSystem: boolean().notNull().default(false),
    summary: text({ enum: SUMMARIES }),
    options: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [
    primaryKey({ name: 'custom_data_fields_pkey', columns: [t.organizationId, t.id] }),
    index('custom_data_fields_id_index').on(t.id),
    uniqueIndex('custom_data_fields_name_unique')
      .on(t.organizationId, sql`lower(${t.name})`)
      .where(sql`${t.deletedAt} is null`),
    foreignKey({ name: 'custom_data_fields_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

export const equipment = pgTable(
  'equipment',
  {
    ...recordColumns(),
    name: text().notNull(),
    unitNumber: text(),
    serialNumber: text(),
    equipmentTypeId: integer(),
    serviceTypeIds: idList(),
  },
  (t) => [
    primaryKey({ name: 'equipment_pkey', columns: [t.organizationId, t.id] }),
    index('equipment_id_index').on(t.id),
    index('equipment_name_index').on(t.organizationId, sql`lower(${t.name})`, t.id),
    foreignKey({ name: 'equipment_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** What a machine pulls or carries. The plain word is reserved in TypeScript. */
export const implementsTable = pgTable(
  'implements',
  {
    ...recordColumns(),
    name: text().notNull(),
    serviceTypeIds: idList(),
  },
  (t) => [
    primaryKey({ name: 'implements_pkey', columns: [t.organizationId, t.id] }),
    index('implements_id_index').on(t.id),
    index('implements_name_index').on(t.organizationId, sql`lower(${t.name})`, t.id),
    foreignKey({ name: 'implements_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/**
 * How many entries have a value for each field, counted with every write so that nobody has to read all entries for it. `key` is where
 * entries store the value: `column:fuel`, or `name:Moisture` for one among `custom_field_values`.
 */
export const fieldUses = pgTable(
  'field_uses',
  { organizationId: integer().notNull(), key: text().notNull(), uses: integer().notNull() },
  (t) => [
    primaryKey({ name: 'field_uses_pkey', columns: [t.organizationId, t.key] }),
    foreignKey({ name: 'field_uses_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);
