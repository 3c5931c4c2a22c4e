import { serviceType, type ServiceType } from '#shared/domain/service-type.ts';
import type { Context } from '#server/context.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { asJson, lookUp } from '#server/data/json-list.ts';
import { byName } from '#server/data/list-cursor.ts';
import { ascending, jsonList } from '#server/data/org-list.ts';
import { orgTable } from '#server/data/org-table.ts';
import { serviceTypes } from '#server/db/tables/index.ts';

const order = ascending(byName('name'));

/**
 * The equipment that each of these services is linked to: the other side of `equipment.serviceTypeIds`. `ids` is SQL of a query. Goes
 * through all machines: even two thousand of them take less time than a hundred searches of an index over their services.
 */
const linkedEquipment = (ids: string): string => `
  select service as id, json_agg(machine order by lower(name), machine) as ids
    from (select id as machine, name, unnest(service_type_ids) as service from equipment where organization_id = $1 and deleted_at is null) e
   where service in (${ids}) group by service`;

export const serviceTypeData = {
  ...orgTable('serviceType', serviceTypes, { subject: (row) => row.name, order }),
  ...jsonList(order, {
    schema: serviceType,
    table: serviceTypes,
    maps: [`(select jsonb_object_agg(id, ${asJson('ids')}) as machines from (${linkedEquipment('select id from page')}) l) machines`],
    given: { linkedEquipmentIds: `coalesce(${lookUp('machines', 'id')}, '[]')` },
  }),
};

type Row = Awaited<ReturnType<typeof serviceTypeData.find>>;

/** Adds the equipment that each service is linked to. */
export const withLinkedEquipment = async (ctx: Context, rows: readonly Row[]): Promise<ServiceType[]> => {
  const links = await ctx.db.query<{ id: number; ids: number[] }>({
    name: 'equipment-by-service',
    text: linkedEquipment('select unnest($2::int[])'),
    values: [ctx.orgId, rows.map(({ id }) => id)],
  });
  const byService = new Map(links.map(({ id, ids }) => [id, ids]));
  return rows.map((row) => ({ ...row, linkedEquipmentIds: byService.get(row.id) ?? [] }));
};

/** Links exactly this equipment to the service; each machine that changes gets its own audit row. */
export const linkEquipment = async (ctx: Context, serviceTypeId: number, equipmentIds: readonly number[]): Promise<void> => {
  await equipmentData.requireAll(ctx, equipmentIds, 'linkedEquipmentIds');
  const wanted = new Set(equipmentIds);
  // Locked before they are read, so that a concurrent link to the same machine is not lost.
  const concerned = await ctx.db.query<{ id: number }>({
    name: 'lock-machines-of-service',
    text: `select id from equipment where organization_id = $1 and deleted_at is null and (id = any($2::int[]) or $3::int = any(service_type_ids))
            order by id for update`,
    values: [ctx.orgId, equipmentIds, serviceTypeId],
  });
  const ids = concerned.map(({ id }) => id);
  for (const machine of await equipmentData.list(ctx, [['ids', ids, (at) => `id = any(${at}::int[])`]])) {
    const others = machine.serviceTypeIds.filter((id) => id !== serviceTypeId);
    const isLinked = others.length < machine.serviceTypeIds.length;
    if (wanted.has(machine.id) !== isLinked) {
      await equipmentData.update(ctx, machine, { serviceTypeIds: isLinked ? others : [...others, serviceTypeId] });
    }
  }
};
