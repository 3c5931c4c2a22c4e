import { Readable } from 'node:stream';
import { refusal } from '#shared/lib/errors.ts';
import { makePdf, noteExport } from './billing-documents.ts';
import type { Context } from '#server/context.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { mergeJob } from '#server/billing/documents/merge-job.ts';
import { MAX_SECONDS, TURNS } from '#server/work/bounds.ts';
import { threads } from '#server/work/threads.ts';
import { createTurns } from '#server/work/turns.ts';

/** Runs of one organization queue behind each other: each is hundreds of pages. */
const runTurns = createTurns(TURNS.documents);

const tooMuch = () => refusal('conflict', 'billPdfTooLarge');

/** File name and content type of the bills of a run in one file. */
export const runFileOf = (runId: number): { name: string; contentType: string } => ({
  name: `bills-${runId}.pdf`,
  contentType: 'application/pdf',
});

/**
 * These records in one PDF, in this order, each with the pages that were mailed or would have been. The audit log records that they were
 * taken.
 */
export const takeRunDocument = (ctx: Context, recordIds: readonly number[]): Promise<Readable> =>
  runTurns.run(String(ctx.orgId), async () => {
    const records = await billingRecordData.listWhole(ctx, { ids: recordIds, limit: recordIds.length });
    const pdfs: Buffer[] = [];
    for (const record of records.toReversed()) {
      pdfs.push(await makePdf(ctx, record, { hasAnnex: record.content.hasAnnex ?? true, hasPhotos: false, hasNotes: false }));
    }
    const wish = { party: `organization ${ctx.orgId}`, seconds: MAX_SECONDS.document, tooMuch };
    const merged = await threads.run(mergeJob, { pdfs }, wish);
    await noteExport(ctx, records, 'pdf');
    return Readable.from([Buffer.from(merged)]);
  });
