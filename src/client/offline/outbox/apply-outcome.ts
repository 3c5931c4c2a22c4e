import { backoffMs, SET_ASIDE_AFTER, SET_ASIDE_MS } from './backoff.ts';
import { stillClaimed } from './claim.ts';
import { type Core, QUEUE_CHANGED, rowsChanged } from '#client/offline/engine/core.ts';
import type { Decision } from './decide.ts';
import { isPreRestore } from '#client/offline/engine/epoch.ts';
import { type AttentionReason, blobRef, isTempId, type LastError, type SyncItem, UNDONE_VERSION } from '#client/offline/storage/item.ts';
import { moveBase, noteMapping } from './match-created.ts';
import { itemsAbout } from './marks.ts';
import { merge, pickFields, plain, sameValue, withOwnBeside } from './merge.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import type { EngineEvent, Tx } from '#client/offline/engine/ports.ts';
import { canonicalData, mapFiles } from './references.ts';
import { canonicalId, knownId } from './known-ids.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';
import { isViewOf, keepServerCopy, applyPending } from '#client/offline/view/apply-pending.ts';
import { NO_ROOM } from './decide.ts';
import { addItem, deleteAsSeen, dropFiles, replaceItem, withContent, withDependencies } from './queue.ts';

type Data = Readonly<Record<string, unknown>>;

type Done = Extract<Decision, { kind: 'done' }>;

/** The number of the last change in the organization's copy, or in the copy once its current refill is done; both values begin with it. */
export const pulledTo = async (tx: Tx, orgId: number): Promise<number> => {
  const tokens = [await getMeta(tx, `cursor:${orgId}`), await getMeta(tx, `filling:${orgId}`)];
  return Math.max(...tokens.map((token) => Number.parseInt(token ?? '-1', 10)));
};

/** Stores what the server says of a record: as its server copy while changes wait, otherwise as the record itself. */
const putServerRow = async (tx: Tx, { store, orgId, userId, target }: SyncItem, row: LocalRow, seq: number | null): Promise<void> => {
  if (!(await isViewOf(tx, userId))) {
    return;
  }
  const server = { ...row, organizationId: orgId };
  const key = recordKey(store, row.id);
  const serverCopy = await tx.get('shadows', key);
  // A repeated answer may be older than what was pulled since. A row that only shows what waits says nothing of the server.
  const here = await tx.get(store, row.id);
  const known = serverCopy?.row ?? (here?.sync === undefined ? here : undefined);
  // The copy is ahead of this answer and does not have the record: it was deleted since.
  const isOvertaken = (known === undefined || serverCopy?.isGone === true) && seq !== null && (await pulledTo(tx, orgId)) >= seq;
  // After 30 days an answer is rebuilt from the record; for a record that is gone it has only the id.
  const isGone = isOvertaken || !Object.hasOwn(row, 'version');
  const isNewer = known === undefined || known.isStale === true || row.version >= known.version;
  if ((await itemsAbout(tx, userId, store, target)).length > 0) {
    await tx.put('shadows', {
      key,
      store,
      id: row.id,
      organizationId: orgId,
      row: isNewer ? server : known,
      ...(isGone ? { isGone } : {}),
    });
    return;
  }
  await (isGone ? tx.remove(store, row.id) : tx.put(store, isNewer ? server : known));
  if (serverCopy) {
    await tx.remove('shadows', key);
  }
};

/** What the user now wants, as a record of the server would say it. */
const wantedOf = ({ wanted, operation, store, data, jobId }: SyncItem): SyncItem['wanted'] =>
  wanted ?? (operation === 'create' && store === 'jobEntries' && jobId !== null ? { ...data, jobId } : data);

/**
 * The names that no later change of the record sets. A later change that sets one holds what the user now wants; its base becomes
 * `ground`.
 */
const notSetLater = async (
  tx: Tx,
  { userId, store, target }: SyncItem,
  names: readonly string[],
  { theirs, ground }: { readonly theirs: Data; readonly ground: Data },
): Promise<string[]> => {
  const open = new Set(names);
  for (const next of await itemsAbout(tx, userId, store, target)) {
    if (next.operation === 'remove') {
      await deleteAsSeen(tx, next, pickFields([...open], theirs));
      return [];
    }
    const again = [...open].filter((name) => Object.hasOwn(next.data ?? {}, name));
    if (again.length > 0) {
      again.forEach((name) => open.delete(name));
      await tx.put('syncQueue', { ...next, base: { ...next.base, ...pickFields(again, ground) } });
    }
  }
  return [...open];
};

