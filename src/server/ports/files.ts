import type { Readable } from 'node:stream';

/** Bytes that have arrived in the photo store and have no name yet. Unless they are kept they are discarded. */
export interface ReceivedFile {
  /** Of all bytes, in lowercase hex. */
  readonly sha256: string;
  readonly byteLength: number;
  /** The first bytes, which identify the kind of the file. */
  readonly head: Buffer;
  /** Makes the bytes appear under the name: whole, and durably before this returns. Does nothing if they are there; may be called again. */
  keep(name: string): Promise<void>;
  /** Discards bytes that were not kept. */
  discard(): Promise<void>;
}

/** First and last byte, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A name under which the store has bytes. */
export interface StoredFile {
  readonly name: string;
  readonly keptAt: Date;
}

/**
 * Where the bytes of attached files are stored, separately for each organization: a folder today, a bucket tomorrow (specification 11.12).
 * The same name always means the same bytes. Which names an organization has is known from the rows of `photos` alone.
 */
export interface PhotoStore {
  /** Receives bytes; refuses with `too_large` after `maxBytes`. Then, and when the bytes end in an error, nothing is left. */
  receive(organizationId: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile>;
  /** The bytes, or a range of them; undefined if there are none of this name. The caller must read or destroy the stream. */
  open(organizationId: number, name: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The number of bytes under the name; undefined if there are none. */
  size(organizationId: number, name: string): Promise<number | undefined>;
  /** Removes what is under the name, and its thumbnail. */
  remove(organizationId: number, name: string): Promise<void>;
  /** Everything that is stored, including thumbnails. */
  list(organizationId: number): AsyncIterable<StoredFile>;
  /** Removes what began to arrive before this moment and was neither kept nor discarded, because its process died. */
  discardBefore(organizationId: number, moment: Date): Promise<void>;
}
