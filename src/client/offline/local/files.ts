import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { BlobRow } from '#client/offline/storage/stores.ts';

/** A file that a waiting change needs, by the hash of its bytes; undefined if it is not on this device (any longer). */
export const readFile = (engine: Engine, sha256: string): Promise<BlobRow | undefined> =>
  coreOf(engine).storage.read(['blobs'], (tx) => tx.get('blobs', sha256));

/** How many bytes the files of a change take on this device. Reads them, so ask for one change at a time. */
export const readFileBytes = (engine: Engine, item: SyncItem): Promise<number> =>
  coreOf(engine).storage.read(['blobs'], async (tx) => {
    let bytes = 0;
    for (const sha256 of item.blobs) {
      bytes += (await tx.get('blobs', sha256))?.bytes.byteLength ?? 0;
    }
    return bytes;
  });
