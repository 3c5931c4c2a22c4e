import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PRIVATE_FILE } from '#server/private-files.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { findCourse, type Gap, type LogPiece, logPieceName, type Span } from '#server/backup/wal/log-pieces.ts';
import { SEGMENT_BYTES, segmentName, segmentStart } from '#server/backup/wal/lsn.ts';

export interface AssembleOptions {
  readonly store: BackupStore;
  /** Of the backup's manifest: `wal.line` and `wal.start`. */
  readonly line: string;
  readonly start: string;
  /** The folder `pg_wal` of a cluster that does not run. */
  readonly into: string;
  /** Writes no more than it takes to restore this moment. */
  readonly until?: Date;
}

const damaged = (store: BackupStore, name: string, cause?: unknown): Error =>
  new Error(`${name} in ${store.place} is damaged or missing. Restore a moment before it (--at), or a later backup.`, { cause });

const layPiece = async ({ store, line, into }: AssembleOptions, piece: LogPiece): Promise<void> => {
  const name = logPieceName(line, piece);
  const bytes = await store.open(name);
  if (bytes === undefined) {
    throw damaged(store, name);
  }
  const start = segmentStart(piece.from);
  const file = await open(join(into, segmentName(piece.timeline, start)), 'r+');
  let at = piece.from - start;
  try {
    await pipeline(bytes, createGunzip(), async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) {
        if (start + at + chunk.length > piece.to) {
          throw new Error('It holds more than its name says.');
        }
        await file.write(chunk, 0, chunk.length, at);
        at += chunk.length;
      }
    });
  } catch (error) {
    throw damaged(store, name, error);
  } finally {
    await file.close();
  }
  if (start + at !== piece.to) {
    throw damaged(store, name);
  }
};

/** A whole file of zeros: after the last byte of a log PostgreSQL must find nothing that looks like more of it. */
const makeSegment = async (path: string): Promise<void> => {
  const file = await open(path, 'w', PRIVATE_FILE);
  try {
    await file.truncate(SEGMENT_BYTES);
  } finally {
    await file.close();
  }
};

const missing = (store: BackupStore, { from, to }: Gap, until: Date): Error =>
  new Error(
    `The write-ahead log in ${store.place} lacks what was written from ${from} to ${to}, before ${until.toISOString()}. ` +
      'Restore an earlier moment, or from a later backup: npm run backups lists them.',
  );

/**
 * Assembles the segments of the log for a recovery, from that of the backup's start on, and returns how far they reach. It ends at a gap,
 * which only a backup made after it leads over; if `until` is after a gap it throws. What it writes belongs to the user this program runs
 * as.
 */
export const assembleWal = async (options: AssembleOptions): Promise<Span> => {
  const { store, line, start, into, until } = options;
  const { pieces, end, to, gap } = await findCourse(store, line, start, until);
  if (gap !== null && until !== undefined) {
    throw missing(store, gap, until);
  }
  let made = '';
  for (const piece of pieces) {
    const segment = segmentName(piece.timeline, segmentStart(piece.from));
    if (segment !== made) {
      await makeSegment(join(into, segment));
      made = segment;
    }
    await layPiece(options, piece);
  }
  return { end, to, gap };
};
