import { requireReferences } from '#server/commands/require-references.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { jsonListing, type Handlers } from '#server/handlers/types.ts';

export const equipmentHandlers: Handlers['equipment'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => equipmentData.listJson(ctx, part)),
  create: async (ctx, { body }) => {
    await requireReferences(ctx, body);
    return equipmentData.insert(ctx, body);
  },
  get: (ctx, { params }) => equipmentData.find(ctx, params.id),
  update: async (ctx, { params, body }) => {
    await requireReferences(ctx, body);
    return equipmentData.update(ctx, await equipmentData.find(ctx, params.id), body);
  },
  remove: async (ctx, { params }) => {
    await equipmentData.remove(ctx, params.id);
    return undefined;
  },
  jobEntries: async (ctx, { params, query }) =>
    jsonListing(query, (part) => jobEntryData.listJson(ctx, { equipmentId: params.id, ...part })),
};
