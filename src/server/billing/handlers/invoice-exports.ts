import { fileOfExport, fileOfRecord, takeDocument, takeExport } from '#server/billing/commands/billing-documents.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { DownloadReply, type Handlers } from '#server/handlers/types.ts';

/** Billing records as files. */
export const invoiceExportHandlers: Handlers['invoiceExports'] = {
  document: async (ctx, { params, query }) => {
    const { format = 'pdf', annex, photos: hasPhotos = false, notes: hasNotes = false } = query;
    const record = await billingRecordData.find(ctx, params.id);
    const hasAnnex = annex ?? record.content.hasAnnex ?? true;
    const { name, contentType } = fileOfRecord(record, format);
    return new DownloadReply(name, contentType, () => takeDocument(ctx, record, format, { hasAnnex, hasPhotos, hasNotes }));
  },
  export: async (ctx, { query }) => {
    const { format = 'csv', consultant, client, chart, ...wanted } = query;
    const { name, contentType } = fileOfExport(ctx, format);
    return new DownloadReply(name, contentType, () => takeExport(ctx, wanted, format, { consultant, client, chart }));
  },
};
