import { type Core, writeLightly } from '#client/offline/engine/core.ts';
import { itemsAbout } from '#client/offline/outbox/marks.ts';
import { getMeta } from '#client/offline/storage/meta.ts';
import { applyRole } from '#client/offline/pull/money.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { canonicalId } from '#client/offline/outbox/known-ids.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { type LocalRow, recordKey } from '#client/offline/storage/stores.ts';
import { applyPending } from './apply-pending.ts';

/** Whether any change of the user waits; otherwise every row is simply put. */
const anyWaiting = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.count('syncQueue', { index: 'byUser', from: [userId, 0], to: [userId, Infinity], limit: 1 })) > 0;

/** Puts a row of the server in its place, under this user's waiting changes; a version older than the one here is ignored. */
const putRow = async (tx: Tx, userId: number, store: RecordStore, orgId: number, row: LocalRow, hasWaiting: boolean) => {
  const server = { ...row, organizationId: orgId };
  const isNewer = (before: LocalRow | undefined): boolean =>
    before === undefined || before.isStale === true || row.version >= before.version;
  if (hasWaiting) {
    const target = await canonicalId(tx, store, row.id);
    if ((await itemsAbout(tx, userId, store, target)).length > 0) {
      const key = recordKey(store, row.id);
      const serverCopy = await tx.get('shadows', key);
      await tx.put('shadows', {
        key,
        store,
        id: row.id,
        organizationId: orgId,
        row: isNewer(serverCopy?.row) ? server : (serverCopy?.row ?? server),
      });
      await applyPending(tx, userId, store, row.id);
      return;
    }
  }
  const before = await tx.get(store, row.id);
  if (isNewer(before)) {
    await tx.put(store, server);
  }
};

/**
 * Puts rows of one store, each id once. All at once: one after the other, a phone would spend most of its time waiting for its own
 * storage.
 */
export const putRows = async (tx: Tx, userId: number, store: RecordStore, orgId: number, rows: readonly LocalRow[]): Promise<void> => {
  if (rows.length === 0) {
    return;
  }
  for (const row of store === 'organizations' ? rows : []) {
    await applyRole(tx, row);
  }
  const hasWaiting = await anyWaiting(tx, userId);
  await Promise.all(rows.map((row) => putRow(tx, userId, store, orgId, row, hasWaiting)));
};

/** Removes a row that the server no longer has. */
export const removeRow = async (tx: Tx, userId: number, store: RecordStore, id: number): Promise<void> => {
  const serverCopy = await tx.get('shadows', recordKey(store, id));
  if (serverCopy) {
    await tx.put('shadows', { ...serverCopy, isGone: true });
    await applyPending(tx, userId, store, id);
    return;
  }
  await tx.remove(store, id);
};

/** Keeps rows that a screen has fetched by itself, such as old entries, so that they can be changed and are available offline. */
export const keepRows = (core: Core, userId: number, store: RecordStore, orgId: number, rows: readonly LocalRow[]): Promise<void> =>
  writeLightly(core, async (tx) => {
    if ((await getMeta(tx, 'viewOf')) !== userId) {
      return;
    }
    await putRows(tx, userId, store, orgId, rows);
  });
