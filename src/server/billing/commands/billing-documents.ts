import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BillingDocument } from '#shared/billing/document.ts';
import { documentOf, fileNameOf } from '#shared/billing/document-of-record.ts';
import { type DatevChart, type DocumentFormat, type ExportFormat, MOST_EXPORTED } from '#shared/billing/schemas/invoice-export.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { AppError, refusal } from '#shared/lib/errors.ts';
import { carriesEInvoice, documentIn, eInvoiceInPdf, exportIn, fileIn } from '#server/billing/documents/formats.ts';
import { pdfJob } from '#server/billing/documents/pdf-job.ts';
import { thumbnailOf } from '#server/commands/make-thumbnail.ts';
import type { Context } from '#server/context.ts';
import { billingRecordData, type WholeFilter } from '#server/billing/data/billing-records.ts';
import { todayOf } from '#server/data/today.ts';
import { billingTermsOf } from '#server/billing/data/billing-terms.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';
import { MAX_SECONDS, TURNS } from '#server/work/bounds.ts';
import { threads } from '#server/work/threads.ts';
import { createTurns } from '#server/work/turns.ts';

/** Bills of one organization queue behind each other, and not behind those of others. */
export const documentTurns = createTurns(TURNS.documents);

interface PdfWishes {
  readonly hasAnnex: boolean;
  readonly hasPhotos: boolean;
  /** Drivers write notes for the office: none of it goes to the customer unless that is asked for. */
  readonly hasNotes: boolean;
  /** Whether the e-invoice is inside of it: `usual`, where the countries of both are used to that. */
  readonly eInvoice?: 'never' | 'usual' | 'always';
  /** Of a bill that is not issued. */
  readonly isPreview?: boolean;
}

/** The language of the account, else the one that was asked for. */
export const languageOf = ({ user, language }: Context): LanguageId => user.language ?? language;

/** The records that the document of this one names. */
const otherIdsOf = ({ reversesId, reversedById, creditsId }: BillingRecord): number[] =>
  [reversesId, reversedById, creditsId].filter((id) => id !== null);

const documentsOf = async (ctx: Context, records: readonly BillingRecord[]): Promise<BillingDocument[]> => {
  const { units } = await billingTermsOf(ctx);
  const others = new Map((await billingRecordData.listHeads(ctx, records.flatMap(otherIdsOf))).map((head) => [head.id, head]));
  const scene = { headOf: (id: number) => others.get(id), units, language: languageOf(ctx) };
  return records.map((record) => documentOf(record, scene));
};

const documentOfRecord = async (ctx: Context, record: BillingRecord): Promise<BillingDocument> => {
  const [document] = await documentsOf(ctx, [record]);
  if (!document) {
    throw new Error('A record without a document.');
  }
  return document;
};

/** The small version of a picture; undefined if it cannot be read. */
const pictureOf = async ({ photos, orgId }: Pick<Context, 'photos' | 'orgId'>, name: string): Promise<Buffer | undefined> => {
  try {
    // The thumbnail's type is known; of an attached file only the name is.
    const small = await thumbnailOf(photos, { organizationId: orgId, name, contentType: '' });
    const bytes = await photos.open(orgId, small.name);
    return bytes && (await buffer(bytes));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') {
      return undefined;
    }
    throw error;
  }
};

/** The pictures with these names as papers take them; those that cannot be read are missing. */
const preparedPictures = async (ctx: Pick<Context, 'photos' | 'orgId'>, names: Iterable<string>): Promise<ReadonlyMap<string, string>> => {
  const pictures = new Map<string, Buffer>();
  for (const name of names) {
    const bytes = await pictureOf(ctx, name);
    if (bytes) {
      pictures.set(name, bytes);
    }
  }
  // Loaded when first needed: a server starts without it.
  const { preparePictures } = await import('#server/billing/documents/pdf-pictures.ts');
  return preparePictures(pictures);
};

/** The logos of these senders, by their names. */
export const logosOf = (
  ctx: Pick<Context, 'photos' | 'orgId'>,
  issuers: readonly Pick<BillingRecord['content']['issuer'], 'logo'>[],
): Promise<ReadonlyMap<string, string>> => preparedPictures(ctx, new Set(issuers.flatMap(({ logo }) => logo ?? [])));

const tooMuch = () => refusal('conflict', 'billPdfTooLarge');

