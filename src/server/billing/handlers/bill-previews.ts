import { sendingOf } from '#server/billing/commands/bill-sending.ts';
import { previewDeposit } from '#server/billing/commands/bill-deposit.ts';
import { previewCredit } from '#server/billing/commands/credit-bill.ts';
import { type Preview, previewDraft, previewJobs, takePreview } from '#server/billing/commands/preview-bill.ts';
import { billDraftData } from '#server/billing/data/bill-drafts.ts';
import type { Context } from '#server/context.ts';
import { DownloadReply, type Handlers } from '#server/handlers/types.ts';

const reply = (ctx: Context, preview: Preview, annex: boolean | undefined): DownloadReply =>
  new DownloadReply(preview.name, 'application/pdf', () => takePreview(ctx, preview, annex));

/** Bills before they are issued. */
export const billPreviewHandlers: Handlers['billPreviews'] = {
  ofDraft: async (ctx, { params, query }) => reply(ctx, await previewDraft(ctx, await billDraftData.find(ctx, params.id)), query.annex),
  ofJobs: async (ctx, { query }) => reply(ctx, await previewJobs(ctx, query.jobIds), query.annex),
  sending: (ctx, { params }) => sendingOf(ctx, params.id),
  ofCredit: async (ctx, { params, query }) => reply(ctx, await previewCredit(ctx, params.id, query), false),
  ofDeposit: async (ctx, { query }) => reply(ctx, await previewDeposit(ctx, query), false),
};
