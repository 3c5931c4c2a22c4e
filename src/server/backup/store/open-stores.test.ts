import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BackupSettings } from '#server/env/backup.ts';
import { manifestName } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { newBackupKey } from '#server/backup/store/encrypted-store.ts';
import { openStores, storeAt } from '#server/backup/store/open-stores.ts';
import { type BucketServer, startBucketServer } from '#tests/support/bucket-server.ts';

let parent: string;
let server: BucketServer;
let settings: BackupSettings;
let said: string[];
const say = (line: string) => void said.push(line);

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'headland-stores-'));
  server = await startBucketServer();
});

beforeEach(async () => {
  said = [];
  settings = {
    folder: await mkdtemp(join(parent, 'a-')),
    at: null,
    keep: { days: 14, months: 12 },
    key: null,
    bucket: null,
    operatorEmail: null,
  };
});

afterAll(async () => {
  await server.close();
  await rm(parent, { recursive: true, force: true });
});

const MANIFEST = manifestName('2026-11-23T02-00-00Z');

const putInto = async (given: BackupSettings, words: string) => {
  await (await openStores(given, say)).store.put(MANIFEST, Buffer.from(words));
};

const wordsIn = async (store: BackupStore) => {
  const stream = await store.open(MANIFEST);
  return stream && text(stream);
};

const readFrom = async (place: string, given: BackupSettings) => wordsIn(await storeAt(place, given, say));

test('a plain folder is opened, and read at its place', async () => {
  await putInto(settings, 'plain');

  expect(await readFrom(settings.folder, settings)).toBe('plain');
  expect(said).toEqual([]);
  expect(await openStores(settings, say)).toMatchObject({ second: null, bucket: null, mirror: null });
});

test('a bucket holds the folder’s second copy, encrypted, and is read at its place', async () => {
  const both = { ...settings, key: await newBackupKey(), bucket: { ...server.settings, prefix: 'second' } };
  const { store, second, folder, bucket, mirror } = await openStores(both, say);
  await store.put(MANIFEST, Buffer.from('in both'));

  await mirror?.round(new AbortController().signal);

  expect(second && (await wordsIn(second))).toBe('in both');
  expect(await readFrom('s3://backups/second', both)).toBe('in both');
  expect(await readFrom('s3://backups/second/', both)).toBe('in both');
  expect([await folder.size(MANIFEST), await bucket?.size(MANIFEST)]).toEqual([undefined, undefined]);
});

test('a missing key, or another one, is reported', async () => {
  const key = await newBackupKey();
  await putInto({ ...settings, key }, 'encrypted');

  expect(await readFrom(settings.folder, { ...settings, key })).toBe('encrypted');
  await expect(readFrom(settings.folder, settings)).rejects.toThrow(
    `The backups in ${settings.folder} are encrypted. Set BACKUP_KEY to the key that they were made with.`,
  );
  await expect(readFrom(settings.folder, { ...settings, key: await newBackupKey() })).rejects.toThrow('were made with another BACKUP_KEY');
});

test('plain backups are not mistaken for encrypted ones', async () => {
  await putInto(settings, 'plain');

  await expect(readFrom(settings.folder, { ...settings, key: await newBackupKey() })).rejects.toThrow(
    `The backups in ${settings.folder} are not encrypted. Take BACKUP_KEY away to read them.`,
  );
});

test('plain and encrypted ones in one folder stay apart, with a warning', async () => {
  const key = await newBackupKey();
  await putInto(settings, 'plain');
  await putInto({ ...settings, key }, 'encrypted');
  expect(said).toEqual([expect.stringContaining('also holds backups from before BACKUP_KEY, which anybody can read')]);

  said = [];
  expect(await readFrom(settings.folder, { ...settings, key })).toBe('encrypted');
  expect(said).toEqual([]);
  expect(await readFrom(settings.folder, settings)).toBe('plain');
  expect(said).toEqual([expect.stringContaining('also holds backups that are encrypted, perhaps newer ones')]);

  said = [];
  await openStores(settings, say);
  expect(said).toEqual([expect.stringContaining('were encrypted, and new ones are not')]);
});

test('a missing place is reported', async () => {
  await expect(storeAt(join(parent, 'nowhere'), settings, say)).rejects.toThrow(/^There is no folder .*nowhere\. Name the one/);
  await expect(storeAt('s3://backups/x', settings, say)).rejects.toThrow('To read s3://backups/x, set BACKUP_S3_BUCKET');
});
