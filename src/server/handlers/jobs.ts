import { type JobStatus, mayChangeStatus } from '#shared/domain/job.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { requireNamed } from '#server/commands/placeholder-jobs.ts';
import { sharingRunsOf } from '#server/commands/share-run.ts';
import { followStatus } from '#server/billing/commands/bill-jobs.ts';
import { moveDraftWith } from '#server/billing/commands/bill-drafts.ts';
import { requireNoDeposit } from '#server/billing/commands/deduct-deposits.ts';
import { customerData } from '#server/data/customers.ts';
import { takeFromDraft } from '#server/billing/data/bill-drafts.ts';
import { jobData, type LockedJob } from '#server/data/jobs.ts';
import { type Handlers, jsonListing } from '#server/handlers/types.ts';
import { summarizeJobEntries } from '#server/data/job-summary.ts';

const requireStatusChange = (ctx: Context, from: JobStatus, to: JobStatus): void => {
  if (!mayChangeStatus(ctx.level, from, to)) {
    throw refusal('forbidden', 'statusChangeNotAllowed', { from: { term: from }, to: { term: to } });
  }
};

/** The bill would be one customer's and the job another's. It is allowed when the same change reopens the job. */
const requireUnbilled = ({ name, status: before }: LockedJob, after: JobStatus = before): void => {
  if (before === 'billed' && after === 'billed') {
    throw refusal('conflict', 'jobBilledNoCustomer', { name });
  }
};

const requireCustomer = async (ctx: Context, customerId: number | undefined): Promise<void> => {
  if (customerId !== undefined) {
    await customerData.requireAll(ctx, [customerId], 'customerId');
  }
};

export const jobHandlers: Handlers['jobs'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => jobData.listJson(ctx, { ...query, ...part })),
  create: async (ctx, { body }) => {
    requireStatusChange(ctx, 'open', body.status ?? 'open');
    await requireCustomer(ctx, body.customerId);
    const { id, status } = await jobData.insert(ctx, body);
    await followStatus(ctx, id, 'open', status);
    return jobData.find(ctx, id);
  },
  get: (ctx, { params }) => jobData.find(ctx, params.id),
  update: async (ctx, { params, body }) => {
    // Locked: what is allowed depends on its status at the moment of the change.
    const before = await jobData.lock(ctx, params.id, 'update');
    requireStatusChange(ctx, before.status, body.status ?? before.status);
    const movesTo = body.customerId === before.customerId ? undefined : body.customerId;
    if (movesTo !== undefined) {
      requireUnbilled(before, body.status);
      await requireCustomer(ctx, movesTo);
    }
    const { payments, ...changes } = body;
    // Naming 'No job yet' says which job it was (decision 0033).
    const isPlaceholder = before.isPlaceholder && (body.name ?? before.name) === before.name;
    if ((body.status ?? before.status) !== before.status) {
      requireNamed({ isPlaceholder });
    }
    await jobData.update(ctx, params.id, { ...changes, isPlaceholder });
    if (movesTo !== undefined) {
      await moveDraftWith(ctx, params.id, movesTo);
    }
    await followStatus(ctx, params.id, before.status, body.status ?? before.status, payments);
    if (movesTo !== undefined) {
      // Afterwards, for a bill that is taken back releases its deposits.
      await requireNoDeposit(ctx, before);
    }
    return jobData.find(ctx, params.id);
  },
  remove: async (ctx, { params }) => {
    const job = await jobData.lock(ctx, params.id, 'update');
    const { status, name } = job;
    if (status === 'billed') {
      // Its entries are deleted with it (specification 8.17), and entries of billed jobs must not be touched (specification 5.36).
      throw refusal('conflict', 'jobBilledNoDelete', { name });
    }
    await requireNoDeposit(ctx, job);
    await takeFromDraft(ctx, params.id);
    await sharingRunsOf(ctx, params.id, () => jobData.remove(ctx, params.id));
    return undefined;
  },
  summary: (ctx, { params }) => summarizeJobEntries(ctx, params.id),
};
