import { sql } from 'drizzle-orm';
import type { ServiceType } from '#shared/domain/service-type.ts';
import type { Context } from '#server/context.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { byName } from '#server/data/list-cursor.ts';
import { orgTable } from '#server/data/org-table.ts';
import { equipment, serviceTypes } from '#server/db/tables/index.ts';

export const serviceTypeData = orgTable('serviceType', serviceTypes, {
  subject: (row) => row.name,
  order: [byName(serviceTypes.name, 'name')],
});

type Row = Awaited<ReturnType<typeof serviceTypeData.find>>;

/** Adds the equipment that each service is linked to: the other side of `equipment.serviceTypeIds`. */
export const withLinkedEquipment = async (ctx: Context, rows: readonly Row[]): Promise<ServiceType[]> => {
  const links = await ctx.db.query<{ serviceTypeId: number; ids: number[] }>({
    name: 'equipment-by-service',
    text: `select service as "serviceTypeId", array_agg(e.id order by lower(e.name), e.id) as ids
             from equipment e, unnest(e.service_type_ids) as service
            where e.organization_id = $1 and e.deleted_at is null and service = any($2::int[]) group by service`,
    values: [ctx.orgId, rows.map(({ id }) => id)],
  });
  const byService = new Map(links.map(({ serviceTypeId, ids }) => [serviceTypeId, ids]));
  return rows.map((row) => ({ ...row, linkedEquipmentIds: byService.get(row.id) ?? [] }));
};

/** Links exactly this equipment to the service; each machine that changes gets its own audit row. */
export const linkEquipment = async (ctx: Context, serviceTypeId: number, equipmentIds: readonly number[]): Promise<void> => {
  await equipmentData.requireAll(ctx, equipmentIds, 'linkedEquipmentIds');
  const wanted = new Set(equipmentIds);
  // Locked before they are read, so that a concurrent link to the same machine is not lost.
  await ctx.db.query({
    name: 'lock-machines-of-service',
    text: `select from equipment where organization_id = $1 and deleted_at is null and (id = any($2::int[]) or $3::int = any(service_type_ids))
            order by id for update`,
    values: [ctx.orgId, equipmentIds, serviceTypeId],
  });
  const isConcerned = sql`(${equipment.id} = any(${sql.param(equipmentIds)}::int[]) or ${serviceTypeId}::int = any(${equipment.serviceTypeIds}))`;
  for (const machine of await equipmentData.list(ctx, { where: isConcerned })) {
    const others = machine.serviceTypeIds.filter((id) => id !== serviceTypeId);
    const isLinked = others.length < machine.serviceTypeIds.length;
    if (wanted.has(machine.id) !== isLinked) {
      await equipmentData.update(ctx, machine, { serviceTypeIds: isLinked ? others : [...others, serviceTypeId] });
    }
  }
};
