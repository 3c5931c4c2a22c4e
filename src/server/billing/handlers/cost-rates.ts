import { costRateData } from '#server/billing/data/cost-rates.ts';
import { requireReferences } from '#server/commands/require-references.ts';
import { type Handlers, jsonListing } from '#server/handlers/types.ts';

export const costRateHandlers: Handlers['costRates'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => costRateData.listJson(ctx, { ...query, ...part })),
  create: async (ctx, { body }) => {
    await requireReferences(ctx, body);
    return costRateData.insert(ctx, body);
  },
  get: (ctx, { params }) => costRateData.find(ctx, params.id),
  update: (ctx, { params, body }) => costRateData.update(ctx, params.id, body),
  remove: async (ctx, { params }) => {
    await costRateData.remove(ctx, params.id);
    return undefined;
  },
};
