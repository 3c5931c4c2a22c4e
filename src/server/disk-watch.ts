import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, refusalMessage } from '#shared/lib/errors.ts';
import type { Concern, Health } from '#server/health.ts';
import type { Say } from '#server/log.ts';

const MIB = 1_048_576;
const GB = 1_000_000_000;

/** A tenth, then a twentieth: whoever runs the installation is told twice. Of a large disk it is no worry yet. */
const MARKS_PERCENT = [5, 10];
const NO_WORRY_BYTES = 20 * GB;
/** A warning stays until there is so much more than its mark, so that it does not come and go with each file. */
const ENOUGH_MORE = 1.1;

const LOOK_EVERY_MS = 10_000;
/** A write is refused by a look that is at most so old: less is written meanwhile than is kept in reserve. */
const LOOK_IS_NEW_MS = 1_000;
/** How long a disk is taken to be full after something found it so. */
const FULL_FOR_MS = 30_000;
const RETRY_AFTER_SECONDS = 60;

/**
 * Kept free on the disk of our own PostgreSQL: where it cannot write its log it has to end itself, so we stop before. Four of the log's
 * files at least, and of a disk that is large enough for it what a minute of busy work takes.
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
  /** Looks now, and says in `health` what is to be said. */
  look(): Promise<void>;
  /** Refuses with `no_room` where a write, of so many bytes if that is known, would come near the end of the database's disk. */
  requireRoom(bytes?: number): Promise<void>;
  /** Something did find no room, at a place that no look of ours may show; `words` are the system's. */
  noteFull(words: string): void;
  /** Ends the looking. */
  stop(): void;
}

export interface DiskDeps {
  readonly disks: readonly Disk[];
  readonly health: Health;
  readonly say: Say;
  /** Milliseconds of a clock that nobody sets; left out: the process's own. */
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

/** What an ordinary user may still write on the disk of a folder, which need not be there yet. */
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

/** Watches the disks that the installation lives on, so that they are not full before somebody knows. */
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
        // A folder that is out of reach is told by whoever needs it.
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
    requireRoom: async (bytes) => {
      if (ticks() - lookedAt >= LOOK_IS_NEW_MS) {
        await look();
      }
      if (database && isUsedUp(database, bytes)) {
        throw noRoomOnDisk();
      }
    },
    noteFull: (words) => {
      // Its first words stay: the next name another file each.
      found = { words: isFoundFull() ? (found?.words ?? words) : words, at: ticks() };
      void look();
    },
    stop: () => clearInterval(rounds),
  };
};