/** What the user saw in fields that they added to a change after it had left: the answer to what was sent says nothing about those. */
const unsentGround = ({ operation, base }: SyncItem, { frozen }: SyncItem): Data => {
  const sent: Data = operation === 'update' && frozen?.body ? (JSON.parse(frozen.body) as Data) : { ...base };
  const added = Object.keys(base ?? {}).filter((name) => !Object.hasOwn(sent, name));
  return pickFields(added, base);
};

/** Queues the difference between what was `sent` and what the user now wants as a change of its own. */
const addWanted = async (core: Core, tx: Tx, item: SyncItem, sent: SyncItem, row: LocalRow): Promise<void> => {
  const { wanted, store, orgId, userId, target } = item;
  const theirs = await canonicalData(tx, row);
  const differing = Object.keys(wanted ?? {}).filter((name) => !sameValue(wanted?.[name], theirs[name]));
  const ground: Data = { ...theirs, ...unsentGround(item, sent) };
  const names = differing.length === 0 ? [] : await notSetLater(tx, item, differing, { theirs, ground });
  if (names.length === 0) {
    return;
  }
  const jobId = store === 'jobEntries' && typeof row['jobId'] === 'number' ? await canonicalId(tx, 'jobs', row['jobId']) : item.jobId;
  const [data, base] = [pickFields(names, wanted), pickFields(names, ground)];
  const baseVersion = names.every((name) => sameValue(ground[name], theirs[name])) ? row.version : UNDONE_VERSION;
  await addItem(core, tx, { operation: 'update', store, orgId, userId, target, jobId, data, base, baseVersion });
  await keepServerCopy(tx, store, row.id);
};

const recordIdOf = async (tx: Tx, { target }: SyncItem, row: LocalRow | null): Promise<number | null> => {
  const id = row?.id ?? (await knownId(tx, target));
  return isTempId(id) ? null : id;
};

/** The item with its files under the names that the server gave them, since their bytes are not kept here. */
const withFileNames = async (tx: Tx, item: SyncItem): Promise<SyncItem> => {
  const names = new Map<string, string>();
  for (const sha256 of item.blobs) {
    names.set(sha256, (await tx.get('blobs', sha256))?.uploaded?.name ?? blobRef(sha256));
  }
  return names.size === 0 ? item : withDependencies({ ...item, data: mapFiles(item.data, (sha256) => names.get(sha256) ?? sha256) });
};

/**
 * Ends a change that took effect: the id mapping, the server's row, the end of the item and its place among what was sent. `epoch` is the
 * one in which the server answered. Returns null if that epoch is over; then the item has to wait as before.
 */
export const finish = async (
  core: Core,
  tx: Tx,
  item: SyncItem,
  { row, isReplayed, seq }: Omit<Done, 'kind'>,
  epoch: string | undefined,
): Promise<EngineEvent[] | null> => {
  if (await isPreRestore(tx, item.userId, epoch)) {
    return null;
  }
  // It took effect, whichever tab sent it, so the attempt is not compared.
  const now = await tx.get('syncQueue', item.id);
  if (!now) {
    return [];
  }
  await tx.remove('syncQueue', item.id);
  if (now.operation === 'create' && row) {
    await noteMapping(tx, now, row.id);
  }
  if (row) {
    await moveBase(tx, item, row.version);
    await putServerRow(tx, now, row, seq);
    // It was changed while this answer was on its way: the answer is about what was sent, and the rest follows.
    const isAsSent = now.frozen?.body === item.frozen?.body && now.frozen?.path === item.frozen?.path;
    await addWanted(core, tx, isAsSent ? now : { ...now, wanted: wantedOf(now) }, item, row);
  } else {
    await forget(tx, now);
  }
  const recordId = await recordIdOf(tx, now, row);
  const { store, orgId, userId, target } = now;
  const kept = await withFileNames(tx, now);
  await tx.put('sent', { id: now.id, userId, orgId, sentAt: core.clock.now(), item: kept, recordId, isReplayed });
  await applyPending(tx, userId, store, target);
  await dropFiles(tx, now.blobs);
  const mapped = now.operation === 'create' && row ? ({ kind: 'mapped', made: [{ tempId: target, id: row.id }] } as const) : null;
  return [rowsChanged(store, orgId, [row?.id ?? target]), ...(mapped ? [mapped] : []), QUEUE_CHANGED];
};

/** A deletion took effect: other waiting changes of the record will learn it from the server. */
const forget = async (tx: Tx, { store, target }: SyncItem): Promise<void> => {
  const id = await knownId(tx, target);
  const serverCopy = await tx.get('shadows', recordKey(store, id));
  await (serverCopy ? tx.put('shadows', { ...serverCopy, isGone: true }) : tx.remove(store, id));
};

