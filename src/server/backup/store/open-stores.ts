import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BackupSettings } from '#server/env/backup.ts';
import type { Say } from '#server/log.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { type MirroredStore, mirroredStore } from '#server/backup/store/mirror.ts';
import { ENCRYPTED } from '#server/backup/store/names.ts';

/** Where an installation stores its backups. */
export interface Stores {
  /** The first copy, in plain text: what is put is encrypted if there is a key, and noted for the second copy. */
  readonly store: BackupStore;
  /** The second copy, in plain text; null: there is none. Each of the two is swept by its own contents. */
  readonly second: BackupStore | null;
  /** Both as stored. */
  readonly folder: BackupStore;
  readonly bucket: BackupStore | null;
  /** Brings the second up to date; null: there is none. */
  readonly mirror: MirroredStore | null;
}

// Loaded on demand: most installations have neither.
const openBucket = async (settings: NonNullable<BackupSettings['bucket']>): Promise<BackupStore> =>
  (await import('#server/backup/store/bucket-store.ts')).bucketStore(settings);

const withKey = async (store: BackupStore, key: string | null): Promise<BackupStore> =>
  key === null ? store : (await import('#server/backup/store/encrypted-store.ts')).encryptedStore(store, key);

/** A folder that single backups are put into, which is created if it does not exist. */
export const openFolder = (path: string, key: string | null): Promise<BackupStore> => withKey(folderStore(resolve(path)), key);

const holds = async (store: BackupStore, prefix: string): Promise<boolean> => {
  for await (const _ of store.list(prefix)) {
    return true;
  }
  return false;
};

/** Opens the folder and the bucket of the settings. Neither has to exist yet, or to be reachable. */
export const openStores = async (settings: BackupSettings, say: Say): Promise<Stores> => {
  const folder = folderStore(settings.folder);
  if (settings.key === null && (await holds(folder, ENCRYPTED))) {
    say(`Backups in ${folder.place} were encrypted, and new ones are not. Set BACKUP_KEY to encrypt them.`);
  }
  if (settings.key !== null && (await holds(folder, 'backups/'))) {
    say(
      `${folder.place} also holds backups from before BACKUP_KEY, which anybody can read. Delete its folders backups, blobs and wal when you no longer need them.`,
    );
  }
  if (settings.bucket === null) {
    return { store: await withKey(folder, settings.key), second: null, folder, bucket: null, mirror: null };
  }
  const bucket = await openBucket(settings.bucket);
  const mirror = mirroredStore(folder, bucket);
  return { store: await withKey(mirror.store, settings.key), second: await withKey(bucket, settings.key), folder, bucket, mirror };
};

const openPlace = async (place: string, settings: BackupSettings): Promise<BackupStore> => {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(place) ?? [];
  if (bucket === undefined) {
    const folder = resolve(place);
    if (!existsSync(folder)) {
      throw new Error(`There is no folder ${folder}. Name the one that holds the backups.`);
    }
    return folderStore(folder);
  }
  if (settings.bucket === null) {
    throw new Error(
      `To read ${place}, set BACKUP_S3_BUCKET, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET, and BACKUP_S3_ENDPOINT unless it is Amazon’s.`,
    );
  }
  return openBucket({ ...settings.bucket, bucket, prefix });
};

/**
 * The backups in a folder, or in a bucket (`s3://bucket/prefix`, with the credentials of the settings), to be read in plain text. Throws a
 * sentence if they are encrypted with another key than that of the settings.
 */
export const storeAt = async (place: string, settings: BackupSettings, say: Say): Promise<BackupStore> => {
  const raw = await openPlace(place, settings);
  const store = await withKey(raw, settings.key);
  const [isFound, hasEncrypted, hasPlain] = [await holds(store, 'backups/'), await holds(raw, ENCRYPTED), await holds(raw, 'backups/')];
  if (settings.key === null && hasEncrypted) {
    if (!isFound) {
      throw new Error(`The backups in ${raw.place} are encrypted. Set BACKUP_KEY to the key that they were made with.`);
    }
    say(`${raw.place} also holds backups that are encrypted, perhaps newer ones. Set BACKUP_KEY to see them instead.`);
  }
  if (settings.key !== null && !isFound) {
    if (hasEncrypted) {
      throw new Error(`The backups in ${raw.place} were made with another BACKUP_KEY. Set that one.`);
    }
    if (hasPlain) {
      throw new Error(`The backups in ${raw.place} are not encrypted. Take BACKUP_KEY away to read them.`);
    }
  }
  return store;
};
