import * as z from 'zod/mini';
import {
  billDraft,
  billDraftInput,
  billDraftPatch,
  billingHead,
  billingRecord,
  billingRecordInput,
  computedDraft,
  jobBill,
  nextBill,
  NUMBER_RANGES,
} from './billing-record.ts';
import { recordListQuery, recordTotals, recordTotalsQuery } from './record-list.ts';
import { pageQuery } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { because } from '#shared/messages/because.ts';

const draftOf = { scope: 'record', entity: 'billDraft' } as const;

export const billDraftEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/bill-drafts',
    summary: 'Draft bills, newest first',
    scope: 'organization',
    capability: 'money:read',
    query: z.object(pageQuery),
    response: z.array(billDraft),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/bill-drafts',
    summary: 'Begin a bill of one job, or of several jobs of a customer',
    scope: 'organization',
    capability: 'jobs:bill',
    body: billDraftInput,
    response: computedDraft,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/bill-drafts/:id',
    summary: 'Read a draft bill, computed from the entries and rates of now',
    ...draftOf,
    capability: 'money:read',
    response: computedDraft,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/bill-drafts/:id',
    summary: 'Change the hand-made lines, discounts, partings and notes of a draft bill',
    ...draftOf,
    capability: 'jobs:bill',
    body: billDraftPatch,
    response: computedDraft,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/bill-drafts/:id',
    summary: 'Delete a draft bill; its jobs stay as they are',
    ...draftOf,
    capability: 'jobs:bill',
    response: null,
  }),
  ofJob: defineEndpoint({
    method: 'GET',
    path: '/api/jobs/:id/bill',
    summary: 'The bill of a job, computed from the entries and rates of now',
    scope: 'record',
    entity: 'job',
    capability: 'money:read',
    response: jobBill,
  }),
};

export const billingRecordEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-records',
    summary: 'Billing records, newest first unless something else is asked for',
    scope: 'organization',
    capability: 'money:read',
    query: recordListQuery,
    response: z.array(billingHead),
  }),
  totals: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-record-totals',
    summary: 'How many billing records such a list has, and what they come to in each currency',
    scope: 'organization',
    capability: 'money:read',
    query: recordTotalsQuery,
    response: recordTotals,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-records/:id',
    summary: 'Read a billing record: nothing in it ever changes',
    scope: 'organization',
    capability: 'money:read',
    response: billingRecord,
  }),
  next: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/next-bill',
    summary: 'The number that the next bill or correction would have, and the days on which it may be dated',
    scope: 'organization',
    capability: 'money:read',
    /** Bills if it is left out. */
    query: z.object({ range: z.optional(z.enum(NUMBER_RANGES, because('mustBeOneOf', { choices: NUMBER_RANGES }))) }),
    response: nextBill,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/billing-records',
    summary: 'Make the numbered record of a draft bill as it was seen, and mark its jobs billed',
    scope: 'organization',
    capability: 'jobs:bill',
    body: billingRecordInput,
    response: billingRecord,
  }),
};
