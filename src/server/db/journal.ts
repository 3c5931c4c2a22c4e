import type { AUDIT_ACTIONS, Audited } from '#shared/domain/audit-log.ts';
import { countAlike } from '#server/db/alike.ts';
import type { Database, Statement } from '#server/db/database.ts';

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
  readonly key: string;
  /** The name of the call in the contract. */
  readonly operation: string;
  /** SHA-256 of the whole request. */
  readonly contentHash: Buffer;
  readonly deviceId: string | null;
  readonly status: number;
  readonly answer: string | null;
  readonly entityId: number | null;
}

/** Everything that one write changed in one organization. It is written at the transaction's end, by `commitJournals` or `writeJournal`. */
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

  /** Notes records that changed in the wake of another, which alone is in the audit log; devices hear of them in the order of their ids. */
  touch(entityType: Audited, ids: readonly number[]): void {
    for (const entityId of ids.toSorted((one, other) => one - other)) {
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
    insert into audit_logs (organization_id, user_id, api_key_id, import_id, entity_type, entity_id, action, subject, changes, alike)
    select $1, $5, $6, $23, t.entity_type, t.entity_id, t.action, t.subject, t.changes::jsonb, t.alike
      from unnest($7::text[], $8::int[], $9::text[], $10::text[], $11::text[], $24::int[])
        as t (entity_type, entity_id, action, subject, changes, alike)
  ), u as (
    insert into field_uses (organization_id, key, uses)
    select $1, t.key, t.more from s, unnest($12::text[], $13::int[]) as t (key, more) order by t.key
    on conflict (organization_id, key) do update set uses = field_uses.uses + excluded.uses
  ), o as (
    insert into sync_ops (organization_id, user_id, key, operation, content_hash, device_id, status, answer, entity_id, seq)
    select $14, $5, t.key, t.operation, t.content_hash, t.device_id, t.status, t.answer, t.entity_id, s.seq - $2 + t.place
      from s, unnest($15::text[], $16::text[], $17::bytea[], $18::text[], $19::smallint[], $20::text[], $21::int[], $22::int[])
        as t (key, operation, content_hash, device_id, status, answer, entity_id, place)
  )
  select s.seq from s`;

export interface Author {
  /** Null: the program itself. */
  readonly userId: number | null;
  readonly apiKeyId: number | null;
  /** The import that it is part of. */
  readonly importId?: number;
}

/** What one of the transaction's writes changed, and its outcome if it had a key. */
export interface Written {
  readonly journal: Journal;
  readonly outcome: Outcome | null;
}

const sumByKey = (journals: readonly Journal[]): [string, number][] => {
  const sums = new Map<string, number>();
  for (const [key, more] of journals.flatMap((journal) => journal.usesByKey())) {
    sums.set(key, (sums.get(key) ?? 0) + more);
  }
  return [...sums].filter(([, more]) => more !== 0);
};

type Send = (statement: Statement) => Promise<{ seq: number }[]>;

const writeBy = async (
  send: Send,
  { userId, apiKeyId, importId, keptUnder }: Author & { readonly keptUnder: number },
  written: readonly Written[],
): Promise<(number | null)[]> => {
  const journals = written.map(({ journal }) => journal);
  const touched = journals.map((journal) => journal.touchedRecords());
  const all = touched.flat();
  let upTo = 0;
  // Of each write's last change.
  const places = touched.map((records) => (upTo += records.length));
  const outcomes = written.flatMap(({ outcome }, index) => (outcome === null ? [] : [{ ...outcome, place: places[index] ?? 0 }]));
  const [organizationId, ...others] = new Set(journals.map((journal) => journal.organizationId));
  if (others.length > 0) {
    throw new Error('Changes of several organizations are not written together.');
  }
  if (organizationId === undefined || (all.length === 0 && outcomes.length === 0)) {
    return written.map(() => null);
  }
  const changes = journals.flatMap((journal) => journal.changes);
  const uses = sumByKey(journals);
  const [row] = await send({
    name: 'write-journals',
    text: TEXT,
    values: [
      organizationId,
      all.length,
      all.map(({ entityType }) => entityType),
      all.map(({ entityId }) => entityId),
      userId,
      apiKeyId,
      changes.map(({ entityType }) => entityType),
      changes.map(({ entityId }) => entityId),
      changes.map(({ action }) => action),
      changes.map(({ subject }) => subject),
      changes.map((change) => JSON.stringify({ old: change.old, new: change.new })),
      uses.map(([key]) => key),
      uses.map(([, more]) => more),
      keptUnder,
      outcomes.map(({ key }) => key),
      outcomes.map(({ operation }) => operation),
      outcomes.map(({ contentHash }) => contentHash),
      outcomes.map(({ deviceId }) => deviceId),
      outcomes.map(({ status }) => status),
      outcomes.map(({ answer }) => answer),
      outcomes.map(({ entityId }) => entityId),
      outcomes.map(({ place }) => place),
      importId ?? null,
      countAlike(changes),
    ],
  });
  if (!row) {
    throw new Error(`The changes of organization ${organizationId} could not be written down.`);
  }
  return places.map((last) => row.seq - all.length + last);
};

/**
 * Writes what changed in one organization, write by write, and the outcomes of those that had a key, and commits the transaction. Returns
 * for each the number of the organization's last change at that point; null if nothing was to be written. `keptUnder` is the organization
 * that keys are stored under: 0 outside of any.
 */
export const commitJournals = (
  db: Database,
  author: Author & { readonly keptUnder: number },
  written: readonly Written[],
): Promise<(number | null)[]> => writeBy((statement) => db.queryLast(statement), author, written);

/** Writes what changed, for a transaction that no key came with. Call it last, once. */
export const writeJournal = async (db: Database, journal: Journal, author: Author): Promise<void> => {
  await writeBy((statement) => db.query(statement), { ...author, keptUnder: 0 }, [{ journal, outcome: null }]);
};
