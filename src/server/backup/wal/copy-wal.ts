import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Database } from '#server/db/database.ts';
import { codeOf } from '#embedded-postgres';
import type { BackupStore } from '#server/backup/store.ts';
import { listLogPieces, type LogPiece, logPieceName } from '#server/backup/wal/log-pieces.ts';
import { formatLsn, parseLsn, SEGMENT_BYTES, segmentName, segmentStart } from '#server/backup/wal/lsn.ts';
import { advanceSlot, ensureSlot, readLogState, type ServerLogState } from '#server/backup/wal/slot.ts';

const compress = promisify(gzip);

export interface CopyOptions {
  /** Of the embedded server, as a superuser. */
  readonly db: Database;
  /** The server's folder `pg_wal`. */
  readonly pgWal: string;
  readonly store: BackupStore;
  /** `findLogLine`. */
  readonly line: string;
  readonly now: () => Date;
  /** A backup's start and stop: where a store that has no pieces of the line must begin, and how far the copy must reach or fail. */
  readonly from?: string;
  readonly upTo?: string;
  /**
   * False for a store other than the installation's own (`--to`): the slot stays where it is, because it retains what the own store still
   * needs.
   */
  readonly advance?: boolean;
}

/** How far a line's log is in the store. */
export interface Copied {
  /** In PostgreSQL's notation. */
  readonly end: string;
  /** Everything committed before it is in the store, whether or not anything had to be put. */
  readonly copiedUpTo: Date;
  /** How many bytes of the log were put. */
  readonly bytes: number;
  /** A part was missing: nothing before it leads to what comes after. A new base backup is needed at once. */
  readonly hasGap: boolean;
}

interface Position {
  readonly timeline: number;
  readonly end: number;
  /** Milliseconds; 0: unknown. */
  readonly moment: number;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') {
        return false;
      }
      throw error;
    },
  );

/** Where the pieces of the timeline end. Gaps do not matter here: copying continues at the end. */
const endOfPieces = async ({ store, line }: CopyOptions, timeline: number): Promise<Position | undefined> => {
  const pieces = (await listLogPieces(store, line)).filter((piece) => piece.timeline === timeline);
  if (pieces.length === 0) {
    return undefined;
  }
  return { timeline, end: Math.max(...pieces.map(({ to }) => to)), moment: Math.max(...pieces.map(({ moment }) => moment)) };
};

/** Where to continue copying: after the pieces, or else from a whole segment, since recovery needs its beginning. */
const findStart = async ({ pgWal, from: start }: CopyOptions, { timeline, flushed, held }: ServerLogState, known: Position | undefined) => {
  const last = parseLsn(flushed);
  const wanted = known?.end ?? segmentStart(parseLsn(start ?? held ?? flushed));
  for (let from = wanted; from < last; from = segmentStart(from) + SEGMENT_BYTES) {
    if (await exists(join(pgWal, segmentName(timeline, segmentStart(from))))) {
      return { from, hasGap: from > wanted };
    }
  }
  return { from: wanted, hasGap: false };
};

/**
 * Reads from a segment's file. PostgreSQL renames and reuses files that are no longer retained: bytes count only if the file still has its
 * name when they are read.
 */
const readSegment = async (path: string, { from, to }: LogPiece): Promise<Buffer> => {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(to - from);
    const start = from - segmentStart(from);
    for (let read = 0; read < bytes.length;) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read);
      if (bytesRead === 0) {
        throw new Error(`The write-ahead log ends too early in ${path}.`);
      }
      read += bytesRead;
    }
    const [opened, named] = [await file.stat({ bigint: true }), await stat(path, { bigint: true })];
    if (opened.ino !== named.ino) {
      throw new Error(`PostgreSQL took ${path} away while it was copied.`);
    }
    return bytes;
  } finally {
    await file.close();
  }
};

const putPiece = async ({ pgWal, store, line }: CopyOptions, piece: LogPiece): Promise<void> => {
  const path = join(pgWal, segmentName(piece.timeline, segmentStart(piece.from)));
  // Level 1: it is done every minute on a small machine, and takes half the time for a tenth more.
  await store.put(logPieceName(line, piece), await compress(await readSegment(path, piece), { level: 1 }));
};

/** Pieces before the last carry the previous moment: only with the last is everything there that was committed until now. */
function* cut(timeline: number, from: number, to: number, moments: { before: number; now: number }): Generator<LogPiece, void, undefined> {
  for (let at = from; at < to;) {
    const end = Math.min(to, segmentStart(at) + SEGMENT_BYTES);
    yield { timeline, from: at, to: end, moment: end === to ? moments.now : moments.before };
    at = end;
  }
}

/** The first copy into the installation's own store creates the slot; a lost one is created again. */
const readHeldState = async ({ db, advance = true }: CopyOptions): Promise<ServerLogState> => {
  const state = await readLogState(db);
  if (state.held !== null || !advance) {
    return state;
  }
  await ensureSlot(db);
  return readLogState(db);
};

const requireKnownSegments = ({ segmentBytes }: ServerLogState): void => {
  if (segmentBytes !== SEGMENT_BYTES) {
    throw new Error(`The write-ahead log has segments of ${segmentBytes} bytes, and backups know those of ${SEGMENT_BYTES} only.`);
  }
};

/** Remembers where the store's pieces end, so that a round in which nothing happened costs one statement. */
export interface WalCopier {
  /** Copies what is new. After an error, the next call continues where the last one stopped. */
  copy(): Promise<Copied>;
}

export const createWalCopier = (options: CopyOptions): WalCopier => {
  const { db, upTo, advance = true } = options;
  let known: Position | undefined;
  return {
    copy: async () => {
      const moment = options.now().getTime();
      const state = await readHeldState(options);
      requireKnownSegments(state);
      const { timeline, flushed } = state;
      if (upTo !== undefined && parseLsn(flushed) < parseLsn(upTo)) {
        throw new Error(`The write-ahead log is on disk up to ${flushed} only, and the backup needs it up to ${upTo}.`);
      }
      if (known?.timeline !== timeline) {
        known = await endOfPieces(options, timeline);
      }
      const end = parseLsn(flushed);
      const { from, hasGap } = await findStart(options, state, known);
      for (const piece of cut(timeline, from, end, { before: hasGap ? 0 : (known?.moment ?? 0), now: moment })) {
        await putPiece(options, piece);
        known = { timeline, end: piece.to, moment: piece.moment };
      }
      known = { timeline, end: Math.max(end, known?.end ?? 0), moment };
      // Also if nothing was put: the process that put it may have been killed before this.
      if (advance && state.held !== null && parseLsn(state.held) < end) {
        await advanceSlot(db, flushed);
      }
      return { end: formatLsn(known.end), copiedUpTo: new Date(moment), bytes: Math.max(0, end - from), hasGap };
    },
  };
};

/**
 * Copies into the store what the log has beyond it, up to what is on disk, as pieces that never change; then lets the server discard it.
 * Whatever is killed in between, and whoever else copies at the same time: a piece may be there twice, but none is missing.
 */
export const copyWal = (options: CopyOptions): Promise<Copied> => createWalCopier(options).copy();
