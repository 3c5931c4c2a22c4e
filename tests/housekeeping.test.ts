import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startHousekeeping } from '#server/housekeeping.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createTestDatabase, type TestDatabase } from './support/databases.ts';

let db: TestDatabase;
let folder: string;
const said: string[] = [];
let isBelieved = true;
let asked = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'headland-housekeeping-'));
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

/** Leaves an attempt of long ago, for the work to forget. */
const leaveSomething = () => db.query({ text: `insert into attempts (key, bucket, count) values ('old', 60, 1)`, values: [] });
const isTidy = async (): Promise<boolean> => (await db.query({ text: 'select from attempts', values: [] })).length === 0;

const start = () => {
  // Only the waiting is made up: the work is done by the real database in its own time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  const work = startHousekeeping({
    db: db.app,
    photos: photoFolder(folder),
    scratchFolder: join(folder, 'scratch'),
    say: (line) => said.push(line),
    believed: async () => {
      asked += 1;
      return isBelieved ? new Date() : undefined;
    },
  });
  return {
    after: (minutes: number) => vi.advanceTimersByTime(minutes * 60_000),
    stop: async () => {
      vi.useRealTimers();
      await work.stop();
    },
  };
};

test('it begins a minute after the start and not before', async () => {
  await leaveSomething();
  const early = start();
  early.after(0.9);
  await early.stop();
  expect(await isTidy()).toBe(false);

  const late = start();
  late.after(1);
  await late.stop();
  expect(await isTidy()).toBe(true);
  expect(said).toEqual([]);
});

test('it comes again every six hours', async () => {
  await leaveSomething();
  const work = start();
  work.after(1);
  await vi.waitUntil(isTidy, { timeout: 20_000 });
  await leaveSomething();
  work.after(6 * 60);
  await work.stop();
  expect(await isTidy()).toBe(true);
});

test('while the clock is not believed nothing goes, and it does not wait six hours after that', async () => {
  await leaveSomething();
  isBelieved = false;
  asked = 0;
  const work = start();
  work.after(1);
  await vi.waitUntil(() => asked === 1, { timeout: 20_000 });
  expect(await isTidy()).toBe(false);
  isBelieved = true;
  work.after(10);
  await work.stop();
  expect(await isTidy()).toBe(true);
});
