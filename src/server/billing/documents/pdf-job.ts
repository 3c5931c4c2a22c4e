import type { BillingDocument } from '#shared/billing/document.ts';
import type { PdfOptions } from './pdf.ts';
import { defineJob } from '#server/work/job.ts';

/** Draws a bill in a thread. */
export const pdfJob = defineJob<PdfOptions & { readonly document: BillingDocument }, Uint8Array>('billing.pdf');
