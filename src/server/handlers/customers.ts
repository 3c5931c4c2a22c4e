import { customerData } from '#server/data/customers.ts';
import { jobData } from '#server/data/jobs.ts';
import { type Handlers, listing } from '#server/handlers/types.ts';

export const customerHandlers: Handlers['customers'] = {
  list: async (ctx, { query }) => listing(query, (part) => customerData.list(ctx, part), customerData.cursorOf),
  create: (ctx, { body }) => customerData.insert(ctx, body),
  get: (ctx, { params }) => customerData.find(ctx, params.id),
  update: (ctx, { params, body }) => customerData.update(ctx, params.id, body),
  jobs: async (ctx, { params, query }) => listing(query, (part) => jobData.list(ctx, { customerId: params.id, ...part }), jobData.cursorOf),
  remove: async (ctx, { params }) => {
    await customerData.remove(ctx, params.id);
    return undefined;
  },
};
