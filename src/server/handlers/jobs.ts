import { type JobStatus, mayChangeStatus } from '#shared/domain/job.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { customerData } from '#server/data/customers.ts';
import { jobData } from '#server/data/jobs.ts';
import type { Handlers } from '#server/handlers/types.ts';

const requireStatusChange = (ctx: Context, from: JobStatus, to: JobStatus): void => {
  if (!mayChangeStatus(ctx.level, from, to)) {
    throw new AppError('forbidden', `You may not change the status of a job from ${from} to ${to}`);
  }
};

const requireCustomer = async (ctx: Context, customerId: number | undefined): Promise<void> => {
  if (customerId !== undefined) {
    await customerData.requireAll(ctx, [customerId], 'customerId');
  }
};

export const jobHandlers: Handlers['jobs'] = {
  list: (ctx, { query }) => jobData.list(ctx, query),
  create: async (ctx, { body }) => {
    requireStatusChange(ctx, 'open', body.status ?? 'open');
    await requireCustomer(ctx, body.customerId);
    const { id } = await jobData.insert(ctx, body);
    return jobData.find(ctx, id);
  },
  get: (ctx, { params }) => jobData.find(ctx, params.id),
  update: async (ctx, { params, body }) => {
    // Locked: what is allowed depends on the status that it has at the moment of the change.
    const before = await jobData.lock(ctx, params.id, 'update');
    requireStatusChange(ctx, before.status, body.status ?? before.status);
    if (body.customerId !== before.customerId) {
      await requireCustomer(ctx, body.customerId);
    }
    await jobData.update(ctx, params.id, body);
    return jobData.find(ctx, params.id);
  },
};
