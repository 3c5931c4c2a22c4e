import type { Readable } from 'node:stream';

/** One thing that a store keeps. */
export interface Kept {
  /** Under which it lies there (`nameOf`). */
  readonly name: string;
  /** As it lies there: of an encrypted store a little more than was put. */
  readonly bytes: number;
}

/**
 * Where backups lie: a folder or a bucket. Names are paths with `/`, of letters, digits, `.`, `-` and `_`. What is kept under a name never changes;
 * it is there whole or not at all, whenever the process or the machine dies (decision 0043 says which names there are).
 */
export interface BackupStore {
  /** For a person: the folder's path, or bucket and prefix. */
  readonly place: string;
  /** Keeps the bytes, flushed when it returns; does nothing where the name is kept already. Throws and leaves nothing if the bytes end in an error. */
  put(name: string, bytes: Readable | Uint8Array): Promise<void>;
  /** The bytes; undefined if nothing is kept under the name. Whoever asks reads or destroys the stream. */
  open(name: string): Promise<Readable | undefined>;
  /** Whether something is kept under the name, and how much as it lies there. */
  size(name: string): Promise<number | undefined>;
  /**
   * Under which name something lies there, as `list` tells it and `remove` takes it. An encrypted store hides the names of blobs, for who holds it
   * shall not learn whether it has a file that they know; other names, and all of other stores, are what they were put under.
   */
  nameOf(name: string): string;
  /** What lies there under names that begin so, in the order of their names. */
  list(prefix: string): AsyncIterable<Kept & { readonly keptAt: Date }>;
  /** Takes away what lies there under the name (`nameOf`), if anything does; for good when it returns. */
  remove(name: string): Promise<void>;
  /** Takes away what processes that died left half written before the moment; it is kept under no name. */
  tidy(before: Date): Promise<void>;
}
