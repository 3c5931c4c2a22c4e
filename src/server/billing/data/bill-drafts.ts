import type { BillDraft } from '#shared/billing/schemas/billing-record.ts';
import type { Context } from '#server/context.ts';
import { descending } from '#server/data/org-list.ts';
import { orgTable } from '#server/data/org-table.ts';
import { billDrafts } from '#server/db/tables/index.ts';

/** Draft bills, newest first: what people added to a bill before it is made. */
export const billDraftData = orgTable('billDraft', billDrafts, {
  subject: (row) => `Draft bill ${row.id}`,
  order: descending(),
});

/** The draft that the job is on; undefined if it is on none. */
export const findDraftOf = async (ctx: Context, jobId: number): Promise<BillDraft | undefined> =>
  (await billDraftData.list(ctx, [['job', jobId, (at) => `job_ids @> array[${at}::int]`]]))[0];

/** The drafts that these jobs are on, by job. */
export const draftsOfJobs = async (ctx: Context, jobIds: readonly number[]): Promise<Map<number, BillDraft>> => {
  const drafts = await billDraftData.list(ctx, [['jobs', jobIds, (at) => `job_ids && ${at}::int[]`]]);
  return new Map(drafts.flatMap((draft) => draft.jobIds.map((id) => [id, draft] as const)));
};

/** The same, locked until the transaction ends. The caller holds the job. */
export const lockDraftOf = async (ctx: Context, jobId: number): Promise<BillDraft | undefined> => {
  const [row] = await ctx.db.query<{ id: number }>({
    text: 'select id from bill_drafts where organization_id = $1 and deleted_at is null and job_ids @> array[$2]::int[] for update',
    values: [ctx.orgId, jobId],
  });
  return row && billDraftData.find(ctx, row.id);
};

/** What people add to a bill. */
export type Added = Pick<BillDraft, 'lines' | 'discounts' | 'partings' | 'notes'>;

/**
 * What was added to the bill of this job alone: the whole of a draft that it has to itself; of a shared one the lines that name it and the
 * splits of its entries; nothing without a draft.
 */
export const addedFor = (draft: BillDraft | undefined, jobId: number): Added => {
  if (draft === undefined || draft.jobIds.length > 1) {
    // Splits belong to entries: those of other jobs do not matter here.
    const { lines = [], partings = [] } = draft ?? {};
    return { lines: lines.filter((line) => line.jobId === jobId), discounts: [], partings, notes: null };
  }
  return draft;
};

/** Takes the job off its draft, with the lines that name it. Other additions stay with the draft, which is deleted with its last job. */
export const takeFromDraft = async (ctx: Context, jobId: number): Promise<void> => {
  const draft = await lockDraftOf(ctx, jobId);
  if (draft === undefined) {
    return;
  }
  const jobIds = draft.jobIds.filter((id) => id !== jobId);
  if (jobIds.length === 0) {
    await billDraftData.remove(ctx, draft.id);
  } else {
    await billDraftData.update(ctx, draft.id, { jobIds, lines: draft.lines.filter((line) => line.jobId !== jobId) });
  }
};
