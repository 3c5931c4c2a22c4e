import { expect, test } from 'vitest';
import type { Core } from '#client/offline/engine/core.ts';
import { wipe } from '#client/offline/engine/hand-over.ts';
import { switchUser } from '#client/offline/engine/switch-user.ts';
import * as takeOver from '#client/offline/engine/take-over.ts';
import { createOwnView, endingIn } from '#client/offline/engine/own-view.ts';
import type { Bus, EngineEvent, Storage, Tx } from '#client/offline/engine/ports.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { memoryDatabase, memoryStorage } from '../sim/memory-storage.ts';
import { deviceCore } from './device-core.ts';

const OLGA = 1;
const BOB = 2;

const signIn = (core: Core, userId: number): Promise<void> => switchUser(core, userId, async () => takeOver);

const customer = (name: string): LocalRow => ({ id: 7, organizationId: 3, version: 1, businessName: name });

/** A device with a tab of Olga's; `becomes` is what other tabs do to its copy. */
const openTab = async (isDeaf = false) => {
  const db = memoryDatabase();
  const storage = memoryStorage(db);
  const core = deviceCore({ storage });
  const listeners: ((event: EngineEvent) => void)[] = [];
  const bus: Bus = {
    post: (event) => listeners.forEach((listener) => !isDeaf && listener(event)),
    listen: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const view = createOwnView(storage, bus);
  await view.open(OLGA, () => signIn(core, OLGA));
  db.tables.customers.set(7, customer("Olga's"));
  const read = () => view.storage.read(['customers'], (tx) => tx.list('customers', {}));
  const becomes = async (userId: number | null): Promise<void> => {
    await (userId === null ? wipe(core) : signIn(core, userId));
    if (userId !== null) {
      db.tables.customers.set(7, customer(userId === BOB ? "Bob's" : "Olga's"));
    }
    bus.post({ kind: 'view' });
  };
  return { db, view, read, becomes };
};

const endedBy = (ending: string) => expect.objectContaining({ name: 'ViewEnded', ending }) as unknown;

test('a tab reads the copy of its own user, and is notified when that is removed and restored', async () => {
  const { view, read, becomes } = await openTab();
  expect(await read()).toEqual([customer("Olga's")]);
  for (const [userId, ending] of [
    [null, 'signed-out'],
    [BOB, 'other-user'],
    [OLGA, null],
  ] as const) {
    await becomes(userId);
    await expect.poll(view.ending).toBe(ending);
  }
  expect(await read()).toEqual([customer("Olga's")]);
});

test('a tab that is not notified gets no row of a later user, and learns of the change by that', async () => {
  const { view, read, becomes } = await openTab(true);
  await becomes(BOB);
  expect(view.ending()).toBeNull();
  await expect(read()).rejects.toEqual(endedBy('other-user'));
  expect(view.ending()).toBe('other-user');
  // Only records are hidden: waiting changes are read by their user.
  expect(await view.storage.read(['syncQueue'], (tx) => tx.count('syncQueue', {}))).toBe(0);
});

test('the owner of the rows is checked in the very transaction that reads them, with one query more', async () => {
  const db = memoryDatabase();
  const plain = memoryStorage(db);
  const asked: string[] = [];
  const counted = (tx: Tx): Tx => ({ ...tx, get: (store, key) => (asked.push(`get ${store}`), tx.get(store, key)) });
  const read: Storage['read'] = (stores, work) => {
    asked.push('read');
    return plain.read(stores, (tx) => work(counted(tx)));
  };
  const view = createOwnView({ ...plain, read }, { post: () => undefined, listen: () => () => undefined });
  await view.open(OLGA, () => signIn(deviceCore({ storage: plain }), OLGA));
  await view.storage.read(['customers'], (tx) => tx.list('customers', {}));
  expect(asked).toEqual(['read', 'get meta']);
});

test('an emptied storage is not another user, and a tab that sets it up again never believes itself signed out', async () => {
  const { db, view, read } = await openTab();
  for (const table of Object.values(db.tables)) {
    table.clear();
  }
  await view.look();
  expect(view.ending()).toBe('storage-gone');
  const endings: unknown[] = [];
  view.subscribe(() => endings.push(view.ending()));
  await view.open(OLGA, async () => {
    await signIn(deviceCore({ storage: memoryStorage(db) }), OLGA);
    await view.look();
  });
  expect(endings).toEqual([null]);
  expect(await read()).toEqual([]);
});

test('the copy changes hands in one step: no other tab finds it without a user', async () => {
  const db = memoryDatabase();
  const plain = memoryStorage(db);
  const core = deviceCore({ storage: plain });
  await signIn(core, OLGA);
  const found: unknown[] = [];
  const watched = deviceCore({
    storage: {
      read: plain.read,
      write: async (stores, work, options) => {
        const result = await plain.write(stores, work, options);
        found.push(await plain.read(['meta'], (tx) => endingIn(tx, OLGA)));
        return result;
      },
    },
  });
  await signIn(watched, BOB);
  expect(new Set(found)).toEqual(new Set(['other-user']));
});

test('a tab without a user never ends', async () => {
  const { view, becomes } = await openTab();
  view.close();
  await becomes(BOB);
  await view.look();
  expect(view.ending()).toBeNull();
});
