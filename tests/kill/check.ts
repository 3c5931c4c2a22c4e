import { join } from 'node:path';
import pg from 'pg';
import { type ChangesPage, COLLECTIONS } from '#shared/domain/changes.ts';
import { applyPage, byId, emptyCopy, LISTS } from '../support/device-copy.ts';
import type { Violations } from './figures.ts';
import type { Base, Collection, Operation, Tracked } from './operations.ts';

/** What the database held before the first client began. */
export interface Before {
  readonly seq: number;
  readonly auditId: number;
}

export type Rows = <T extends object>(text: string) => Promise<T[]>;

/** Asks the database of the running program, past the program. */
export const askDatabase = async <T>(dataDir: string, work: (rows: Rows) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ host: join(dataDir, 'postgres', 'run'), user: 'headland', database: 'headland' });
  await client.connect();
  try {
    return await work(async <R extends object>(text: string) => (await client.query<R>(text)).rows);
  } finally {
    await client.end();
  }
};

const TABLES: Record<Collection, { readonly table: string; readonly marker: string; readonly type: string }> = {
  customers: { table: 'customers', marker: 'business_name', type: 'customer' },
  jobs: { table: 'jobs', marker: `split_part(name, ' ', 1)`, type: 'job' },
  jobEntries: { table: 'job_entries', marker: 'notes', type: 'job_entry' },
};

interface StoredRow {
  readonly id: number;
  readonly version: number;
  readonly marker: string;
  readonly isDeleted: boolean;
}

const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) {
      group.push(row);
    } else {
      groups.set(keyOf(row), [row]);
    }
  }
  return groups;
};

/** One row for each create, its version one more for each update and its delete, and no row that nobody made. */
export const checkRows = async (rows: Rows, tracked: readonly Tracked[], violations: Violations): Promise<void> => {
  for (const [collection, { table, marker }] of Object.entries(TABLES)) {
    const expected = tracked.filter((record) => record.collection === collection);
    const stored = await rows<StoredRow>(
      `select id, version, ${marker} as marker, deleted_at is not null as "isDeleted" from ${table} where ${marker} like 'op-%'`,
    );
    const byMarker = groupBy(stored, (row) => row.marker);
    for (const { operations, id, isDeleteAsked } of expected) {
      const key = operations[0]?.key ?? '';
      const [row, ...more] = byMarker.get(key) ?? [];
      byMarker.delete(key);
      if (more.length > 0) {
        violations.add('a create took effect more than once', `${collection} ${key}: ${more.length + 1} rows`);
      }
      if (!row) {
        violations.add('a create is lost', `${collection} ${key}`);
      } else if (row.id !== id || row.version !== operations.length || row.isDeleted !== isDeleteAsked) {
        violations.add('a record is not what its writes made it', `${collection} ${JSON.stringify(row)} of ${operations.length} writes`);
      }
    }
    for (const stranger of byMarker.keys()) {
      violations.add('a row that nobody made', `${collection} ${stranger}`);
    }
  }
};

const ACTION: Record<Operation['kind'], string> = { create: 'create', update: 'update', delete: 'delete' };

/** Just one audit row, one change and one kept key for each effect; changes are numbered without a gap. */
export const checkTraces = async (rows: Rows, base: Base, before: Before, tracked: readonly Tracked[], violations: Violations) => {
  const operations = tracked.flatMap((record) => record.operations);
  const nameOf = ({ collection, id }: Tracked): string => `${TABLES[collection].type} ${id}`;
  const compare = (what: string, found: readonly { name: string }[], expected: readonly string[]): void => {
    const [has, needs] = [groupBy(found, ({ name }) => name), groupBy(expected, (name) => name)];
    for (const name of new Set([...has.keys(), ...needs.keys()])) {
      const [many, wanted] = [has.get(name)?.length ?? 0, needs.get(name)?.length ?? 0];
      if (many !== wanted) {
        violations.add(`${what} do not match the writes`, `${name}: ${many} instead of ${wanted}`);
      }
    }
  };
  compare(
    'audit rows',
    await rows(
      `select entity_type || ' ' || entity_id || ' ' || action as name from audit_logs
        where organization_id = ${base.orgId} and id > ${before.auditId}`,
    ),
    operations.map(({ record, kind }) => `${nameOf(record)} ${ACTION[kind]}`),
  );
  compare(
    'changes',
    await rows(`select entity_type || ' ' || entity_id as name from changes where organization_id = ${base.orgId} and seq > ${before.seq}`),
    operations.map(({ record }) => nameOf(record)),
  );
  compare(
    'kept keys',
    await rows(`select key as name from sync_ops where organization_id = ${base.orgId}`),
    operations.map(({ key }) => key),
  );
  const [numbers] = await rows<{ first: number; last: number; many: number; seq: number }>(
    `select min(c.seq)::int as first, max(c.seq)::int as last, count(*)::int as many, min(s.seq)::int as seq
       from changes c join organization_seq s using (organization_id) where organization_id = ${base.orgId}`,
  );
  if (numbers === undefined || numbers.first !== 1 || numbers.last !== numbers.many || numbers.seq !== numbers.last) {
    violations.add('changes are not numbered without gaps', JSON.stringify(numbers));
  }
};

type Get = (path: string) => Promise<Response>;

/** A copy made from all changes since the beginning is what the lists say. */
export const checkCopy = async (get: Get, base: Base, violations: Violations): Promise<void> => {
  const copy = emptyCopy();
  let cursor = '0.owner';
  for (let more = true; more;) {
    const page = (await (await get(`/api/organizations/${base.orgId}/changes?limit=211&cursor=${cursor}`)).json()) as ChangesPage;
    if (page.reset) {
      violations.add('the feed begins anew', cursor);
    }
    applyPage(copy, page);
    ({ cursor, more } = page);
  }
  for (const collection of COLLECTIONS) {
    const listed = (await (await get(`/api/organizations/${base.orgId}/${LISTS[collection]}`)).json()) as unknown[];
    if (JSON.stringify(byId(copy[collection].values())) !== JSON.stringify(byId(listed))) {
      violations.add('the copy differs from the list', collection);
    }
  }
};

/** Every photo that an entry names can be fetched, and is what was sent. */
export const checkPhotos = async (get: Get, tracked: readonly Tracked[], violations: Violations): Promise<number> => {
  const sent = tracked.filter(({ photo, isDeleteAsked }) => photo !== null && !isDeleteAsked);
  for (const { photo, id } of sent) {
    const entry = (await (await get(`/api/job-entries/${id}`)).json()) as { photos?: string[] };
    const response = await get(`/api/photos/${entry.photos?.[0]}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (entry.photos?.length !== 1 || response.status !== 200 || photo === null || !bytes.equals(photo)) {
      violations.add('a photo is lost', `entry ${id}: ${response.status}`);
    }
  }
  return sent.length;
};
