import { type Core, QUEUE_CHANGED, rowsChanged, tell, writeDurably } from '#client/offline/engine/core.ts';
import { changedPlace, createdPlace } from './entry-place.ts';
import { type AttentionReason, earlierVersion, neverLeft, type SyncItem } from '#client/offline/storage/item.ts';
import { FIRST_VERSION } from './match-created.ts';
import { about, itemsAbout, marksOf, using } from './dependencies.ts';
import { pickFields, resolved, sameValue } from './merge.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { canonicalData, canonicalId, canonicalJobId, knownId } from './references.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';
import { materialize } from '#client/offline/view/apply-pending.ts';
import { requireMade, type WriteIntent } from './write.ts';
import { addItem, cleanAfter, deleteAsSeen, dropDraft, dropItems, keepFiles, withContent } from './queue.ts';

type Data = Readonly<Record<string, unknown>>;

/** The user's own waiting item; undefined if it has gone meanwhile. Nobody decides about another's. */
const own = async (core: Core, tx: Tx, id: string): Promise<SyncItem | undefined> => {
  const item = await tx.get('syncQueue', id);
  return item?.userId === core.session.userId() ? item : undefined;
};

const change = async (core: Core, id: string, next: (item: SyncItem, tx: Tx) => Promise<SyncItem> | SyncItem): Promise<boolean> => {
  const item = await writeDurably(core, async (tx) => {
    const before = await own(core, tx, id);
    if (before) {
      await tx.put('syncQueue', await next(before, tx));
      await materialize(tx, before.userId, before.store, before.target);
    }
    return before;
  });
  if (item) {
    tell(core, rowsChanged(item.store, item.orgId), QUEUE_CHANGED);
  }
  return item !== undefined;
};

/** Tries it again as it is, at once. False if it is not there any more. */
export const retry = (core: Core, id: string): Promise<boolean> =>
  change(core, id, (item) =>
    item.status === 'sending' || item.reason === 'conflict'
      ? item
      : { ...item, status: 'pending', reason: null, lastError: null, nextAttemptAt: 0, isConfirmedOld: true },
  );

/** What an edited change brings besides its fields. */
export type Besides = Pick<WriteIntent, 'jobId' | 'files' | 'draft' | 'seen'>;

/**
 * Sends it again with another content, in the ids that screens show: under the same key, so that it cannot take effect twice even if the
 * content before arrives late. An entry may go to another job. `seen` is the record as the form showed it when it was opened; without it
 * the user is taken to have seen what is here now. False if it is not there any more; throws `MissingRecord` if what the content names is not.
 */
export const edit = (core: Core, id: string, data: Data, { jobId, files, draft, seen }: Besides = {}): Promise<boolean> =>
  change(core, id, async (item, tx) => {
    await keepFiles(core, tx, item.userId, item.orgId, files ?? []);
    await dropDraft(tx, draft);
    const canonical = await canonicalData(tx, data);
    const toJob = jobId === undefined ? null : await canonicalId(tx, 'jobs', jobId);
    await requireMade(tx, item.userId, canonical, toJob);
    await tellDeletion(tx, item, toJob === null ? canonical : { ...canonical, jobId: toJob });
    if (item.operation === 'update') {
      const changed = toJob === null ? canonical : { ...canonical, jobId: toJob };
      const before = item.data ?? {};
      const together = item.store === 'jobEntries' ? changedPlace(before, changed) : { ...before, ...changed };
      const content = { data: together, ...(await beneath(tx, item, Object.keys(changed), seen)) };
      return { ...withContent(item, content), isConfirmedOld: true };
    }
    if (item.store !== 'jobEntries') {
      return { ...withContent(item, { data: { ...item.data, ...canonical } }), isConfirmedOld: true };
    }
    const changes = toJob === null ? canonical : { ...canonical, jobId: toJob };
    const row = await tx.get(item.store, await knownId(tx, item.target));
    const { customerId } = await canonicalData(tx, pickFields(['customerId'], row ?? {}));
    return { ...withContent(item, createdPlace(item, changes, customerId)), isConfirmedOld: true };
  });

