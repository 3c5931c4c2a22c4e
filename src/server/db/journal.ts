import type { AUDIT_ACTIONS, Audited } from '#shared/domain/audit-log.ts';
import type { Database } from '#server/db/database.ts';

type Values = Record<string, unknown>;

/** One change of one record: the audit log shows the values, devices only hear that the record changed. */
export interface Change {
  readonly entityType: Audited;
  readonly entityId: number;
  readonly action: (typeof AUDIT_ACTIONS)[number];
  /** The record's name. */
  readonly subject: string;
  readonly old: Values | null;
  readonly new: Values | null;
}

/** A keyed write and its answer; stored so that the same key gets the same answer. */
export interface Outcome {
  readonly userId: number;
  /** 0 for a write outside of any organization. */
  readonly keptUnder: number;
  readonly key: string;
  readonly status: number;
  readonly answer: string | null;
  readonly entityId: number | null;
}

/** Everything that one transaction changed in one organization. It is written at the transaction's end, by `writeJournal`. */
export class Journal {
  /** Set later only if the transaction makes the organization, or the call itself finds out which it is. */
  organizationId: number;
  readonly changes: Change[] = [];
  private readonly touched = new Map<string, { entityType: Audited; entityId: number }>();
  private readonly uses = new Map<string, number>();

  constructor(organizationId: number) {
    this.organizationId = organizationId;
  }

  /** Notes a change for the audit log and for devices. */
  record(change: Change): void {
    this.changes.push(change);
    this.touch(change.entityType, [change.entityId]);
  }

  /** Notes records that changed in the wake of another, which alone is in the audit log. */
  touch(entityType: Audited, ids: readonly number[]): void {
    for (const entityId of ids) {
      this.touched.set(`${entityType} ${entityId}`, { entityType, entityId });
    }
  }

  /** Notes that this many more (or fewer) entries have a value under the key; see the table `field_uses`. */
  countUse(key: string, more: number): void {
    this.uses.set(key, (this.uses.get(key) ?? 0) + more);
  }

  touchedRecords(): { entityType: Audited; entityId: number }[] {
    return [...this.touched.values()];
  }

  usesByKey(): [string, number][] {
    return [...this.uses].filter(([, more]) => more !== 0);
  }
}

// One statement, the last of its transaction: it locks the organization's row of numbers until the commit, and no longer. Everything that
// takes a lock of its own depends on `s`, so that two transactions never deadlock.
const TEXT = `
  with s as (
    update organization_seq set seq = seq + $2 where organization_id = $1 returning seq
  ), c as (
    insert into changes (organization_id, seq, entity_type, entity_id)
    select $1, s.seq - $2 + t.place, t.entity_type, t.entity_id
      from s, unnest($3::text[], $4::int[]) with ordinality as t (entity_type, entity_id, place)
  ), a as (
    insert into audit_logs (organization_id, user_id, api_key_id, entity_type, entity_id, action, subject, changes)
    select $1, $5, $6, t.entity_type, t.entity_id, t.action, t.subject, t.changes::jsonb
      from unnest($7::text[], $8::int[], $9::text[], $10::text[], $11::text[]) as t (entity_type, entity_id, action, subject, changes)
  ), u as (
    insert into field_uses (organization_id, key, uses)
    select $1, t.key, t.more from s, unnest($12::text[], $13::int[]) as t (key, more) order by t.key
    on conflict (organization_id, key) do update set uses = field_uses.uses + excluded.uses
  ), o as (
    update sync_ops set status = $14, answer = $15, entity_id = $16, seq = s.seq
      from s where organization_id = $17 and user_id = $18 and key = $19
    returning 1
  )
  select s.seq, (select count(*)::int from o) as outcomes from s`;

export interface Author {
  /** Null: the program itself. */
  readonly userId: number | null;
  readonly apiKeyId: number | null;
}

/** Writes what changed and the outcome of the write, and returns the number of the organization's last change. Call it last, once. */
export const writeJournal = async (db: Database, journal: Journal, author: Author, outcome: Outcome | null): Promise<number | null> => {
  const touched = journal.touchedRecords();
  if (touched.length === 0 && outcome === null) {
    return null;
  }
  const { changes } = journal;
  const uses = journal.usesByKey();
  const [row] = await db.query<{ seq: number; outcomes: number }>({
    name: 'write-journal',
    text: TEXT,
    values: [
      journal.organizationId,
      touched.length,
      touched.map(({ entityType }) => entityType),
      touched.map(({ entityId }) => entityId),
      author.userId,
      author.apiKeyId,
      changes.map(({ entityType }) => entityType),
      changes.map(({ entityId }) => entityId),
      changes.map(({ action }) => action),
      changes.map(({ subject }) => subject),
      changes.map((change) => JSON.stringify({ old: change.old, new: change.new })),
      uses.map(([key]) => key),
      uses.map(([, more]) => more),
      outcome?.status ?? null,
      outcome?.answer ?? null,
      outcome?.entityId ?? null,
      outcome?.keptUnder ?? null,
      outcome?.userId ?? null,
      outcome?.key ?? null,
    ],
  });
  if (!row || row.outcomes !== (outcome === null ? 0 : 1)) {
    throw new Error(`The changes of organization ${journal.organizationId} could not be written down.`);
  }
  return row.seq;
};
