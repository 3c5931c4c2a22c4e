import { customDataField, type CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnOf, SYSTEM_FIELDS } from '#shared/domain/system-fields.ts';
import type { Context } from '#server/context.ts';
import { USE_KEY, useKey, usesOf } from '#server/data/field-uses.ts';
import { moveFieldValues } from '#server/data/move-field-values.ts';
import { mapCalled } from '#server/data/json-list.ts';
import { byName } from '#server/data/list-cursor.ts';
import { ascending, jsonList } from '#server/data/org-list.ts';
import { type Actor, orgTable } from '#server/data/org-table.ts';
import { unlessTaken } from '#server/data/unique.ts';
import { customDataFields } from '#server/db/tables/index.ts';
import { refusalMessage } from '#shared/lib/errors.ts';

const order = ascending(byName('name'));
const table = orgTable('customDataField', customDataFields, { subject: (row) => row.name, order });

type Row = Awaited<ReturnType<typeof table.find>>;

const nameIsFree = (name: string | undefined, write: Promise<Row>): Promise<Row> =>
  unlessTaken(
    { constraint: 'custom_data_fields_name_unique', path: 'name', message: refusalMessage('fieldNameTaken', { name: name ?? '' }) },
    write,
  );

/** The number of services that offer each field. */
const SERVICES_BY_FIELD = `
  select field as id, count(*)::int as uses from service_types s, unnest(s.custom_data_field_ids) as field
   where s.organization_id = $1 and s.deleted_at is null group by field`;

export const customDataFieldData = {
  ...table,
  ...jsonList(order, {
    schema: customDataField,
    table: customDataFields,
    maps: [
      `(select jsonb_object_agg(id, uses) as services from (${SERVICES_BY_FIELD}) s) services`,
      `(select jsonb_object_agg(key, uses) as entries from field_uses
         where organization_id = $1 and key = any(array(select ${USE_KEY} from page e))) entries`,
    ],
    given: {
      usageCount: `(coalesce((${mapCalled('services')} ->> e.id::text)::int, 0) + coalesce((${mapCalled('entries')} ->> ${USE_KEY})::int, 0))::text`,
    },
  }),
  insert: (actor: Actor, values: Parameters<typeof table.insert>[1]) => nameIsFree(values.name, table.insert(actor, values)),
  /** Entries follow: their values of the field move to where they belong under its new name or type (specification 8.12, 8.13). */
  update: async (ctx: Context, before: Row, values: Parameters<typeof table.update>[2]) => {
    const after = await nameIsFree(values.name, table.update(ctx, before.id, values));
    await moveFieldValues(ctx, { column: columnOf(before), name: before.name }, { column: columnOf(after), name: after.name });
    return after;
  },
  restore: (actor: Actor, id: number, name: string) => nameIsFree(name, table.restore(actor, id)),
};

/** The six fields that every organization has; creating the organization makes them. */
export const insertSystemFields = async (actor: Actor): Promise<void> => {
  for (const field of SYSTEM_FIELDS) {
    await customDataFieldData.insert(actor, { ...field, isSystem: true });
  }
};

/** The organization's system field with this name, for a client that asks to create it once more. */
export const findSystemField = async (ctx: Context, name: string): Promise<Row | undefined> =>
  (await table.list(ctx, [['system', name, (at) => `is_system and name = ${at}`]]))[0];

const keyOf = (row: Row): string => useKey(columnOf(row), row.name);

/** Adds how often each field is used: services that offer it plus entries that have a value for it (specification 4.40). */
export const withUsageCount = async (ctx: Context, rows: readonly Row[]): Promise<CustomDataField[]> => {
  const services = await ctx.db.query<{ id: number; uses: number }>({
    name: 'services-by-field',
    text: SERVICES_BY_FIELD,
    values: [ctx.orgId],
  });
  const byField = new Map(services.map(({ id, uses }) => [id, uses]));
  const byKey = await usesOf(ctx, rows.map(keyOf));
  return rows.map((row) => ({ ...row, usageCount: (byField.get(row.id) ?? 0) + (byKey.get(keyOf(row)) ?? 0) }));
};
