import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { BillDraft } from '#shared/billing/schemas/billing-record.ts';
import type { BillPreview, UnbilledBill, UnbilledBillsOfCustomer } from '#shared/billing/schemas/unbilled-bill.ts';
import { allocate } from '#shared/lib/allocate.ts';
import type { BillInput } from '#shared/billing/compute-bill.ts';
import { missingByLaw } from '#shared/billing/missing-by-law.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import { netLines } from '#shared/billing/net-lines.ts';
import type { BillGrouping } from '#shared/domain/customer-billing.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import { digestOf } from './bill-digest.ts';
import { maySendMail, recipientsOf, wayOf } from './bill-sending.ts';
import { depositLines } from './deduct-deposits.ts';
import { creditFor } from './settle-payments.ts';
import { tallyWarnings, tryBill } from './try-bill.ts';
import { eInvoiceNeeds } from '#server/billing/documents/einvoice-needs.ts';
import type { Context } from '#server/context.ts';
import { type Added, addedFor, draftsOfJobs } from '#server/billing/data/bill-drafts.ts';
import { billableFields, servicesOf } from '#server/billing/data/billable-fields.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { findBillingSettings } from '#server/billing/data/billing-settings.ts';
import { billingTermsOf, termsFor } from '#server/billing/data/billing-terms.ts';
import { listOpenDeposits } from '#server/billing/data/deposits.ts';
import { rateData } from '#server/billing/data/rates.ts';
import { paymentTermsOf } from '#server/billing/data/terms-of-payment.ts';
import {
  type CompletedJob,
  findBilledCustomer,
  listCompletedByIds,
  listCompletedJobsOf,
  listCreditHolders,
  listUnbilledCustomers,
  type UnbilledCustomer,
} from '#server/billing/data/unbilled-customers.ts';
import { entriesOfJobs, type UnbilledEntry } from '#server/billing/data/unbilled-jobs.ts';
import { jobData } from '#server/data/jobs.ts';
import { endOfDay } from '#server/data/today.ts';

/** Jobs that go on one bill. */
interface Group {
  readonly customer: UnbilledCustomer;
  readonly jobs: readonly CompletedJob[];
  /** The draft that says so. */
  readonly draft: BillDraft | undefined;
}

const NOTHING: Added = { lines: [], discounts: [], partings: [], notes: null };

/** A draft keeps its jobs together; of the others all of a customer go on one bill, or each on its own, as the customer wishes. */
const groupJobs = (
  customers: readonly UnbilledCustomer[],
  jobs: readonly CompletedJob[],
  drafts: ReadonlyMap<number, BillDraft>,
  usual: BillGrouping,
): Group[] =>
  customers.flatMap((customer) => {
    const groups = new Map<string, CompletedJob[]>();
    for (const job of jobs.filter(({ customerId }) => customerId === customer.id)) {
      const draft = drafts.get(job.id);
      const isAlone = (customer.billGrouping ?? usual) === 'job';
      const key = draft === undefined ? (isAlone ? `job ${job.id}` : 'all') : `draft ${draft.id}`;
      groups.set(key, [...(groups.get(key) ?? []), job]);
    }
    return [...groups.values()].map((own) => ({ customer, jobs: own, draft: drafts.get(own[0]?.id ?? 0) }));
  });

/** What all bills of a page are computed from. */
interface Basis extends Pick<BillInput, 'rates' | 'fields'> {
  readonly entries: ReadonlyMap<number, readonly UnbilledEntry[]>;
  readonly organization: Awaited<ReturnType<typeof billingTermsOf>>;
  /** Customers of open deposits, and of credits: hardly any, and looked at one by one. */
  readonly withDeposits: ReadonlySet<number>;
  readonly withCredits: ReadonlySet<number>;
  readonly canMail: boolean;
  /** Where bills are paid to. */
  readonly account: string | null;
}

