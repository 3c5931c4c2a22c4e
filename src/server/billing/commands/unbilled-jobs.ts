import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import { totalsOfEntries } from '#shared/domain/job-summary.ts';
import type { UnbilledJob } from '#shared/billing/schemas/unbilled-job.ts';
import { UNITS } from '#shared/domain/units.ts';
import { type BillInput, computeBill } from '#shared/billing/compute-bill.ts';
import { daysBetween } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';
import { addedFor, draftsOfJobs } from '#server/billing/data/bill-drafts.ts';
import { billingTermsOf } from '#server/billing/data/billing-terms.ts';
import { billableFields, servicesOf } from '#server/billing/data/billable-fields.ts';
import { rateData } from '#server/billing/data/rates.ts';
import { dayOf, todayOf } from '#server/data/today.ts';
import { entriesOfJobs, listCompletedJobs } from '#server/billing/data/unbilled-jobs.ts';

/** Undefined if it is implausibly large: one typo must not hide the other jobs. */
const tryBill = (input: BillInput): Bill | undefined => {
  try {
    return computeBill(input);
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
};

const warningsOf = (bill: Bill | undefined): UnbilledJob['warnings'] => {
  const kinds = bill?.warnings.map(({ kind }) => kind) ?? [];
  return [...new Set(kinds)].map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length }));
};

/** A page of the unbilled board, in a constant number of statements. */
export const listUnbilled = async (ctx: Context, page: PageQuery): Promise<UnbilledJob[]> => {
  const jobs = await listCompletedJobs(ctx, page);
  const jobIds = jobs.map(({ id }) => id);
  const entries = await entriesOfJobs(ctx, jobIds);
  const all = [...entries.values()].flat();
  const rates = await rateData.listFor(ctx, all);
  const fields = await billableFields(ctx, servicesOf(all));
  const drafts = await draftsOfJobs(ctx, jobIds);
  const { terms, units } = await billingTermsOf(ctx);
  const today = todayOf(ctx);
  return jobs.map((job) => {
    const own = entries.get(job.id) ?? [];
    const draft = drafts.get(job.id);
    const { lines: manualLines, discounts, partings } = addedFor(draft, job.id);
    const bill = tryBill({ entries: own, rates, fields, terms, manualLines, discounts, partings });
    const hasAmount = bill === undefined || bill.lines.length > 0;
    return {
      ...job,
      days: Math.max(0, daysBetween(dayOf(ctx, new Date(job.completedAt)), today)),
      draftId: draft?.id ?? null,
      entryCount: own.length,
      uncheckedCount: own.filter(({ isChecked }) => !isChecked).length,
      quantities: totalsOfEntries(own, fields, UNITS[units]),
      currency: terms.currency,
      hasAmount,
      netCents: hasAmount ? (bill?.netCents ?? null) : null,
      grossCents: hasAmount ? (bill?.grossCents ?? null) : null,
      warnings: warningsOf(bill),
    };
  });
};
