import { sql } from 'drizzle-orm';
import type { ServiceType } from '#shared/domain/service-type.ts';
import type { Context } from '#server/context.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { orgTable } from '#server/data/org-table.ts';
import { equipment, serviceTypes } from '#server/db/tables/index.ts';

export const serviceTypeData = orgTable(serviceTypes, {
  label: 'Service',
  audited: 'service_type',
  subject: (row) => row.name,
  order: [sql`lower(${serviceTypes.name})`, sql`${serviceTypes.id}`],
});

/** Also of a service that was deleted since. */
export const nameOfServiceType = async (ctx: Context, id: number): Promise<string | undefined> => {
  const [row] = await ctx.db.query<{ name: string }>({
    text: 'select name from service_types where organization_id = $1 and id = $2',
    values: [ctx.orgId, id],
  });
  return row?.name;
};

type Row = Awaited<ReturnType<typeof serviceTypeData.find>>;

/** Adds the equipment that each service is linked to: the other side of `equipment.serviceTypeIds`. */
export const withLinkedEquipment = async (ctx: Context, rows: readonly Row[]): Promise<ServiceType[]> => {
  const machines = await equipmentData.list(ctx, sql`cardinality(${equipment.serviceTypeIds}) > 0`);
  return rows.map((row) => ({
    ...row,
    linkedEquipmentIds: machines.filter((machine) => machine.serviceTypeIds.includes(row.id)).map((machine) => machine.id),
  }));
};

/** Links exactly this equipment to the service; each machine that changes gets its own audit row. */
export const linkEquipment = async (ctx: Context, serviceTypeId: number, equipmentIds: readonly number[]): Promise<void> => {
  await equipmentData.requireAll(ctx, equipmentIds, 'linkedEquipmentIds');
  const wanted = new Set(equipmentIds);
  for (const machine of await equipmentData.list(ctx)) {
    const isLinked = machine.serviceTypeIds.includes(serviceTypeId);
    if (wanted.has(machine.id) && !isLinked) {
      await equipmentData.update(ctx, machine.id, { serviceTypeIds: [...machine.serviceTypeIds, serviceTypeId] });
    } else if (!wanted.has(machine.id) && isLinked) {
      await equipmentData.update(ctx, machine.id, { serviceTypeIds: machine.serviceTypeIds.filter((id) => id !== serviceTypeId) });
    }
  }
};
