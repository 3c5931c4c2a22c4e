import type { Bill } from '#shared/domain/bill.ts';
import type { BillDraft, BillingContent, ComputedDraft } from '#shared/domain/billing-record.ts';
import type { SeenEntry } from '#shared/domain/entry-check.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { AppError } from '#shared/lib/errors.ts';
import { creditFor } from '#server/commands/settle-payments.ts';
import type { Context } from '#server/context.ts';
import { billingTermsOf } from '#server/data/billing-terms.ts';
import { billableFields } from '#server/data/billable-fields.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { rateData } from '#server/data/rates.ts';

type Added = Pick<BillDraft, 'lines' | 'discounts' | 'partings'>;

/** The bill of these jobs from the entries and rates of now, with what people added; the entries that it was computed from, whose bill it is, and in what it was measured. */
export const billOfJobs = async (
  ctx: Context,
  jobIds: readonly number[],
  { lines, discounts, partings }: Added,
): Promise<{ bill: Bill; entries: JobEntry[]; issuer: BillingContent['issuer']; units: UnitSystem }> => {
  const entries: JobEntry[] = [];
  for (const jobId of jobIds) {
    entries.push(...(await jobEntryData.list(ctx, { jobId })));
  }
  const rates = await rateData.listOfServices(ctx, [...new Set(entries.map(({ serviceTypeId }) => serviceTypeId))]);
  const fields = await billableFields(ctx);
  const { terms, issuer, units } = await billingTermsOf(ctx);
  try {
    return { bill: computeBill({ entries, rates, fields, terms, manualLines: lines, discounts, partings }), entries, issuer, units };
  } catch (error) {
    if (error instanceof RangeError) {
      throw new AppError('conflict', `${error.message} Look for a slip of the finger in quantities and prices.`);
    }
    throw error;
  }
};

/** Those that nobody in the office has checked. */
export const uncheckedAmong = (entries: readonly JobEntry[]): SeenEntry[] =>
  entries.filter(({ checkedAt }) => checkedAt === null).map(({ id, version }) => ({ id, version }));

/** The draft with its bill as it would be made now. */
export const computeDraft = async (ctx: Context, draft: BillDraft): Promise<ComputedDraft> => {
  const { bill, entries } = await billOfJobs(ctx, draft.jobIds, draft);
  const creditCents = await creditFor(ctx, { ...draft, currency: bill.currency }, bill.grossCents);
  return { ...draft, bill, unchecked: uncheckedAmong(entries), creditCents };
};
