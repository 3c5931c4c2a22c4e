import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, refusalMessage } from '#shared/lib/errors.ts';
import type { Concern, Health } from '#server/health.ts';
import type { Say } from '#server/log.ts';

const MIB = 1_048_576;
const GB = 1_000_000_000;

/** A tenth, then a twentieth: the operator is told twice. On a large disk it is no concern yet. */
const MARKS_PERCENT = [5, 10];
const NO_WORRY_BYTES = 20 * GB;
/** A warning stays until this much more than its threshold is free, so that it does not come and go with each file. */
const ENOUGH_MORE = 1.1;

const LOOK_EVERY_MS = 10_000;
/** A write is refused by a check that is at most this old: less is written in that time than the reserve. */
const LOOK_IS_NEW_MS = 1_000;
/** How long a disk counts as full after a write failed for lack of space. */
const FULL_FOR_MS = 30_000;
const RETRY_AFTER_SECONDS = 60;

/**
 * Kept free on the disk of our own PostgreSQL: it has to shut down if it cannot write its log, so we stop before. Four of the log's files
 * at least, and on a disk that is large enough, a minute's worth of busy work.
 */
export const reserveOf = (sizeBytes: number): number => Math.max(64 * MIB, Math.min(256 * MIB, sizeBytes * 0.02));

interface Disk {
  readonly folder: string;
  /** `database`: our own PostgreSQL writes there, and a reserve is kept for it. */
  readonly holds: 'database' | 'files' | 'backups';
}

interface Look extends Disk {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface DiskWatch {
  /** Checks now, and updates `health`. */
  look(): Promise<void>;
  /** Refuses with `no_room` if a write, of that many bytes if known, would come near the end of the database's disk. */
  requireDiskSpace(bytes?: number): Promise<void>;
  /** A write failed for lack of space, possibly in a place that no check of ours covers; `words` are the system's. */
  noteFull(words: string): void;
  /** Stops watching. */
  stop(): void;
}

export interface DiskDeps {
  readonly disks: readonly Disk[];
  readonly health: Health;
  readonly say: Say;
  /** Milliseconds of a monotonic clock; default: the process's own. */
  readonly ticks?: () => number;
  /** For tests, which have no disk to fill. */
  readonly measure?: (folder: string) => Promise<{ freeBytes: number; sizeBytes: number }>;
}

export const noRoomOnDisk = (): AppError => new AppError('no_room', refusalMessage('diskFull'), { retryAfterSeconds: RETRY_AFTER_SECONDS });

const nearestFolder = async (path: string): Promise<string> => {
  const isThere = await stat(path).then(
    () => true,
    () => dirname(path) === path,
  );
  return isThere ? path : nearestFolder(dirname(path));
};

/** The space available to an ordinary user on the disk of a folder, which need not exist yet. */
const measureDisk = async (folder: string): Promise<{ freeBytes: number; sizeBytes: number }> => {
  const { bavail, blocks, bsize } = await statfs(await nearestFolder(folder));
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
};

const percentOf = ({ freeBytes, sizeBytes }: Look): number => (freeBytes * 100) / sizeBytes;

const isBelow = (look: Look, markPercent: number, more = 1): boolean =>
  look.sizeBytes > 0 && percentOf(look) < markPercent * more && look.freeBytes < NO_WORRY_BYTES * more;

const isUsedUp = ({ freeBytes, sizeBytes }: Look, bytes = 0): boolean => freeBytes - bytes < reserveOf(sizeBytes);

const lowOn = (look: Look, markPercent: number): Concern => ({
  kind: 'disk',
  level: 'warning',
  message:
    `Less than ${markPercent} % of the disk of ${look.folder} is free. Make room, or move to a larger one: ` +
    'when it is full nothing can be saved, until there is room again.',
  code: 'disk_low',
  values: { percent: Math.floor(percentOf(look)), gigabytes: Math.floor(look.freeBytes / (GB / 10)) / 10 },
});

const fullAt = (where: string): Concern => ({
  kind: 'disk',
  level: 'degraded',
  message: `There is no room left ${where}. Nothing can be saved until there is; then it goes on by itself.`,
  code: 'disk_full',
  values: {},
});

/** Watches the disks of the installation, so that the operator knows before they are full. */
export const createDiskWatch = ({ disks, health, say, ticks = () => performance.now(), measure = measureDisk }: DiskDeps): DiskWatch => {
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;
  let database: Look | undefined;
  let found: { readonly words: string; readonly at: number } | undefined;
  let markShown: number | undefined;

  const isFoundFull = (): boolean => found !== undefined && ticks() - found.at < FULL_FOR_MS;

  const findLow = (looks: readonly Look[]): readonly [look: Look, mark: number] | undefined => {
    const byRoom = looks.toSorted((one, other) => percentOf(one) - percentOf(other));
    const emptiest = byRoom.find((look) => isBelow(look, Math.max(...MARKS_PERCENT), ENOUGH_MORE));
    const mark = MARKS_PERCENT.find((each) => emptiest && isBelow(emptiest, each, markShown === each ? ENOUGH_MORE : 1));
    return emptiest === undefined || mark === undefined ? undefined : [emptiest, mark];
  };

  const judge = (looks: readonly Look[]): Concern | undefined => {
    database = looks.find(({ holds }) => holds === 'database');
    if (database && isUsedUp(database)) {
      return fullAt(`on the disk of ${database.folder}, but for what the database needs to go on reading`);
    }
    if (isFoundFull()) {
      return fullAt(`(${found?.words ?? ''})`);
    }
    const low = findLow(looks);
    markShown = low?.[1];
    return low && lowOn(...low);
  };

  const tell = (concern: Concern | undefined): void => {
    const before = health.concerns().find(({ kind }) => kind === 'disk');
    if (concern === undefined) {
      health.settle('disk');
    } else {
      health.raise(concern);
    }
    if (concern?.message !== before?.message) {
      say(concern?.message ?? 'There is room on the disk again.', concern === undefined ? 'info' : 'warn');
    }
  };

  const lookNow = async (): Promise<void> => {
    const looks = await Promise.all(
      disks.map(async (disk): Promise<readonly Look[]> => {
        // A folder that is out of reach is reported by the code that needs it.
        const measured = await measure(disk.folder).catch(() => undefined);
        return measured === undefined ? [] : [{ ...disk, ...measured }];
      }),
    );
    lookedAt = ticks();
    tell(judge(looks.flat()));
  };
  const look = (): Promise<void> => {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const rounds = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return {
    look,
    requireDiskSpace: async (bytes) => {
      if (ticks() - lookedAt >= LOOK_IS_NEW_MS) {
        await look();
      }
      if (database && isUsedUp(database, bytes)) {
        throw noRoomOnDisk();
      }
    },
    noteFull: (words) => {
      // The first message stays: later ones name another file each.
      found = { words: isFoundFull() ? (found?.words ?? words) : words, at: ticks() };
      void look();
    },
    stop: () => clearInterval(rounds),
  };
};
