import { createHash, webcrypto } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable, Transform } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fileName, pieceName } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { cut } from '#server/backup/store/cut.ts';
import { inOrder } from '#server/backup/store/in-order.ts';

/** The maximum size of pieces; the last of a file is smaller. A database that changes little makes few new ones. */
export const PIECE_BYTES = 4 * 1024 * 1024;
/** Of pieces in memory, and of zlib's and the hash's threads. */
const AT_ONCE = 3;
/** No piece grows by more than this when compressed badly. */
const MAX_KEPT_BYTES = PIECE_BYTES + 64 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** In a thread: four megabytes would block everyone else for milliseconds. */
const hashOf = async (bytes: Uint8Array): Promise<string> => Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');

/** Something that a backup needs is missing or damaged. Another backup may be whole. */
export class DamagedError extends Error {
  override name = 'DamagedError';
}

export const missing = (store: BackupStore, name: string): DamagedError =>
  new DamagedError(`${name} is missing from ${store.place}. Take another backup: npm run backups lists them.`);

const damaged = (store: BackupStore, name: string, cause?: unknown): DamagedError =>
  new DamagedError(`${name} in ${store.place} is damaged. Take another backup: npm run backups lists them.`, { cause });

const putPiece = async (store: BackupStore, piece: Buffer) => {
  const hash = await hashOf(piece);
  const name = pieceName(hash);
  if ((await store.size(name)) !== undefined) {
    return { hash, bytes: piece.length, newBytes: 0 };
  }
  const compressed = await compress(piece, { level: 1 });
  await store.put(name, compressed);
  return { hash, bytes: piece.length, newBytes: compressed.length };
};

/**
 * Stores the bytes as pieces, except those stored already. Returns their names in order, the number of bytes, and how many stored bytes
 * were new. It may hold on to chunks for a while: the caller must not write into them again.
 */
export const putPieces = async (
  store: BackupStore,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ pieces: string[]; bytes: number; newBytes: number }> => {
  const put = { pieces: [] as string[], bytes: 0, newBytes: 0 };
  for await (const piece of inOrder(cut(bytes, PIECE_BYTES), AT_ONCE, (buffer) => putPiece(store, buffer))) {
    put.pieces.push(piece.hash);
    put.bytes += piece.bytes;
    put.newBytes += piece.newBytes;
  }
  return put;
};

const readBounded = async (store: BackupStore, name: string): Promise<Buffer> => {
  const stream = await store.open(name);
  if (stream === undefined) {
    throw missing(store, name);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_KEPT_BYTES) {
      throw damaged(store, name);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
};

const readPiece = async (store: BackupStore, hash: string): Promise<Buffer> => {
  const name = pieceName(hash);
  const compressed = await readBounded(store, name);
  const piece = await decompress(compressed, { maxOutputLength: PIECE_BYTES }).catch((error: unknown) => {
    throw damaged(store, name, error);
  });
  if ((await hashOf(piece)) !== hash) {
    throw damaged(store, name);
  }
  return piece;
};

/** The content of the pieces, in order, each verified before it is passed on. Throws a DamagedError if one is missing or damaged. */
export const readPieces = (store: BackupStore, pieces: Iterable<string>): AsyncGenerator<Buffer, void, undefined> =>
  inOrder(pieces, AT_ONCE, (hash) => readPiece(store, hash));

/** Passes the bytes on, and ends in an error if their hash differs. */
const checked = (bytes: Readable, hash: string, wrong: () => Error): Readable => {
  const actual = createHash('sha256');
  const check = new Transform({
    transform: (chunk: Uint8Array, _, done) => {
      actual.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(actual.digest('hex') === hash ? null : wrong()),
  });
  // The reader hears of errors.
  return pipeline(bytes, check, () => undefined);
};

/**
 * Stores a file as it is, unless it is stored already. Throws a DamagedError, and stores nothing, if its content does not match its hash.
 */
export const putFile = async (store: BackupStore, hash: string, path: string): Promise<void> => {
  const name = fileName(hash);
  if ((await store.size(name)) === undefined) {
    const wrong = () => new DamagedError(`The file ${path} is damaged: it is not what was kept there.`);
    await store.put(name, checked(createReadStream(path), hash, wrong));
  }
};

/**
 * A stored file. Throws a DamagedError if it is missing; the stream ends in one if the file is damaged, so it must not be trusted before
 * its end.
 */
export const openFile = async (store: BackupStore, hash: string): Promise<Readable> => {
  const name = fileName(hash);
  const stream = await store.open(name);
  if (stream === undefined) {
    throw missing(store, name);
  }
  return checked(stream, hash, () => damaged(store, name));
};
