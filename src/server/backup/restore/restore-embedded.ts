import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readEveryTable } from '#server/data/backup-facts.ts';
import {
  clusterOf,
  findPlace,
  type FolderLock,
  forgetLostPlace,
  installedMajor,
  lockFolder,
  type Machine,
  openDataDir,
  passwordFile,
  type Place,
  rememberPlace,
  type ServerBeside,
} from '#embedded-postgres';
import { HEADLAND, headlandMachine } from '#server/db/embedded.ts';
import { settleEpoch } from '#server/db/epoch/settle.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Say } from '#server/log.ts';
import { recoverCopy, removeRecoveredCopies } from '#server/backup/cluster/recover-copy.ts';
import { backupName, type Manifest } from '#server/backup/manifest.ts';
import {
  asideOf,
  exchange,
  hasAnything,
  isRestored,
  readNote,
  removeNote,
  type RestoreNote,
  writeNote,
} from '#server/backup/restore/aside.ts';
import { restoreFiles } from '#server/backup/restore/restore-files.ts';
import { restoreSecret } from '#server/backup/restore/restore-secret.ts';
import { buildFromRows } from '#server/backup/restore/build-from-rows.ts';
import type { Restored } from '#server/backup/restore/restored.ts';
import { requireDiskSpace } from '#server/backup/disk-space.ts';
import type { BackupStore } from '#server/backup/store.ts';

/** The prefix of folders in which a cluster to be restored is built. */
const RESTORING = 'restoring-';

export interface RestoreEmbeddedOptions {
  readonly dataDir: string;
  readonly store: BackupStore;
  readonly manifest: Manifest;
  /** Null: to the end of the log. */
  readonly until: Date | null;
  /** Whether existing data in `dataDir` may be put aside. */
  readonly replace: boolean;
  readonly now: () => Date;
  readonly say: Say;
  readonly machine?: Machine;
}

/** Paths of what a restore puts into place, the cluster last. */
const placesOf = (dataDir: string, { home }: Place) => ({
  photos: join(dataDir, 'photos'),
  secret: join(dataDir, 'session-secret'),
  password: passwordFile(home),
  cluster: clusterOf(home),
});

type Places = ReturnType<typeof placesOf>;

const requireSameMajor = ({ database, version }: RestoreEmbeddedOptions['manifest'], { packageDir }: Machine): void => {
  const major = installedMajor(packageDir);
  if (database.kind === 'cluster' && database.major !== major) {
    throw new Error(
      `The backup holds a database of PostgreSQL ${database.major}, and this Headland comes with PostgreSQL ${major}. ` +
        `Restore it with Headland ${version}, which made it, start that once, and update afterwards: that carries the database over.`,
    );
  }
};

const whatIsThere = async (places: Places): Promise<string[]> => {
  const paths = Object.values(places);
  const found = await Promise.all(paths.map(async (path) => ((await hasAnything(path)) ? [path] : [])));
  return found.flat();
};

/** The note of a restore that was begun here and killed, else a new one; refuses if there is data that may not be put aside. */
const findNote = async (
  dataDir: string,
  places: Places,
  { manifest, until, replace, now }: RestoreEmbeddedOptions,
): Promise<RestoreNote> => {
  const wanted = { backup: manifest.name, until: until?.toISOString() ?? null };
  const known = await readNote(dataDir);
  if (known !== undefined) {
    return { ...known, ...wanted };
  }
  const before = await whatIsThere(places);
  // A secret alone is no installation: an operator may bring their own.
  if (!replace && [places.photos, places.cluster].some((path) => before.includes(path))) {
    throw new Error(
      `${dataDir} holds an installation already. Set DATA_DIR to an empty folder; or add --replace, and what is there is kept aside under another name.`,
    );
  }
  return { ...wanted, ending: `before-${backupName(now())}`, before };
};

