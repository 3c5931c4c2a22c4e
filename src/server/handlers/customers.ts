import { customerData } from '#server/data/customers.ts';
import { jobData } from '#server/data/jobs.ts';
import { type Handlers, jsonListing } from '#server/handlers/types.ts';

export const customerHandlers: Handlers['customers'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => customerData.listJson(ctx, part)),
  create: (ctx, { body }) => customerData.insert(ctx, body),
  get: (ctx, { params }) => customerData.find(ctx, params.id),
  update: (ctx, { params, body }) => customerData.update(ctx, params.id, body),
  jobs: async (ctx, { params, query }) => jsonListing(query, (part) => jobData.listJson(ctx, { customerId: params.id, ...part })),
  remove: async (ctx, { params }) => {
    await customerData.remove(ctx, params.id);
    return undefined;
  },
};
