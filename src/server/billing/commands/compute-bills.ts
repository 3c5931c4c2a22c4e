import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { BillDraft, BillingContent, ComputedDraft, Party } from '#shared/billing/schemas/billing-record.ts';
import { PAYMENT_DAYS } from '#shared/billing/schemas/payment-status.ts';
import type { SeenEntry } from '#shared/domain/entry-check.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { missingByLaw } from '#shared/billing/missing-by-law.ts';
import { taxPositionOf } from '#shared/billing/tax-position.ts';
import { refusal } from '#shared/lib/errors.ts';
import { depositLines } from './deduct-deposits.ts';
import { creditFor } from './settle-payments.ts';
import { eInvoiceNeeds } from '#server/billing/documents/einvoice-needs.ts';
import type { Context } from '#server/context.ts';
import { billingTermsOf, taxTreatmentsOf, termsFor } from '#server/billing/data/billing-terms.ts';
import { billableFields, servicesOf } from '#server/billing/data/billable-fields.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { jobEntryData, type ListedEntry } from '#server/data/job-entries.ts';
import { paymentTermsOf } from '#server/billing/data/terms-of-payment.ts';
import { jobData } from '#server/data/jobs.ts';
import { rateData } from '#server/billing/data/rates.ts';

type Added = Pick<BillDraft, 'lines' | 'discounts' | 'partings'>;

/**
 * The bill of these jobs from current entries and rates, with what people added; plus the entries it was computed from, its customer, and
 * its units.
 */
export const billOfJobs = async (
  ctx: Context,
  jobIds: readonly number[],
  { lines, discounts, partings }: Added,
): Promise<{ bill: Bill; entries: ListedEntry[]; issuer: BillingContent['issuer']; units: UnitSystem }> => {
  const entries: ListedEntry[] = [];
  for (const jobId of jobIds) {
    entries.push(...(await jobEntryData.list(ctx, { jobId })));
  }
  const rates = await rateData.listFor(ctx, entries);
  const fields = await billableFields(ctx, servicesOf(entries));
  const organization = await billingTermsOf(ctx);
  const treatments = new Set((await taxTreatmentsOf(ctx, jobIds)).values());
  // Jobs of several customers are not billed together; until one is taken off, tax is as usual.
  const terms = termsFor(organization, treatments.size === 1 ? [...treatments][0] : 'usual');
  const { issuer, units } = organization;
  const deposits = await depositLines(ctx, jobIds, terms.currency, units);
  try {
    return {
      bill: computeBill({ entries, rates, fields, terms, manualLines: lines, discounts, partings, deposits }),
      entries,
      issuer,
      units,
    };
  } catch (error) {
    if (error instanceof RangeError) {
      throw refusal('conflict', 'billAmountTooLarge');
    }
    throw error;
  }
};

/** Those that nobody in the office has checked. */
export const uncheckedAmong = (entries: readonly ListedEntry[]): SeenEntry[] =>
  entries.filter(({ checkedAt }) => checkedAt === null).map(({ id, version }) => ({ id, version }));

/** The recipient of a bill of these jobs, as the customer is now; null if they are no longer of one customer. */
export const customerOfJobs = async (ctx: Context, jobIds: readonly number[]): Promise<Party | null> => {
  const ids = new Set((await jobData.listByIds(ctx, jobIds)).map(({ customerId }) => customerId));
  const [id] = ids;
  return id === undefined || ids.size > 1 ? null : billingRecordData.partyOf(ctx, id);
};

/** How much of their customer's credits would go on a bill of these jobs. */
export const creditOf = async (ctx: Context, customer: Party | null, jobIds: number[], { currency, grossCents }: Bill): Promise<number> =>
  customer === null ? 0 : creditFor(ctx, { customerId: customer.id, currency, jobIds }, grossCents);

/** The days until a bill of the customer is due. */
export const paymentDaysOf = async (ctx: Context, customer: Party | null): Promise<number> =>
  customer === null ? PAYMENT_DAYS : (await paymentTermsOf(ctx, customer.id)).paymentDays;

/** What has to be said of the tax of such a bill, and what it lacks that the law, or an e-invoice, asks for. */
export const lawOf = async (
  ctx: Context,
  { customer, ...made }: Pick<BillingContent, 'issuer' | 'bill' | 'entries'> & { readonly customer: Party | null },
): Promise<Pick<ComputedDraft, 'taxPosition' | 'legalNeeds' | 'eInvoiceNeeds'>> => {
  if (customer === null) {
    return { taxPosition: null, legalNeeds: [], eInvoiceNeeds: [] };
  }
  const { payment } = await paymentTermsOf(ctx, customer.id);
  return {
    taxPosition: taxPositionOf({ issuer: made.issuer, customer }),
    legalNeeds: missingByLaw({ ...made, customer }),
    eInvoiceNeeds: eInvoiceNeeds({ ...made, customer }, payment?.account ?? null),
  };
};

/** The draft with its bill as it would be made now. */
export const computeDraft = async (ctx: Context, draft: BillDraft): Promise<ComputedDraft> => {
  const { bill, entries, issuer } = await billOfJobs(ctx, draft.jobIds, draft);
  const customer = await customerOfJobs(ctx, draft.jobIds);
  const creditCents = await creditOf(ctx, customer, draft.jobIds, bill);
  const paymentDays = await paymentDaysOf(ctx, customer);
  const law = await lawOf(ctx, { issuer, customer, bill, entries });
  return { ...draft, customer, bill, entryCount: entries.length, unchecked: uncheckedAmong(entries), creditCents, paymentDays, ...law };
};
