import * as z from 'zod/mini';
import { listLimit } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

/** Words of the specification for what an audit log item is about. */
export const AUDITED = [
  'job_entry',
  'job',
  'customer',
  'employee',
  'equipment',
  'service_type',
  'custom_data_field',
  'organization',
] as const;
export type Audited = (typeof AUDITED)[number];

export const auditLog = z.object({
  id: z.int(),
  entityType: z.enum(AUDITED),
  entityId: z.int(),
  action: z.enum(['create', 'update', 'delete']),
  /** The values before and after; of an update only those that changed. */
  changes: z.object({ old: z.nullable(z.record(z.string(), z.unknown())), new: z.nullable(z.record(z.string(), z.unknown())) }),
  /** What the record is called, so that a list of activity needs no second read. */
  subject: z.string(),
  user: z.nullable(z.object({ id: z.int(), firstName: z.nullable(z.string()), lastName: z.nullable(z.string()), username: z.string() })),
  timestamp: z.string(),
});
export type AuditLog = z.output<typeof auditLog>;

/** First and last name, else username, else 'User' (specification 1 §6). */
export const actorName = (actor: AuditLog['user']): string =>
  [actor?.firstName, actor?.lastName].filter(Boolean).join(' ') || actor?.username || 'User';

export const auditLogEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/audit-logs',
    summary: 'Who changed what, newest first; the newest 50 unless `limit` says otherwise',
    scope: 'organization',
    capability: 'records:read',
    query: z.object({ limit: listLimit }),
    response: z.array(auditLog),
  }),
  ofJobEntry: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/audit-logs/job_entry/:id',
    summary: 'History of one entry, newest first',
    scope: 'organization',
    capability: 'records:read',
    response: z.array(auditLog),
  }),
};
