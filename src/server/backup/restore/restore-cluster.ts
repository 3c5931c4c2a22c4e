import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readEveryTable } from '#server/data/backup-facts.ts';
import { type FolderLock, lockFolder } from '#server/db/embedded/folder-lock.ts';
import { installedMajor } from '#server/db/embedded/binaries.ts';
import { type Machine, thisMachine } from '#server/db/embedded/machine.ts';
import { clusterOf, findPlace, forgetLostPlace, openDataDir, type Place, rememberPlace } from '#server/db/embedded/place.ts';
import { settleEpoch } from '#server/db/epoch/settle.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Say } from '#server/log.ts';
import { type Beside, buildBeside, removeBeside } from '#server/backup/cluster/build-beside.ts';
import { clusterBytes } from '#server/backup/cluster/lay-cluster.ts';
import { backupName, type ClusterCopy, type Manifest } from '#server/backup/manifest.ts';
import {
  asideOf,
  exchange,
  holdsAnything,
  isRestored,
  readNote,
  removeNote,
  type RestoreNote,
  writeNote,
  writeWhole,
} from '#server/backup/restore/aside.ts';
import { bringFiles, type BroughtFiles } from '#server/backup/restore/bring-files.ts';
import { requireRoom } from '#server/backup/room.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { readPieces } from '#server/backup/store/pieces.ts';

/** What the folders begin with in which a cluster is built that is to be restored. */
const RESTORING = 'restoring-';

export interface RestoreClusterOptions {
  readonly dataDir: string;
  readonly store: BackupStore;
  readonly manifest: Manifest & { readonly database: ClusterCopy };
  /** Null: to the end of the log. */
  readonly until: Date | null;
  /** Whether what is in `dataDir` may be put aside. */
  readonly replace: boolean;
  readonly now: () => Date;
  readonly say: Say;
  readonly machine?: Machine;
}

export interface RestoredCluster extends BroughtFiles {
  readonly rows: Record<string, number>;
  /** Everything that was acknowledged before this moment was restored. */
  readonly upTo: Date;
  /** Where what was there before is kept. */
  readonly aside: readonly string[];
}

/** Paths of what a restore puts into place, the cluster last. */
const placesOf = (dataDir: string, { home }: Place) => ({
  photos: join(dataDir, 'photos'),
  secret: join(dataDir, 'session-secret'),
  cluster: clusterOf(home),
});

type Places = ReturnType<typeof placesOf>;

const requireSameMajor = ({ database }: RestoreClusterOptions['manifest'], { packageDir }: Machine): void => {
  const major = installedMajor(packageDir);
  if (database.major !== major) {
    throw new Error(
      `The backup holds a database of PostgreSQL ${database.major}, and this Headland comes with PostgreSQL ${major}. ` +
        'Restore it with the Headland that made it, start that once, and update afterwards.',
    );
  }
};

const whatIsThere = async (places: Places): Promise<string[]> => {
  const paths = [places.photos, places.secret, places.cluster];
  const found = await Promise.all(paths.map(async (path) => ((await holdsAnything(path)) ? [path] : [])));
  return found.flat();
};

/** The note of a restore that was begun here and killed, else a new one; refuses where there is something that may not be put aside. */
const findNote = async (
  dataDir: string,
  places: Places,
  { manifest, until, replace, now }: RestoreClusterOptions,
): Promise<RestoreNote> => {
  const wanted = { backup: manifest.name, until: until?.toISOString() ?? null };
  const known = await readNote(dataDir);
  if (known !== undefined) {
    return { ...known, ...wanted };
  }
  const before = await whatIsThere(places);
  // A secret alone is no installation: somebody may bring their own.
  if (!replace && before.some((path) => path !== places.secret)) {
    throw new Error(
      `${dataDir} holds an installation already. Set DATA_DIR to an empty folder; or add --replace, and what is there is kept aside under another name.`,
    );
  }
  return { ...wanted, ending: `before-${backupName(now())}`, before };
};

/** Builds what is to be put into place. Where it fails, and nothing was put into place before, the folder is as it was. */
const withNote = async <T>(dataDir: string, places: Places, note: RestoreNote, build: () => Promise<T>): Promise<T> => {
  const isNew = (await readNote(dataDir)) === undefined;
  if (!isNew || !existsSync(places.cluster)) {
    // A program that is started meanwhile would make an empty database.
    await writeNote(dataDir, note);
  }
  try {
    return await build();
  } catch (error) {
    if (isNew) {
      await removeNote(dataDir);
    }
    throw error;
  }
};

/** A restore that did all it had to before it was killed. */
const isFinished = (note: RestoreNote | undefined, places: Places, { manifest, until }: RestoreClusterOptions): boolean =>
  note !== undefined && isRestored(places.cluster, note) && note.backup === manifest.name && note.until === (until?.toISOString() ?? null);

