import { Readable } from 'node:stream';
import { fileNameOf } from '#shared/billing/document-of-record.ts';
import type { BillDraft, BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import { documentTurns, makePdf } from './billing-documents.ts';
import { billOfJobs, creditOf } from './compute-bills.ts';
import { nextBill } from './issue-day.ts';
import { recordContent } from './record-content.ts';
import type { Context } from '#server/context.ts';
import { type Added, addedFor, findDraftOf } from '#server/billing/data/bill-drafts.ts';
import { summarizeJobEntries } from '#server/data/job-summary.ts';
import { jobData } from '#server/data/jobs.ts';
import { requireNoneMissing } from '#server/data/org-table.ts';

/** A bill that is not issued, in the shape of its record. */
export interface Preview {
  readonly name: string;
  readonly record: BillingRecord;
}

/** What a record says before it is one. */
type Unissued = Pick<
  BillingRecord,
  'kind' | 'customerId' | 'jobIds' | 'issuedOn' | 'currency' | 'netCents' | 'taxCents' | 'grossCents' | 'content'
> & { readonly dueOn?: string | null | undefined; readonly creditsId?: number | null | undefined; readonly paidCents?: number };

const NOTHING: Added = { lines: [], discounts: [], partings: [], notes: null };

/** What these jobs would make now, as the record that it would be: of today, the customer's credits paid on it. */
const billOfNow = async (ctx: Context, jobIds: readonly number[], added: Added): Promise<Unissued> => {
  const jobs = await jobData.listByIds(ctx, jobIds);
  requireNoneMissing('Job', 'jobIds', jobIds, new Set(jobs.map(({ id }) => id)));
  const [first] = jobs;
  if (first === undefined || jobs.some(({ customerId }) => customerId !== first.customerId)) {
    throw invalid('jobIds', 'jobsOfSeveralCustomers');
  }
  const billed = jobs.find(({ status }) => status === 'billed');
  if (billed !== undefined) {
    throw refusal('conflict', 'jobBilledAlready', { name: billed.name });
  }
  const { customerId } = first;
  const { bill, entries, issuer, units } = await billOfJobs(ctx, jobIds, added);
  const quantities = [];
  for (const jobId of jobIds) {
    quantities.push(await summarizeJobEntries(ctx, jobId));
  }
  const { usual: issuedOn } = await nextBill(ctx);
  const { notes } = added;
  const { content, dueOn } = await recordContent(ctx, { customerId, issuedOn, bill, issuer, units, jobs, quantities, entries, notes });
  const { currency, netCents, taxCents, grossCents } = bill;
  const paidCents = await creditOf(ctx, content.customer, [...jobIds], bill);
  const amounts = { currency, netCents, taxCents, grossCents };
  return { kind: 'bill', customerId, jobIds: [...jobIds], issuedOn, dueOn, content, ...amounts, paidCents };
};

/** It on paper, without a number. Its name says what it is. */
export const previewOfRecord = (ctx: Context, { dueOn = null, creditsId = null, paidCents = 0, ...made }: Unissued): Preview => {
  const record: BillingRecord = {
    ...made,
    id: 0,
    organizationId: ctx.orgId,
    createdBy: null,
    createdAt: ctx.now().toISOString(),
    series: 'bill',
    year: Number(made.issuedOn.slice(0, 4)),
    number: 0,
    label: 'preview',
    reversesId: null,
    reversedById: null,
    creditsId,
    customerName: made.content.customer.businessName,
    dueOn,
    sentOn: null,
    paidCents,
    state: made.kind === 'credit' ? 'credit' : 'open',
  };
  return { name: `${fileNameOf(record)}.pdf`, record };
};

const previewOf = async (ctx: Context, jobIds: readonly number[], added: Added): Promise<Preview> =>
  previewOfRecord(ctx, await billOfNow(ctx, jobIds, added));

/** The draft as it would be issued now. */
export const previewDraft = (ctx: Context, draft: BillDraft): Promise<Preview> => previewOf(ctx, draft.jobIds, draft);

/** A bill of these jobs, with what a draft of just these adds. */
export const previewJobs = async (ctx: Context, jobIds: readonly number[]): Promise<Preview> => {
  const [first = 0, ...others] = jobIds;
  const draft = await findDraftOf(ctx, first);
  const isTheirs = draft?.jobIds.length === jobIds.length && jobIds.every((id) => draft.jobIds.includes(id));
  return previewOf(ctx, jobIds, others.length === 0 ? addedFor(draft, first) : draft !== undefined && isTheirs ? draft : NOTHING);
};

/** Draws it. Nothing is noted: it is no bill. */
export const takePreview = (ctx: Context, { record }: Preview, annex: boolean | undefined): Promise<Readable> =>
  documentTurns.run(String(ctx.orgId), async () => {
    const hasAnnex = annex ?? record.content.hasAnnex ?? true;
    return Readable.from([await makePdf(ctx, record, { hasAnnex, hasPhotos: false, hasNotes: false, isPreview: true })]);
  });
