import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { DepositInput, Previewed } from '#shared/billing/schemas/correction.ts';
import { attributeRevenue } from '#shared/billing/attribute-revenue.ts';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import { dayOfIssue, dayToCome } from './issue-day.ts';
import { type Preview, previewOfRecord } from './preview-bill.ts';
import { recordContent } from './record-content.ts';
import { creditFor, takeCredits } from './settle-payments.ts';
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

/** What is made of it. */
interface Deposit {
  readonly jobs: readonly LockedJob[];
  readonly customerId: number;
  readonly lines: DepositInput['lines'];
}

/** The deposit's amounts, as its customer stands to the tax. */
const billOf = async (ctx: Context, { customerId, lines }: Deposit) => {
  const organization = await billingTermsOf(ctx);
  const { taxTreatment } = await billingRecordData.partyOf(ctx, customerId);
  const bill = computeBill({ entries: [], rates: [], fields: [], terms: termsFor(organization, taxTreatment), manualLines: lines });
  return { bill, organization };
};

type Computed = Awaited<ReturnType<typeof billOf>>;

/** What the deposit of that day says. */
const recordOf = async (
  ctx: Context,
  { jobs, customerId }: Deposit,
  { bill, organization: { issuer, units } }: Computed,
  issuedOn: CalendarDate,
  notes: string | null,
) => {
  const { content, dueOn } = await recordContent(ctx, { customerId, issuedOn, bill, issuer, units, jobs, notes });
  const { currency, netCents, taxCents, grossCents } = bill;
  const amounts = { currency, netCents, taxCents, grossCents };
  return { kind: 'deposit' as const, customerId, jobIds: jobs.map(({ id }) => id), issuedOn, dueOn, content, ...amounts };
};

/** Bills a deposit for jobs that are not billed yet: a record of its own, which their bill deducts. */
export const billDeposit = async (
  ctx: Context,
  { jobIds, lines, notes, grossCents, issuedOn: wished }: DepositInput,
): Promise<BillingRecord> => {
  await jobData.requireAll(ctx, jobIds, 'jobIds');
  const jobs = await jobData.lockAll(ctx, jobIds);
  const { customerId } = requireUnbilled(jobs, jobIds.length);
  const deposit = { jobs, customerId, lines };
  const computed = await billOf(ctx, deposit);
  const { bill } = computed;
  const { currency } = bill;
  if (bill.grossCents !== grossCents) {
    throw invalid('grossCents', 'totalIsOther', { amount: plainAmount(bill.grossCents), currency });
  }
  const series = await billSeries(ctx);
  const issuedOn = await dayOfIssue(ctx, series, wished);
  const record = await recordOf(ctx, deposit, computed, issuedOn, notes ?? null);
  const id = await billingRecordData.insert(ctx, series, { ...record, reversesId: null });
  const ids = record.jobIds;
  await insertShares(ctx, { id, customerId, currency }, attributeRevenue({ bill, jobIds: ids, entries: [], issuedOn }));
  const { label } = await billingRecordData.find(ctx, id);
  await takeCredits(ctx, { id, label, customerId, currency, jobIds: ids, grossCents }, todayOf(ctx));
  return billingRecordData.find(ctx, id);
};

/** The deposit as it would be billed now, with the credits that it would take; nothing is written. */
export const previewDeposit = async (
  ctx: Context,
  { jobIds, lines, issuedOn, reason }: Previewed & Pick<DepositInput, 'jobIds'>,
): Promise<Preview> => {
  await jobData.requireAll(ctx, jobIds, 'jobIds');
  const jobs = await jobData.listByIds(ctx, jobIds);
  const { customerId } = requireUnbilled(jobs, jobIds.length);
  const deposit = { jobs, customerId, lines };
  const computed = await billOf(ctx, deposit);
  const day = await dayToCome(ctx, await billSeries(ctx), issuedOn);
  const record = await recordOf(ctx, deposit, computed, day, reason?.trim() ? reason : null);
  const { currency, grossCents } = computed.bill;
  return previewOfRecord(ctx, { ...record, paidCents: await creditFor(ctx, { customerId, currency, jobIds }, grossCents) });
};
