import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANGE_STORES, type Core } from '#client/offline/engine/core.ts';
import { keepRows, removeRow } from '#client/offline/view/server-rows.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { materialize } from '#client/offline/view/apply-pending.ts';
import { write } from '#client/offline/outbox/write.ts';
import { openedCore, queueOf } from './device-core.ts';

const USER = 1;
const ORG = 1;
const ID = 5;
const RELAXED = { durability: 'relaxed' } as const;
const FIELDS = ['name', 'address', 'phoneNumber'] as const;

const customer = (version: number, more: object = {}): LocalRow => ({
  id: ID,
  organizationId: ORG,
  version,
  name: `name ${version}`,
  address: `address ${version}`,
  phoneNumber: null,
  ...more,
});

/** What may happen to one record on a device: an answer of the server (perhaps an old one), or a change of the user. */
type Deed =
  | { readonly kind: 'pull'; readonly version: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'change'; readonly field: (typeof FIELDS)[number] }
  | { readonly kind: 'delete' };

const pull = fc.record({ kind: fc.constant('pull' as const), version: fc.integer({ min: 2, max: 9 }) });
const change = fc.record({ kind: fc.constant('change' as const), field: fc.constantFrom(...FIELDS) });
const deeds = fc.array(fc.oneof({ weight: 3, arbitrary: pull }, { weight: 4, arbitrary: change }), { maxLength: 12 });

const opened = async (): Promise<Core> => {
  const core = await openedCore();
  await keepRows(core, USER, 'customers', ORG, [customer(1)]);
  return core;
};

const shown = (core: Core): Promise<LocalRow | undefined> => core.storage.read(['customers'], (tx) => tx.get('customers', ID));

const doOne = async (core: Core, deed: Deed, number: number): Promise<void> => {
  switch (deed.kind) {
    case 'pull':
      await keepRows(core, USER, 'customers', ORG, [customer(deed.version)]);
      return;
    case 'gone':
      await core.storage.write(CHANGE_STORES, (tx) => removeRow(tx, USER, 'customers', ID), RELAXED);
      return;
    case 'change': {
      const data = { [deed.field]: `mine ${number}` };
      await write(core, { operation: 'update', store: 'customers', orgId: ORG, id: ID, data });
      return;
    }
    case 'delete':
      await write(core, { operation: 'remove', store: 'customers', orgId: ORG, id: ID });
  }
};

/** The newest row of the server with the user's changes on top, in their order: said anew, from what was done. */
const expectedOf = (list: readonly Deed[]): LocalRow => {
  const version = Math.max(1, ...list.map((deed) => (deed.kind === 'pull' ? deed.version : 1)));
  const mine = list.flatMap((deed, number) => (deed.kind === 'change' ? [{ [deed.field]: `mine ${number}` }] : []));
  return Object.assign({}, customer(version), ...mine, mine.length > 0 ? { sync: 'waiting' } : {}) as LocalRow;
};

test('a record shows what the server last said with all waiting changes on top, in whatever order pulls and changes came', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (list) => {
      const core = await opened();
      for (const [number, deed] of list.entries()) {
        await doOne(core, deed, number);
      }
      expect(await shown(core)).toEqual(expectedOf(list));
    }),
    { numRuns: 80 },
  );
});

test('when pulls come is all the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 6 }),
      fc.array(pull, { maxLength: 5 }),
      fc.infiniteStream(fc.boolean()),
      async (mine, theirs, coin) => {
        const [one, other] = [await opened(), await opened()];
        for (const [number, deed] of mine.entries()) {
          await doOne(one, deed, number);
        }
        for (const deed of theirs) {
          await doOne(one, deed, 0);
        }
        const [left, waiting] = [[...theirs].reverse(), [...mine.entries()]];
        while (left.length + waiting.length > 0) {
          const isPull = waiting.length === 0 || (left.length > 0 && coin.next().value === true);
          const next = isPull ? ([0, left.shift()] as const) : waiting.shift();
          if (next?.[1]) {
            await doOne(other, next[1], next[0]);
          }
        }
        expect(await shown(other)).toEqual(await shown(one));
      },
    ),
    { numRuns: 120 },
  );
});

test('writing the row anew changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (list) => {
      const core = await opened();
      for (const [number, deed] of list.entries()) {
        await doOne(core, deed, number);
      }
      const before = await shown(core);
      await core.storage.write(CHANGE_STORES, (tx) => materialize(tx, USER, 'customers', ID), RELAXED);
      expect(await shown(core)).toEqual(before);
    }),
    { numRuns: 80 },
  );
});

test('what the user deleted stays away, whatever the server says of it; what waits besides stays as well', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, fc.array(pull, { maxLength: 4 }), async (list, after) => {
      const core = await opened();
      for (const [number, deed] of [...list, { kind: 'delete' } as const, ...after].entries()) {
        await doOne(core, deed, number);
      }
      expect(await shown(core)).toBeUndefined();
      expect((await queueOf(core)).at(-1)?.operation).toBe('remove');
    }),
    { numRuns: 80 },
  );
});

test('a record that others deleted goes from the screen and its waiting changes stay in the queue', async () => {
  await fc.assert(
    fc.asyncProperty(deeds, async (list) => {
      const core = await opened();
      for (const [number, deed] of [...list, { kind: 'gone' } as const].entries()) {
        await doOne(core, deed, number);
      }
      expect(await shown(core)).toBeUndefined();
      expect((await queueOf(core)).length).toBe(list.filter(({ kind }) => kind === 'change').length);
    }),
    { numRuns: 80 },
  );
});

test("another user's waiting changes do not show", async () => {
  const core = await opened();
  await doOne(core, { kind: 'change', field: 'name' }, 1);
  await core.storage.write(['meta'], (tx) => tx.put('meta', { key: 'viewOf', value: 2 }), RELAXED);
  await core.storage.write(CHANGE_STORES, (tx) => tx.put('customers', customer(3)), RELAXED);
  await core.storage.write(CHANGE_STORES, (tx) => materialize(tx, USER, 'customers', ID), RELAXED);
  expect(await shown(core)).toEqual(customer(3));
});
