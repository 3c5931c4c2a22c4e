import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { backupName, fileName, type Manifest, manifestName } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { encryptedStore, newBackupKey } from '#server/backup/store/encrypted-store.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { openFile, putPieces, readPieces } from '#server/backup/store/pieces.ts';
import { sweep } from '#server/backup/store/sweep.ts';
import { logPieceName } from '#server/backup/wal/log-pieces.ts';
import { formatLsn, SEGMENT_BYTES } from '#server/backup/wal/lsn.ts';

const TWO_DAYS = { days: 2, months: 0 };

let parent: string;
let folder: string;
let raw: BackupStore;
let store: BackupStore;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'headland-sweep-'));
});

beforeEach(async () => {
  folder = await mkdtemp(join(parent, 'a-'));
  raw = folderStore(folder);
  store = raw;
});

afterAll(() => rm(parent, { recursive: true, force: true }));

/** Noon of a day of November, of this machine's time zone. */
const noon = (day: number): Date => new Date(2026, 10, day, 12);
const hashOf = (words: string) => createHash('sha256').update(words).digest('hex');

const namesOf = async (of = store, prefix = '') => {
  const names: string[] = [];
  for await (const { name } of of.list(prefix)) {
    names.push(name);
  }
  return names;
};

/** Dates everything in the folder so far to the moment. */
const cameAt = async (date: Date, before: readonly string[]) => {
  for (const name of await namesOf(raw)) {
    if (!before.includes(name)) {
      await utimes(join(folder, name), date, date);
    }
  }
};

const at = async (date: Date, put: () => Promise<unknown>) => {
  const before = await namesOf(raw);
  await put();
  await cameAt(date, before);
};

const piecesOf = async (words: string) => (await putPieces(store, Readable.from([Buffer.from(words)]))).pieces;
const putFileOf = (words: string) => store.put(fileName(hashOf(words)), Buffer.from(words));

interface Held {
  readonly pieces?: readonly string[];
  readonly files?: readonly string[];
  /** Numbers of segments: where its log starts, and stops. */
  readonly log?: readonly [line: string, start: number, stop: number];
}

/** A backup of a day, with these words in pieces and these in files. */
const backUp = (startedAt: Date, { pieces = [], files = [], log: [line, start, stop] = ['1', 0, 0] }: Held = {}) =>
  at(startedAt, async () => {
    for (const words of files) {
      await putFileOf(words);
    }
    const manifest: Manifest = {
      format: 1,
      name: backupName(startedAt),
      version: '1',
      startedAt: startedAt.toISOString(),
      completeAt: startedAt.toISOString(),
      epoch: line,
      database: {
        kind: 'cluster',
        major: '18',
        programs: '18.4',
        folders: [],
        files: await Promise.all(pieces.map(async (words) => ({ path: words, bytes: words.length, pieces: await piecesOf(words) }))),
        wal: { line, start: formatLsn(start * SEGMENT_BYTES + 40), stop: formatLsn(stop * SEGMENT_BYTES + 80) },
      },
      rows: {},
      files: files.map((words) => ({ organizationId: 1, name: `${hashOf(words)}.jpg`, bytes: words.length })),
      secret: (await piecesOf('the secret'))[0] ?? null,
    };
    await store.put(manifestName(manifest.name), Buffer.from(JSON.stringify(manifest)));
  });

const sweepAt = (now: Date, keep = TWO_DAYS) => sweep(store, { keep, now });
const backupsLeft = () => namesOf(store, 'backups/');
const nameOfDay = (day: number) => manifestName(backupName(noon(day)));

const wordsIn = async (words: string) => {
  const read: Buffer[] = [];
  for await (const piece of readPieces(store, [hashOf(words)])) {
    read.push(piece);
  }
  return Buffer.concat(read).toString();
};

const checkedSweep = async () => {
  for (const day of [1, 2, 3, 4]) {
    await backUp(noon(day), { pieces: ['always', `of day ${day}`], files: ['photo', `photo of day ${day}`] });
  }

  const swept = await sweepAt(noon(4));

  expect(await backupsLeft()).toEqual([nameOfDay(3), nameOfDay(4)]);
  // A photo may have been attached and deleted since the first backup that stays, minus a day.
  expect(swept).toMatchObject({ backups: 2, objects: 3 });
  for (const words of ['always', 'of day 3', 'of day 4', 'the secret']) {
    expect(await wordsIn(words)).toBe(words);
  }
  for (const words of ['photo', 'photo of day 2', 'photo of day 3', 'photo of day 4']) {
    (await openFile(store, hashOf(words))).destroy();
  }
  await expect(wordsIn('of day 2')).rejects.toThrow('is missing');
  await expect(openFile(store, hashOf('photo of day 1'))).rejects.toThrow('is missing');
  expect(await sweepAt(noon(4))).toEqual({ backups: 0, objects: 0, bytes: 0 });
};

