import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Decrypter } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAgeKey } from '#server/env/age-key.ts';
import { fileName, manifestName, pieceName } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { encryptedStore, newBackupKey } from '#server/backup/store/encrypted-store.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { PIECE_BYTES, putPieces, readPieces } from '#server/backup/store/pieces.ts';

let folder: string;
let key: string;
let raw: BackupStore;
let store: BackupStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-encrypted-'));
  raw = folderStore(folder);
  key = await newBackupKey();
  store = encryptedStore(raw, key);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

const readOf = async (from: BackupStore, name: string) => {
  const stream = await from.open(name);
  return stream && buffer(stream);
};

const namesOf = async (from: BackupStore, prefix = '') => {
  const names: string[] = [];
  for await (const { name } of from.list(prefix)) {
    names.push(name);
  }
  return names;
};

/** The only raw item whose name ends like this. */
const rawName = async (ending: string) => (await namesOf(raw)).find((name) => name.endsWith(ending)) ?? '';

test('a new key is valid in the settings, and each is different', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, newBackupKey));

  expect(keys.every(isAgeKey)).toBe(true);
  expect(new Set(keys).size).toBe(20);
});

test.each([0, 1, 65_535, 65_536, 65_537, 1_000_000])('%i bytes come back as they were', async (length) => {
  const bytes = randomBytes(length);
  const name = `wal/1/${length}`;

  await store.put(name, length % 2 === 0 ? bytes : Readable.from([bytes]));

  expect((await readOf(store, name))?.equals(bytes)).toBe(true);
  expect(await store.size(name)).toBeGreaterThan(length);
  expect(await store.open('wal/1/none')).toBeUndefined();
});

test('pieces of a database are stored once, and read in order', async () => {
  const bytes = Buffer.concat([randomBytes(PIECE_BYTES), Buffer.alloc(PIECE_BYTES, 'x'), randomBytes(10)]);
  const first = await putPieces(store, Readable.from([bytes]));
  const second = await putPieces(store, Readable.from([bytes]));

  expect(second).toEqual({ ...first, newBytes: 0 });
  const read: Buffer[] = [];
  for await (const piece of readPieces(store, first.pieces)) {
    read.push(piece);
  }
  expect(Buffer.concat(read).equals(bytes)).toBe(true);
});

test('the folder reveals neither the content nor a hash of it', async () => {
  const secret = 'Invoice 2041 of Miller’s farm';
  await store.put(fileName(hashOf(secret)), Buffer.from(secret));
  await store.put(manifestName('2026-11-23T02-00-00Z'), Buffer.from(secret));

  const names = await namesOf(raw);

  expect(names.join('\n')).not.toContain(hashOf(secret));
  for (const name of names) {
    expect((await readFile(join(folder, name))).includes(secret)).toBe(false);
  }
  expect(await namesOf(store, 'backups/')).toEqual(['backups/2026-11-23T02-00-00Z/manifest.json']);
});

test('it is listed and removed under the name that hides it', async () => {
  const name = pieceName(hashOf('to be removed'));
  await store.put(name, Buffer.from('x'));
  const hidden = store.nameOf(name);
  expect(hidden).toMatch(/^blobs\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.gz$/);
  expect(hidden).not.toBe(name);
  expect(await namesOf(store, 'blobs/')).toContain(hidden);

  await store.remove(hidden);

  expect(await store.size(name)).toBeUndefined();
  expect(store.nameOf('wal/1/a')).toBe('wal/1/a');
});

test('age itself opens the stored files', async () => {
  await store.put('wal/1/opened', Buffer.from('by another program'));
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);

  expect(await decrypter.decrypt(await readFile(join(folder, await rawName('wal/1/opened'))), 'text')).toBe('by another program');
});

test('another key sees none of it, and files that were moved there are reported', async () => {
  const otherKey = await newBackupKey();
  const other = encryptedStore(raw, otherKey);
  await store.put('wal/1/moved', Buffer.from('x'));
  expect(await namesOf(other)).toEqual([]);

  await other.put('wal/1/own', Buffer.from('x'));
  const lies = join(folder, await rawName('wal/1/own'));
  await writeFile(lies, await readFile(join(folder, await rawName('wal/1/moved'))));

  await expect(readOf(other, 'wal/1/own')).rejects.toThrow('wal/1/own in ' + folder + ' was made with another BACKUP_KEY');
});

/** The length of the header before the parts of a file that one key opens, and that of each part but the last. */
const AGE_HEAD_BYTES = 184;
const AGE_PART_BYTES = 64 * 1024 + 16;

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, 150_000)],
  ['cut off between two of its parts', (bytes: Buffer) => bytes.subarray(0, AGE_HEAD_BYTES + 2 * AGE_PART_BYTES)],
  ['changed', (bytes: Buffer) => Buffer.from(bytes).fill(bytes[100_000] === 0 ? 1 : 0, 100_000, 100_001)],
  ['no file of age', () => Buffer.from('plain')],
  ['empty', () => Buffer.alloc(0)],
])('what is %s is reported as damaged', async (what, damage) => {
  const name = `wal/1/${what.replaceAll(' ', '-')}`;
  await store.put(name, randomBytes(200_000));
  const lies = join(folder, await rawName(name));
  await writeFile(lies, damage(await readFile(lies)));

  await expect(readOf(store, name)).rejects.toThrow(`${name} in ${folder} is damaged`);
});

test('bytes that end in an error leave nothing', async () => {
  const broken = Readable.from(
    (async function* half() {
      yield randomBytes(300_000);
      await Promise.resolve();
      throw new Error('The disk went away.');
    })(),
  );

  await expect(store.put('wal/1/broken', broken)).rejects.toThrow('The disk went away.');

  expect(await store.size('wal/1/broken')).toBeUndefined();
});

test('a source that breaks is not reported as damaged', async () => {
  const failing: BackupStore = {
    ...raw,
    open: async () =>
      Readable.from(
        (async function* half() {
          yield await readFile(join(folder, await rawName('wal/1/1000000'))).then((bytes) => bytes.subarray(0, 70_000));
          throw new Error('The network went away.');
        })(),
      ),
  };

  await expect(readOf(encryptedStore(failing, key), 'wal/1/x')).rejects.toThrow('The network went away.');
});

test('stopping to read early releases the source', async () => {
  const source = new Readable({ read: () => undefined });
  const stream = await encryptedStore({ ...raw, open: async () => source }, key).open('wal/1/x');

  stream?.destroy();

  await expect.poll(() => source.destroyed).toBe(true);
});

test('a large body passes through without being buffered', async () => {
  const CHUNKS = 64;
  let given = 0;
  let taken = 0;
  let ahead = 0;
  const source = Readable.from(
    (function* chunks() {
      for (; given < CHUNKS; given += 1) {
        yield Buffer.alloc(1024 * 1024);
      }
    })(),
  );
  const slow: BackupStore = {
    ...raw,
    put: async (_, bytes) => {
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
        taken += chunk.length;
        ahead = Math.max(ahead, given * 1024 * 1024 - taken);
      }
    },
  };

  await encryptedStore(slow, key).put('wal/1/large', source);

  expect(taken).toBeGreaterThan(CHUNKS * 1024 * 1024);
  expect(ahead).toBeLessThan(20 * 1024 * 1024);
});
