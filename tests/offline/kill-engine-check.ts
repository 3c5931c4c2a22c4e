import { setTimeout as sleep } from 'node:timers/promises';
import { type Collection, COLLECTIONS } from '#shared/domain/changes.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import type { Rows } from '../kill/check.ts';
import type { Violations } from '../kill/figures.ts';
import type { Account, Device } from './kill-engine-device.ts';
import { MARKED, marksIn, type Owned, type OwnStore, type Person } from './kill-engine-person.ts';
import { retryChange, waitingChanges } from '#client/offline/local/own-changes.ts';

const PAUSE_MS = 250;

const waitingOf = async (device: Device): Promise<SyncItem[]> => (await waitingChanges(device.engine, 0, 10_000)).map(({ item }) => item);

/**
 * The server stays up: everything that waits on the device is sent, for each of its users. Changes that are backing off are tried at once.
 */
export const sendEverything = async (
  device: Device,
  accounts: readonly Account[],
  rounds: number,
  violations: Violations,
): Promise<void> => {
  device.isCalm = true;
  await device.reopen();
  for (const account of accounts) {
    await device.change(account);
    let left = await waitingOf(device);
    for (let round = 0; round < rounds && left.length > 0; round += 1) {
      await device.engine.sync();
      left = await waitingOf(device);
      for (const { id, nextAttemptAt, reason } of left) {
        await (nextAttemptAt > 0 || reason === 'server-bug' ? retryChange(device.engine, id) : undefined);
      }
      await sleep(left.length > 0 ? PAUSE_MS : 0);
    }
    for (const { operation, store, status, reason, lastError, data } of left) {
      violations.add('a change does not go', `${status} ${reason}: ${operation} ${store} ${JSON.stringify({ lastError, data })}`);
    }
  }
};

interface Stored {
  readonly id: number;
  readonly words: string;
  readonly isDeleted: boolean;
  readonly photos: readonly string[];
}

const COLUMNS: Record<OwnStore, string> = {
  customers: `business_name as words, '[]'::jsonb as photos from customers`,
  jobs: `name as words, '[]'::jsonb as photos from jobs`,
  runs: `notes as words, '[]'::jsonb as photos from runs`,
  jobEntries: `notes as words, to_jsonb(photos) as photos from job_entries`,
};

/** Rows of the server by the mark that each was made with. */
const storedRows = async (rows: Rows, store: OwnStore): Promise<Map<string, Stored[]>> => {
  const found = await rows<Stored>(`select id, deleted_at is not null as "isDeleted", ${COLUMNS[store]}`);
  const byMark = new Map<string, Stored[]>();
  for (const row of found.filter(({ words }) => /^d\d+-\d+( |$)/.test(words ?? ''))) {
    const [mark = ''] = marksIn(row.words);
    byMark.set(mark, [...(byMark.get(mark) ?? []), row]);
  }
  return byMark;
};

const checkRecord = (record: Owned, unsure: ReadonlySet<string>, found: readonly Stored[], violations: Violations): void => {
  const { store, marks, state } = record;
  const name = `${store} ${marks[0]}`;
  const [row] = found;
  // What its user deleted before anything of it had left was never made. If the tab ended during that, nobody knows whether they did.
  const mayBeMissing = state === 'gone' || state === 'perhaps deleted';
  if (row ? state === 'gone' : !mayBeMissing) {
    violations.add(row ? 'what was unmade is there' : 'a create is lost', `${name}, ${state}`);
  }
  if (!row) {
    return;
  }
  const words = marksIn(row.words).filter((mark) => !unsure.has(mark));
  if (words.join(' ') !== marks.join(' ')) {
    violations.add('a record is not what its writes made it', `${name}: ${words.join(' ')} instead of ${marks.join(' ')}`);
  }
  if (state !== 'perhaps deleted' && row.isDeleted !== (state === 'deleted')) {
    violations.add(row.isDeleted ? 'deleted by nobody' : 'a deletion is lost', name);
  }
  if (record.photo !== null && row.photos.length !== 1) {
    violations.add('a photo is lost', name);
  }
};