/** What becomes of a change that still waits for this attempt's answer; undefined: what it was before. */
export type Next = (now: SyncItem, tx: Tx) => Promise<SyncItem> | SyncItem;

/** Gives a claimed change its next state, unless another tab has it or its user has decided. */
export const settleClaimed = async (tx: Tx, item: SyncItem, next: Next): Promise<EngineEvent[]> => {
  const now = await stillClaimed(tx, item);
  if (now) {
    await replaceItem(tx, now, await next(now, tx));
    await applyPending(tx, now.userId, now.store, now.target);
  }
  return [rowsChanged(item.store, item.orgId), QUEUE_CHANGED];
};

/** The server refused it: it stays, with the reason. */
export const setAsideFor =
  (reason: AttentionReason, lastError: LastError | null): Next =>
  (now) => ({ ...now, status: 'attention', reason, lastError });

/** Puts it back into the queue as it was: no answer from our server, or an answer about something else. */
export const requeued =
  (core: Core, notBeforeMs = 0): Next =>
  (now) => ({ ...now, status: 'pending', nextAttemptAt: notBeforeMs === 0 ? now.nextAttemptAt : core.clock.now() + notBeforeMs });

/**
 * The server failed over it: tries again later, and sets it aside when the server keeps failing over this change alone. Attempts that a
 * person asked for are not counted, so pressing Sync again and again during an outage does not put off what waits.
 */
export const failedWith =
  (
    core: Core,
    { error: lastError, retryAfterMs }: { readonly error: LastError; readonly retryAfterMs: number | null },
    { othersPass, isAsked }: { readonly othersPass: boolean; readonly isAsked: boolean },
  ): Next =>
  (now) => {
    const retryCount = isAsked ? Math.max(now.retryCount, 1) : now.retryCount + 1;
    // A change without room on the server waits for it, however long, and says so.
    const isSetAside = retryCount >= SET_ASIDE_AFTER && othersPass && lastError.code !== NO_ROOM;
    const wait = isSetAside ? SET_ASIDE_MS : (retryAfterMs ?? backoffMs(retryCount, core.random.fraction()));
    const next = { ...now, retryCount, lastError, nextAttemptAt: core.clock.now() + wait };
    return isSetAside ? { ...next, status: 'attention', reason: 'server-bug' } : { ...next, status: 'pending', reason: null };
  };

/** The server already has earlier content under this key: sends exactly that once more, to get its answer. */
export const withEarlierContent: Next = (now) => ({
  ...now,
  status: 'pending',
  nextAttemptAt: 0,
  wanted: wantedOf(now),
  frozen: now.tried.at(-1) ?? null,
  tried: now.tried.slice(0, -1),
});

/** A deletion applies to what its user saw; if anything else changed, they are asked. Older apps did not note what was seen. */
const unlessChanged = (item: SyncItem, theirs: Data): SyncItem => {
  const [seen, now] = [withOwnBeside(item.base ?? {}), withOwnBeside(theirs)];
  const isEntered = (name: string): boolean => Object.hasOwn(item.base ?? {}, name.split('.')[0] ?? '');
  const names = new Set([...Object.keys(seen), ...Object.keys(now)].filter(isEntered));
  const fields = [...names]
    .filter((name) => !sameValue(seen[name], now[name]))
    .map((field) => ({ field, base: plain(seen[field]), mine: null, theirs: plain(now[field]) }));
  return fields.length === 0
    ? withContent(item, { baseVersion: Number(theirs['version']) })
    : { ...withContent(item, {}), status: 'attention', reason: 'conflict', conflict: { fields, current: theirs, merged: [] } };
};

/** Someone else changed the record: merges field by field, or asks the user with both values (specification 2.5). */
export const mergedWith =
  (current: LocalRow): Next =>
  async (now, tx) => {
    const { store, orgId } = now;
    const key = recordKey(store, current.id);
    const row = { ...current, organizationId: orgId };
    const serverCopy = await tx.get('shadows', key);
    if ((await isViewOf(tx, now.userId)) && (!serverCopy || serverCopy.row.isStale === true || current.version >= serverCopy.row.version)) {
      await tx.put('shadows', { key, store, id: current.id, organizationId: orgId, row });
    }
    const theirs = await canonicalData(tx, current);
    if (now.operation === 'remove') {
      return unlessChanged(now, theirs);
    }
    const { data, conflicts } = merge(now.base ?? {}, now.data ?? {}, theirs);
    if (conflicts.length > 0) {
      const conflict = { fields: conflicts, current: theirs, merged: Object.keys(data) };
      return { ...withContent(now, { data: now.data }), status: 'attention', reason: 'conflict', conflict };
    }
    return withContent(now, { data, base: pickFields(Object.keys(data), theirs), baseVersion: current.version });
  };
