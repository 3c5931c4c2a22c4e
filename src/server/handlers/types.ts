import type { Contract } from '#shared/contract.ts';
import type { Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts';
import type { ContextOf } from '#server/context.ts';

/** A part of a list and where the next part begins; the HTTP layer says it in a `Link` header. */
export class Page<T> {
  readonly items: T;
  readonly nextCursor: string | undefined;

  constructor(items: T, nextCursor: string | undefined) {
    this.items = items;
    this.nextCursor = nextCursor;
  }
}

/** A file to stream; `inline` ones are shown by the browser, others are downloaded. */
export class FileReply {
  readonly path: string;
  readonly contentType: string;
  readonly inline: boolean;

  constructor(path: string, contentType: string, inline: boolean) {
    this.path = path;
    this.contentType = contentType;
    this.inline = inline;
  }
}

type ReplyOf<E extends Endpoint> = E['response'] extends 'file' ? FileReply : ResponseOf<E> | Page<ResponseOf<E>>;

/** Does the work of one endpoint; the request is already parsed and the caller already authorized. */
export type Handler<E extends Endpoint> = (ctx: ContextOf<E>, request: RequestOf<E>) => Promise<ReplyOf<E>>;

/** One handler for every endpoint of the contract; a missing one does not compile. */
export type Handlers = {
  readonly [G in keyof Contract]: { readonly [N in keyof Contract[G]]: Contract[G][N] extends Endpoint ? Handler<Contract[G][N]> : never };
};