const requireSameRows = (counted: Record<string, number>, manifest: Record<string, number>): void => {
  for (const [table, rows] of Object.entries(manifest)) {
    if (counted[table] !== rows) {
      throw new Error(
        `The restored table ${table} has ${counted[table] ?? 0} rows, and the backup had ${rows}. Take another backup: npm run backups lists them.`,
      );
    }
  }
};

/** What is done in the database before anybody may use it; its server is stopped afterwards. */
const prepare = async ({ server, log }: Beside, folder: string, { store, manifest, until, say }: RestoreClusterOptions) => {
  // The server is stopped right after the pool was closed, which the pool may call a lost connection.
  const db = openDatabase(server.url, () => undefined);
  try {
    const rows = await readEveryTable(db, { deeply: false });
    if (until === null && log.end === manifest.database.wal.counted) {
      requireSameRows(rows, manifest.rows);
    }
    await migrate(db);
    await settleEpoch(db, 'restored');
    say('Bringing the attached files …');
    return { rows, ...(await bringFiles(db, store, folder)) };
  } finally {
    await db.close();
    await server.stop();
  }
};

const bringSecret = async ({ store, manifest: { secret } }: RestoreClusterOptions, path: string): Promise<void> => {
  await rm(path, { force: true });
  if (secret !== null) {
    const pieces: Buffer[] = [];
    for await (const piece of readPieces(store, [secret])) {
      pieces.push(piece);
    }
    await writeWhole(path, Buffer.concat(pieces));
  }
};

interface Draft {
  readonly photos: string;
  readonly secret: string;
}

/** Builds all of it beside what is there: the cluster, prepared and closed, the files, the secret. */
const build = async (place: Place, machine: Machine, draft: Draft, options: RestoreClusterOptions) => {
  const { store, manifest, until, say } = options;
  const copy = manifest.database;
  const beside = await buildBeside({ place, machine, store, copy, prefix: RESTORING, durable: true, say, ...(until && { until }) });
  try {
    const prepared = await prepare(beside, draft.photos, options);
    await bringSecret(options, draft.secret);
    return { ...prepared, home: beside.home, upTo: until ?? beside.log.to ?? new Date(manifest.completeAt) };
  } catch (error) {
    await removeBeside(place.home, RESTORING, say);
    throw error;
  }
};

const restoreInto = async (dataDir: string, place: Place, machine: Machine, options: RestoreClusterOptions): Promise<RestoredCluster> => {
  const { store, manifest, say } = options;
  const places = placesOf(dataDir, place);
  const draft = { photos: `${places.photos}.restoring`, secret: `${places.secret}.restoring` };
  const note = await findNote(dataDir, places, options);
  if (isRestored(places.photos, note) && !existsSync(draft.photos)) {
    // Killed between its last steps: what was brought need not be brought again.
    await rename(places.photos, draft.photos);
  }
  await removeBeside(place.home, RESTORING, say);
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  await requireRoom(dataDir, bytes + clusterBytes(manifest.database), 'what is restored');
  say(`Restoring ${manifest.name} from ${store.place} …`);
  const { home, ...restored } = await withNote(dataDir, places, note, () => build(place, machine, draft, options));
  await writeNote(dataDir, note);
  await exchange(draft.photos, places.photos, note);
  if (existsSync(draft.secret)) {
    await exchange(draft.secret, places.secret, note);
  }
  await exchange(clusterOf(home), places.cluster, note);
  rememberPlace(dataDir, place.home);
  await removeNote(dataDir);
  await rm(home, { recursive: true, force: true });
  const aside = note.before.map((path) => asideOf(path, note)).filter((path) => existsSync(path));
  return { ...restored, aside };
};

/**
 * Restores a copy of an embedded database with its attached files and its secret into `dataDir`. It is built beside and put into place last, so that a
 * restore that is killed at any moment can be done again; what was there before is kept aside. Throws a sentence for a person.
 */
export const restoreCluster = async (options: RestoreClusterOptions): Promise<RestoredCluster | 'finished-before'> => {
  const machine = options.machine ?? thisMachine();
  requireSameMajor(options.manifest, machine);
  const dataDir = openDataDir(options.dataDir);
  const held: FolderLock[] = [await lockFolder(dataDir)];
  try {
    forgetLostPlace(dataDir);
    const place = await findPlace(dataDir, machine.sharedPlaces);
    if (dirname(place.home) !== dataDir) {
      held.push(await lockFolder(place.home));
    }
    if (isFinished(await readNote(dataDir), placesOf(dataDir, place), options)) {
      rememberPlace(dataDir, place.home);
      await removeNote(dataDir);
      await removeBeside(place.home, RESTORING, options.say);
      return 'finished-before';
    }
    return await restoreInto(dataDir, place, machine, options);
  } finally {
    for (const lock of held.reverse()) {
      lock.release();
    }
  }
};
