import { type Core, writeQueue } from '#client/offline/engine/core.ts';
import type { Frozen, SyncItem } from '#client/offline/storage/item.ts';
import { hasEarlier } from './dependencies.ts';
import type { Tx, WireRequest } from '#client/offline/engine/ports.ts';
import { addressOf } from '#client/offline/storage/paths.ts';
import { knownIds, mapFiles, mapIds } from './references.ts';

const REQUEST_TIMEOUT_MS = 30_000;
/** Older changes are shown to their user before they are sent (scenario 37). */
const OLD_MS = 180 * 86_400_000;
const LONGEST_PAUSE_MS = 86_400_000;

/** The dependency key that blocks a change from being sent; null if nothing does. */
export const blockedBy = async (tx: Tx, item: SyncItem): Promise<string | null> => {
  const known = await knownIds(tx, item.uses);
  const unknown = item.uses.find((tempId) => !known.has(tempId));
  if (unknown !== undefined) {
    return `made:${unknown}`;
  }
  for (const key of item.waitsFor) {
    if (await hasEarlier(tx, item, key)) {
      return key;
    }
  }
  return null;
};

/** Whether it is so old that its user has to confirm it first, and has not. */
export const isTooOld = (core: Core, item: SyncItem): boolean => !item.isConfirmedOld && core.clock.now() - item.timestamp > OLD_MS;

/** Whether it waits to be sent. So does a change that the server keeps failing on while others pass: it is retried now and then. */
export const isToBeSent = ({ status, reason }: SyncItem): boolean =>
  status === 'pending' || (status === 'attention' && reason === 'server-bug');

/** Whether its pause is over. */
export const isDue = (core: Core, item: SyncItem): boolean => {
  const wait = item.nextAttemptAt - core.clock.now();
  // After a clock was set back, waits would be too long: nothing waits longer than its longest pause.
  return wait <= 0 || (item.status === 'pending' && wait > LONGEST_PAUSE_MS);
};

/** The item if it still waits for this attempt's answer; undefined if another tab has taken it over or the user has decided. */
export const stillClaimed = async (tx: Tx, item: SyncItem): Promise<SyncItem | undefined> => {
  const now = await tx.get('syncQueue', item.id);
  const isSame = now?.status === 'sending' && now.attempt === item.attempt;
  return isSame ? now : undefined;
};

/** The body and address with real ids and the names of files. */
const finalContent = async (tx: Tx, item: SyncItem): Promise<Frozen> => {
  const ids = await knownIds(tx, [...item.uses, ...(item.jobId === null ? [] : [item.jobId]), item.target]);
  const real = (id: number): number => ids.get(id) ?? id;
  const names = new Map<string, string>();
  for (const sha256 of item.blobs) {
    const name = (await tx.get('blobs', sha256))?.uploaded?.name;
    if (name !== undefined) {
      names.set(sha256, name);
    }
  }
  const data = mapFiles(mapIds(item.data, real), (sha256) => names.get(sha256) ?? `blob:${sha256}`);
  const path = addressOf({ ...item, target: real(item.target), jobId: item.jobId === null ? null : real(item.jobId) });
  return { path, body: data === null ? null : JSON.stringify(data), baseVersion: item.baseVersion };
};

/**
 * Takes an item to send it, if it still waits, nothing blocks it and no other tab has it; otherwise returns undefined. `isAsked`: even if
 * it is backing off.
 */
export const claim = (core: Core, id: string, isAsked = false): Promise<SyncItem | undefined> =>
  writeQueue(core, async (tx) => {
    const item = await tx.get('syncQueue', id);
    if (!item) {
      return undefined;
    }
    const isFree = isToBeSent(item) && (isAsked || isDue(core, item));
    if (!isFree || (await blockedBy(tx, item)) !== null) {
      return undefined;
    }
    // Without files to be sent first, its content is known already: one transaction less for each change.
    const isSettled = item.frozen !== null || item.blobs.length > 0;
    const frozen = isSettled ? item.frozen : await finalContent(tx, item);
    const claimed: SyncItem = { ...item, frozen, status: 'sending', attempt: item.attempt + 1, reason: null };
    await tx.put('syncQueue', claimed);
    return claimed;
  });

/**
 * Writes down what is sent before it is sent; every attempt repeats it word for word. Returns undefined if the user discarded or changed
 * it while its files were on their way, if another tab has it, or if what it names must be offered again first because a new epoch began.
 */
export const freeze = async (core: Core, item: SyncItem): Promise<SyncItem | undefined> => {
  if (item.frozen !== null) {
    return item;
  }
  return writeQueue(core, async (tx) => {
    const now = await stillClaimed(tx, item);
    if (!now) {
      return undefined;
    }
    if ((await blockedBy(tx, now)) !== null) {
      await tx.put('syncQueue', { ...now, status: 'pending' });
      return undefined;
    }
    const frozen: SyncItem = { ...now, frozen: await finalContent(tx, now) };
    await tx.put('syncQueue', frozen);
    return frozen;
  });
};

/** The request of a frozen item, addressed to one epoch of the server: a server in another epoch refuses it. */
export const requestOf = (item: SyncItem, epoch: string | undefined): WireRequest => {
  const { frozen, method, id, userId, deviceId, baseVersion, operation } = item;
  if (frozen === null) {
    throw new Error(`The change ${id} was not frozen before it was sent.`);
  }
  const isVersioned = operation !== 'create' && baseVersion !== null && baseVersion > 0;
  return {
    method,
    path: frozen.path,
    headers: {
      'idempotency-key': id,
      'x-op-user': String(userId),
      'x-device': deviceId,
      ...(epoch === undefined ? {} : { 'x-server-epoch': epoch }),
      ...(frozen.body === null ? {} : { 'content-type': 'application/json' }),
      ...(isVersioned ? { 'if-match': `"${baseVersion}"` } : {}),
    },
    ...(frozen.body === null ? {} : { body: frozen.body }),
    timeoutMs: REQUEST_TIMEOUT_MS,
  };
};
