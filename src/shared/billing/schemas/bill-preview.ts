import * as z from 'zod/mini';
import { billSending } from './bill-sending.ts';
import { previewedQuery } from './correction.ts';
import { jobIdList } from './unbilled-bill.ts';
import { queryFlag } from './invoice-export.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

const asFile = { method: 'GET', capability: 'money:read', response: 'file' } as const;

/** Bills as they would be on paper, before they are issued: without a number, and not to be paid. */
export const billPreviewEndpoints = {
  ofDraft: defineEndpoint({
    ...asFile,
    path: '/api/bill-drafts/:id/preview',
    summary: 'A draft bill as a PDF, as it would be issued now',
    scope: 'record',
    entity: 'billDraft',
    query: z.object({ annex: queryFlag }),
  }),
  ofJobs: defineEndpoint({
    ...asFile,
    path: '/api/organizations/:orgId/bill-preview',
    summary: 'The bill that these jobs of a customer would make now, as a PDF',
    scope: 'organization',
    query: z.object({ jobIds: jobIdList, annex: queryFlag }),
  }),
  sending: defineEndpoint({
    method: 'GET',
    path: '/api/customers/:id/bill-sending',
    summary: 'How bills of this customer go out: to whom, by mail or on paper, and whether with the work log',
    scope: 'record',
    entity: 'customer',
    capability: 'money:read',
    response: billSending,
  }),
  ofCredit: defineEndpoint({
    ...asFile,
    path: '/api/organizations/:orgId/billing-records/:id/credit-preview',
    summary: 'A credit note of this bill as a PDF, as it would be issued now',
    scope: 'organization',
    query: z.object(previewedQuery),
  }),
  ofDeposit: defineEndpoint({
    ...asFile,
    path: '/api/organizations/:orgId/deposit-preview',
    summary: 'A deposit for these jobs as a PDF, as it would be billed now',
    scope: 'organization',
    query: z.object({ ...previewedQuery, jobIds: jobIdList }),
  }),
};
