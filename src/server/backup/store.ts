import type { Readable } from 'node:stream';

/** An item of a store. */
export interface Kept {
  /** Its name in the store (`nameOf`). */
  readonly name: string;
  /** Its stored size: in an encrypted store a little more than was put. */
  readonly bytes: number;
}

/**
 * Where backups are stored: a folder or a bucket. Names are paths with `/`, of letters, digits, `.`, `-` and `_`. The content under a name
 * never changes; it is there whole or not at all, whenever the process or the machine dies (decision 0043 lists the names).
 */
export interface BackupStore {
  /** For a person: the folder's path, or bucket and prefix. */
  readonly place: string;
  /**
   * Stores the bytes, flushed when it returns; does nothing if the name exists already. Throws and leaves nothing if the bytes end in an
   * error.
   */
  put(name: string, bytes: Readable | Uint8Array): Promise<void>;
  /** The bytes; undefined if nothing is stored under the name. The caller must read or destroy the stream. */
  open(name: string): Promise<Readable | undefined>;
  /** The stored size of what is under the name; undefined if nothing is. */
  size(name: string): Promise<number | undefined>;
  /**
   * The stored name, as `list` returns it and `remove` takes it. An encrypted store hides the names of blobs, so that whoever holds it
   * cannot find out whether it has a file they know; other names, and all names of other stores, are what they were put under.
   */
  nameOf(name: string): string;
  /** Items whose names begin with the prefix, ordered by name. */
  list(prefix: string): AsyncIterable<Kept & { readonly keptAt: Date }>;
  /** Removes the item with that name (`nameOf`), if there is one; permanently when it returns. */
  remove(name: string): Promise<void>;
  /** Removes what dead processes left half written before the moment; it has no name yet. */
  tidy(before: Date): Promise<void>;
}
