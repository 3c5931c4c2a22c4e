import { equipmentData } from '#server/data/equipment.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { serviceTypeData } from '#server/data/service-types.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const equipmentHandlers: Handlers['equipment'] = {
  list: (ctx) => equipmentData.list(ctx),
  create: async (ctx, { body }) => {
    await serviceTypeData.requireAll(ctx, body.serviceTypeIds ?? [], 'serviceTypeIds');
    return equipmentData.insert(ctx, body);
  },
  get: (ctx, { params }) => equipmentData.find(ctx, params.id),
  update: async (ctx, { params, body }) => {
    await serviceTypeData.requireAll(ctx, body.serviceTypeIds ?? [], 'serviceTypeIds');
    return equipmentData.update(ctx, params.id, body);
  },
  jobEntries: (ctx, { params }) => jobEntryData.list(ctx, { equipmentId: params.id }),
};
