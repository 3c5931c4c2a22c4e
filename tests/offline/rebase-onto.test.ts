import { moduleWithout } from '../sim/bundle.ts';
import { describe, expect, test } from 'vitest';
import type { Core } from '#client/offline/engine/core.ts';
import { rebaseOnto } from '#client/offline/view/rebase-onto.ts';
import type { NewFile } from '#client/offline/outbox/queue.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { write } from '#client/offline/outbox/write.ts';
import { openedCore, queueOf } from './device-core.ts';

// A form never undoes what the screen called saved: it may have been opened on an older row.

const hash = (letter: string): string => letter.repeat(64);
const here = (letter: string): string => `blob:${hash(letter)}`;
const there = (letter: string): string => `${hash(letter)}.jpg`;
const said = (data: Record<string, unknown>, base: Record<string, unknown> = {}) => ({ data, base });

describe('one field', () => {
  test('unchanged since the form showed it: what the form makes of it counts as it is, including its order', () => {
    const seen = { equipmentIds: [1, 2] };
    expect(rebaseOnto(seen, { equipmentIds: [2, 1] }, seen, [])).toEqual({ data: { equipmentIds: [2, 1] }, base: seen });
  });

  test('photos that were added since stay, those that the form removed go', () => {
    const seen = { photos: [there('a')] };
    const waiting = [said({ photos: [there('a'), here('b')] }, seen)];
    const now = { photos: [there('a'), here('b')] };
    expect(rebaseOnto(seen, { photos: [here('c')] }, now, waiting)).toEqual({ data: { photos: [here('b'), here('c')] }, base: now });
  });

  test('a photo is the same under the name that the server has given it since', () => {
    const seen = { photos: [here('a')] };
    const now = { photos: [there('a'), there('d')] };
    expect(rebaseOnto(seen, { photos: [here('a'), here('b')] }, now, [])).toEqual({
      data: { photos: [there('a'), there('d'), here('b')] },
      base: now,
    });
    expect(rebaseOnto(seen, { photos: [] }, now, [])).toEqual({ data: { photos: [there('d')] }, base: now });
  });

  test('the same photo, replaced twice by the same user: both new ones stay', () => {
    const seen = { photos: [there('a')] };
    const now = { photos: [here('b')] };
    expect(rebaseOnto(seen, { photos: [here('c')] }, now, [said(now, seen)])).toEqual({
      data: { photos: [here('b'), here('c')] },
      base: now,
    });
    // If someone else did, a person decides.
    expect(rebaseOnto(seen, { photos: [here('c')] }, now, [])).toEqual({ data: { photos: [here('c')] }, base: seen });
  });

  test('a machine, replaced twice by the same user, is the one that was chosen last', () => {
    const [seen, now] = [{ equipmentIds: [1] }, { equipmentIds: [2] }];
    expect(rebaseOnto(seen, { equipmentIds: [3] }, now, [said(now, seen)])).toEqual({ data: { equipmentIds: [3] }, base: now });
  });

  test('a number: the user’s last value counts over their earlier one; over someone else’s they are asked', () => {
    const [seen, now] = [{ totalHours: 5 }, { totalHours: 6 }];
    expect(rebaseOnto(seen, { totalHours: 7 }, now, [said(now, seen)])).toEqual({ data: { totalHours: 7 }, base: now });
    expect(rebaseOnto(seen, { totalHours: 7 }, now, [])).toEqual({ data: { totalHours: 7 }, base: seen });
  });

  test('what is already so is not sent', () => {
    const [seen, now] = [{ totalHours: 5 }, { totalHours: 6 }];
    expect(rebaseOnto(seen, { totalHours: 6 }, now, [said(now, seen)])).toEqual({ data: {}, base: {} });
  });

  test('of the values of fields, only those that the form touched', () => {
    const seen = { customFieldValues: { Bales: 1, Field: 'North', Scans: [there('a')] } };
    const now = { customFieldValues: { Bales: 2, Field: 'South', Rows: 9, Scans: [there('a'), here('b')] } };
    const own = said({ customFieldValues: { ...seen.customFieldValues, Bales: 2, Scans: [there('a'), here('b')] } }, seen);
    const mine = { customFieldValues: { Bales: 3, Field: 'West', Scans: [there('a'), here('c')] } };
    expect(rebaseOnto(seen, mine, now, [own])).toEqual({
      data: { customFieldValues: { Bales: 3, Field: 'West', Rows: 9, Scans: [there('a'), here('b'), here('c')] } },
      // The other person's South was not seen: it is compared.
      base: { customFieldValues: { Bales: 2, Field: 'North', Rows: 9, Scans: [there('a'), here('b')] } },
    });
  });
});

