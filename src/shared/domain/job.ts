import * as z from 'zod/mini';
import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { PAYMENT_WISHES } from '#shared/domain/payment-wish.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf, pathId } from '#shared/entities/ids.ts';

export const JOB_STATUSES = ['open', 'completed', 'billed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const status = z.enum(JOB_STATUSES, 'Status must be open, completed or billed');

const year = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{3}$/, 'Must be a year of four digits')),
  z.transform((text: string) => Number(text)),
);

const CUSTOMER_REQUIRED = 'Customer is required';

export const jobInput = z.object({
  name: requiredLine('Job name is required'),
  customerId: z.pipe(
    z.custom((value) => value !== undefined && value !== null, CUSTOMER_REQUIRED),
    idOf('customer'),
  ),
  status: z.optional(status),
});
export const jobPatch = z.extend(z.partial(jobInput), {
  /** Of a billed job that is reopened, and whose bill has payments: where they go. */
  payments: z.optional(z.enum(PAYMENT_WISHES, 'Must be credit or refund')),
});

export const job = z.object({
  ...recordFields,
  updatedBy: z.nullable(z.int()),
  name: z.string(),
  customerId: z.int(),
  /** Also of a customer that was deleted since: history keeps its names (decisions §10). */
  customerName: z.string(),
  status,
  /** The customer's 'No job yet': a job made for entries whose job nobody has named (decisions §12). Always open. */
  isPlaceholder: z.boolean(),
});
export const jobList = z.array(job);
export type Job = z.output<typeof job>;

const RANK: Record<JobStatus, number> = { open: 0, completed: 1, billed: 2 };

/**
 * Whether somebody may take a job from one status to another (decisions §4 and §10):
 * billing and every step backwards, which is reopening, is for those who bill.
 */
export const mayChangeStatus = (level: AccessLevel, from: JobStatus, to: JobStatus): boolean => {
  if (from === to) {
    return true;
  }
  return can(level, to === 'billed' || RANK[to] < RANK[from] ? 'jobs:bill' : 'jobs:write');
};

export const jobEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/jobs',
    summary: 'Jobs, newest first; `year` is that of their creation, in UTC',
    scope: 'organization',
    capability: 'records:read',
    query: z.object({ ...pageQuery, status: z.optional(status), customerId: z.optional(pathId), year: z.optional(year) }),
    response: jobList,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/jobs',
    summary: 'Create a job',
    scope: 'organization',
    capability: 'jobs:write',
    body: jobInput,
    response: job,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/jobs/:id',
    summary: 'Read a job',
    scope: 'record',
    entity: 'job',
    capability: 'records:read',
    response: job,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/jobs/:id',
    summary: 'Change a job or its status',
    scope: 'record',
    entity: 'job',
    capability: 'jobs:write',
    body: jobPatch,
    response: job,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/jobs/:id',
    summary: 'Delete a job and its entries, unless it is billed',
    scope: 'record',
    entity: 'job',
    capability: 'records:delete',
    response: null,
  }),
};