const basisOf = async (ctx: Context, jobs: readonly CompletedJob[]): Promise<Basis> => {
  const jobIds = jobs.map(({ id }) => id);
  const entries = await entriesOfJobs(ctx, jobIds);
  const all = [...entries.values()].flat();
  const rates = await rateData.listFor(ctx, all);
  const fields = await billableFields(ctx, servicesOf(all));
  const organization = await billingTermsOf(ctx);
  const deposits = await listOpenDeposits(ctx, jobIds);
  const holders = await listCreditHolders(ctx, [...new Set(jobs.map(({ customerId }) => customerId))]);
  const { payment } = await paymentTermsOf(ctx, null);
  return {
    entries,
    rates,
    fields,
    organization,
    withDeposits: new Set(deposits.map(({ customerId }) => customerId)),
    withCredits: new Set(holders),
    canMail: await maySendMail(ctx),
    account: payment?.account ?? null,
  };
};

/** The parts of the total that the jobs have, by what their lines come to. */
const partsOf = (bill: Bill, jobs: readonly CompletedJob[]): number[] => {
  const nets = netLines(bill);
  const weights = jobs.map(({ id }) =>
    nets.reduce((sum, { line, netCents }) => (line.jobId === id && netCents > 0 ? sum + BigInt(netCents) : sum), 0n),
  );
  return allocate(bill.grossCents, weights, smallestCents(bill.currency));
};

const hindranceOf = ({ jobs, draft }: Group, bill: Bill | undefined): UnbilledBill['hindrance'] => {
  if (draft !== undefined && draft.jobIds.length !== jobs.length) {
    return 'draftOpen';
  }
  return bill === undefined ? 'tooLarge' : bill.grossCents < 0 ? 'belowZero' : null;
};

const dayRange = (entries: readonly UnbilledEntry[]): { from: CalendarDate | null; to: CalendarDate | null } => {
  const days = entries.map(({ date }) => date).toSorted();
  return { from: days[0] ?? null, to: days.at(-1) ?? null };
};

const jobsOf = ({ jobs }: Group, { entries }: Basis, bill: Bill | undefined): UnbilledBill['jobs'] => {
  const parts = bill && partsOf(bill, jobs);
  return jobs.map(({ id, name, completedAt }, place) => {
    const own = entries.get(id) ?? [];
    return {
      id,
      name,
      completedAt: new Date(completedAt).toISOString(),
      ...dayRange(own),
      entryCount: own.length,
      uncheckedCount: own.filter(({ isChecked }) => !isChecked).length,
      cents: parts?.[place] ?? null,
    };
  });
};

const unratedIn = (bill: Bill | undefined, entries: readonly UnbilledEntry[]): string[] => {
  const ids = new Set((bill?.warnings ?? []).filter(({ kind }) => kind === 'noRate').map(({ serviceTypeId }) => serviceTypeId));
  return [...new Set(entries.filter(({ serviceTypeId }) => ids.has(serviceTypeId)).map(({ serviceTypeName }) => serviceTypeName))].sort();
};

interface Computed {
  readonly said: UnbilledBill;
  readonly bill: Bill | undefined;
}

