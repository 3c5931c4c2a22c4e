import * as z from 'zod/mini';
import { pageQuery } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { pathId } from '#shared/entities/ids.ts';
import { KIND_NAMES, type KindName, kindOf } from '#shared/kinds/registry.ts';
import { type AuditedOf, auditedOf } from '#shared/kinds/spellings.ts';
import { because } from '#shared/messages/because.ts';

/** The names that audit log items use for what they are about (specification 8.1). */
export type Audited = AuditedOf<KindName>;
export const AUDITED = KIND_NAMES.map(auditedOf) as [Audited, ...Audited[]];

/** Kinds whose changes involve money: only for those who may see it (specification 7.13). */
export const MONEY_AUDITED: readonly Audited[] = KIND_NAMES.filter((name) => kindOf(name).isMoney === true).map(auditedOf);

/** How long a deletion can be undone (specification 8.18). */
export const UNDO_DAYS = 30;

/** `restore` undoes a `delete` (specification 8.18); `export` is a copy of the organization that somebody took. */
export const AUDIT_ACTIONS = ['create', 'update', 'delete', 'restore', 'export'] as const;

export const auditLog = z.object({
  id: z.int(),
  entityType: z.enum(AUDITED),
  entityId: z.int(),
  action: z.enum(AUDIT_ACTIONS),
  /** The values before and after; for an update only those that changed. */
  changes: z.object({ old: z.nullable(z.record(z.string(), z.unknown())), new: z.nullable(z.record(z.string(), z.unknown())) }),
  /** For a deletion: whether the record was restored since. */
  isUndone: z.boolean(),
  /** The API key that the user's program used; null: the user did it in person. */
  apiKeyId: z.nullable(z.int()),
  /** The import of a file that it was part of. */
  importId: z.nullable(z.int()),
  /** The name of the record, so that a list of activity needs no second read. */
  subject: z.string(),
  user: z.nullable(z.object({ id: z.int(), firstName: z.nullable(z.string()), lastName: z.nullable(z.string()), username: z.string() })),
  timestamp: z.string(),
});
export type AuditLog = z.output<typeof auditLog>;

/** What one person did at once: the item that says it best, and how many records of its kind were changed in the same way. */
export const auditAct = z.extend(auditLog, { count: z.int() });
export type AuditAct = z.output<typeof auditAct>;

/** What undoing a deletion restored. */
export const restored = z.object({ entityType: z.enum(AUDITED), entityId: z.int() });
export type Restored = z.output<typeof restored>;

const MOMENT = because('mustBeMomentInUtc');
/** Days begin at different moments on different devices, so the caller says at which. */
const moment = z.optional(z.iso.datetime(MOMENT).check(z.refine((text) => !text.startsWith('0000'), MOMENT)));

export const auditLogEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/audit-logs',
    summary: 'Who changed what, newest first',
    scope: 'organization',
    capability: 'records:read',
    query: z.object({
      ...pageQuery,
      entityType: z.optional(z.enum(AUDITED)),
      userId: z.optional(pathId),
      action: z.optional(z.enum(AUDIT_ACTIONS)),
      /** Part of the record's name. */
      q: z.optional(z.string().check(z.trim(), z.maxLength(200, because('textTooLong', { most: 200 })))),
      since: moment,
      before: moment,
    }),
    response: z.array(auditLog),
  }),
  acts: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/activity',
    summary: 'What people did, newest first: one item an act, however many records it changed',
    scope: 'organization',
    capability: 'records:read',
    query: z.object({ ...pageQuery, userId: z.optional(pathId) }),
    response: z.array(auditAct),
  }),
  ofJobEntry: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/audit-logs/job_entry/:id',
    summary: 'History of one entry, newest first',
    scope: 'organization',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(auditLog),
  }),
  undo: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/audit-logs/:id/undo',
    summary: 'Take a deletion of the last 30 days back',
    scope: 'organization',
    // The deleted kind decides further: only those who may delete such a record may restore it.
    capability: 'jobEntries:write',
    response: restored,
    status: 200,
  }),
};