/** Every acknowledged write by its mark is on the server, once and in its order, and nothing else is. */
export const checkMarks = async (rows: Rows, people: readonly Person[], sharedId: number, violations: Violations): Promise<void> => {
  const unsure = new Set(people.flatMap((person) => [...person.unsure]));
  for (const store of Object.keys(MARKED) as OwnStore[]) {
    const stored = await storedRows(rows, store);
    for (const record of people.flatMap(({ records }) => records).filter((each) => each.store === store)) {
      const [mark = ''] = record.marks;
      checkRecord(record, unsure, stored.get(mark) ?? [], violations);
    }
    const known = new Set([...people.flatMap(({ records }) => records.map(({ marks }) => marks[0])), ...unsure]);
    for (const [mark, found] of stored) {
      if (found.length > 1) {
        violations.add('a create took effect more than once', `${store} ${mark}: ${found.length} rows`);
      }
      if (!known.has(mark)) {
        violations.add('a row that nobody made', `${store} ${mark}`);
      }
    }
  }
  const [shared] = await rows<{ values: Record<string, unknown> }>(
    `select custom_field_values as values from job_entries where id = ${sharedId}`,
  );
  for (const person of people) {
    const words = marksIn(shared?.values[person.slot]).filter((mark) => !unsure.has(mark));
    if (words.join(' ') !== person.shared.join(' ')) {
      violations.add('changes of the shared entry are lost', `${person.slot}: ${words.join(' ')} instead of ${person.shared.join(' ')}`);
    }
  }
};

/** What the state of a run tells of was logged, once, in that run, and nothing else was: whatever died in between. */
export const checkRuns = async (rows: Rows, people: readonly Person[], violations: Violations): Promise<number> => {
  const entries = await rows<{ words: string; run: string | null; spans: number }>(
    `select e.notes as words, r.notes as run, jsonb_array_length(e.spans) as spans
       from job_entries e left join runs r on r.organization_id = e.organization_id and r.id = e.run_id`,
  );
  const stored = new Map(entries.map((entry) => [marksIn(entry.words)[0] ?? '', entry]));
  let stops = 0;
  for (const person of people) {
    const told = new Set(await person.told());
    const made = new Map(person.records.map((record) => [record.marks[0] ?? '', record]));
    stops += told.size;
    for (const [mark, run] of person.runOf) {
      const entry = stored.get(mark);
      const isUnmade = made.get(mark)?.state === 'gone' || made.get(mark)?.state === 'perhaps deleted';
      if (told.has(mark) !== (entry !== undefined) && !(isUnmade && entry === undefined)) {
        violations.add(told.has(mark) ? 'a stop is lost' : 'a stop would be logged again', mark);
      }
      const runMark = marksIn(entry?.run)[0];
      if (entry && (entry.spans !== 1 || (runMark !== run.marks[0] && (run.state === 'here' || runMark !== undefined)))) {
        violations.add('a stop is not in its run', `${mark}: ${runMark} instead of ${run.marks[0]}`);
      }
    }
  }
  return stops;
};

const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, of]) => [key, inOrder(of)]),
      )
    : value;

const sameRow = (local: LocalRow, listed: object, orgId: number): boolean =>
  JSON.stringify(inOrder(local)) === JSON.stringify(inOrder({ ...listed, organizationId: orgId }));

type List = (collection: Collection, account: Account) => Promise<LocalRow[]>;

/** The device has what the server lists, row for row, and nothing that is still on its way. */
export const checkConverged = async (device: Device, account: Account, list: List): Promise<void> => {
  const { violations, figures, orgId, name } = device.setting;
  await device.change(account);
  const pulled = await device.engine.pull(orgId);
  if (pulled !== 'up-to-date') {
    violations.add('a device cannot be brought up to date', `${name}: ${pulled}`);
  }
  const oldest = (await device.read(['meta'], (tx) => getMeta(tx, `entries:${orgId}`)))?.oldest ?? null;
  for (const collection of COLLECTIONS) {
    const local = new Map((await device.read([collection], (tx) => tx.list(collection, {}))).map((row) => [row.id, row]));
    for (const row of await list(collection, account)) {
      const mine = local.get(row.id);
      local.delete(row.id);
      const isOlder = collection === 'jobEntries' && oldest !== null && String(row['date']) <= oldest.date;
      figures.compared += 1;
      if (mine ? !sameRow(mine, row, orgId) : !isOlder) {
        violations.add(
          'a device differs from the server',
          `${name} ${collection} ${row.id}: ${JSON.stringify(mine)} ${JSON.stringify(row)}`,
        );
      }
    }
    for (const row of local.values()) {
      violations.add('a device holds what the server does not', `${name} ${collection} ${JSON.stringify(row)}`);
    }
  }
  const left = await device.read(['syncQueue', 'shadows', 'blobs'], (tx) =>
    Promise.all((['syncQueue', 'shadows', 'blobs'] as const).map((store) => tx.count(store, {}))),
  );
  if (left.some((count) => count > 0)) {
    violations.add('something is left behind', `${name}: queue, shadows, files ${left.join(', ')}`);
  }
};
