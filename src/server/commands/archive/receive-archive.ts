import { open } from 'node:fs/promises';
import { MAX_ARCHIVE_BYTES } from '#shared/domain/archive.ts';
import { type AppError, refusal } from '#shared/lib/errors.ts';
import { SILENT_IMPORT_MS } from '#server/work/bounds.ts';
import { openShare, type ScratchShare } from '#server/work/scratch.ts';
import { PRIVATE_FILE } from '#server/private-files.ts';

const silent = (): AppError => refusal('malformed', 'exportSilent');

/** The bytes as they arrive; gives up when none come for a while. */
async function* untilSilent(bytes: AsyncIterable<Uint8Array>, ms: number): AsyncGenerator<Uint8Array> {
  const arriving = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      let late: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(silent()), ms);
      });
      const next = await Promise.race([arriving.next(), silence]).finally(() => clearTimeout(late));
      if (next.done === true) {
        return;
      }
      yield next.value;
    }
  } finally {
    // Not waited for: it may be the very bytes that do not come.
    void arriving.return?.()?.catch(() => undefined);
  }
}

const write = async (path: string, bytes: AsyncIterable<Uint8Array>, share: ScratchShare): Promise<void> => {
  const file = await open(path, 'wx', PRIVATE_FILE);
  try {
    let byteLength = 0;
    for await (const chunk of bytes) {
      byteLength += chunk.length;
      if (byteLength > MAX_ARCHIVE_BYTES) {
        throw refusal('too_large', 'exportTooLarge', { most: MAX_ARCHIVE_BYTES / 1_073_741_824 });
      }
      share.add(chunk.length);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
};

/** Writes what arrives to the file, within the share of the disk that all imports have, and does the work on it. */
export const receiveArchive = async <T>(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  work: () => Promise<T>,
  silentMs = SILENT_IMPORT_MS,
): Promise<T> => {
  const share = openShare();
  try {
    await write(path, untilSilent(bytes, silentMs), share);
    return await work();
  } finally {
    share.release();
  }
};
