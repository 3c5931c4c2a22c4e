import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANGE_STORES, type Core } from '#client/offline/engine/core.ts';
import { keepRows, removeRow } from '#client/offline/view/server-rows.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { applyPending } from '#client/offline/view/apply-pending.ts';
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
type Step =
  | { readonly kind: 'pull'; readonly version: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'change'; readonly field: (typeof FIELDS)[number] }
  | { readonly kind: 'delete' };

const pull = fc.record({ kind: fc.constant('pull' as const), version: fc.integer({ min: 2, max: 9 }) });
const change = fc.record({ kind: fc.constant('change' as const), field: fc.constantFrom(...FIELDS) });
const steps = fc.array(fc.oneof({ weight: 3, arbitrary: pull }, { weight: 4, arbitrary: change }), { maxLength: 12 });

const opened = async (): Promise<Core> => {
  const core = await openedCore();
  await keepRows(core, USER, 'customers', ORG, [customer(1)]);
  return core;
};

const shown = (core: Core): Promise<LocalRow | undefined> => core.storage.read(['customers'], (tx) => tx.get('customers', ID));

const doOne = async (core: Core, step: Step, number: number): Promise<void> => {
  switch (step.kind) {
    case 'pull':
      await keepRows(core, USER, 'customers', ORG, [customer(step.version)]);
      return;
    case 'gone':
      await core.storage.write(CHANGE_STORES, (tx) => removeRow(tx, USER, 'customers', ID), RELAXED);
      return;
    case 'change': {
      const data = { [step.field]: `mine ${number}` };
      await write(core, { operation: 'update', store: 'customers', orgId: ORG, id: ID, data });
      return;
    }
    case 'delete':
      await write(core, { operation: 'remove', store: 'customers', orgId: ORG, id: ID });
  }
};

/** The newest row of the server with the user's changes on top, in their order: computed independently from what was done. */
const expectedOf = (list: readonly Step[]): LocalRow => {
  const version = Math.max(1, ...list.map((step) => (step.kind === 'pull' ? step.version : 1)));
  const mine = list.flatMap((step, number) => (step.kind === 'change' ? [{ [step.field]: `mine ${number}` }] : []));
  return Object.assign({}, customer(version), ...mine, mine.length > 0 ? { sync: 'waiting' } : {}) as LocalRow;
};

test('a record shows what the server last said with all waiting changes on top, in whatever order pulls and changes came', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const core = await opened();
      for (const [number, step] of list.entries()) {
        await doOne(core, step, number);
      }
      expect(await shown(core)).toEqual(expectedOf(list));
    }),
    { numRuns: 80 },
  );
});

test('it makes no difference when pulls come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 6 }),
      fc.array(pull, { maxLength: 5 }),
      fc.infiniteStream(fc.boolean()),
      async (mine, theirs, coin) => {
        const [one, other] = [await opened(), await opened()];
        for (const [number, step] of mine.entries()) {
          await doOne(one, step, number);
        }
        for (const step of theirs) {
          await doOne(one, step, 0);
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

test('an answer is not shown as that to another question, which took the place of its own', async () => {
  const core = await openedCore();
  const asked = (version: number, more: object) => ({
    id: ID,
    organizationId: ORG,
    version,
    fuel: 380,
    question: '38?',
    answer: null,
    ...more,
  });
  const [first, second] = ['2025-06-14T17:05:31.250Z', '2025-06-14T19:05:31.250Z'];
  const row = () => core.storage.read(['jobEntries'], (tx) => tx.get('jobEntries', ID));
  await keepRows(core, USER, 'jobEntries', ORG, [asked(1, { askedAt: first })]);
  const data = { fuel: 38, answer: '38 gal', answerTo: first };
  await write(core, { operation: 'update', store: 'jobEntries', orgId: ORG, id: ID, data });
  expect(await row()).toMatchObject({ fuel: 38, answer: '38 gal' });
  await keepRows(core, USER, 'jobEntries', ORG, [asked(2, { question: 'Or 83?', askedAt: second })]);
  expect(await row()).toMatchObject({ fuel: 38, question: 'Or 83?', answer: null, sync: 'waiting' });
  expect(await row()).not.toHaveProperty('answerTo');
});

test('writing the row again changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const core = await opened();
      for (const [number, step] of list.entries()) {
        await doOne(core, step, number);
      }
      const before = await shown(core);
      await core.storage.write(CHANGE_STORES, (tx) => applyPending(tx, USER, 'customers', ID), RELAXED);
      expect(await shown(core)).toEqual(before);
    }),
    { numRuns: 80 },
  );
});

test('what the user deleted stays hidden, whatever the server says of it; other waiting changes stay as well', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(pull, { maxLength: 4 }), async (list, after) => {
      const core = await opened();
      for (const [number, step] of [...list, { kind: 'delete' } as const, ...after].entries()) {
        await doOne(core, step, number);
      }
      expect(await shown(core)).toBeUndefined();
      expect((await queueOf(core)).at(-1)?.operation).toBe('remove');
    }),
    { numRuns: 80 },
  );
});

test('a record that others deleted disappears from the screen and its waiting changes stay in the queue', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const core = await opened();
      for (const [number, step] of [...list, { kind: 'gone' } as const].entries()) {
        await doOne(core, step, number);
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
  await core.storage.write(CHANGE_STORES, (tx) => applyPending(tx, USER, 'customers', ID), RELAXED);
  expect(await shown(core)).toEqual(customer(3));
});
