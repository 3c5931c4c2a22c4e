import type { BillingDocument } from '#shared/billing/document.ts';
import { drawPdf } from '#server/billing/documents/pdf.ts';

/** The bill as a PDF without pictures. */
export const toPdf = (document: BillingDocument, { hasAnnex, hasNotes = false }: { hasAnnex: boolean; hasNotes?: boolean }) =>
  drawPdf(document, { pictures: { logo: undefined, photos: new Map() }, hasAnnex, hasNotes });