/** A deletion that comes after a change which its user decides about is of the record as they decided. */
const tellDeletion = async (tx: Tx, { userId, store, target, seq }: SyncItem, values: Data): Promise<void> => {
  for (const next of await itemsAbout(tx, userId, store, target)) {
    await (next.seq > seq ? deleteAsSeen(tx, next, values) : undefined);
  }
};

/** What a change with more fields stands on: in those, what its user saw; where a later change of his shows, what that was made on. */
const beneath = async (
  tx: Tx,
  item: SyncItem,
  names: readonly string[],
  seen?: LocalRow,
): Promise<Pick<SyncItem, 'base' | 'baseVersion'>> => {
  const added = names.filter((name) => !Object.hasOwn(item.base ?? {}, name));
  if (added.length === 0) {
    return { base: item.base, baseVersion: item.baseVersion };
  }
  const id = await knownId(tx, item.target);
  const row = seen ?? (await tx.get(item.store, id)) ?? (await tx.get('shadows', recordKey(item.store, id)))?.row;
  const shown: Data = row === undefined ? {} : await canonicalData(tx, row);
  const later = (await itemsAbout(tx, item.userId, item.store, item.target)).filter(({ seq }) => seq > item.seq);
  const covers = added.map((name) => [name, later.find(({ base }) => Object.hasOwn(base ?? {}, name))] as const);
  const base = { ...item.base, ...Object.fromEntries(covers.map(([name, by]) => [name, (by?.base ?? shown)[name] ?? null])) };
  // Whatever came after what he saw has to be compared, also what this change has already been put together with.
  const versions = [Math.max(1, row?.version ?? 1), ...covers.flatMap(([, by]) => by?.baseVersion ?? [])];
  const baseVersion = item.baseVersion === null ? null : versions.reduce(earlierVersion, item.baseVersion);
  return { base, baseVersion };
};

/** Sends an entry again, for another open job. */
export const move = (core: Core, id: string, jobId: number): Promise<boolean> => edit(core, id, {}, { jobId });

/**
 * A person has decided about every field that two changed: `mine` names those in which the value of this device counts. Sends what then
 * differs from the other side's; false if the change is not there any more. A deletion goes in any case.
 */
export const resolve = (core: Core, id: string, mine: ReadonlySet<string>): Promise<boolean> =>
  change(core, id, async (item, tx) => {
    const { conflict } = item;
    if (!conflict) {
      return item;
    }
    const { current, fields, merged } = conflict;
    if (item.operation === 'remove') {
      const seen = pickFields(Object.keys(item.base ?? {}), current);
      return withContent(item, { base: seen, baseVersion: Number(current['version']) });
    }
    const data = resolved(pickFields(merged, item.data), fields, current, (field) => mine.has(field));
    const decided = fields.map(({ field }) => field.split('.')[0] ?? '');
    await tellDeletion(tx, item, { ...pickFields(decided, current), ...data });
    return withContent(item, { data, base: pickFields(Object.keys(data), current), baseVersion: Number(current['version']) });
  });

/** Everything that would go with a change if it were discarded: what was made through it, such as the entries of a job. */
export const dependents = (core: Core, id: string): Promise<SyncItem[]> =>
  core.storage.read(['syncQueue', 'idMap'], async (tx) => {
    const item = await own(core, tx, id);
    if (!item || item.operation !== 'create' || (await tx.get('idMap', item.target))) {
      return [];
    }
    const found = [
      ...(await tx.list('syncQueue', marksOf(item.userId, using(item.target)))),
      ...(await tx.list('syncQueue', marksOf(item.userId, about(item.store, item.target)))),
    ];
    return [...new Map(found.filter((other) => other.id !== id).map((other) => [other.id, other])).values()];
  });

