import { costRateData } from '#server/billing/data/cost-rates.ts';
import { employeeData } from '#server/data/employees.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { type Handlers, listing } from '#server/handlers/types.ts';

const given = (id: number | null | undefined): number[] => (typeof id === 'number' ? [id] : []);

export const costRateHandlers: Handlers['costRates'] = {
  list: async (ctx, { query }) => listing(query, (part) => costRateData.list(ctx, { ...query, ...part }), costRateData.cursorOf),
  create: async (ctx, { body }) => {
    await employeeData.requireAll(ctx, given(body.employeeId), 'employeeId');
    await equipmentData.requireAll(ctx, given(body.equipmentId), 'equipmentId');
    return costRateData.insert(ctx, body);
  },
  get: (ctx, { params }) => costRateData.find(ctx, params.id),
  update: (ctx, { params, body }) => costRateData.update(ctx, params.id, body),
  remove: async (ctx, { params }) => {
    await costRateData.remove(ctx, params.id);
    return undefined;
  },
};
