import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createFileApp, createFileOwner, type FileApp, type FileOwner } from './file-tools.ts';
import { dataString, pngBytes } from './world.ts';

let files: FileApp;
let at: FileOwner;

beforeAll(async () => {
  files = await createFileApp();
});

afterAll(() => files.close());

beforeEach(async () => {
  at = await createFileOwner(files);
});

/** The database, with something done in each transaction before it is committed, or after. */
const withHooks = (hooks: { before?: () => Promise<void>; after?: () => Promise<void> }): Database => ({
  ...files.testApp.db.app,
  transaction: async (work, orgId) => {
    const result = await files.testApp.db.app.transaction(async (inside) => {
      const done = await work(inside);
      await hooks.before?.();
      return done;
    }, orgId);
    await hooks.after?.();
    return result;
  },
});
const once = (work: () => Promise<void>) => {
  let isDone = false;
  return async () => {
    if (!isDone) {
      isDone = true;
      await work();
    }
  };
};

describe('while the sweep is at it', () => {
  let bytes: Buffer;
  let name = '';

  beforeEach(async () => {
    bytes = pngBytes(randomUUID());
    name = await at.upload(bytes);
    await at.change(`update photos set unreferenced_since = now() - interval '31 days' where organization_id = $1 and name = $2`, name);
  });

  test('an entry that is being written keeps its file', async () => {
    await files.testApp.db.app.transaction(async (inside) => {
      await inside.query({
        text: 'select from photos where organization_id = $1 and name = $2 for key share',
        values: [at.orgId, name],
      });
      expect((await at.sweep()).removed).toBe(0);
    }, at.orgId);
    expect(await at.isKept(name)).toBe(true);
  });

  test.each([
    ['photos', () => ({ photos: [name] })],
    ['a field that nobody checks', () => ({ customFieldValues: { Papers: name } })],
  ])('an entry that names it in %s waits; it is refused or names nothing that then goes', async (_, bodyOf) => {
    let answer: ReturnType<FileOwner['log']> | undefined;
    let isAnswered = false;
    const before = once(async () => {
      answer = at.log(bodyOf());
      void answer.then(() => {
        isAnswered = true;
      });
      await sleep(300);
      expect(isAnswered).toBe(false);
    });
    expect((await at.sweep(0, withHooks({ before }))).removed).toBe(1);
    expect((await answer)?.status).toBe('photos' in bodyOf() ? 400 : 201);
    expect(await at.isKept(name)).toBe(false);
  });

  test.each([
    ['by itself', () => at.upload(bytes).then(() => undefined)],
    ['in an entry', async () => expect((await at.log({ photos: [dataString(bytes)] })).status).toBe(201)],
  ])('bytes that are sent again %s between the end of the row and that of the bytes are there afterwards', async (_, sendAgain) => {
    const after = once(async () => {
      expect(await at.markOf(name)).toBeUndefined();
      await sendAgain();
    });
    expect((await at.sweep(0, withHooks({ after }))).removed).toBe(1);
    expect(await at.isKept(name)).toBe(true);
  });

  test('bytes that are sent again just before the row is deleted wait for it and are there afterwards', async () => {
    let sending: Promise<unknown> | undefined;
    const before = once(async () => {
      sending = at.upload(bytes);
      await sleep(300);
    });
    await at.sweep(0, withHooks({ before }));
    await sending;
    expect(await at.isKept(name)).toBe(true);
  });
});

test('many sweeps, entries and uploads at once: every acknowledged file is there', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const contents = Array.from({ length: 6 }, () => pngBytes(randomUUID()));
    const names = await Promise.all(contents.map((bytes) => at.upload(bytes)));
    await at.change(
      `update photos set unreferenced_since = now() - interval '31 days' where organization_id = $1 and name = any ($2)`,
      names,
    );
    const [a = '', b = '', c = '', d = ''] = names;
    const [, , , , e = Buffer.alloc(0), f = Buffer.alloc(0)] = contents;
    const later = async <T>(work: () => Promise<T>): Promise<T> => {
      await sleep(Math.random() * 12);
      return work();
    };
    const [first, second, third, fourth] = await Promise.all([
      later(() => at.log({ photos: [a, b] })),
      later(() => at.log({ photos: [b, a] })),
      later(() => at.log({ photos: [c, dataString(e), dataString(f)] })),
      later(() => at.log({ photos: [dataString(f), dataString(e), d] })),
      later(() => at.upload(e)),
      later(() => at.upload(contents[1])),
      later(() => at.sweep()),
      later(() => at.sweep()),
    ]);
    for (const [answer, named] of [
      [first, [a, b]],
      [second, [a, b]],
      [third, [c, names[4] ?? '', names[5] ?? '']],
      [fourth, [d, names[4] ?? '', names[5] ?? '']],
    ] as const) {
      outcomes.add(String(answer.status));
      expect([201, 400]).toContain(answer.status);
      const kept = await Promise.all(named.map((each) => at.isKept(each)));
      expect(answer.status === 400 || kept.every(Boolean)).toBe(true);
    }
    // Sent by themselves, whatever the sweeps did.
    expect([await at.isKept(names[1] ?? ''), await at.isKept(names[4] ?? '')]).toEqual([true, true]);
    await Promise.all(names.map((each) => at.isKept(each)));
  }
  expect([...outcomes].toSorted()).toEqual(['201', '400']);
});
