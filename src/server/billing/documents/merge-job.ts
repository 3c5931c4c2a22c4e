import { defineJob } from '#server/work/job.ts';

/** Puts PDFs one after the other in a thread. */
export const mergeJob = defineJob<{ readonly pdfs: readonly Uint8Array[] }, Uint8Array>('billing.merge');
