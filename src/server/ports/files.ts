import type { Readable } from 'node:stream';

/** Bytes that have arrived in the photo store and have no name yet. Unless they are kept they are discarded. */
export interface ReceivedFile {
  /** Of all bytes, in lowercase hex. */
  readonly sha256: string;
  readonly byteLength: number;
  /** The first bytes, by which the kind of the file is known. */
  readonly head: Buffer;
  /** Makes the bytes appear under the name: whole, and durably before this returns. Does nothing if they are there; may be called again. */
  keep(name: string): Promise<void>;
  /** Forgets bytes that were not kept. */
  discard(): Promise<void>;
}

/** First and last byte, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A name under which the store keeps bytes. */
export interface StoredFile {
  readonly name: string;
  readonly keptAt: Date;
}

/**
 * Where the bytes of attached files lie, each organization's apart: a folder today, a bucket tomorrow (decisions §11).
 * The same name always means the same bytes. Which names an organization holds is known by the rows of `photos` alone.
 */
export interface PhotoStore {
  /** Takes bytes as they arrive; refuses with `too_large` after `maxBytes`, and then as when the bytes end in an error nothing is left. */
  receive(organizationId: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile>;
  /** The bytes, or a range of them; undefined if there are none of this name. Who asks reads or destroys the stream. */
  open(organizationId: number, name: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Bytes under the name; undefined if there are none. */
  size(organizationId: number, name: string): Promise<number | undefined>;
  /** Takes away what is under the name, and its thumbnail. */
  remove(organizationId: number, name: string): Promise<void>;
  /** Everything that is kept, thumbnails too. */
  list(organizationId: number): AsyncIterable<StoredFile>;
  /** Takes away what began to arrive before this moment and was neither kept nor discarded: a process died meanwhile. */
  discardBefore(organizationId: number, moment: Date): Promise<void>;
}
