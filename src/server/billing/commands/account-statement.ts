import { Readable } from 'node:stream';
import { partiesOf } from '#shared/billing/parties.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { nameInMail } from '#server/commands/mail-texts.ts';
import { queueMail } from '#server/commands/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { lastCurrencyOf, linesOf, MOST_LINES, openingOf } from '#server/billing/data/account-statement.ts';
import { findBillingSettings } from '#server/billing/data/billing-settings.ts';
import { billingTermsOf } from '#server/billing/data/billing-terms.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { agesOf, listOpenBillsOf } from '#server/billing/data/receivables.ts';
import { paymentTermsOf } from '#server/billing/data/terms-of-payment.ts';
import { statementJob } from '#server/billing/documents/letter-job.ts';
import { LETTER_WORDS } from '#server/billing/documents/letter-words.ts';
import { type AccountStatement, statementCsv } from '#server/billing/documents/statement.ts';
import { filled } from '#server/billing/documents/words.ts';
import { writtenFor } from '#server/billing/documents/numbers.ts';
import { todayOf } from '#server/data/today.ts';
import { MAX_SECONDS, TURNS } from '#server/work/bounds.ts';
import { threads } from '#server/work/threads.ts';
import { createTurns } from '#server/work/turns.ts';
import { languageOf, logosOf } from './billing-documents.ts';
import { requireMail } from './mail-bill.ts';

const documentTurns = createTurns(TURNS.documents);
/** While a mail is written its transaction waits. */
const mailTurns = createTurns(TURNS.mailedDocuments);

interface Wanted {
  readonly from?: CalendarDate | undefined;
  readonly until?: CalendarDate | undefined;
  readonly currency?: string | undefined;
}

/** The account of a customer, from the beginning of the year until today unless the caller says otherwise. */
const statementOf = async (ctx: Context, customerId: number, wanted: Wanted): Promise<AccountStatement> => {
  const { terms, issuer, units } = await billingTermsOf(ctx);
  const customer = await billingRecordData.partyOf(ctx, customerId);
  const { payment, language } = await paymentTermsOf(ctx, customerId);
  const today = todayOf(ctx);
  const until = wanted.until ?? today;
  const from = wanted.from ?? `${until.slice(0, 4)}-01-01`;
  const currency = wanted.currency ?? (await lastCurrencyOf(ctx, customerId)) ?? terms.currency;
  const period = { customerId, currency, from, until };
  const lines = await linesOf(ctx, period);
  if (lines.length > MOST_LINES) {
    throw refusal('conflict', 'statementPeriodTooLong');
  }
  const all = await listOpenBillsOf(ctx, [customerId], await findBillingSettings(ctx), today);
  const bills = all.filter((bill) => bill.currency === currency);
  return {
    issuer,
    customer,
    payment,
    language: language ?? languageOf(ctx),
    units,
    currency,
    issuedOn: today,
    from,
    until,
    openingCents: await openingOf(ctx, period),
    lines,
    openLabels: bills.map(({ label }) => label),
    ages: agesOf(bills),
  };
};

const tooMuch = () => refusal('conflict', 'statementPeriodTooLong');

const pdfOf = async (ctx: Context, statement: AccountStatement): Promise<Buffer> => {
  const logo = (await logosOf(ctx, [statement.issuer])).get(statement.issuer.logo ?? '');
  const wish = { party: `organization ${ctx.orgId}`, seconds: MAX_SECONDS.document, tooMuch };
  return Buffer.from(await threads.run(statementJob, { statement, logo }, wish));
};

/** A statement of account as a file. */
export const takeStatement = (ctx: Context, customerId: number, wanted: Wanted, format: 'pdf' | 'csv'): Promise<Readable> =>
  documentTurns.run(String(ctx.orgId), async () => {
    const statement = await statementOf(ctx, customerId, wanted);
    return Readable.from([format === 'csv' ? Buffer.from(statementCsv(statement)) : await pdfOf(ctx, statement)]);
  });

export const statementName = (ctx: Context, customerId: number, format: 'pdf' | 'csv'): string =>
  `statement-${customerId}-${todayOf(ctx)}.${format}`;

/** Queues a mail with a statement of account as a PDF. Replies go to the caller. */
export const mailStatement = async (
  ctx: Context,
  customerId: number,
  { to, message, ...wanted }: Wanted & { readonly to: string; readonly message?: string | null | undefined },
): Promise<void> => {
  const statement = await statementOf(ctx, customerId, wanted);
  const words = LETTER_WORDS[statement.language];
  const bytes = await mailTurns.run(String(ctx.orgId), () => pdfOf(ctx, statement));
  // It counts the mail for all organizations until the commit: nobody waits for a drawing.
  await requireMail(ctx, to);
  const name = nameInMail(statement.issuer.name);
  const written = writtenFor({ ...statement, ...partiesOf(statement) });
  const usual = `${words.greetingToAll}\n\n${filled(words.statementMail, { from: written.longDay(statement.from), until: written.longDay(statement.until) })}`;
  await queueMail(ctx.db, ctx, {
    subject: filled(words.subject, { title: words.statement, issuer: name }),
    body: `${[message?.trim() ? message.trim() : usual, name].join('\n\n')}\n`,
    recipient: to,
    replyTo: ctx.user.email,
    attachment: { name: statementName(ctx, customerId, 'pdf'), bytes },
  });
  const subject = statement.customer.businessName;
  ctx.journal.record({
    entityType: 'customer',
    entityId: customerId,
    action: 'export',
    subject,
    old: null,
    new: { format: 'statement', recipient: to },
  });
};
