import { equipment as schema } from '#shared/domain/equipment.ts';
import { byName } from '#server/data/list-cursor.ts';
import { ascending, jsonList } from '#server/data/org-list.ts';
import { type Actor, orgTable } from '#server/data/org-table.ts';
import { equipment } from '#server/db/tables/index.ts';

const order = ascending(byName('name'));
const table = orgTable('equipment', equipment, { subject: (row) => row.name, order });

/** A service shows its machines, so devices must hear of the services whose machines changed. */
const touchServices = ({ journal }: Actor, ids: readonly number[]): void => journal.touch('service_type', [...new Set(ids)]);

export const equipmentData = {
  ...table,
  ...jsonList(order, { schema, table: equipment }),
  insert: async (ctx: Actor, values: Parameters<typeof table.insert>[1]) => {
    touchServices(ctx, values.serviceTypeIds ?? []);
    return table.insert(ctx, values);
  },
  insertAll: async (ctx: Actor, all: readonly Parameters<typeof table.insert>[1][]) => {
    touchServices(
      ctx,
      all.flatMap(({ serviceTypeIds }) => serviceTypeIds ?? []),
    );
    return table.insertAll(ctx, all);
  },
  update: async (ctx: Actor, before: { id: number; serviceTypeIds: number[] }, values: Parameters<typeof table.update>[2]) => {
    if (values.serviceTypeIds !== undefined) {
      touchServices(ctx, [...before.serviceTypeIds, ...values.serviceTypeIds]);
    }
    return table.update(ctx, before.id, values);
  },
  remove: async (ctx: Actor, id: number) => {
    const row = await table.remove(ctx, id);
    touchServices(ctx, row.serviceTypeIds);
  },
  removeAll: async (ctx: Actor, ids: readonly number[]) => {
    const rows = await table.removeAll(ctx, ids);
    touchServices(
      ctx,
      rows.flatMap(({ serviceTypeIds }) => serviceTypeIds),
    );
    return rows;
  },
  restore: async (ctx: Actor, id: number) => {
    const row = await table.restore(ctx, id);
    touchServices(ctx, row.serviceTypeIds);
  },
};
