import { text as textOf } from 'node:stream/consumers';
import { DAY_MS } from '#shared/lib/dates.ts';
import { type ClusterCopy, fileName, type Manifest, manifestName, parseManifest, pieceName } from '#server/backup/manifest.ts';
import type { BackupStore, Kept } from '#server/backup/store.ts';
import { inOrder } from '#server/backup/store/in-order.ts';
import { missing } from '#server/backup/store/pieces.ts';
import { chooseKept, type Dated, type Keep } from '#server/backup/store/retention.ts';
import { listLogPieces, logPieceName } from '#server/backup/wal/log-pieces.ts';
import { parseLsn } from '#server/backup/wal/lsn.ts';

const REMOVALS_AT_ONCE = 8;

export interface Swept {
  readonly backups: number;
  /** What they alone referred to, and what killed programs left. */
  readonly objects: number;
  readonly bytes: number;
}

/** Name and timestamp of each complete backup, without reading its list of contents. */
const listBackups = async (store: BackupStore): Promise<Dated[]> => {
  const found: Dated[] = [];
  for await (const kept of store.list('backups/')) {
    const [, name = '', day, time] = /^backups\/(([^/]+)T([^/]+))\/manifest\.json$/.exec(kept.name) ?? [];
    const startedAt = new Date(`${day}T${time?.replaceAll('-', ':')}`);
    if (!Number.isNaN(startedAt.getTime())) {
      found.push({ name, startedAt });
    }
  }
  return found;
};

const readManifest = async (store: BackupStore, backup: string): Promise<Manifest> => {
  const name = manifestName(backup);
  const bytes = await store.open(name);
  if (bytes === undefined) {
    throw missing(store, name);
  }
  return parseManifest(await textOf(bytes), name);
};

/** The hash with which the name of an attached file begins. */
const hashIn = (name: string): string => name.slice(0, 64);

function* blobNamesOf({ database, files, secret }: Manifest): Generator<string, void, undefined> {
  const parts = database.kind === 'cluster' ? database.files : database.tables;
  for (const { pieces } of parts) {
    yield* pieces.map(pieceName);
  }
  yield* files.map(({ name }) => fileName(hashIn(name)));
  if (secret !== null) {
    yield pieceName(secret);
  }
}

/**
 * The log that a cluster's copy needs, on its own line only: from the whole segment of its start, with which recovery begins, to its end;
 * or everything that follows, to go on to any later moment.
 */
async function* logNamesOf(
  store: BackupStore,
  { line, start, stop }: ClusterCopy['wal'],
  isFollowed: boolean,
): AsyncGenerator<string, void, undefined> {
  for (const piece of await listLogPieces(store, line, parseLsn(start))) {
    if (isFollowed || piece.from <= parseLsn(stop)) {
      yield logPieceName(line, piece);
    }
  }
}

/** What the backups need, by stored names. */
const readNeeded = async (store: BackupStore, kept: readonly Dated[], since: Date): Promise<ReadonlySet<string>> => {
  const needed = new Set<string>();
  for (const { name, startedAt } of kept) {
    const manifest = await readManifest(store, name);
    for (const blob of blobNamesOf(manifest)) {
      needed.add(store.nameOf(blob));
    }
    if (manifest.database.kind === 'cluster') {
      for await (const log of logNamesOf(store, manifest.database.wal, startedAt >= since)) {
        needed.add(log);
      }
    }
  }
  return needed;
};

const PIECE = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}\.gz$/;
const FILE = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
const LOG = /^wal\/[^/]+\/[0-9A-F]{24}\/[^/]+\.gz$/;

/** How old items have to be before they may be removed, if no backup needs them. */
interface Borders {
  readonly pieces: Date;
  readonly files: Date;
}

async function* unneeded(
  store: BackupStore,
  needed: ReadonlySet<string>,
  { pieces, files }: Borders,
): AsyncGenerator<Kept, void, undefined> {
  for (const prefix of ['blobs/', 'wal/']) {
    for await (const kept of store.list(prefix)) {
      const isOld = FILE.test(kept.name) ? kept.keptAt < files : kept.keptAt < pieces && (PIECE.test(kept.name) || LOG.test(kept.name));
      if (isOld && !needed.has(kept.name)) {
        yield kept;
      }
    }
  }
}

const removeAll = async (store: BackupStore, all: AsyncIterable<Kept>) => {
  const removed = { objects: 0, bytes: 0 };
  const removals = inOrder(all, REMOVALS_AT_ONCE, async ({ name, bytes }) => {
    await store.remove(name);
    return bytes;
  });
  for await (const bytes of removals) {
    removed.objects += 1;
    removed.bytes += bytes;
  }
  return removed;
};

/**
 * Removes the backups that the rule does not keep, and then what no longer belongs to any: pieces, files, and log that continues no backup.
 * No backup is made in the meantime. Killed anywhere it leaves complete backups, and the next sweep continues. Removes nothing, and throws
 * a sentence, if one of the backups to keep cannot be read; nor anything from a store without a backup.
 */
export const sweep = async (store: BackupStore, { keep, now }: { readonly keep: Keep; readonly now: Date }): Promise<Swept> => {
  await store.tidy(new Date(now.getTime() - DAY_MS));
  const backups = await listBackups(store);
  const { kept, since } = chooseKept(backups, keep);
  const newest = kept.at(-1);
  if (newest === undefined || since === undefined) {
    return { backups: 0, objects: 0, bytes: 0 };
  }
  const needed = await readNeeded(store, kept, since.startedAt);
  const dropped = backups.filter((backup) => !kept.includes(backup));
  for (const { name } of dropped) {
    await store.remove(store.nameOf(manifestName(name)));
  }
  const borders = {
    // Anything younger may belong to a backup that failed and is made again. A clock that was ahead made one dated in the future.
    pieces: new Date(Math.min(newest.startedAt.getTime(), now.getTime()) - DAY_MS),
    // Files that came and went between two backups are in none, and yet the moment between them can be restored.
    files: new Date(Math.min(since.startedAt.getTime(), now.getTime()) - DAY_MS),
  };
  return { backups: dropped.length, ...(await removeAll(store, unneeded(store, needed, borders))) };
};