test('what only swept backups used goes, and what others share stays', checkedSweep);

test('in an encrypted store as well', async () => {
  store = encryptedStore(raw, await newBackupKey());
  await checkedSweep();
});

test('items younger than a day before the last backup are left for one in progress', async () => {
  await backUp(noon(1));
  await backUp(noon(10));
  await at(new Date(noon(9).getTime() - 1), () => piecesOf('of a backup that failed'));
  await at(new Date(noon(9).getTime() + 1), () => piecesOf('of one that goes on'));

  expect(await sweepAt(noon(10))).toMatchObject({ objects: 1 });

  await expect(wordsIn('of a backup that failed')).rejects.toThrow('is missing');
  expect(await wordsIn('of one that goes on')).toBe('of one that goes on');
});

test('nothing goes from a store without a backup', async () => {
  await at(noon(1), () => piecesOf('of the first backup, which goes on'));

  expect(await sweepAt(noon(20))).toEqual({ backups: 0, objects: 0, bytes: 0 });
});

test('a backup that cannot be read stops it before anything goes', async () => {
  for (const day of [1, 2, 3]) {
    await backUp(noon(day), { pieces: [`of day ${day}`] });
  }
  await raw.put(nameOfDay(4), Buffer.from('{}'));
  const before = await namesOf();

  await expect(sweepAt(noon(4))).rejects.toThrow('has a damaged list of its contents');

  expect(await namesOf()).toEqual(before);
});

test('a clock that was ahead does not make new items count as old', async () => {
  await backUp(noon(1));
  await backUp(noon(2));
  await at(new Date(2036, 0, 1), () => backUp(new Date(2036, 0, 1)));
  await at(noon(3), () => piecesOf('of one that goes on'));

  await sweepAt(noon(3));

  expect(await wordsIn('of one that goes on')).toBe('of one that goes on');
});

test('the log from which a kept backup starts stays, and so does that of the following days', async () => {
  const log = (line: string, segment: number) =>
    logPieceName(line, { timeline: 1, from: segment * SEGMENT_BYTES, to: (segment + 1) * SEGMENT_BYTES, moment: 0 });
  // The last of a month, a day that goes, and two days of which the second is after a restore.
  await backUp(new Date(2026, 9, 31, 12), { log: ['1', 10, 11] });
  await backUp(noon(1), { log: ['1', 20, 21] });
  await backUp(noon(2), { log: ['1', 30, 31] });
  await backUp(noon(3), { log: ['2', 5, 6] });
  await at(noon(1), async () => {
    for (const name of [
      ...Array.from({ length: 40 }, (_, segment) => log('1', segment)),
      log('2', 4),
      log('2', 5),
      log('2', 9),
      log('0', 10),
    ]) {
      await store.put(name, Buffer.from('x'));
    }
  });
  await at(noon(3), () => store.put(log('3', 1), Buffer.from('of an epoch that has no backup yet')));

  await sweepAt(noon(3), { days: 2, months: 2 });

  const stays = [10, 11, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39].map((segment) => log('1', segment));
  expect(await namesOf(store, 'wal/')).toEqual([...stays, log('2', 5), log('2', 9), log('3', 1)]);
});

test('killed anywhere, every backup that is left is whole, and the next sweep goes on', async () => {
  for (const day of [1, 2, 3, 4, 5]) {
    await backUp(noon(day), { pieces: ['always', `of day ${day}`], files: [`photo of day ${day}`] });
  }
  const whole = await namesOf();
  for (let allowed = 0; ; allowed += 1) {
    let removals = 0;
    const dying: BackupStore = {
      ...raw,
      remove: async (name) => {
        removals += 1;
        if (removals > allowed) {
          throw new Error('Killed.');
        }
        await raw.remove(name);
      },
    };
    const killed = await sweep(dying, { keep: TWO_DAYS, now: noon(5) }).then(
      () => false,
      () => true,
    );
    for (const name of await backupsLeft()) {
      const day = Number(/11-0(\d)/.exec(name)?.[1]);
      expect(await wordsIn(`of day ${day}`)).toBe(`of day ${day}`);
    }
    if (!killed) {
      break;
    }
  }

  expect(await backupsLeft()).toEqual([nameOfDay(4), nameOfDay(5)]);
  expect(await sweepAt(noon(5))).toEqual({ backups: 0, objects: 0, bytes: 0 });
  expect((await namesOf()).length).toBeLessThan(whole.length);
});
