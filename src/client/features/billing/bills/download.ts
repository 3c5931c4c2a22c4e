import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { DocumentFormat, ExportFormat } from '#shared/billing/schemas/invoice-export.ts';
import { callFile } from '#client/api/call.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { download } from '#client/lib/download.ts';
import { type PlainText, t } from '#client/lib/texts.ts';

/** What a file is for, as one chooses it. */
export const FORMAT_WORD: Readonly<Record<DocumentFormat, PlainText>> = {
  pdf: 'PDF',
  ubl: 'E-invoice (UBL)',
  csv: 'Line items as CSV',
  records: 'Totals as CSV',
  xero: 'Xero (CSV)',
  'quickbooks-online': 'QuickBooks Online (CSV)',
  'quickbooks-iif': 'QuickBooks Desktop (IIF)',
};

/** What may be wished of a PDF. */
export interface DocumentWishes {
  readonly annex?: 'false';
  readonly photos?: 'true';
  readonly notes?: 'true';
}

/**
 * Fetches records as files, and hands them to the browser. Not by a link: what the server refuses, and that it cannot be reached, is to be
 * said in the app's own words. Each gives whether the file is there.
 */
export const useDownloads = () => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const take = async (file: ReturnType<typeof callFile>): Promise<boolean> => {
    setBusy(true);
    try {
      const { content, name } = await file;
      download(content, name);
      return true;
    } catch (error) {
      notices.failure(t('Failed to download'), error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    record: (id: number, format: DocumentFormat, wishes: DocumentWishes = {}) =>
      take(callFile(routes.billingOutputs.document, { params: { orgId, id }, query: { format, ...wishes } })),
    /** Those of a period; an empty day is no bound. */
    records: (format: ExportFormat, { from, to }: { readonly from: string; readonly to: string }) =>
      take(callFile(routes.billingOutputs.export, { params: { orgId }, query: { format, from: from || undefined, to: to || undefined } })),
  };
};
