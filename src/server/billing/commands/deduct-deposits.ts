import type { ManualLine } from '#shared/billing/schemas/bill.ts';
import { leftToCredit } from '#shared/billing/credit-totals.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { writtenIn } from '#server/billing/documents/numbers.ts';
import type { Context } from '#server/context.ts';
import { addBillingEvent } from '#server/billing/data/billing-events.ts';
import { listCreditNotes } from '#server/billing/data/credit-notes.ts';
import { paymentTermsOf } from '#server/billing/data/terms-of-payment.ts';
import { listDeductionsBy, listOpenDeposits, type OpenDeposit } from '#server/billing/data/deposits.ts';

const WORDS: Readonly<Record<LanguageId, string>> = {
  en: 'Less deposit {number} of {date}',
  de: 'Abzüglich Abschlagsrechnung {number} vom {date}',
  es: 'Menos el anticipo {number} del {date}',
};

type Ctx = Pick<Context, 'db' | 'orgId'>;

/** What is left of the deposit's sums after its credit notes. */
const leftOf = async (ctx: Ctx, { id, taxes }: OpenDeposit): Promise<OpenDeposit['taxes']> => {
  const credited = (await listCreditNotes(ctx, id)).flatMap((note) => note.taxes);
  return taxes.flatMap((tax) => {
    const { cents } = leftToCredit(taxes, credited, tax);
    return cents === 0 ? [] : { ...tax, cents };
  });
};

/** That as lines that take it off. */
const linesOf = async (ctx: Ctx, deposit: OpenDeposit, units: UnitSystem): Promise<ManualLine[]> => {
  // Never the reader's: what somebody saw is what another one issues.
  const { language } = await paymentTermsOf(ctx, deposit.customerId);
  const written = writtenIn(language ?? 'en', units, deposit.currency);
  const label = WORDS[language ?? 'en'].replace('{number}', () => deposit.label).replace('{date}', () => written.longDay(deposit.issuedOn));
  return (await leftOf(ctx, deposit)).map(({ taxPercent, taxIncluded, cents }) => ({
    label,
    jobId: null,
    quantity: '1',
    unit: null,
    price: plainAmount(0 - cents),
    taxPercent,
    taxIncluded,
  }));
};

/** The lines by which a bill of these jobs deducts what was billed before. Deposits in another currency wait for a bill in theirs. */
export const depositLines = async (ctx: Ctx, jobIds: readonly number[], currency: string, units: UnitSystem): Promise<ManualLine[]> => {
  const lines: ManualLine[] = [];
  for (const deposit of await listOpenDeposits(ctx, jobIds)) {
    if (deposit.currency === currency) {
      lines.push(...(await linesOf(ctx, deposit, units)));
    }
  }
  return lines;
};

/** Refuses a job with a deposit that its bill is to deduct, before it is deleted or gets another customer: whoever paid it has the job's bill. The caller holds the job. */
export const requireNoDeposit = async (ctx: Ctx, { id, name }: { readonly id: number; readonly name: string }): Promise<void> => {
  for (const deposit of await listOpenDeposits(ctx, [id])) {
    if ((await leftOf(ctx, deposit)).length > 0) {
      throw refusal('conflict', 'jobHasDeposit', { name, deposit: deposit.label });
    }
  }
};

/** Notes on the deposits of these jobs that the bill, which holds them, has deducted them. */
export const noteDeducted = async (
  ctx: Context,
  bill: { readonly id: number; readonly label: string; readonly currency: string; readonly issuedOn: CalendarDate },
  jobIds: readonly number[],
): Promise<void> => {
  for (const deposit of await listOpenDeposits(ctx, jobIds)) {
    if (deposit.currency === bill.currency) {
      const event = { kind: 'deducted', happenedOn: bill.issuedOn, otherRecordId: bill.id } as const;
      await addBillingEvent(ctx, deposit, event, { old: { deductedBy: null }, new: { deductedBy: bill.label } });
    }
  }
};

/** The deposits that the bill had deducted wait for the next one: the bill is void. */
export const releaseDeposits = async (ctx: Context, billId: number, today: CalendarDate): Promise<void> => {
  for (const { eventId, depositId, label, billLabel } of await listDeductionsBy(ctx, billId)) {
    const event = { kind: 'deducted', happenedOn: today, otherRecordId: billId, takesBackId: eventId } as const;
    await addBillingEvent(ctx, { id: depositId, label }, event, { old: { deductedBy: billLabel }, new: { deductedBy: null } });
  }
};
