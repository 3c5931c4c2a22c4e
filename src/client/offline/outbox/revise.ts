import { sharesFuel } from '#shared/domain/shared-run.ts';
import { type Core, QUEUE_CHANGED, rowsChanged, notify, writeDurably } from '#client/offline/engine/core.ts';
import { changedPlace, createdPlace } from './entry-place.ts';
import { type AttentionReason, earlierVersion, neverLeft, type SyncItem } from '#client/offline/storage/item.ts';
import { FIRST_VERSION } from './match-created.ts';
import { itemsAbout, about, withKey, using } from './marks.ts';
import { pickFields, resolved, sameValue } from './merge.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { canonicalData, canonicalJobId } from './references.ts';
import { canonicalId, knownId } from './known-ids.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';
import { applyPending } from '#client/offline/view/apply-pending.ts';
import { requireMade, withoutLostRun } from './require-made.ts';
import type { WriteIntent } from './write.ts';
import {
  addItem,
  cleanAfter,
  deleteAsSeen,
  dropDraft,
  dropFiles,
  dropItems,
  existsThrough,
  keepFiles,
  replaceItem,
  withContent,
} from './queue.ts';

type Data = Readonly<Record<string, unknown>>;

/** The user's own waiting item; undefined if it is gone. Nobody decides about another user's. */
const own = async (core: Core, tx: Tx, id: string): Promise<SyncItem | undefined> => {
  const item = await tx.get('syncQueue', id);
  return item?.userId === core.session.userId() ? item : undefined;
};

const change = async (core: Core, id: string, next: (item: SyncItem, tx: Tx) => Promise<SyncItem> | SyncItem): Promise<boolean> => {
  const item = await writeDurably(core, async (tx) => {
    const before = await own(core, tx, id);
    if (before) {
      await replaceItem(tx, before, await next(before, tx));
      await applyPending(tx, before.userId, before.store, before.target);
    }
    return before;
  });
  if (item) {
    notify(core, rowsChanged(item.store, item.orgId), QUEUE_CHANGED);
  }
  return item !== undefined;
};

/** Tries it again as it is, at once. False if it is no longer there. */
export const retry = (core: Core, id: string): Promise<boolean> =>
  change(core, id, (item) =>
    item.status === 'sending' || item.reason === 'conflict'
      ? item
      : { ...item, status: 'pending', reason: null, lastError: null, nextAttemptAt: 0, isConfirmedOld: true },
  );

/** What an edited change may bring along with its fields. */
export type EditOptions = Pick<WriteIntent, 'jobId' | 'files' | 'draft' | 'seen'>;

/**
 * Sends it again with different content, in the ids that screens show. It keeps its key, so it cannot take effect twice even if the
 * earlier content arrives late. An entry may move to another job. `seen` is the record as the form showed it when it was opened; without
 * it the user is taken to have seen what is here now. Returns false if the change is no longer there; throws `MissingRecord` if the
 * content names a record that is not.
 */
export const edit = (core: Core, id: string, data: Data, { jobId, files, draft, seen }: EditOptions = {}): Promise<boolean> =>
  change(core, id, async (item, tx) => {
    await keepFiles(core, tx, item.userId, item.orgId, files ?? []);
    await dropDraft(tx, draft);
    const canonical = await withoutLostRun(tx, item.userId, await canonicalData(tx, data));
    const toJob = jobId === undefined ? null : await canonicalId(tx, 'jobs', jobId);
    await requireMade(tx, item.userId, canonical, toJob);
    const changes = toJob === null ? canonical : { ...canonical, jobId: toJob };
    await tellDeletion(tx, item, changes);
    return { ...withContent(item, await editedContent(tx, item, changes, seen)), isConfirmedOld: true };
  });

const editedContent = async (tx: Tx, item: SyncItem, changes: Data, seen?: LocalRow): Promise<Parameters<typeof withContent>[1]> => {
  const { store, operation, data } = item;
  if (store === 'jobEntries' && operation === 'create') {
    const row = await tx.get(store, await knownId(tx, item.target));
    const { customerId } = await canonicalData(tx, pickFields(['customerId'], row));
    return createdPlace(item, changes, customerId);
  }
  const together = store === 'jobEntries' ? changedPlace(data ?? {}, changes) : { ...data, ...changes };
  return operation === 'update' ? { data: together, ...(await baseFor(tx, item, Object.keys(changes), seen)) } : { data: together };
};

/**
 * A deletion that follows a change which its user is deciding about applies to the record as decided, but for what their changes in between
 * set: of that the deletion's user has seen what those say.
 */
const tellDeletion = async (tx: Tx, { userId, store, target, seq }: SyncItem, values: Data): Promise<void> => {
  const decided = new Map(Object.entries(values));
  for (const next of (await itemsAbout(tx, userId, store, target)).filter((each) => each.seq > seq)) {
    await deleteAsSeen(tx, next, Object.fromEntries(decided));
    Object.keys(next.data ?? {}).forEach((name) => decided.delete(name));
  }
};