/** The record as a PDF, in its own language or else the caller's. */
export const makePdf = async (
  ctx: Context,
  record: BillingRecord,
  { hasAnnex, hasPhotos, hasNotes, eInvoice = 'never', isPreview = false }: PdfWishes,
): Promise<Buffer> => {
  const document = await documentOfRecord(ctx, record);
  const { issuer } = record.content;
  const names = new Set(hasAnnex && hasPhotos ? document.entries.flatMap(({ photoNames }) => photoNames) : []);
  const pictures = { logo: (await logosOf(ctx, [issuer])).get(issuer.logo ?? ''), photos: await preparedPictures(ctx, names) };
  const wish = { party: `organization ${ctx.orgId}`, seconds: MAX_SECONDS.document, tooMuch };
  const inside = eInvoice === 'always' || (eInvoice === 'usual' && carriesEInvoice(document)) ? { eInvoice: eInvoiceInPdf(document) } : {};
  return Buffer.from(await threads.run(pdfJob, { document, pictures, hasAnnex, hasNotes, isPreview, ...inside }, wish));
};

/** Notes that a copy of records was taken: the newest of them stands for all. */
export const noteExport = async (
  { db, orgId, user, apiKey }: Context,
  records: readonly BillingRecord[],
  format: DocumentFormat | ExportFormat,
): Promise<void> => {
  const inOrder = records.toSorted((one, other) => one.id - other.id);
  const [oldest, newest] = [inOrder[0], inOrder.at(-1)];
  if (!newest || !oldest) {
    return;
  }
  const subject = newest === oldest ? newest.label : `${oldest.label} – ${newest.label}`;
  await db.transaction(async (inside) => {
    const journal = new Journal(orgId);
    const noted = { format, records: records.length };
    journal.record({ entityType: 'billing_record', entityId: newest.id, action: 'export', subject, old: null, new: noted });
    await writeJournal(inside, journal, { userId: user.id, apiKeyId: apiKey?.id ?? null });
  }, orgId);
};

const bytesOf = async (ctx: Context, record: BillingRecord, format: DocumentFormat, wishes: PdfWishes): Promise<Buffer> =>
  format === 'pdf' || format === 'facturx'
    ? makePdf(ctx, record, { ...wishes, eInvoice: format === 'facturx' ? 'always' : 'never' })
    : documentIn(format, await documentOfRecord(ctx, record));

/** File name and content type of the record's file. */
export const fileOfRecord = (record: BillingRecord, format: DocumentFormat): { name: string; contentType: string } =>
  fileIn(format, fileNameOf(record));

/** One record as a file; the audit log records that it was taken. */
export const takeDocument = (ctx: Context, record: BillingRecord, format: DocumentFormat, wishes: PdfWishes): Promise<Readable> =>
  documentTurns.run(String(ctx.orgId), async () => {
    const bytes = await bytesOf(ctx, record, format, wishes);
    await noteExport(ctx, [record], format);
    return Readable.from([bytes]);
  });

/** File name and content type of a file of several records. */
export const fileOfExport = (ctx: Context, format: ExportFormat): { name: string; contentType: string } =>
  fileIn(format, `billing-${todayOf(ctx)}`);

type Wanted = Omit<WholeFilter, 'limit'>;

/** Whose books at a tax adviser's a file for DATEV is for. */
interface Books {
  readonly consultant?: number | undefined;
  readonly client?: number | undefined;
  readonly chart?: DatevChart | undefined;
}

/** Records of a list, or the named ones, as one file, oldest first unless sorted; the audit log records that they were taken. */
export const takeExport = (ctx: Context, wanted: Wanted, format: ExportFormat, books: Books): Promise<Readable> =>
  documentTurns.run(String(ctx.orgId), () => writeExport(ctx, wanted, format, books));

const writeExport = async (
  ctx: Context,
  wanted: Wanted,
  format: ExportFormat,
  { consultant, client, chart = '03' }: Books,
): Promise<Readable> => {
  const order = wanted.sort === undefined ? ({ sort: 'number', order: 'asc' } as const) : {};
  const records = await billingRecordData.listWhole(ctx, { ...wanted, ...order, limit: MOST_EXPORTED + 1 });
  if (records.length > MOST_EXPORTED) {
    throw refusal('conflict', 'billExportTooLarge', { most: MOST_EXPORTED });
  }
  if (wanted.ids && records.length !== new Set(wanted.ids).size) {
    throw refusal('not_found', 'notFound', { what: { term: 'Billing record' } });
  }
  const datev = consultant === undefined || client === undefined ? null : { consultant, client, chart, at: ctx.now() };
  const bytes = exportIn(format, await documentsOf(ctx, records), datev);
  await noteExport(ctx, records, format);
  return Readable.from([bytes]);
};
