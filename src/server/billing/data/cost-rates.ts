import { costRate, type CostRate } from '#shared/billing/schemas/cost-rate.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { Context } from '#server/context.ts';
import type { JsonPart } from '#server/data/json-list.ts';
import { ascending, type Condition, jsonList } from '#server/data/org-list.ts';
import { type Actor, orgTable } from '#server/data/org-table.ts';
import { costRates } from '#server/db/tables/index.ts';

const order = ascending();
const table = orgTable('costRate', costRates, { subject: (row) => `Cost rate ${row.id}`, order });
const { listJson } = jsonList(order, { schema: costRate, table: costRates });

interface CostFilter extends PageQuery {
  readonly employeeId?: number | undefined;
  readonly equipmentId?: number | undefined;
}

const conditionsOf = ({ employeeId, equipmentId }: CostFilter): Condition[] => [
  ['employee', employeeId, (at) => `employee_id = ${at}`],
  ['machine', equipmentId, (at) => `equipment_id = ${at}`],
];

/** A cost rate is named after the employee, machine or fuel it is for. */
const called = async (ctx: Context, { employeeId, equipmentId }: Pick<CostRate, 'employeeId' | 'equipmentId'>): Promise<string> => {
  const [row] = await ctx.db.query<{ name: string | null }>({
    name: 'cost-rate-subject',
    text: `select coalesce((select first_name || ' ' || last_name from employees where organization_id = $1 and id = $2),
                           (select name from equipment where organization_id = $1 and id = $3)) as name`,
    values: [ctx.orgId, employeeId, equipmentId],
  });
  return row?.name ?? 'Fuel';
};

export const costRateData = {
  ...table,
  /** In order of creation. */
  listJson: (ctx: Context, filter: CostFilter & { readonly limit: number }): Promise<JsonPart> =>
    listJson(ctx, filter, conditionsOf(filter)),
  insert: async (ctx: Context, values: Parameters<typeof table.insert>[1]) => {
    const { employeeId = null, equipmentId = null } = values;
    return table.insert(ctx, values, await called(ctx, { employeeId, equipmentId }));
  },
  update: async (ctx: Context, id: number, values: Parameters<typeof table.update>[2]) =>
    table.update(ctx, id, values, await called(ctx, await table.find(ctx, id))),
  remove: async (ctx: Context, id: number): Promise<void> => {
    await table.remove(ctx, id, await called(ctx, await table.find(ctx, id)));
  },
  restore: (actor: Actor, id: number, subject: string) => table.restore(actor, id, subject),
};
