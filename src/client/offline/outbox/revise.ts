import { type Core, QUEUE_CHANGED, rowsChanged, notify, writeDurably } from '#client/offline/engine/core.ts';
import { changedPlace, createdPlace } from './entry-place.ts';
import { type AttentionReason, earlierVersion, neverLeft, type SyncItem } from '#client/offline/storage/item.ts';
import { FIRST_VERSION } from './match-created.ts';
import { itemsAbout } from './marks.ts';
import { pickFields, sameValue } from './merge.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { canonicalData } from './references.ts';
import { canonicalId, knownId } from './known-ids.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';
import { applyPending } from '#client/offline/view/apply-pending.ts';
import { requireMade, withoutLostRun } from './require-made.ts';
import type { WriteIntent } from './write.ts';
import { cleanAfter, deleteAsSeen, dropDraft, dropItems, keepFiles, replaceItem, withContent } from './queue.ts';

type Data = Readonly<Record<string, unknown>>;

/** The user's own waiting item; undefined if it is gone. Nobody decides about another user's. */
export const own = async (core: Core, tx: Tx, id: string): Promise<SyncItem | undefined> => {
  const item = await tx.get('syncQueue', id);
  return item?.userId === core.session.userId() ? item : undefined;
};

/** Gives the user's own waiting item its next state. False if it is gone. */
export const change = async (core: Core, id: string, next: (item: SyncItem, tx: Tx) => Promise<SyncItem> | SyncItem): Promise<boolean> => {
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
    await tellDeletion(tx, item, toJob === null ? canonical : { ...canonical, jobId: toJob });
    if (item.operation === 'update') {
      const changed = toJob === null ? canonical : { ...canonical, jobId: toJob };
      const before = item.data ?? {};
      const together = item.store === 'jobEntries' ? changedPlace(before, changed) : { ...before, ...changed };
      const content = { data: together, ...(await baseFor(tx, item, Object.keys(changed), seen)) };
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

/**
 * A deletion that follows a change which its user is deciding about applies to the record as decided, but for what their changes in between
 * set: of that the deletion's user has seen what those say.
 */
export const tellDeletion = async (tx: Tx, { userId, store, target, seq }: SyncItem, values: Data): Promise<void> => {
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

/** With these reasons the server has certainly refused it, so nothing of it took effect; with any other, an earlier attempt may have. */
const REFUSED: readonly (AttentionReason | null)[] = ['conflict', 'rejected', 'parent-gone', 'deleted', 'job-closed'];

/**
 * Later changes on top of a discarded one are rebased to where that one began, since their user never saw what was beneath it. If the
 * discarded change may have arrived after all, only its version makes the server compare.
 */
export const rebase = async (tx: Tx, dropped: readonly SyncItem[]): Promise<void> => {
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
