import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '#embedded-postgres';
import { flushFolder, makeFolder } from '#server/flushed-folders.ts';
import { PRIVATE_FILE } from '#server/private-files.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { inOrder } from '#server/backup/store/in-order.ts';
import { isStoreName, requireStoreName } from '#server/backup/store/names.ts';

/** No name begins with a dot. Here, and not next to what they become, a sweep finds them without looking at everything. */
const DRAFTS = '.drafts';
const STATS_AT_ONCE = 16;

const orIfMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (codeOf(error) === 'ENOENT') {
      return instead;
    }
    throw error;
  };

const statOf = (path: string) => stat(path).catch(orIfMissing(undefined));

/** Whether it concerns the store's folder, and not the source of the bytes. */
const isAbout = (error: unknown, place: string): boolean => {
  const path = error instanceof Error && 'path' in error ? String(error.path) : '';
  return path !== '' && (path.startsWith(place) || place.startsWith(path));
};

/** What a person can do about it; other errors unchanged. */
const explained = (error: unknown, place: string): unknown => {
  const code = codeOf(error) ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new Error(
      `The disk that keeps the backups is full (${place}). Make room there, or set BACKUP_DIR to a folder on a larger disk.`,
      {
        cause: error,
      },
    );
  }
  if (['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'].includes(code) && isAbout(error, place)) {
    return new Error(
      `The backups' folder ${place} cannot be used (${code}). Let the program's user read and write there, or set BACKUP_DIR to another folder.`,
      { cause: error },
    );
  }
  return error;
};

const writeDraft = async (draft: string, bytes: Readable | Uint8Array): Promise<void> => {
  const file = await open(draft, 'wx', PRIVATE_FILE);
  try {
    for await (const chunk of bytes instanceof Readable ? bytes : [bytes]) {
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Another sweep may have removed the folder, empty as it was, between two steps. */
const settle = async (draft: string, path: string): Promise<void> => {
  for (let tries = 3; ; tries -= 1) {
    try {
      await makeFolder(dirname(path));
      await rename(draft, path);
      await flushFolder(dirname(path));
      return;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries === 0) {
        throw error;
      }
    }
  }
};

/** Removes folders that have become empty, and flushes the first that stays. */
const removeEmptyFolders = async (folder: string, root: string): Promise<void> => {
  let stays = folder;
  while (
    stays.length > root.length &&
    (await rmdir(stays).then(
      () => true,
      (error: unknown) => codeOf(error) === 'ENOENT',
    ))
  ) {
    stays = dirname(stays);
  }
  await flushFolder(stays).catch(orIfMissing(undefined));
};

/** A folder sorts among files as its contents do: by its name with a slash. */
const inNameOrder = (entries: readonly Dirent[]): (readonly [key: string, entry: Dirent])[] =>
  entries
    .filter((entry) => isStoreName(entry.name) && (entry.isFile() || entry.isDirectory()))
    .map((entry) => [entry.isDirectory() ? `${entry.name}/` : entry.name, entry] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

async function* namesBelow(root: string, folder: string, prefix: string): AsyncGenerator<string, void, undefined> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(orIfMissing([]));
  for (const [key, entry] of inNameOrder(entries)) {
    const name = `${folder}${key}`;
    if (entry.isDirectory() && (name.startsWith(prefix) || prefix.startsWith(name))) {
      yield* namesBelow(root, name, prefix);
    } else if (entry.isFile() && name.startsWith(prefix)) {
      yield name;
    }
  }
}

/**
 * Stores items in a folder, which it creates with the first of them, for this program's user only. What arrives is a draft until it is
 * whole and flushed; only then it gets its name, in one step. Listing holds the names of a few folders at a time.
 */
export const folderStore = (path: string): BackupStore => {
  const pathOf = (name: string): string => {
    requireStoreName(name);
    return join(path, name);
  };

  const keep = async (name: string, bytes: Readable | Uint8Array): Promise<void> => {
    const kept = pathOf(name);
    if ((await statOf(kept)) !== undefined) {
      return;
    }
    await makeFolder(join(path, DRAFTS));
    const draft = join(path, DRAFTS, randomUUID());
    try {
      await writeDraft(draft, bytes);
      await settle(draft, kept);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  };

  const explain = (error: unknown): never => {
    throw explained(error, path);
  };

  return {
    place: path,

    put: async (name, bytes) => {
      if (bytes instanceof Readable) {
        // It may fail before it is read, when nothing listens yet; reading it fails then.
        bytes.on('error', () => undefined);
      }
      await keep(name, bytes)
        .catch(explain)
        .finally(() => bytes instanceof Readable && bytes.destroy());
    },

    open: async (name) => {
      const file = await open(pathOf(name), 'r').catch(orIfMissing(undefined)).catch(explain);
      return file?.createReadStream();
    },

    size: async (name) => (await statOf(pathOf(name)).catch(explain))?.size,

    nameOf: (name) => name,

    list: async function* list(prefix) {
      const namesAndStats = inOrder(namesBelow(path, '', prefix), STATS_AT_ONCE, async (name) => ({
        name,
        stats: await statOf(join(path, name)),
      }));
      try {
        for await (const { name, stats } of namesAndStats) {
          // Removed in the meantime.
          if (stats !== undefined) {
            yield { name, bytes: stats.size, keptAt: stats.mtime };
          }
        }
      } catch (error) {
        explain(error);
      }
    },

    remove: async (name) => {
      const kept = pathOf(name);
      await rm(kept, { force: true });
      await removeEmptyFolders(dirname(kept), path);
    },

    tidy: async (before) => {
      for (const name of await readdir(join(path, DRAFTS)).catch(orIfMissing([]))) {
        const draft = join(path, DRAFTS, name);
        const stats = await statOf(draft);
        if (stats !== undefined && stats.mtime < before) {
          await rm(draft, { force: true });
        }
      }
    },
  };
};