const ENTRY: LocalRow = {
  id: 12,
  organizationId: 1,
  version: 3,
  jobId: 4,
  totalHours: 5,
  photos: [],
  customFieldValues: { Bales: 1 },
};

const photo = (letter: string): NewFile => ({
  sha256: hash(letter),
  bytes: new ArrayBuffer(1),
  type: 'image/jpeg',
  fileName: `${letter}.jpg`,
});

const withEntry = async (row: LocalRow = ENTRY): Promise<Core> => {
  const core = await openedCore();
  await core.storage.write(['jobEntries'], (tx) => tx.put('jobEntries', row), { durability: 'relaxed' });
  return core;
};

const addPhoto = (core: Core, letter: string, seen: LocalRow, keep = write) =>
  keep(core, {
    operation: 'update',
    store: 'jobEntries',
    orgId: 1,
    id: seen.id,
    data: { photos: [...(seen['photos'] as string[]), here(letter)] },
    files: [photo(letter)],
    seen,
  });

const rowOf = async ({ storage }: Core, id: number) => storage.read(['jobEntries'], (tx) => tx.get('jobEntries', id));

test('three photos, each added on a form that showed none: three photos', async () => {
  const core = await withEntry();
  for (const letter of ['a', 'b', 'c']) {
    await addPhoto(core, letter, ENTRY);
  }
  expect((await rowOf(core, 12))?.['photos']).toEqual([here('a'), here('b'), here('c')]);
  const queue = await queueOf(core);
  expect(queue.map(({ data }) => data?.['photos'])).toEqual([[here('a')], [here('a'), here('b')], [here('a'), here('b'), here('c')]]);
  expect(queue.at(-1)?.blobs).toEqual(['a', 'b', 'c'].map(hash));
});

test('the same on an entry that was made here and never left: one change with all three', async () => {
  const core = await withEntry();
  const intent = { operation: 'create', store: 'jobEntries', orgId: 1, jobId: 4, data: { date: '2026-05-04', photos: [] } } as const;
  const { row } = await write(core, intent);
  for (const letter of ['a', 'b', 'c']) {
    await addPhoto(core, letter, row ?? ENTRY);
  }
  const queue = await queueOf(core);
  expect(queue.map(({ operation, data }) => [operation, data?.['photos']])).toEqual([['create', [here('a'), here('b'), here('c')]]]);
});

test('values of two fields, each changed on a form that did not show the other: both', async () => {
  const core = await withEntry();
  const change = (customFieldValues: object) =>
    write(core, { operation: 'update', store: 'jobEntries', orgId: 1, id: 12, data: { customFieldValues }, seen: ENTRY });
  await change({ Bales: 2 });
  await change({ Bales: 1, Rows: 8 });
  expect((await rowOf(core, 12))?.['customFieldValues']).toEqual({ Bales: 2, Rows: 8 });
});

test('without the protection the photos called saved are gone', async () => {
  const core = await withEntry();
  const unprotected = await moduleWithout<{ write: typeof write }>('outbox/write.ts', 'onto-newest');
  await addPhoto(core, 'a', ENTRY, unprotected.write);
  await addPhoto(core, 'b', ENTRY, unprotected.write);
  expect((await rowOf(core, 12))?.['photos']).toEqual([here('b')]);
});
