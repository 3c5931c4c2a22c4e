import { remindersJob, statementJob } from '#server/billing/documents/letter-job.ts';
import { mergeJob } from '#server/billing/documents/merge-job.ts';
import { pdfJob } from '#server/billing/documents/pdf-job.ts';
import { readBankFileJob } from '#server/billing/commands/bank/read-bank-file-job.ts';
import { unpackJob } from '#server/commands/archive/unpack-job.ts';
import { readFileJob } from '#server/commands/import/read-file-job.ts';
import { offer, serveJobs } from '#server/work/serve-jobs.ts';

/** The program of a thread: every job that one can be asked for. Its work is loaded when it is first needed. */
serveJobs([
  offer(unpackJob, async () => (await import('#server/commands/archive/unpack-archive.ts')).unpackArchive),
  offer(readFileJob, async () => (await import('#server/commands/import/read-file.ts')).readFile),
  offer(readBankFileJob, async () => (await import('#server/billing/commands/bank/read-bank-file.ts')).readBankFile),
  offer(remindersJob, async () => {
    const { drawReminders } = await import('#server/billing/documents/reminder-pdf.ts');
    return ({ letters, logos, isOne }) =>
      Promise.all((isOne ? [letters] : letters.map((letter) => [letter])).map((each) => drawReminders(each, logos)));
  }),
  offer(statementJob, async () => {
    const { drawStatement } = await import('#server/billing/documents/statement.ts');
    return ({ statement, logo }) => drawStatement(statement, logo);
  }),
  offer(pdfJob, async () => {
    const { drawPdf } = await import('#server/billing/documents/pdf.ts');
    return ({ document, ...options }) => drawPdf(document, options);
  }),
  offer(mergeJob, async () => {
    const { mergePdfs } = await import('#server/billing/documents/merge-pdfs.ts');
    return ({ pdfs }) => mergePdfs(pdfs);
  }),
]);
