import type { AccessLevel } from '#shared/access/roles.ts';
import type { Audited, AuditLog } from '#shared/domain/audit-log.ts';
import { contract } from '#shared/contract.ts';
import type { Answer, Problem } from '#tests/support/test-app.ts';
import { ADVANCED_AND_UP } from './may.ts';
import type { Fresh, Member } from './world.ts';

/** A kind of record that can be deleted and brought back. */
export interface Kind {
  readonly audited: Audited;
  readonly fresh: Exclude<keyof Fresh, 'apiKey' | 'deletion' | 'record'>;
  /** The word in its addresses. */
  readonly path: string;
  /** What hangs on a record of it: further words of its address. */
  readonly below: readonly string[];
  /** Who deletes and restores one that another person made, if that are more than those from manager up. */
  readonly removers?: readonly AccessLevel[];
}

export const KINDS: readonly Kind[] = [
  { audited: 'customer', fresh: 'customer', path: 'customers', below: ['jobs'] },
  { audited: 'employee', fresh: 'employee', path: 'employees', below: ['job-entries'] },
  { audited: 'service_type', fresh: 'serviceType', path: 'service-types', below: ['job-entries'] },
  { audited: 'custom_data_field', fresh: 'field', path: 'custom-data-fields', below: [] },
  { audited: 'equipment', fresh: 'equipment', path: 'equipment', below: ['job-entries'] },
  { audited: 'implement', fresh: 'implement', path: 'implements', below: [] },
  { audited: 'job', fresh: 'job', path: 'jobs', below: ['entries', 'summary'] },
  { audited: 'day_off', fresh: 'dayOff', path: 'days-off', below: [], removers: ADVANCED_AND_UP },
  { audited: 'run', fresh: 'run', path: 'runs', below: ['entries'], removers: ADVANCED_AND_UP },
  { audited: 'job_entry', fresh: 'entry', path: 'job-entries', below: [] },
];

type Stored = Readonly<Record<string, unknown>> & { readonly id: number };

/** The whole list of a kind. */
export const listOf = async (who: Member, { path }: Kind): Promise<Stored[]> =>
  (await who.send('GET', `/api/organizations/${who.orgId}/${path}`)).body as Stored[];

export const recordAt = async (who: Member, { path }: Kind, id: number): Promise<Answer<Stored>> =>
  (await who.send('GET', `/api/${path}/${id}`)) as Answer<Stored>;

export const deleteAt = async (who: Member, { path }: Kind, id: number): Promise<Answer<Problem>> =>
  (await who.send('DELETE', `/api/${path}/${id}`)) as Answer<Problem>;

/** What the audit log tells of a record, newest first. */
export const historyOf = async (who: Member, { audited }: Kind, id: number): Promise<AuditLog[]> =>
  (await who.ok(contract.auditLogs.list, { params: who, query: { entityType: audited } })).filter(({ entityId }) => entityId === id);

export const kindOf = (audited: Audited): Kind => {
  const kind = KINDS.find((each) => each.audited === audited);
  if (!kind) {
    throw new Error(`Records of ${audited} cannot be deleted.`);
  }
  return kind;
};

/** The audit log item of the newest deletion of the record. */
export const deletionOf = async (who: Member, kind: Kind, id: number): Promise<AuditLog> => {
  const item = (await historyOf(who, kind, id)).find(({ action }) => action === 'delete');
  if (!item) {
    throw new Error(`Nobody deleted ${kind.audited} ${id}.`);
  }
  return item;
};

/** Takes the newest deletion of the record back. */
export const undoDeletion = async (who: Member, kind: Kind, id: number): Promise<Answer<Problem>> =>
  who.try(contract.auditLogs.undo, { params: { orgId: who.orgId, id: (await deletionOf(who, kind, id)).id } });
