import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { DocumentFormat, ExportFormat } from '#shared/billing/schemas/invoice-export.ts';
import type { DatevBooks } from './datev-fields.tsx';
import type { listQueryOf, orderQueryOf } from './record-filter.ts';
import { callFile } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { download } from '#client/lib/download.ts';
import { type PlainText, t } from '#client/lib/texts.ts';

/** The label of each file format. */
export const FORMAT_WORD: Readonly<Record<DocumentFormat | ExportFormat, PlainText>> = {
  pdf: 'PDF',
  xrechnung: 'XRechnung',
  facturx: 'ZUGFeRD or Factur-X (PDF)',
  ubl: 'E-invoice (UBL)',
  cii: 'E-invoice (CII)',
  csv: 'Line items as CSV',
  records: 'Totals as CSV',
  xero: 'Xero (CSV)',
  'quickbooks-online': 'QuickBooks Online (CSV)',
  'quickbooks-iif': 'QuickBooks Desktop (IIF)',
  datev: 'DATEV (bookings)',
};

/** Options of a PDF. */
export interface DocumentWishes {
  readonly annex?: 'false';
  readonly photos?: 'true';
  readonly notes?: 'true';
}

/** The records of a list, in an order. */
export type ExportWish = ReturnType<typeof listQueryOf> & Partial<ReturnType<typeof orderQueryOf>>;

/**
 * Fetches records as files, and hands them to the browser. Not by a link: a refusal, or an unreachable server, is to be reported in the
 * app's own words. Each function returns whether the file was downloaded.
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
      take(callFile(routes.invoiceExports.document, { params: { orgId, id }, query: { format, ...wishes } })),
    records: (format: ExportFormat, wanted: ExportWish, books: Partial<DatevBooks> = {}) =>
      take(callFile(routes.invoiceExports.export, { params: { orgId }, query: { format, ...wanted, ...books } })),
  };
};