/** The server has said no for certain, so nothing of the change took effect; with any other reason an earlier attempt may have. */
const REFUSED: readonly (AttentionReason | null)[] = ['conflict', 'rejected', 'parent-gone', 'deleted', 'job-closed'];

/**
 * Later changes that were made on top of one that is thrown away go on from where that one began: what stood beneath it, their user never
 * saw. If it may have arrived after all, only the version makes the server compare.
 */
const rebase = async (tx: Tx, dropped: readonly SyncItem[]): Promise<void> => {
  for (const item of dropped.filter(({ operation }) => operation !== 'remove').sort((a, b) => b.seq - a.seq)) {
    // With a create that never took effect all that was made on top of it goes as well: what stays here stands on the record.
    const isMade = item.operation === 'create';
    const isUnsent = !isMade && (neverLeft(item) || (item.status === 'attention' && REFUSED.includes(item.reason)));
    for (const next of await itemsAbout(tx, item.userId, item.store, item.target)) {
      const isOnTop = (name: string): boolean => Object.hasOwn(item.data ?? {}, name) && sameValue(next.base?.[name], item.data?.[name]);
      const names = next.seq > item.seq ? Object.keys(next.base ?? {}).filter(isOnTop) : [];
      if (names.length > 0) {
        const base = isUnsent ? { ...next.base, ...pickFields(names, item.base) } : next.base;
        const versions = [isMade ? FIRST_VERSION : item.baseVersion, next.baseVersion].filter((version) => version !== null);
        await tx.put('syncQueue', { ...next, base, baseVersion: versions.length === 0 ? null : versions.reduce(earlierVersion) });
      }
    }
  }
};

/** Throws changes away, with what could only exist through them; ask first. Gives what was thrown away. */
export const discard = async (core: Core, ids: readonly string[]): Promise<SyncItem[]> => {
  const dropped = await writeDurably(core, async (tx) => {
    const items = (await Promise.all(ids.map((id) => own(core, tx, id)))).filter((item) => item !== undefined);
    const [first] = items;
    if (!first) {
      return [];
    }
    const gone = [...(await dropItems(tx, first.userId, items)).values()];
    await rebase(tx, gone);
    await cleanAfter(tx, first.userId, gone);
    return gone;
  });
  const stores = new Map<RecordStore, number>(dropped.map(({ store, orgId }) => [store, orgId]));
  tell(core, ...[...stores].map(([store, orgId]) => rowsChanged(store, orgId)), QUEUE_CHANGED);
  return dropped;
};

/** The record was deleted by somebody else: makes it anew, as this device shows it. `fields` are those that a create takes. */
export const recreate = async (core: Core, id: string, fields: readonly string[]): Promise<boolean> => {
  const done = await writeDurably(core, async (tx) => {
    const item = await own(core, tx, id);
    const shadow = item && (await tx.get('shadows', recordKey(item.store, await knownId(tx, item.target))));
    if (!item || item.operation !== 'update' || !shadow) {
      return undefined;
    }
    const row: LocalRow = { ...shadow.row, ...item.data };
    // Its 'No job yet' may have gone with it: it waits for a job again.
    const place = row['awaitsJob'] === true ? ['customerId', 'awaitsJob'] : [];
    const picked = Object.fromEntries([...fields, ...place].filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));
    await tx.remove('syncQueue', id);
    await rebase(tx, [item]);
    const jobId = item.store === 'jobEntries' && place.length === 0 ? await canonicalJobId(tx, row) : null;
    const { store, orgId, userId } = item;
    const data = await canonicalData(tx, picked);
    const made = await addItem(core, tx, {
      operation: 'create',
      store,
      orgId,
      userId,
      target: null,
      jobId,
      data,
      base: null,
      baseVersion: null,
    });
    await materialize(tx, userId, store, item.target);
    await materialize(tx, userId, store, made.target);
    return item;
  });
  if (done) {
    tell(core, rowsChanged(done.store, done.orgId), QUEUE_CHANGED);
  }
  return done !== undefined;
};
