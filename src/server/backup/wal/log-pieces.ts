import type { BackupStore } from '#server/backup/store.ts';
import { formatLsn, parseLsn, parseSegmentName, segmentName, segmentStart } from '#server/backup/wal/lsn.ts';

/** Bytes of the write-ahead log in a store; they never extend over the end of a segment. */
export interface LogPiece {
  readonly timeline: number;
  /** From here (inclusive) to there (exclusive), as numbers (lsn.ts). */
  readonly from: number;
  readonly to: number;
  /** Milliseconds: with this piece and all before it, everything committed before this moment is there. 0: unknown. */
  readonly moment: number;
}

const offset = (lsn: number, start: number): string => (lsn - start).toString(16).padStart(8, '0');

export const logPrefix = (line: string): string => `wal/${line}/`;

/** Numbers are written with all their digits, so that names sort in the order of the log. */
export const logPieceName = (line: string, { timeline, from, to, moment }: LogPiece): string => {
  const start = segmentStart(from);
  const milliseconds = `${moment}`.padStart(13, '0');
  return `${logPrefix(line)}${segmentName(timeline, start)}/${offset(from, start)}-${offset(to, start)}-${milliseconds}.gz`;
};

const parseName = (name: string): LogPiece | undefined => {
  const [, file = '', from, to, moment] = /\/([0-9A-F]{24})\/([0-9a-f]{8})-([0-9a-f]{8})-(\d{13})\.gz$/.exec(name) ?? [];
  const segment = parseSegmentName(file);
  if (segment === undefined || from === undefined || to === undefined) {
    return undefined;
  }
  const at = (digits: string): number => segment.start + Number.parseInt(digits, 16);
  return { timeline: segment.timeline, from: at(from), to: at(to), moment: Number(moment) };
};

/** Every piece of a line from the segment of a position on (without one, all of them), in the order of the log. */
export const listLogPieces = async (store: BackupStore, line: string, from = 0): Promise<LogPiece[]> => {
  const found: LogPiece[] = [];
  for await (const { name } of store.list(logPrefix(line))) {
    const piece = parseName(name);
    if (piece !== undefined && piece.from >= segmentStart(from)) {
      found.push(piece);
    }
  }
  return found;
};

/** Bytes of the log that no piece covers, though later ones are there. */
export interface Gap {
  readonly from: string;
  readonly to: string;
}

/** How far the pieces reach from a backup on. */
export interface Span {
  /** Where the log ends, or breaks off, in PostgreSQL's notation: `0/3000060`. */
  readonly end: string;
  /**
   * Everything committed before this moment is in the log up to `end`; null: unknown, because a copy was killed in its first round. If the
   * system was idle since, there may be nothing later to restore.
   */
  readonly to: Date | null;
  /** Where a part is missing; the pieces after it do not count. */
  readonly gap: Gap | null;
}

/** The pieces that follow one another without a gap, and how far they reach. */
interface Course extends Span {
  readonly pieces: readonly LogPiece[];
}

const courseOf = (log: readonly LogPiece[], start: string, until?: Date): Course => {
  const pieces: LogPiece[] = [];
  let end = segmentStart(parseLsn(start));
  let moment = 0;
  let gap: Gap | null = null;
  for (const piece of log.filter(({ from }) => from >= segmentStart(parseLsn(start)))) {
    if (until !== undefined && moment >= until.getTime()) {
      break;
    }
    if (piece.from > end) {
      gap = { from: formatLsn(end), to: formatLsn(piece.from) };
      break;
    }
    if (piece.to > end) {
      pieces.push(piece);
      end = piece.to;
    }
    moment = Math.max(moment, piece.moment);
  }
  return { pieces, end: formatLsn(end), to: moment === 0 ? null : new Date(moment), gap };
};

/**
 * The contiguous pieces of a line's log from the segment of `start` on. With `until` it ends with the first piece with which everything
 * committed before it is there. Pieces that others cover are left out: rounds that were killed, or ran concurrently, leave some.
 */
export const findCourse = async (store: BackupStore, line: string, start: string, until?: Date): Promise<Course> =>
  courseOf(await listLogPieces(store, line, parseLsn(start)), start, until);

/**
 * What can be restored from a backup whose log begins at `start`, by the pieces of its line. The earliest moment is the backup's own
 * `completeAt`, the latest is `to`, if `end` is not before the backup's `stop` (`reaches`).
 */
export const spanOf = (log: readonly LogPiece[], start: string): Span => {
  const { end, to, gap } = courseOf(log, start);
  return { end, to, gap };
};

/** `spanOf` what the store has of the line. */
export const span = async (store: BackupStore, line: string, start: string): Promise<Span> =>
  spanOf(await listLogPieces(store, line, parseLsn(start)), start);

/** Whether the log of a span reaches a position, such as the stop of a backup, without which the backup cannot be restored. */
export const reaches = ({ end }: Span, lsn: string): boolean => parseLsn(end) >= parseLsn(lsn);
