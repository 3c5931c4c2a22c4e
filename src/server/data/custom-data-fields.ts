import { sql } from 'drizzle-orm';
import { columnOf, type CustomDataField, type EntryColumn, SYSTEM_FIELDS } from '#shared/domain/custom-data-field.ts';
import type { Context } from '#server/context.ts';
import type { Actor } from '#server/data/audit.ts';
import { orgTable } from '#server/data/org-table.ts';
import { unlessTaken } from '#server/data/unique.ts';
import { customDataFields } from '#server/db/tables/index.ts';

const table = orgTable(customDataFields, {
  label: 'Data field',
  audited: 'custom_data_field',
  subject: (row) => row.name,
  order: [sql`lower(${customDataFields.name})`, sql`${customDataFields.id}`],
});

type Row = Awaited<ReturnType<typeof table.find>>;

const nameIsFree = (name: string | undefined, write: Promise<Row>): Promise<Row> =>
  unlessTaken({ constraint: 'custom_data_fields_name_unique', path: 'name', message: `A data field named ${name} already exists` }, write);

const renameInEntries = async (ctx: Context, from: string, to: string): Promise<void> => {
  await ctx.db.query({
    text: `update job_entries
              set custom_field_values = (custom_field_values - $2::text) || jsonb_build_object($3::text, custom_field_values -> $2::text),
                  version = version + 1, updated_at = now()
            where organization_id = $1 and custom_field_values ? $2::text`,
    values: [ctx.orgId, from, to],
  });
};

export const customDataFieldData = {
  ...table,
  insert: (actor: Actor, values: Parameters<typeof table.insert>[1]) => nameIsFree(values.name, table.insert(actor, values)),
  /** Also renames the key under which entries keep the field's values (decisions §5). */
  update: async (ctx: Context, before: Row, values: Parameters<typeof table.update>[2]) => {
    const after = await nameIsFree(values.name, table.update(ctx, before.id, values));
    if (after.name !== before.name) {
      await renameInEntries(ctx, before.name, after.name);
    }
    return after;
  },
};

/** The six fields that every organization has; creating the organization makes them. */
export const insertSystemFields = async (actor: Actor): Promise<void> => {
  for (const field of SYSTEM_FIELDS) {
    await customDataFieldData.insert(actor, { ...field, isSystem: true });
  }
};

/** The organization's system field of this name, for a client that asks to create it once more. */
export const findSystemField = async (ctx: Context, name: string): Promise<Row | undefined> =>
  (await table.list(ctx, sql`${customDataFields.isSystem} and ${customDataFields.name} = ${name}`))[0];

const HOLDS_VALUE: Record<EntryColumn, string> = {
  equipmentIds: 'cardinality(e.equipment_ids) > 0',
  operatorIds: 'cardinality(e.operator_ids) > 0',
  totalHours: 'e.total_hours is not null',
  billableHours: 'e.billable_hours is not null',
  fuel: 'e.fuel is not null',
  loads: 'e.loads is not null',
  notes: 'e.notes is not null',
  photos: 'cardinality(e.photos) > 0',
};

/** Adds how often each field is used: services that offer it plus entries that hold a value of it (decisions §10). */
export const withUsageCount = async (ctx: Context, rows: readonly Row[]): Promise<CustomDataField[]> => {
  // One after the other: a transaction's connection takes one statement at a time.
  const services = await ctx.db.query<{ id: number; uses: number }>({
    text: `select field as id, count(*)::int as uses from service_types s, unnest(s.custom_data_field_ids) as field
            where s.organization_id = $1 and s.deleted_at is null group by field`,
    values: [ctx.orgId],
  });
  const ownColumns = await ctx.db.query<Record<EntryColumn, number>>({
    text: `select ${Object.entries(HOLDS_VALUE)
      .map(([column, condition]) => `count(*) filter (where ${condition})::int as "${column}"`)
      .join(', ')} from job_entries e where e.organization_id = $1 and e.deleted_at is null`,
    values: [ctx.orgId],
  });
  const customValues = await ctx.db.query<{ name: string; uses: number }>({
    text: `select name, count(*)::int as uses from job_entries e, jsonb_each(e.custom_field_values) as field (name, value)
            where e.organization_id = $1 and e.deleted_at is null and value <> 'null' group by name`,
    values: [ctx.orgId],
  });
  const byField = new Map(services.map(({ id, uses }) => [id, uses]));
  const byName = new Map(customValues.map(({ name, uses }) => [name, uses]));
  return rows.map((row) => {
    const column = columnOf(row);
    const inEntries = column === null ? byName.get(row.name) : ownColumns[0]?.[column];
    return { ...row, usageCount: (byField.get(row.id) ?? 0) + (inEntries ?? 0) };
  });
};
