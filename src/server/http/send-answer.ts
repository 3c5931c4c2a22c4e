import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Endpoint, jsonAnswerOf } from '#shared/endpoint.ts';
import type { Listing } from '#server/handlers/types.ts';
import { answerSchema } from '#server/http/answer-schema.ts';
import type { WriteAnswer } from '#server/http/perform-write.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Rows that are read and sent at a time of a list that was asked for whole. */
const PART = 500;

type Serialize = (result: unknown) => string;

const compiled = new WeakMap<z.ZodMiniType, Serialize>();

/** Compiled when it is first asked for: a program that starts need not wait for the hundreds that there are. */
const compiledFor = (reply: FastifyReply, schema: z.ZodMiniType): Serialize => {
  const known = compiled.get(schema);
  if (known) {
    return known;
  }
  // The library types its functions as taking objects only.
  const serialize = reply.compileSerializationSchema(answerSchema(schema)) as Serialize;
  compiled.set(schema, serialize);
  return serialize;
};

/** Turns an answer into JSON by the endpoint's compiled serializer, which lets out only what the contract lists. */
export const serializerOf = (reply: FastifyReply, endpoint: Endpoint): Serialize => {
  const schema = jsonAnswerOf(endpoint);
  return schema ? compiledFor(reply, schema) : JSON.stringify;
};

const pageOf = async (request: FastifyRequest, reply: FastifyReply, listing: Listing<unknown>, limit: number): Promise<unknown> => {
  const rows = await listing.source.read({ limit: limit + 1, cursor: listing.page.cursor });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length > limit && last !== undefined) {
    const next = new URL(request.url, 'http://headland');
    next.searchParams.set('cursor', listing.source.cursorOf(last));
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return items;
};

/** The JSON array of the first rows and all that follow. Nothing is read ahead of what the client takes. */
async function* partsOf(
  listing: Listing<unknown>,
  first: readonly unknown[],
  serialize: (rows: unknown) => string,
): AsyncGenerator<string> {
  let rows = first;
  yield '[';
  for (let isFirst = true; rows.length > 0; isFirst = false) {
    yield (isFirst ? '' : ',') + serialize(rows).slice(1, -1);
    rows = rows.length < PART ? [] : await listing.source.read({ limit: PART, cursor: listing.source.cursorOf(rows.at(-1)) });
  }
  yield ']';
}

/** Answers with a list: a page of it with the address of the next, or all of it, streamed when it is long (decisions §2). */
export const sendListing = async (request: FastifyRequest, reply: FastifyReply, listing: Listing<unknown>, endpoint: Endpoint) => {
  if (listing.page.limit !== undefined) {
    const page = await pageOf(request, reply, listing, listing.page.limit);
    return reply.type(JSON_TYPE).send(serializerOf(reply, endpoint)(page));
  }
  // Read before anything is sent, so that what goes wrong can still be told.
  const first = await listing.source.read({ limit: PART, cursor: listing.page.cursor });
  if (first.length < PART) {
    return reply.type(JSON_TYPE).send(serializerOf(reply, endpoint)(first));
  }
  return reply.type(JSON_TYPE).send(Readable.from(partsOf(listing, first, serializerOf(reply, endpoint))));
};

/** `ETag` of a record: its version. Names of other records in it can change without it, so it serves `If-Match` and not a cache. */
const tag = (reply: FastifyReply, version: unknown): void => {
  if (typeof version === 'number') {
    reply.header('etag', `"${version}"`);
  }
};

/** Answers with what a handler gave, of which only that leaves which the schema lists; undefined: it gave nothing. */
export const sendResult = (reply: FastifyReply, result: unknown, schema: z.ZodMiniType | undefined) => {
  if (typeof result === 'object' && result !== null && 'version' in result) {
    tag(reply, result.version);
  }
  return schema ? reply.type(JSON_TYPE).send(compiledFor(reply, schema)(result)) : reply.send();
};

/** Answers a write with its JSON, which was made inside its transaction. */
export const sendWritten = (reply: FastifyReply, answer: WriteAnswer) => {
  tag(reply, answer.version);
  if (answer.seq !== null) {
    reply.header('x-org-seq', String(answer.seq));
  }
  if (answer.isReplayed) {
    reply.header('idempotency-replayed', 'true');
  }
  return answer.body === null ? reply.send() : reply.type(JSON_TYPE).send(answer.body);
};
