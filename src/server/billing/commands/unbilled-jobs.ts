import type { ManualLine } from '#shared/billing/schemas/bill.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import { totalsOfEntries } from '#shared/domain/job-summary.ts';
import type { UnbilledJob } from '#shared/billing/schemas/unbilled-job.ts';
import { UNITS } from '#shared/domain/units.ts';
import { daysBetween } from '#shared/lib/dates.ts';
import { depositLines } from './deduct-deposits.ts';
import { tallyWarnings, tryBill } from './try-bill.ts';
import type { Context } from '#server/context.ts';
import { addedFor, draftsOfJobs } from '#server/billing/data/bill-drafts.ts';
import { billingTermsOf, taxTreatmentsOf, termsFor } from '#server/billing/data/billing-terms.ts';
import { billableFields, servicesOf } from '#server/billing/data/billable-fields.ts';
import { listOpenDeposits } from '#server/billing/data/deposits.ts';
import { rateData } from '#server/billing/data/rates.ts';
import { dayOf, todayOf } from '#server/data/today.ts';
import { entriesOfJobs, listCompletedJobs } from '#server/billing/data/unbilled-jobs.ts';

/** A page of the unbilled board, in a constant number of statements, and a few for each deposit that is to be deducted. */
export const listUnbilled = async (ctx: Context, page: PageQuery): Promise<UnbilledJob[]> => {
  const jobs = await listCompletedJobs(ctx, page);
  const jobIds = jobs.map(({ id }) => id);
  const entries = await entriesOfJobs(ctx, jobIds);
  const all = [...entries.values()].flat();
  const rates = await rateData.listFor(ctx, all);
  const fields = await billableFields(ctx, servicesOf(all));
  const drafts = await draftsOfJobs(ctx, jobIds);
  const organization = await billingTermsOf(ctx);
  const treatments = await taxTreatmentsOf(ctx, jobIds);
  const { units } = organization;
  const today = todayOf(ctx);
  const customers = new Set((await listOpenDeposits(ctx, jobIds)).map(({ customerId }) => customerId));
  const deposits = new Map<number, ManualLine[]>();
  for (const { id } of jobs.filter((job) => customers.has(job.customerId))) {
    deposits.set(id, await depositLines(ctx, [id], termsFor(organization, treatments.get(id)).currency, units));
  }
  return jobs.map((job) => {
    const own = entries.get(job.id) ?? [];
    const draft = drafts.get(job.id);
    const { lines: manualLines, discounts, partings } = addedFor(draft, job.id);
    const terms = termsFor(organization, treatments.get(job.id));
    const bill = tryBill({ entries: own, rates, fields, terms, manualLines, discounts, partings, deposits: deposits.get(job.id) ?? [] });
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
      warnings: tallyWarnings(bill),
    };
  });
};
