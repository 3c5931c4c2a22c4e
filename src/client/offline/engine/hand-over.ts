import { forgetCursors, getMeta, putMeta } from '#client/offline/storage/meta.ts';
import { forgetMoney } from '#client/offline/pull/money.ts';
import { RECORD_STORES, type RecordStore } from '#client/offline/storage/record-stores.ts';
import { type Core, notify, rowsChanged, writeDurably } from './core.ts';
import type { Tx } from './ports.ts';

// Fetched when a device changes hands, which hardly a start does.

const emptyStore = async (tx: Tx, store: RecordStore | 'shadows'): Promise<void> => {
  for (const row of await tx.list(store, {})) {
    await tx.remove(store, 'key' in row && typeof row['key'] === 'string' ? row['key'] : row.id);
  }
};

/** Gives the device its id, once. */
const nameDevice = async (core: Core, tx: Tx): Promise<void> => {
  if (!(await getMeta(tx, 'counters'))) {
    await putMeta(tx, 'counters', { seq: 0, lastTempId: 0, deviceId: core.random.uuid() });
  }
};

/**
 * Empties the record stores, as logging out must (specification 2.22), and hands them to the next user if there is one. The queue and its
 * files stay. All in one transaction, since other tabs take a copy without a user for a sign-out.
 */
export const handOver = async (core: Core, next: number | null, isStill = (): boolean => true): Promise<void> => {
  await writeDurably(core, async (tx) => {
    // By the time a sleeping tab gets here, someone may have signed in again.
    if (!isStill()) {
      return;
    }
    await forgetCursors(tx);
    await forgetMoney(tx);
    for (const store of [...RECORD_STORES, 'shadows'] as const) {
      await emptyStore(tx, store);
    }
    if (next === null) {
      await tx.remove('meta', 'viewOf');
    } else {
      await nameDevice(core, tx);
      await putMeta(tx, 'viewOf', next);
    }
  });
  notify(core, ...RECORD_STORES.map((store) => rowsChanged(store, 0)), { kind: 'queue' });
};

/** Empties the copy; it belongs to nobody afterwards. */
export const wipe = (core: Core, isStill?: () => boolean): Promise<void> => handOver(core, null, isStill);
