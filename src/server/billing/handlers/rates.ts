import type { Context } from '#server/context.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { customerData } from '#server/data/customers.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { jobData } from '#server/data/jobs.ts';
import { withRateNames } from '#server/billing/data/rate-names.ts';
import { rateData } from '#server/billing/data/rates.ts';
import { serviceTypeData } from '#server/data/service-types.ts';
import { type Handlers, listing } from '#server/handlers/types.ts';

interface Refs {
  readonly serviceTypeId?: number | undefined;
  readonly customerId?: number | null | undefined;
  readonly jobId?: number | null | undefined;
  readonly equipmentId?: number | null | undefined;
  readonly lines?: readonly { readonly fieldId: number | null }[] | undefined;
}

const given = (...ids: readonly (number | null | undefined)[]): number[] => ids.filter((id) => typeof id === 'number');

/** Refuses references to what the organization does not have. */
const requireRefs = async (ctx: Context, { serviceTypeId, customerId, jobId, equipmentId, lines = [] }: Refs): Promise<void> => {
  await serviceTypeData.requireAll(ctx, given(serviceTypeId), 'serviceTypeId');
  await customerData.requireAll(ctx, given(customerId), 'customerId');
  await jobData.requireAll(ctx, given(jobId), 'jobId');
  await equipmentData.requireAll(ctx, given(equipmentId), 'equipmentId');
  await customDataFieldData.requireAll(ctx, given(...lines.map(({ fieldId }) => fieldId)), 'lines');
};

const FUEL_INCLUDED = { kind: 'included' as const, price: null, basePrice: null, step: null, percent: null };

export const rateHandlers: Handlers['rates'] = {
  list: async (ctx, { query }) =>
    listing(query, async (part) => withRateNames(ctx, await rateData.list(ctx, { ...query, ...part })), rateData.cursorOf),
  create: async (ctx, { body }) => {
    await requireRefs(ctx, body);
    return rateData.insert(ctx, { ...body, fuel: body.fuel ?? FUEL_INCLUDED });
  },
  get: async (ctx, { params }) => {
    const found = await rateData.find(ctx, params.id);
    const [named = found] = await withRateNames(ctx, [found]);
    return named;
  },
  update: async (ctx, { params, body }) => {
    await requireRefs(ctx, body);
    return rateData.update(ctx, params.id, body);
  },
  remove: async (ctx, { params }) => {
    await rateData.remove(ctx, params.id);
    return undefined;
  },
};
