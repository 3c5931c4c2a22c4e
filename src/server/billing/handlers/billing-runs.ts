import { takeRunDocument, runFileOf } from '#server/billing/commands/run-document.ts';
import { notePosted, recordIdsOf, retryRun, startRun } from '#server/billing/commands/billing-runs.ts';
import { listUnbilledBills, previewBill } from '#server/billing/commands/unbilled-bills.ts';
import { findRun, listRuns } from '#server/billing/data/billing-runs.ts';
import { cursorOfCustomer } from '#server/billing/data/unbilled-customers.ts';
import { DownloadReply, type Handlers, listing } from '#server/handlers/types.ts';
import { TURNS } from '#server/work/bounds.ts';
import { createTurns } from '#server/work/turns.ts';

/** Every entry that is not billed is read and priced: an account gets one list at a time, as with reports. */
const sums = createTurns(TURNS.reports);

/** The bills that completed jobs would make. */
export const unbilledBillHandlers: Handlers['unbilledBills'] = {
  list: async (ctx, { query }) => {
    const { completedBy, checked } = query;
    const wanted = { completedBy, isChecked: checked !== undefined };
    return listing(query, (part) => sums.run(String(ctx.user.id), () => listUnbilledBills(ctx, wanted, part)), cursorOfCustomer);
  },
  preview: (ctx, { query }) => previewBill(ctx, query.jobIds),
};

/** Bills that are issued and sent together. */
export const billingRunHandlers: Handlers['billingRuns'] = {
  list: (ctx) => listRuns(ctx),
  create: (ctx, { body }) => startRun(ctx, body),
  get: (ctx, { params }) => findRun(ctx, params.id),
  retry: (ctx, { params, body }) => retryRun(ctx, params.id, body.items),
  posted: (ctx, { params, body }) => notePosted(ctx, params.id, body.sentOn),
  document: async (ctx, { params, query }) => {
    const ids = await recordIdsOf(ctx, params.id, query.which ?? 'print');
    const { name, contentType } = runFileOf(params.id);
    return new DownloadReply(name, contentType, () => takeRunDocument(ctx, ids));
  },
};
