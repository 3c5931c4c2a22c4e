import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileName, pieceName } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { openFile, PIECE_BYTES, putFile, putPieces, readPieces } from '#server/backup/store/pieces.ts';

let folder: string;
let store: BackupStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-pieces-'));
  store = folderStore(join(folder, 'backups'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function* chunksOf(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) {
    yield await Promise.resolve(bytes.subarray(at, at + length));
  }
}

const readAll = async (pieces: readonly string[]) => {
  const read: Buffer[] = [];
  for await (const piece of readPieces(store, pieces)) {
    read.push(piece);
  }
  return Buffer.concat(read);
};

test('bytes are cut every 4 MiB however they come, and are the same when read', async () => {
  const bytes = randomBytes(2 * PIECE_BYTES + 12_345);

  const put = await putPieces(store, chunksOf(bytes, 65_537));

  expect(put.pieces).toEqual([0, 1, 2].map((piece) => sha256(bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES))));
  expect(put.bytes).toBe(bytes.length);
  expect((await readAll(put.pieces)).equals(bytes)).toBe(true);
});

test('what is stored already is not stored again', async () => {
  const bytes = Buffer.concat([Buffer.alloc(PIECE_BYTES, 'a'), Buffer.alloc(PIECE_BYTES, 'b'), randomBytes(1_000)]);
  const first = await putPieces(store, chunksOf(bytes, bytes.length));
  expect(first.newBytes).toBeGreaterThan(1_000);
  expect(first.newBytes).toBeLessThan(100_000);

  bytes.writeUInt8(0, PIECE_BYTES + 5);
  const second = await putPieces(store, chunksOf(bytes, 1_000_000));

  expect(second.pieces.map((piece, at) => piece === first.pieces[at])).toEqual([true, false, true]);
  expect(second.newBytes).toBe(await store.size(pieceName(second.pieces[1] ?? '')));
});

test('no bytes make no piece', async () => {
  expect(await putPieces(store, chunksOf(Buffer.alloc(0), 1))).toEqual({ pieces: [], bytes: 0, newBytes: 0 });
  expect(await readAll([])).toEqual(Buffer.alloc(0));
});

const BOMB = Buffer.alloc(PIECE_BYTES + 1);

test.each([
  ['missing', 'missing', undefined, 'is missing from'],
  ['of something else', 'something else', gzipSync('other bytes'), 'is damaged'],
  ['no gzip at all', 'plain', Buffer.from('plain'), 'is damaged'],
  ['a bomb, though it is what its name says', BOMB, gzipSync(BOMB), 'is damaged'],
  ['longer than any piece', 'long', Buffer.concat([gzipSync('long'), Buffer.alloc(PIECE_BYTES * 2)]), 'is damaged'],
])('a piece that is %s is reported by its name', async (_, named, kept, words) => {
  const whole = await putPieces(store, chunksOf(Buffer.from('whole'), 5));
  const hash = sha256(Buffer.from(named));
  if (kept !== undefined) {
    await store.put(pieceName(hash), kept);
  }

  const reading = readAll([...whole.pieces, hash]);

  await expect(reading).rejects.toThrow(words);
  await expect(reading).rejects.toThrow(hash);
});

test('a file is stored as it is, once', async () => {
  const bytes = randomBytes(300_000);
  const path = join(folder, 'photo');
  await writeFile(path, bytes);

  await putFile(store, sha256(bytes), path);
  await putFile(store, sha256(bytes), join(folder, 'gone meanwhile'));

  expect((await buffer(await openFile(store, sha256(bytes)))).equals(bytes)).toBe(true);
});

test('a file that does not match its hash is neither stored nor returned as whole', async () => {
  const path = join(folder, 'damaged');
  await writeFile(path, 'damaged');
  const hash = sha256(Buffer.from('as it was'));

  await expect(putFile(store, hash, path)).rejects.toThrow('is damaged');
  expect(await store.size(fileName(hash))).toBeUndefined();
  await expect(openFile(store, hash)).rejects.toThrow('is missing from');
  await expect(putFile(store, hash, join(folder, 'nowhere'))).rejects.toThrow('ENOENT');

  await store.put(fileName(hash), Buffer.from('rotten'));
  await expect(buffer(await openFile(store, hash))).rejects.toThrow('is damaged');
});
