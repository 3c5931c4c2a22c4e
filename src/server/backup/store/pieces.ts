import { createHash, webcrypto } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable, Transform } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fileName, pieceName } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { cut } from '#server/backup/store/cut.ts';
import { inOrder } from '#server/backup/store/in-order.ts';

/** What pieces hold at most; the last of a file holds less. A database that changes little makes few new ones. */
export const PIECE_BYTES = 4 * 1024 * 1024;
/** Of pieces in memory, and of zlib's and the hash's threads. */
const AT_ONCE = 3;
/** No piece is so badly compressed that it grows by more. */
const MAX_KEPT_BYTES = PIECE_BYTES + 64 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** In a thread: four megabytes would hold everybody else up for milliseconds. */
const hashOf = async (bytes: Uint8Array): Promise<string> => Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');

/** What a backup needs is not there, or not what it was. Another backup may be whole. */
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
 * Keeps the bytes as pieces, those that are kept already not again. Returns their names in order, the bytes' number, and how many were new as
 * they lie there. It may hold on to chunks for a while: whoever gives them does not write into them again.
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

/** What the pieces hold, in order, each looked at before it is given. Throws a DamagedError if one is missing or not what it was. */
export const readPieces = (store: BackupStore, pieces: Iterable<string>): AsyncGenerator<Buffer, void, undefined> =>
  inOrder(pieces, AT_ONCE, (hash) => readPiece(store, hash));

/** Passes the bytes on, and ends in an error if they are others than the hash says. */
const checked = (bytes: Readable, hash: string, wrong: () => Error): Readable => {
  const actual = createHash('sha256');
  const check = new Transform({
    transform: (chunk: Uint8Array, _, done) => {
      actual.update(chunk);
      done(null, chunk);
    },
    flush: (done) => done(actual.digest('hex') === hash ? null : wrong()),
  });
  // Whoever reads hears of errors.
  return pipeline(bytes, check, () => undefined);
};

/** Keeps a file as it is, unless it is kept already. Throws a DamagedError, and keeps nothing, if it holds something else than its hash says. */
export const putFile = async (store: BackupStore, hash: string, path: string): Promise<void> => {
  const name = fileName(hash);
  if ((await store.size(name)) === undefined) {
    const wrong = () => new DamagedError(`The file ${path} is damaged: it is not what was kept there.`);
    await store.put(name, checked(createReadStream(path), hash, wrong));
  }
};

/**
 * A file that is kept. Throws a DamagedError if it is missing; the stream ends in one if the file is not what it was, so that nobody may trust it
 * before its end.
 */
export const openFile = async (store: BackupStore, hash: string): Promise<Readable> => {
  const name = fileName(hash);
  const stream = await store.open(name);
  if (stream === undefined) {
    throw missing(store, name);
  }
  return checked(stream, hash, () => damaged(store, name));
};
