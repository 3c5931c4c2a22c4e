import { type Core, QUEUE_CHANGED, rowsChanged } from '#client/offline/engine/core.ts';
import { isPreRestore } from '#client/offline/engine/epoch.ts';
import type { EngineEvent, Query, Tx } from '#client/offline/engine/ports.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';
import { isViewOf } from '#client/offline/view/apply-pending.ts';
import { pulledTo } from './apply-outcome.ts';
import type { Decision } from './decide.ts';
import { about, withKey } from './marks.ts';
import { aboutAny, type Span, spansOf, usingAny } from './spans.ts';
import { usersWaiting } from './queue.ts';
import type { Attempt } from './send.ts';

type Done = Extract<Decision, { kind: 'done' }>;

/** A new entry that took effect, and what the server says of it. */
interface Made {
  readonly item: SyncItem;
  readonly row: LocalRow;
  readonly outcome: Done;
}

/** Rows or changes that lie between those of a batch: with more of them, one look at all is no saving. */
const MOST_BETWEEN = 200;

const isMade = ({ item, outcome }: Attempt): boolean =>
  outcome.kind === 'done' &&
  item.operation === 'create' &&
  item.store === 'jobEntries' &&
  item.blobs.length === 0 &&
  outcome.row !== null &&
  Object.hasOwn(outcome.row, 'version');

const span = (values: readonly number[]): Span => ({ least: Math.min(...values), most: Math.max(...values) });

const count = async (tx: Tx, store: 'syncQueue' | 'shadows', queries: readonly Query[]): Promise<number> =>
  (await Promise.all(queries.map((query) => tx.count(store, query)))).reduce((sum, each) => sum + each, 0);

/** Whether a waiting change of anyone is about one of these entries. */
const isAnyChanged = async (tx: Tx, ids: readonly number[]): Promise<boolean> => {
  const users = await usersWaiting(tx);
  const ofAll = (queriesOf: (user: number) => readonly Query[]): Promise<number> => count(tx, 'syncQueue', users.flatMap(queriesOf));
  const between = await ofAll((user) => spansOf(ids).map((each) => aboutAny(user, 'jobEntries', each)));
  // Between the keys of two real ids there may be those of temporary ones, which say nothing.
  return between > 0 && (await ofAll((user) => ids.map((id) => withKey(user, about('jobEntries', id))))) > 0;
};

/** Whether nothing on this device has to do with the entries but their creates: no other change, and no copy of them. */
const areUntouched = async (tx: Tx, userId: number, made: readonly Made[]): Promise<boolean> => {
  const temporary = spansOf(made.map(({ item }) => item.target));
  const real = made.map(({ row }) => row.id);
  const [creates, uses, copies, isChanged] = await Promise.all([
    count(
      tx,
      'syncQueue',
      temporary.map((each) => aboutAny(userId, 'jobEntries', each)),
    ),
    count(
      tx,
      'syncQueue',
      temporary.map((each) => usingAny(userId, each)),
    ),
    count(
      tx,
      'shadows',
      spansOf(real).map(({ least, most }) => ({ from: recordKey('jobEntries', least), to: recordKey('jobEntries', most) })),
    ),
    isAnyChanged(tx, real),
  ]);
  return creates === made.length && uses === 0 && copies === 0 && !isChanged;
};

/** The creates as they are now, by their ids; null if reading them together would be no saving. */
const itemsOf = async (tx: Tx, userId: number, made: readonly Made[]): Promise<ReadonlyMap<string, SyncItem> | null> => {
  const places = span(made.map(({ item }) => item.seq));
  if (places.most - places.least > made.length + MOST_BETWEEN) {
    return null;
  }
  const items = await tx.list('syncQueue', { index: 'byUser', from: [userId, places.least], to: [userId, places.most] });
  return new Map(items.map((item) => [item.id, item]));
};

/** The ids of entries that this device has already, among those of the batch and between them; null if there are many. */
const knownAmong = async (tx: Tx, made: readonly Made[]): Promise<ReadonlySet<number> | null> => {
  const { least, most } = span(made.map(({ row }) => row.id));
  const range = { from: least, to: most };
  if ((await tx.count('jobEntries', range)) > MOST_BETWEEN) {
    return null;
  }
  return new Set((await tx.list('jobEntries', range)).map(({ id }) => id));
};

const isUnchanged = (now: SyncItem | undefined, item: SyncItem): now is SyncItem =>
  now !== undefined &&
  now.wanted === null &&
  item.wanted === null &&
  now.frozen?.body === item.frozen?.body &&
  now.frozen?.path === item.frozen?.path;

/**
 * Ends new entries that were sent together and that nothing else on this device has to do with, which is what most of a day's work is: for
 * each the same as `finish`, with a few looks at all of them instead of some thirty at each. Returns the ids of those that it ended; the
 * others are left to `finish`.
 */
export const finishPlain = async (
  core: Core,
  tx: Tx,
  attempts: readonly Attempt[],
): Promise<{ readonly ended: ReadonlySet<string>; readonly events: readonly EngineEvent[] }> => {
  const none = { ended: new Set<string>(), events: [] };
  const [first, ...others] = attempts.filter(isMade);
  if (!first || others.length === 0) {
    return none;
  }
  const { userId, orgId } = first.item;
  const made = [first, ...others].flatMap(({ item, outcome }): Made[] =>
    outcome.kind === 'done' && outcome.row !== null ? [{ item, outcome, row: outcome.row }] : [],
  );
  if (!(await isViewOf(tx, userId)) || (await isPreRestore(tx, userId, first.epoch)) || !(await areUntouched(tx, userId, made))) {
    return none;
  }
  const [items, known, pulled] = await Promise.all([itemsOf(tx, userId, made), knownAmong(tx, made), pulledTo(tx, orgId)]);
  if (items === null || known === null) {
    return none;
  }
  const plain = made.flatMap(({ item, outcome, row }) => {
    const now = items.get(item.id);
    // A copy that is ahead of the answer and does not have the entry: it was deleted since.
    const isOvertaken = outcome.seq !== null && pulled >= outcome.seq;
    return isUnchanged(now, item) && !isOvertaken && !known.has(row.id) ? [{ now, outcome, row }] : [];
  });
  const sentAt = core.clock.now();
  await tx.removeAll(
    'syncQueue',
    plain.map(({ now }) => now.id),
  );
  await tx.removeAll(
    'jobEntries',
    plain.map(({ now }) => now.target),
  );
  await tx.putAll(
    'idMap',
    plain.map(({ now, row }) => ({ tempId: now.target, store: 'jobEntries', id: row.id, orgId })),
  );
  await tx.putAll(
    'jobEntries',
    plain.map(({ row }) => ({ ...row, organizationId: orgId })),
  );
  await tx.putAll(
    'sent',
    plain.map(({ now, row, outcome }) => ({
      id: now.id,
      userId,
      orgId,
      sentAt,
      item: now,
      recordId: row.id,
      isReplayed: outcome.isReplayed,
    })),
  );
  const mapped = { kind: 'mapped', made: plain.map(({ now, row }) => ({ tempId: now.target, id: row.id })) } as const;
  return {
    ended: new Set(plain.map(({ now }) => now.id)),
    events: [
      rowsChanged(
        'jobEntries',
        orgId,
        plain.map(({ row }) => row.id),
      ),
      mapped,
      QUEUE_CHANGED,
    ],
  };
};
