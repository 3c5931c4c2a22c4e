import { customerData } from '#server/data/customers.ts';
import { jobData } from '#server/data/jobs.ts';
import type { Handlers } from '#server/handlers/types.ts';

export const customerHandlers: Handlers['customers'] = {
  list: (ctx) => customerData.list(ctx),
  create: (ctx, { body }) => customerData.insert(ctx, body),
  get: (ctx, { params }) => customerData.find(ctx, params.id),
  update: (ctx, { params, body }) => customerData.update(ctx, params.id, body),
  jobs: (ctx, { params }) => jobData.list(ctx, { customerId: params.id }),
};
