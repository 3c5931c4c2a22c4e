import type { IssueMailInput } from '#shared/billing/schemas/bill-sending.ts';
import type { BillMailInput } from '#shared/billing/schemas/payment-status.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { fileOfRecord, languageOf, makePdf } from './billing-documents.ts';
import { nameInMail } from '#server/commands/mail-texts.ts';
import { mayMail } from '#server/commands/mail-allowance.ts';
import { queueMail } from '#server/commands/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { addBillingEvent } from '#server/billing/data/billing-events.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { todayOf } from '#server/data/today.ts';
import { TURNS } from '#server/work/bounds.ts';
import { createTurns } from '#server/work/turns.ts';

/** Its write holds a database connection during that time, so hardly anyone may wait. */
const mailing = createTurns(TURNS.mailedDocuments);

/** Mail servers refuse more, since base64 adds a third. */
const MOST_BYTES = 10_000_000;

interface BillWords {
  readonly bill: string;
  /** Of work without any amount. */
  readonly quantities: string;
  readonly reversal: string;
  readonly credit: string;
  readonly deposit: string;
  readonly text: readonly string[];
}

const WORDS: Readonly<Record<LanguageId, BillWords>> = {
  en: {
    bill: 'Bill {number} from {issuer}',
    quantities: 'Work record {number} from {issuer}',
    reversal: 'Reversal {number} from {issuer}',
    credit: 'Credit note {number} from {issuer}',
    deposit: 'Deposit bill {number} from {issuer}',
    text: ['Hello,', 'attached as a PDF: {subject}.'],
  },
  de: {
    bill: 'Rechnung {number} von {issuer}',
    quantities: 'Arbeitsnachweis {number} von {issuer}',
    reversal: 'Stornorechnung {number} von {issuer}',
    credit: 'Rechnungskorrektur {number} von {issuer}',
    deposit: 'Abschlagsrechnung {number} von {issuer}',
    text: ['Guten Tag,', 'im Anhang: {subject}, als PDF.'],
  },
  es: {
    bill: 'Factura {number} de {issuer}',
    quantities: 'Detalle del trabajo {number} de {issuer}',
    reversal: 'Anulación {number} de {issuer}',
    credit: 'Factura rectificativa {number} de {issuer}',
    deposit: 'Factura de anticipo {number} de {issuer}',
    text: ['Buenos días:', 'se adjunta en PDF: {subject}.'],
  },
};

/** Subject and text around the sender's message. */
const wordsOf = (record: BillingRecord, language: LanguageId, message: string | null): { subject: string; body: string } => {
  const words = WORDS[language];
  const name = nameInMail(record.content.issuer.name);
  const title = record.kind === 'bill' && record.series === 'quantities' ? 'quantities' : record.kind;
  const subject = words[title].replace('{number}', record.label).replace('{issuer}', () => name);
  const text = message?.trim() ? [message.trim()] : words.text.map((part) => part.replace('{subject}', () => subject));
  return { subject, body: `${[...text, name].join('\n\n')}\n` };
};

/** Refuses where this installation sends no mail, or too many went out lately; counts one more to this address. */
export const requireMail = async (ctx: Context, to: string): Promise<void> => {
  if (ctx.mailOrigin === null) {
    throw refusal('conflict', 'billMailNone');
  }
  if (!(await mayMail(ctx, 'bill', to))) {
    throw new AppError('too_many', refusalMessage('billMailsOfLate'), {
      retryAfterSeconds: 3600,
    });
  }
};

/**
 * Queues the mail of a record whose PDF was made, and notes that it was sent. The PDF is kept with the mail until it is sent: what goes out is
 * what was asked for. Replies go to the caller.
 */
export const queueBillMail = async (
  ctx: Context,
  record: BillingRecord,
  pdf: Buffer,
  { to, message }: { readonly to: string; readonly message: string | null },
): Promise<void> => {
  if (pdf.length > MOST_BYTES) {
    throw refusal('conflict', 'billMailTooLarge');
  }
  await requireMail(ctx, to);
  const sentOn = todayOf(ctx);
  const noted = { old: { sentOn: record.sentOn }, new: { sentOn, way: 'mail', recipient: to } };
  const billingEventId = await addBillingEvent(ctx, record, { kind: 'sent', happenedOn: sentOn, way: 'mail', recipient: to }, noted);
  await queueMail(ctx.db, ctx, {
    ...wordsOf(record, record.content.language ?? languageOf(ctx), message),
    recipient: to,
    replyTo: ctx.user.email,
    attachment: { name: fileOfRecord(record, 'pdf').name, bytes: pdf },
    event: { organizationId: ctx.orgId, billingEventId },
  });
};

interface RecordMail extends IssueMailInput {
  /** Whether the annex says what drivers noted. */
  readonly notes?: boolean | undefined;
}

/** Queues a mail to each of the addresses with the record as a PDF, which is made now: errors reach the caller. */
export const mailRecord = async (
  ctx: Context,
  record: BillingRecord,
  { recipients, message = null, annex, notes = false }: RecordMail,
): Promise<void> => {
  if (ctx.mailOrigin === null) {
    throw refusal('conflict', 'billMailNone');
  }
  const wishes = { hasAnnex: annex ?? record.content.hasAnnex ?? true, hasPhotos: false, hasNotes: notes, eInvoice: 'usual' } as const;
  const pdf = await mailing.run(String(ctx.orgId), () => makePdf(ctx, record, wishes));
  const known = new Map(recipients.map((to) => [to.toLowerCase(), to]));
  for (const to of known.values()) {
    await queueBillMail(ctx, record, pdf, { to, message });
  }
};

/** Mails the record: see `mailRecord`. */
export const mailBill = async (ctx: Context, recordId: number, { to, others = [], ...mail }: BillMailInput): Promise<void> =>
  mailRecord(ctx, await billingRecordData.find(ctx, recordId), { ...mail, recipients: [to, ...others] });
