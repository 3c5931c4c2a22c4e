import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { DepositInput } from '#shared/billing/schemas/correction.ts';
import { attributeRevenue } from '#shared/billing/attribute-revenue.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import { dayOfIssue } from './issue-day.ts';
import { recordContent } from './record-content.ts';
import { takeCredits } from './settle-payments.ts';
import type { Context } from '#server/context.ts';
import { billSeries } from '#server/billing/data/billing-settings.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { insertShares } from '#server/billing/data/billing-shares.ts';
import { billingTermsOf, termsFor } from '#server/billing/data/billing-terms.ts';
import { requireNamed } from '#server/commands/placeholder-jobs.ts';
import { jobData, type LockedJob } from '#server/data/jobs.ts';
import { todayOf } from '#server/data/today.ts';

/** The jobs of one customer, none of them billed yet; the caller holds them. */
const requireUnbilled = (jobs: readonly LockedJob[], count: number): LockedJob => {
  const [first] = jobs;
  if (first === undefined || jobs.length !== count) {
    throw refusal('not_found', 'notFound', { what: { term: 'Job' } });
  }
  jobs.forEach(requireNamed);
  const billed = jobs.find(({ status }) => status === 'billed');
  if (billed !== undefined) {
    throw refusal('conflict', 'jobBilledAlready', { name: billed.name });
  }
  if (jobs.some(({ customerId }) => customerId !== first.customerId)) {
    throw invalid('jobIds', 'jobsOfSeveralCustomers');
  }
  return first;
};

/** Bills a deposit for jobs that are not billed yet: a record of its own, which their bill deducts. */
export const billDeposit = async (
  ctx: Context,
  { jobIds, lines, notes, grossCents, issuedOn: wished }: DepositInput,
): Promise<BillingRecord> => {
  await jobData.requireAll(ctx, jobIds, 'jobIds');
  const jobs = await jobData.lockAll(ctx, jobIds);
  const { customerId } = requireUnbilled(jobs, jobIds.length);
  const organization = await billingTermsOf(ctx);
  const { issuer, units } = organization;
  const { taxTreatment } = await billingRecordData.partyOf(ctx, customerId);
  const terms = termsFor(organization, taxTreatment);
  const bill = computeBill({ entries: [], rates: [], fields: [], terms, manualLines: lines });
  if (bill.grossCents !== grossCents) {
    throw invalid('grossCents', 'totalIsOther', { amount: plainAmount(bill.grossCents), currency: bill.currency });
  }
  const series = await billSeries(ctx);
  const issuedOn = await dayOfIssue(ctx, series, wished);
  const { content, dueOn } = await recordContent(ctx, { customerId, issuedOn, bill, issuer, units, jobs, notes: notes ?? null });
  const { currency, netCents, taxCents } = bill;
  const amounts = { currency, netCents, taxCents, grossCents };
  const ids = jobs.map(({ id }) => id);
  const id = await billingRecordData.insert(ctx, series, {
    ...amounts,
    kind: 'deposit',
    reversesId: null,
    customerId,
    jobIds: ids,
    issuedOn,
    dueOn,
    content,
  });
  await insertShares(ctx, { id, customerId, currency }, attributeRevenue({ bill, jobIds: ids, entries: [], issuedOn }));
  const { label } = await billingRecordData.find(ctx, id);
  await takeCredits(ctx, { id, label, customerId, currency, jobIds: ids, grossCents }, todayOf(ctx));
  return billingRecordData.find(ctx, id);
};