/** The base of a change with more fields: in those, what its user saw; where a later change of theirs sets one, that change's base. */
const baseFor = async (
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
  // Whatever came after what they saw has to be compared, including what this change has already been merged with.
  const versions = [Math.max(1, row?.version ?? 1), ...covers.flatMap(([, by]) => by?.baseVersion ?? [])];
  const baseVersion = item.baseVersion === null ? null : versions.reduce(earlierVersion, item.baseVersion);
  return { base, baseVersion };
};

/** Sends an entry again, for another open job. */
export const move = (core: Core, id: string, jobId: number): Promise<boolean> => edit(core, id, {}, { jobId });

/**
 * A person has decided every conflicting field: `mine` names those in which this device's value counts. Sends what then differs from the
 * other side. Returns false if the change is no longer there. A deletion is sent in any case.
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

/** Everything that would be discarded together with a change because it exists through it, such as the entries of a job. */
export const dependents = (core: Core, id: string): Promise<SyncItem[]> =>
  core.storage.read(['syncQueue', 'idMap'], async (tx) => {
    const item = await own(core, tx, id);
    if (!item || item.operation !== 'create' || (await tx.get('idMap', item.target))) {
      return [];
    }
    const found = [
      ...(await tx.list('syncQueue', withKey(item.userId, using(item.target)))),
      ...(await tx.list('syncQueue', withKey(item.userId, about(item.store, item.target)))),
    ];
    const others = found.filter((other) => other.id !== id && existsThrough(item, other));
    return [...new Map(others.map((other) => [other.id, other])).values()];
  });

/** With these reasons the server has certainly refused it, so nothing of it took effect; with any other, an earlier attempt may have. */
const REFUSED: readonly (AttentionReason | null)[] = ['conflict', 'rejected', 'parent-gone', 'deleted', 'job-closed'];

/**
 * Later changes on top of a discarded one are rebased to where that one began, since their user never saw what was beneath it. If the
 * discarded change may have arrived after all, only its version makes the server compare.
 */
const rebase = async (tx: Tx, dropped: readonly SyncItem[]): Promise<void> => {
  for (const item of dropped.filter(({ operation }) => operation !== 'remove').sort((a, b) => b.seq - a.seq)) {
    // If a create never took effect, everything on top of it is discarded too; so what remains here is based on the record itself.
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

const anyItem = (): boolean => true;

/**
 * Discards changes, with what can only exist through them; ask first. Returns what was discarded. With a condition only those that meet it,
 * in the same transaction.
 */
export const discard = async (core: Core, ids: readonly string[], isMeant: (item: SyncItem) => boolean = anyItem): Promise<SyncItem[]> => {
  const dropped = await writeDurably(core, async (tx) => {
    const items = (await Promise.all(ids.map((id) => own(core, tx, id)))).filter(
      (item): item is SyncItem => item !== undefined && isMeant(item),
    );
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
  const runsIn = stores.get('runs');
  if (runsIn !== undefined) {
    // Their entries stay, without them.
    stores.set('jobEntries', runsIn);
  }
  notify(core, ...[...stores].map(([store, orgId]) => rowsChanged(store, orgId)), QUEUE_CHANGED);
  return dropped;
};

/** Someone else deleted the record: creates it again as this device shows it. `fields` are those that a create takes. */
export const recreate = async (core: Core, id: string, fields: readonly string[]): Promise<boolean> => {
  const done = await writeDurably(core, async (tx) => {
    const item = await own(core, tx, id);
    const serverCopy = item && (await tx.get('shadows', recordKey(item.store, await knownId(tx, item.target))));
    if (!item || item.operation !== 'update' || !serverCopy) {
      return undefined;
    }
    // A share of the fuel of its run would count as typed, and end the sharing: the new entry gets one of its own.
    const run = await tx.get('runs', Number(serverCopy.row['runId'] ?? 0));
    const row: LocalRow = { ...serverCopy.row, ...(run && sharesFuel(run) ? { fuel: undefined } : {}), ...item.data };
    // Its 'No job yet' may have been deleted with it: it waits for a job again.
    const place = row['awaitsJob'] === true ? ['customerId', 'awaitsJob'] : [];
    const picked = pickFields(
      [...fields, ...place].filter((name) => row[name] !== undefined),
      row,
    );
    await tx.remove('syncQueue', id);
    await rebase(tx, [item]);
    const jobId = item.store === 'jobEntries' && place.length === 0 ? await canonicalJobId(tx, row) : null;
    const { store, orgId, userId } = item;
    const content = { jobId, data: await canonicalData(tx, picked), base: null, baseVersion: null };
    const made = await addItem(core, tx, { operation: 'create', store, orgId, userId, target: null, ...content });
    await applyPending(tx, userId, store, item.target);
    await applyPending(tx, userId, store, made.target);
    await dropFiles(tx, item.blobs);
    return item;
  });
  if (done) {
    notify(core, rowsChanged(done.store, done.orgId), QUEUE_CHANGED);
  }
  return done !== undefined;
};
