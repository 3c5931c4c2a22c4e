import { addAbortSignal } from 'node:stream';
import type { BackupStore, Kept } from '#server/backup/store.ts';
import { inOrder } from '#server/backup/store/in-order.ts';

const COPIES_AT_ONCE = 4;
/** At most this many names are noted; for more, a whole comparison is as fast. */
const MAX_NOTED = 10_000;

const isManifest = (name: string): boolean => /(^|\/)backups\//.test(name);

export interface Copied {
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Copies what `from` has and `to` does not, as stored. Never removes anything: a folder that lost everything leaves the other store as it
 * is. A manifest comes after everything it names, so that `to` has complete backups whenever this ends; what was copied before is not
 * copied again.
 */
export const mirror = async (from: BackupStore, to: BackupStore, signal: AbortSignal): Promise<Copied> => {
  const manifests: string[] = [];
  async function* others() {
    for await (const { name } of missing(from, to)) {
      if (isManifest(name)) {
        manifests.push(name);
      } else {
        yield name;
      }
    }
  }
  const first = await copy(from, to, others(), signal);
  const second = await copy(from, to, manifests, signal);
  return { objects: first.objects + second.objects, bytes: first.bytes + second.bytes };
};

/** What the first has and the second does not. Both list names in order, so no list has to be remembered. */
async function* missing(from: BackupStore, to: BackupStore): AsyncGenerator<Kept, void, undefined> {
  const there = to.list('')[Symbol.asyncIterator]();
  try {
    let next = await there.next();
    for await (const kept of from.list('')) {
      while (next.done !== true && next.value.name < kept.name) {
        next = await there.next();
      }
      if (next.done === true || next.value.name !== kept.name) {
        yield kept;
      }
    }
  } finally {
    await there.return?.();
  }
}

const copyOne = async (from: BackupStore, to: BackupStore, name: string, signal: AbortSignal): Promise<number | undefined> => {
  signal.throwIfAborted();
  const [bytes, stream] = await Promise.all([from.size(name), from.open(name)]);
  if (stream === undefined) {
    // Swept in the meantime.
    return undefined;
  }
  // Also if it was aborted while the stream was opened.
  addAbortSignal(signal, stream);
  try {
    await to.put(name, stream);
  } finally {
    stream.destroy();
  }
  return bytes;
};

const copy = async (
  from: BackupStore,
  to: BackupStore,
  names: AsyncIterable<string> | Iterable<string>,
  signal: AbortSignal,
  done: (name: string) => void = () => undefined,
): Promise<Copied> => {
  let objects = 0;
  let bytes = 0;
  const copies = inOrder(names, COPIES_AT_ONCE, async (name) => ({ name, copied: await copyOne(from, to, name, signal) }));
  for await (const { name, copied } of copies) {
    objects += copied === undefined ? 0 : 1;
    bytes += copied ?? 0;
    done(name);
  }
  return { objects, bytes };
};

/** A store and its second copy. */
export interface MirroredStore {
  /** The first store, unchanged; what is put there is noted for the next round. */
  readonly store: BackupStore;
  /**
   * Copies what was put since the last round. Compares everything on the first call, after a round that failed, and when a backup was
   * finished, because its pieces may be another process's. One round at a time.
   */
  readonly round: (signal: AbortSignal) => Promise<Copied>;
}

export const mirroredStore = (from: BackupStore, to: BackupStore): MirroredStore => {
  const noted = new Set<string>();
  let mustCompare = true;

  const compare = async (signal: AbortSignal): Promise<Copied> => {
    // What is put from now on may or may not be found.
    mustCompare = false;
    noted.clear();
    try {
      return await mirror(from, to, signal);
    } catch (error) {
      mustCompare = true;
      throw error;
    }
  };

  return {
    store: {
      ...from,
      put: async (name, bytes) => {
        await from.put(name, bytes);
        noted.add(name);
        if (isManifest(name) || noted.size > MAX_NOTED) {
          mustCompare = true;
          noted.clear();
        }
      },
    },
    round: (signal) => (mustCompare ? compare(signal) : copy(from, to, [...noted], signal, (name) => noted.delete(name))),
  };
};
