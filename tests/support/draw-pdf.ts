import type { BillingDocument } from '#shared/billing/document.ts';
import { drawPdf } from '#server/billing/documents/pdf.ts';

interface Wishes {
  readonly hasAnnex: boolean;
  readonly hasNotes?: boolean;
  readonly isPreview?: boolean;
}

/** The bill as a PDF without pictures. */
export const toPdf = (document: BillingDocument, { hasNotes = false, ...wishes }: Wishes): Promise<Buffer> =>
  drawPdf(document, { pictures: { logo: undefined, photos: new Map() }, hasNotes, ...wishes });