const computeGroup = async (ctx: Context, group: Group, basis: Basis): Promise<Computed> => {
  const { customer, jobs, draft } = group;
  const jobIds = jobs.map(({ id }) => id);
  const entries = jobIds.flatMap((id) => basis.entries.get(id) ?? []);
  const isWhole = draft === undefined || draft.jobIds.length === jobs.length;
  const { lines: manualLines, discounts, partings } = isWhole ? (draft ?? NOTHING) : addedFor(draft, jobIds[0] ?? 0);
  const { issuer } = basis.organization;
  const terms = termsFor(basis.organization, customer.taxTreatment);
  const deposits = basis.withDeposits.has(customer.id) ? await depositLines(ctx, jobIds, terms.currency, basis.organization.units) : [];
  const { rates, fields } = basis;
  const bill = tryBill({ entries, rates, fields, terms, manualLines, discounts, partings, deposits });
  const hasAmount = bill === undefined || bill.lines.length > 0;
  const target = { customerId: customer.id, currency: terms.currency, jobIds };
  const isCredited = basis.withCredits.has(customer.id) && bill !== undefined && bill.grossCents > 0;
  const recipients = recipientsOf(customer);
  const billed = hasAmount ? bill && { issuer, customer: { ...customer, phoneNumber: null }, bill, entries } : undefined;
  const said: UnbilledBill = {
    id: Math.min(...jobIds),
    customerId: customer.id,
    customerName: customer.businessName,
    jobs: jobsOf(group, basis, hasAmount ? bill : undefined),
    draftId: draft?.id ?? null,
    currency: terms.currency,
    hasAmount,
    netCents: hasAmount ? (bill?.netCents ?? null) : null,
    grossCents: hasAmount ? (bill?.grossCents ?? null) : null,
    creditCents: isCredited ? await creditFor(ctx, target, bill.grossCents) : 0,
    digest: bill === undefined ? '' : digestOf(bill),
    warnings: tallyWarnings(bill),
    legalNeeds: billed === undefined ? [] : missingByLaw(billed),
    eInvoiceNeeds: billed === undefined ? [] : eInvoiceNeeds(billed, basis.account),
    unrated: unratedIn(bill, entries),
    hindrance: hindranceOf(group, bill),
    way: hasAmount ? wayOf(customer.billWay, recipients, basis.canMail) : 'none',
    recipients,
  };
  return { said, bill };
};

/** The bills of a page of customers, in a constant number of statements but for those with credits and deposits. */
const billsOf = async (
  ctx: Context,
  customers: readonly UnbilledCustomer[],
  jobs: readonly CompletedJob[],
  grouping: BillGrouping,
): Promise<Computed[]> => {
  const drafts = await draftsOfJobs(
    ctx,
    jobs.map(({ id }) => id),
  );
  const basis = await basisOf(ctx, jobs);
  const bills: Computed[] = [];
  for (const group of groupJobs(customers, jobs, drafts, grouping)) {
    bills.push(await computeGroup(ctx, group, basis));
  }
  return bills;
};

interface Wanted {
  readonly completedBy?: CalendarDate | undefined;
  readonly isChecked: boolean;
}

/** The bills that completed jobs would make now, customer by customer. */
export const listUnbilledBills = async (
  ctx: Context,
  { completedBy, isChecked }: Wanted,
  page: PageQuery,
): Promise<UnbilledBillsOfCustomer[]> => {
  const filter = { before: completedBy === undefined ? null : endOfDay(ctx, completedBy), isChecked };
  const customers = await listUnbilledCustomers(ctx, filter, page);
  const jobs = await listCompletedJobsOf(
    ctx,
    customers.map(({ id }) => id),
    filter,
  );
  const { grouping } = await findBillingSettings(ctx);
  const bills = await billsOf(ctx, customers, jobs, grouping);
  return customers.map(({ id, businessName }) => ({
    id,
    businessName,
    bills: bills.map(({ said }) => said).filter(({ customerId }) => customerId === id),
  }));
};

/** The bill that these jobs of one customer would make together now, with its lines. 404 if one is not completed any more. */
export const previewBill = async (ctx: Context, jobIds: readonly number[]): Promise<BillPreview> => {
  await jobData.requireAll(ctx, jobIds, 'jobIds');
  const jobs = await listCompletedByIds(ctx, jobIds);
  const [first] = jobs;
  const customer = first && (await findBilledCustomer(ctx, first.customerId));
  if (customer === undefined || jobs.length !== jobIds.length) {
    throw refusal('not_found', 'notFound', { what: { term: 'Job' } });
  }
  if (jobs.some(({ customerId }) => customerId !== customer.id)) {
    throw invalid('jobIds', 'jobsOfSeveralCustomers');
  }
  const drafts = await draftsOfJobs(ctx, jobIds);
  const { said, bill = null } = await computeGroup(ctx, { customer, jobs, draft: drafts.get(first?.id ?? 0) }, await basisOf(ctx, jobs));
  const { paymentDays } = await paymentTermsOf(ctx, customer.id);
  return { ...said, bill, customer: await billingRecordData.partyOf(ctx, customer.id), paymentDays };
};
