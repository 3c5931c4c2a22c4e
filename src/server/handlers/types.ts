import type { Readable } from 'node:stream';
import type { Contract } from '#shared/contract.ts';
import type { BatchedWrite } from '#shared/domain/batch.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { AcceptedOf, Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts';
import type { ByteRange, PhotoStore } from '#server/ports/files.ts';
import type { ContextOf } from '#server/context.ts';
import type { JsonPart } from '#server/data/json-list.ts';

/** Which part of a list: the number of items, and the cursor they come after. */
export interface Part {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A list whose items are objects. */
export interface RowSource<T> {
  read(part: Part): Promise<readonly T[]>;
  cursorOf(item: T): string;
}

/** A list whose items leave the database as the JSON that is sent. */
export interface JsonSource {
  readJson(part: Part): Promise<JsonPart>;
}

/**
 * A list that may be long. The HTTP layer reads the requested page and says in a `Link` header where the next begins, or reads one part
 * after the other and streams them: no list is ever in memory whole.
 */
export class Listing<T> {
  readonly page: PageQuery;
  readonly source: RowSource<T> | JsonSource;

  constructor(page: PageQuery, source: RowSource<T> | JsonSource) {
    this.page = page;
    this.source = source;
  }
}

/** A list, and how to write the cursor of an item. */
export const listing = <T>(page: PageQuery, read: (part: Part) => Promise<readonly T[]>, cursorOf: (item: T) => string): Listing<T> =>
  new Listing(page, { read, cursorOf });

/** A list that the database writes. The items have to be of the type that the endpoint answers with. */
export const jsonListing = <T>(page: PageQuery, readJson: (part: Part) => Promise<JsonPart>): Listing<T> =>
  new Listing<T>(page, { readJson });

/** An answer that was made as JSON, of the type that the endpoint answers with. */
export class JsonReply {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/** A file of the photo store to send: inline ones are shown by the browser, others are downloaded. */
export class FileReply {
  /** Stands for the bytes: it never has others. */
  readonly name: string;
  readonly contentType: string;
  readonly isInline: boolean;
  readonly size: () => ReturnType<PhotoStore['size']>;
  readonly open: (range?: ByteRange) => ReturnType<PhotoStore['open']>;

  constructor(store: PhotoStore, photo: { organizationId: number; name: string; contentType: string }, isInline: boolean) {
    this.name = photo.name;
    this.contentType = photo.contentType;
    this.isInline = isInline;
    this.size = () => store.size(photo.organizationId, photo.name);
    this.open = (range) => store.open(photo.organizationId, photo.name, range);
  }
}

/** A file that is made for the caller, under this name; nothing is made for a HEAD request. */
export class DownloadReply {
  readonly name: string;
  readonly contentType: string;
  readonly open: () => Promise<Readable>;

  constructor(name: string, contentType: string, open: () => Promise<Readable>) {
    this.name = name;
    this.contentType = contentType;
    this.open = open;
  }
}

/** Events for as long as the client listens. `open` accepts or refuses the listener; destroying the stream releases it. */
export class EventReply {
  readonly open: () => Promise<Readable>;

  constructor(open: () => Promise<Readable>) {
    this.open = open;
  }
}

/** A record that was to be created and was there already: answered with 200. */
export class Existing<T> {
  readonly record: T;

  constructor(record: T) {
    this.record = record;
  }
}

/** Something is left to do elsewhere: answered with 202. */
export class Accepted<T> {
  readonly next: T;

  constructor(next: T) {
    this.next = next;
  }
}

/** Writes to be done one after the other, each as if it had come alone; the HTTP layer does them. */
export class Batch {
  readonly writes: readonly BatchedWrite[];

  constructor(writes: readonly BatchedWrite[]) {
    this.writes = writes;
  }
}

type ListingOf<R> = R extends readonly (infer Item)[] ? Listing<Item> : never;
type ReplyOf<E extends Endpoint> = E['response'] extends 'file'
  ? FileReply | DownloadReply
  : E['response'] extends 'events'
    ? EventReply
    : ResponseOf<E> | Existing<ResponseOf<E>> | ListingOf<ResponseOf<E>> | JsonReply | Accepted<AcceptedOf<E>> | Batch;

/** Does the work of one endpoint; the request is already parsed and the caller already authorized. */
export type Handler<E extends Endpoint> = (ctx: ContextOf<E>, request: RequestOf<E>) => Promise<ReplyOf<E>>;

/** One handler for every endpoint of the contract; a missing one does not compile. */
export type Handlers = {
  readonly [G in keyof Contract]: { readonly [N in keyof Contract[G]]: Contract[G][N] extends Endpoint ? Handler<Contract[G][N]> : never };
};
