import { beginDraft, requireJobsOfLines } from '#server/billing/commands/bill-drafts.ts';
import { issueAndMail } from '#server/billing/commands/issue-and-mail.ts';
import { nextBill } from '#server/billing/commands/issue-day.ts';
import {
  billOfJobs,
  computeDraft,
  creditOf,
  customerOfJobs,
  lawOf,
  paymentDaysOf,
  uncheckedAmong,
} from '#server/billing/commands/compute-bills.ts';
import { applicablePartings } from '#server/billing/commands/part-entries.ts';
import { addedFor, billDraftData, findDraftOf } from '#server/billing/data/bill-drafts.ts';
import { listUnbilled } from '#server/billing/commands/unbilled-jobs.ts';
import { totalsOfRecords } from '#server/billing/data/billing-record-list.ts';
import { cursorOfRecord } from '#server/billing/data/billing-record-order.ts';
import { listCreditNotes } from '#server/billing/data/credit-notes.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import { cursorOfUnbilled } from '#server/billing/data/unbilled-jobs.ts';
import { type Handlers, listing } from '#server/handlers/types.ts';

export const unbilledJobHandlers: Handlers['unbilledJobs'] = {
  list: async (ctx, { query }) => listing(query, (part) => listUnbilled(ctx, part), cursorOfUnbilled),
};

export const billDraftHandlers: Handlers['billDrafts'] = {
  list: async (ctx, { query }) => listing(query, (part) => billDraftData.list(ctx, [], part), billDraftData.cursorOf),
  create: async (ctx, { body }) => computeDraft(ctx, await beginDraft(ctx, body)),
  get: async (ctx, { params }) => computeDraft(ctx, await billDraftData.find(ctx, params.id)),
  update: async (ctx, { params, body }) => {
    const { jobIds, partings: before } = await billDraftData.find(ctx, params.id);
    requireJobsOfLines(body.lines ?? [], jobIds);
    const partings = body.partings && (await applicablePartings(ctx, jobIds, body.partings, before));
    return computeDraft(ctx, await billDraftData.update(ctx, params.id, { ...body, ...(partings ? { partings } : {}) }));
  },
  remove: async (ctx, { params }) => {
    await billDraftData.remove(ctx, params.id);
    return undefined;
  },
  ofJob: async (ctx, { params }) => {
    const draft = await findDraftOf(ctx, params.id);
    const { bill, entries, issuer } = await billOfJobs(ctx, [params.id], addedFor(draft, params.id));
    const customer = await customerOfJobs(ctx, [params.id]);
    const creditCents = await creditOf(ctx, customer, [params.id], bill);
    const unchecked = uncheckedAmong(entries);
    const paymentDays = await paymentDaysOf(ctx, customer);
    return {
      jobId: params.id,
      draftId: draft?.id ?? null,
      customer,
      bill,
      entryCount: entries.length,
      unchecked,
      creditCents,
      paymentDays,
      ...(await lawOf(ctx, { issuer, customer, bill, entries })),
    };
  },
};

export const billingRecordHandlers: Handlers['billingRecords'] = {
  list: async (ctx, { query }) =>
    listing(
      query,
      (part) => billingRecordData.list(ctx, { ...query, ...part }),
      (row) => cursorOfRecord(query, row),
    ),
  totals: (ctx, { query }) => totalsOfRecords(ctx, query),
  get: async (ctx, { params }) => {
    const record = await billingRecordData.find(ctx, params.id);
    return { ...record, creditedTaxes: (await listCreditNotes(ctx, params.id)).flatMap(({ taxes }) => taxes) };
  },
  next: (ctx, { query }) => nextBill(ctx, query.range),
  create: (ctx, { body }) => issueAndMail(ctx, body),
};
