import { type Core, writeQueue } from '#client/offline/engine/core.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import type { BlobRow } from '#client/offline/storage/stores.ts';

/** Older changes are shown to their user before they are sent (scenario 37). */
const OLD_MS = 180 * 86_400_000;
const LONGEST_PAUSE_MS = 86_400_000;
/** The server keeps a file that no entry names for two weeks; one that was sent longer ago is sent again. */
const FILE_KEPT_MS = 13 * 86_400_000;

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

/** Whether the server has all files that the change names, for as long as a change may take to follow them. */
export const areFilesKept = async (core: Core, tx: Tx, { orgId, blobs }: SyncItem): Promise<boolean> => {
  for (const sha256 of blobs) {
    const file = await tx.get('blobs', sha256);
    if (!file || !isFileKept(core, orgId, file)) {
      return false;
    }
  }
  return true;
};

export const isFileKept = (core: Core, orgId: number, { uploaded }: BlobRow): boolean =>
  uploaded !== undefined && uploaded.orgId === orgId && core.clock.now() - uploaded.at < FILE_KEPT_MS;

/**
 * Takes one change for something other than sending it, if it still waits and no other tab has it; otherwise returns undefined. `isAsked`:
 * even if it is backing off.
 */
export const claim = (core: Core, id: string, isAsked = false): Promise<SyncItem | undefined> =>
  writeQueue(core, async (tx) => {
    const item = await tx.get('syncQueue', id);
    const isFree = item !== undefined && isToBeSent(item) && (isAsked || isDue(core, item));
    if (!isFree) {
      return undefined;
    }
    // No attempt yet: only the change itself, or a failure over its files, is one.
    const claimed: SyncItem = { ...item, status: 'sending', reason: null };
    await tx.put('syncQueue', claimed);
    return claimed;
  });
