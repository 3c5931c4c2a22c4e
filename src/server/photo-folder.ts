import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileTooLarge, thumbnailName } from '#shared/domain/attachment.ts';
import { flushFolder, makeFolder } from '#server/flushed-folders.ts';
import { PRIVATE_FILE } from '#server/private-files.ts';
import type { PhotoStore, ReceivedFile, StoredFile } from '#server/ports/files.ts';

/** Enough to recognize every kind of file that we distinguish. */
const HEAD_BYTES = 64;
/** A hash, an extension, and one more for derived files. */
const NAME = /^[0-9a-f]{64}\.[a-z]{2,5}(\.webp)?$/;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const orIfMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isMissing(error)) {
      return instead;
    }
    throw error;
  };

const sizeOf = (path: string): Promise<number | undefined> => stat(path).then(({ size }) => size, orIfMissing(undefined));

const write = async (file: FileHandle, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number) => {
  const hash = createHash('sha256');
  let byteLength = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    byteLength += chunk.length;
    if (byteLength > maxBytes) {
      throw fileTooLarge();
    }
    hash.update(chunk);
    if (head.length < HEAD_BYTES) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
    }
    await file.writeFile(chunk);
  }
  await file.sync();
  return { sha256: hash.digest('hex'), byteLength, head };
};

const writeDraft = async (draft: string, ...what: [bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number]) => {
  const file = await open(draft, 'wx', PRIVATE_FILE);
  try {
    return await write(file, ...what);
  } finally {
    await file.close();
  }
};

/** Where a file is within the folder. */
export const photoPath = (organizationId: number, name: string): string => join(String(organizationId), name.slice(0, 2), name);

/**
 * Stores attached files in a folder, each organization in its own. What arrives is a draft (`*.part`) until it is whole and flushed; only
 * then it gets its name, in one step. A name that was stored for a write that then failed is found by the sweep.
 */
export const photoFolder = (folder: string): PhotoStore => {
  const pathOf = (organizationId: number, name: string): string => {
    // Names come from rows and hashes; this is for the day on which one is passed on from outside.
    if (!NAME.test(name)) {
      throw new Error(`${JSON.stringify(name)} is not the name of a kept file.`);
    }
    return join(folder, photoPath(organizationId, name));
  };

  const arrivingIn = (organizationId: number): string => join(folder, String(organizationId), 'arriving');

  const filesBelow = async (below: string) => {
    const entries = await readdir(below, { recursive: true, withFileTypes: true }).catch(orIfMissing([]));
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  };

  const keepDraft = async (draft: string, path: string, byteLength: number): Promise<void> => {
    // Anything shorter is what a failing disk left of it.
    if ((await sizeOf(path)) === byteLength) {
      return;
    }
    await makeFolder(dirname(path));
    await rename(draft, path);
    await flushFolder(dirname(path));
  };

  return {
    receive: async (organizationId, bytes, maxBytes): Promise<ReceivedFile> => {
      const arriving = arrivingIn(organizationId);
      await makeFolder(arriving);
      const draft = join(arriving, `${randomUUID()}.part`);
      const discard = () => rm(draft, { force: true });
      try {
        const received = await writeDraft(draft, bytes, maxBytes);
        return {
          ...received,
          discard,
          keep: (name) => keepDraft(draft, pathOf(organizationId, name), received.byteLength),
        };
      } catch (error) {
        await discard();
        throw error;
      }
    },
    open: async (organizationId, name, range) => {
      const handle = await open(pathOf(organizationId, name), 'r').catch(orIfMissing(undefined));
      return handle?.createReadStream(range);
    },
    size: (organizationId, name) => sizeOf(pathOf(organizationId, name)),
    remove: async (organizationId, name) => {
      const path = pathOf(organizationId, name);
      await rm(path, { force: true });
      await rm(thumbnailName(path), { force: true });
    },
    list: async function* list(organizationId): AsyncGenerator<StoredFile> {
      for (const path of await filesBelow(join(folder, String(organizationId)))) {
        const name = basename(path);
        const found = NAME.test(name) ? await stat(path).catch(orIfMissing(undefined)) : undefined;
        if (found) {
          yield { name, keptAt: found.mtime };
        }
      }
    },
    discardBefore: async (organizationId, moment) => {
      for (const draft of await filesBelow(arrivingIn(organizationId))) {
        const found = await stat(draft).catch(orIfMissing(undefined));
        if (found && found.mtime < moment) {
          await rm(draft, { force: true });
        }
      }
    },
  };
};