/** Builds what is to be put into place. If it fails before anything was put into place, the folder is as it was. */
const withNote = async <T>(dataDir: string, places: Places, note: RestoreNote, build: () => Promise<T>): Promise<T> => {
  const isNew = (await readNote(dataDir)) === undefined;
  if (!isNew || !existsSync(places.cluster)) {
    // A program started during the restore would create an empty database.
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

/** A restore that had done everything before it was killed. */
const isFinished = (note: RestoreNote | undefined, places: Places, { manifest, until }: RestoreEmbeddedOptions): boolean =>
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

/** A database under construction, with a server that runs on it. */
interface Built {
  readonly home: string;
  readonly server: ServerBeside;
  readonly upTo: Date;
  /** Whether it is at exactly the position at which its rows were counted when the backup was made. */
  readonly isAsCounted: boolean;
}

const buildDatabase = async (place: Place, machine: Machine, { store, manifest, until, say }: RestoreEmbeddedOptions): Promise<Built> => {
  const { database } = manifest;
  const completeAt = new Date(manifest.completeAt);
  const common = { place, machine, store, prefix: RESTORING, say };
  if (database.kind === 'tables') {
    return { ...(await buildFromRows({ ...common, manifest })), upTo: completeAt, isAsCounted: false };
  }
  const { home, server, log } = await recoverCopy({ ...common, copy: database, durable: true, ...(until && { until }) });
  return { home, server, upTo: until ?? log.to ?? completeAt, isAsCounted: until === null && log.end === database.wal.counted };
};

/** What is done in the database before anyone may use it; its server is stopped afterwards. */
const prepare = async ({ server, isAsCounted }: Built, folder: string, { store, manifest, say }: RestoreEmbeddedOptions) => {
  // The server is stopped right after the pool was closed, which the pool may report as a lost connection.
  const db = openDatabase(server.url, () => undefined);
  try {
    const rows = await readEveryTable(db, { deeply: false });
    if (isAsCounted) {
      requireSameRows(rows, manifest.rows);
    }
    await migrate(db);
    await settleEpoch(db, 'restored');
    say('Bringing the attached files …');
    return { rows, ...(await restoreFiles(db, store, folder)) };
  } finally {
    await db.close();
    await server.stop();
  }
};

interface Draft {
  readonly photos: string;
  readonly secret: string;
}

/** Builds all of it next to what is there: the cluster, prepared and closed, the files, the secret. */
const build = async (place: Place, machine: Machine, draft: Draft, options: RestoreEmbeddedOptions) => {
  const { store, manifest, say } = options;
  const built = await buildDatabase(place, machine, options);
  try {
    const prepared = await prepare(built, draft.photos, options);
    await restoreSecret(store, manifest, draft.secret);
    return { ...prepared, home: built.home, upTo: built.upTo };
  } catch (error) {
    await removeRecoveredCopies(place.home, RESTORING, say);
    throw error;
  }
};

/** Puts what was built into place, the cluster last. */
const putIntoPlace = async (home: string, draft: Draft, places: Places, note: RestoreNote): Promise<void> => {
  const password = passwordFile(home);
  await exchange(draft.photos, places.photos, note);
  for (const [made, path] of [
    [draft.secret, places.secret],
    [password, places.password],
  ] as const) {
    if (existsSync(made)) {
      await exchange(made, path, note);
    }
  }
  await exchange(clusterOf(home), places.cluster, note);
};

const restoreInto = async (dataDir: string, place: Place, machine: Machine, options: RestoreEmbeddedOptions): Promise<Restored> => {
  const { store, manifest, say } = options;
  const places = placesOf(dataDir, place);
  const draft = { photos: `${places.photos}.restoring`, secret: `${places.secret}.restoring` };
  const isBegunBefore = (await readNote(dataDir)) !== undefined;
  const note = await findNote(dataDir, places, options);
  if (isBegunBefore && isRestored(places.photos, note) && !existsSync(draft.photos)) {
    // Killed between its last steps: what was copied need not be copied again.
    await rename(places.photos, draft.photos);
  }
  await removeRecoveredCopies(place.home, RESTORING, say);
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  await requireDiskSpace(dataDir, bytes, 'what people attached');
  say(`Restoring ${manifest.name} from ${store.place} …`);
  const { home, ...restored } = await withNote(dataDir, places, note, () => build(place, machine, draft, options));
  await writeNote(dataDir, note);
  await putIntoPlace(home, draft, places, note);
  rememberPlace(dataDir, place.home);
  await removeNote(dataDir);
  await rm(home, { recursive: true, force: true });
  const aside = note.before.map((path) => asideOf(path, note)).filter((path) => existsSync(path));
  return { ...restored, aside };
};

/**
 * Restores a copy of an embedded database with its attached files and its secret into `dataDir`. It is built separately and put into place
 * last, so that a restore that is killed at any moment can be repeated; previous data is kept aside. Throws a sentence for a person.
 */
export const restoreEmbedded = async (options: RestoreEmbeddedOptions): Promise<Restored | 'finished-before'> => {
  const machine = options.machine ?? headlandMachine();
  requireSameMajor(options.manifest, machine);
  const dataDir = openDataDir(options.dataDir, HEADLAND);
  const held: FolderLock[] = [await lockFolder(dataDir, HEADLAND)];
  try {
    forgetLostPlace(dataDir);
    const place = await findPlace(dataDir, machine.sharedPlaces, HEADLAND);
    if (dirname(place.home) !== dataDir) {
      held.push(await lockFolder(place.home, HEADLAND));
    }
    if (isFinished(await readNote(dataDir), placesOf(dataDir, place), options)) {
      rememberPlace(dataDir, place.home);
      await removeNote(dataDir);
      await removeRecoveredCopies(place.home, RESTORING, options.say);
      return 'finished-before';
    }
    return await restoreInto(dataDir, place, machine, options);
  } finally {
    for (const lock of held.reverse()) {
      lock.release();
    }
  }
};
