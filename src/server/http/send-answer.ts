import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type Endpoint, jsonAnswerOf } from '#shared/endpoint.ts';
import type { JsonPart } from '#server/data/json-list.ts';
import type { Listing, Part } from '#server/handlers/types.ts';
import { answerSchema } from '#server/http/answer-schema.ts';
import type { WriteAnswer } from '#server/http/perform-write.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The number of rows read at first, and the maximum later on. */
const FIRST_PART = 200;
const PART = 500;
/** Rows that are serialized at a time; other requests run in between. */
const SLICE = 100;
/**
 * The target number of characters of a part: if rows are large, fewer are read at a time, so that a list takes the same memory whatever it
 * contains.
 */
const PART_LETTERS = 1_048_576;
/** The number of characters after which a page ends before its limit. `Link` says where the next begins, as always. */
const PAGE_LETTERS = 8 * PART_LETTERS;

type Serialize = (result: unknown) => string;
type Read = (part: Part) => Promise<JsonPart>;

const compiled = new WeakMap<z.ZodMiniType, Serialize>();

/** Compiled on first use: a starting program need not wait for the hundreds that there are. */
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

/** Turns an answer into JSON with the endpoint's compiled serializer, which emits only what the contract lists. */
export const serializerOf = (reply: FastifyReply, endpoint: Endpoint): Serialize => {
  const schema = jsonAnswerOf(endpoint);
  return schema ? compiledFor(reply, schema) : JSON.stringify;
};

/** The items of a JSON array without its brackets, serialized in slices. */
const itemsAsJson = async (rows: readonly unknown[], serialize: Serialize): Promise<string> => {
  const slices: string[] = [];
  for (let from = 0; from < rows.length; from += SLICE) {
    if (from > 0) {
      await nextTurn();
    }
    slices.push(serialize(rows.slice(from, from + SLICE)).slice(1, -1));
  }
  return slices.join(',');
};

/** How many rows to read next, given the size of the previous ones. */
const nextPart = (rows: number, letters: number): number => Math.max(1, Math.min(PART, Math.floor((PART_LETTERS * rows) / (letters + 1))));

/** The list as JSON, whatever its source is. */
const jsonOf = <T>({ source }: Listing<T>, serialize: Serialize): Read =>
  'readJson' in source
    ? (part) => source.readJson(part)
    : async ({ limit, cursor }) => {
        // One more than is shown, to know whether anything follows.
        const rows = await source.read({ limit: limit + 1, cursor });
        const shown = rows.slice(0, limit);
        const last = shown.at(-1);
        const isMore = rows.length > shown.length && last !== undefined;
        return { items: await itemsAsJson(shown, serialize), count: shown.length, cursor: isMore ? source.cursorOf(last) : null };
      };

/** The JSON array of a page of at most that many rows; `Link` says where the next begins. */
const pageOf = async (request: FastifyRequest, reply: FastifyReply, { page }: Listing<unknown>, limit: number, read: Read) => {
  const texts: string[] = [];
  let { cursor } = page;
  let shown = 0;
  let letters = 0;
  for (;;) {
    const part = await read({ limit: Math.min(limit - shown, shown === 0 ? FIRST_PART : nextPart(shown, letters)), cursor });
    shown += part.count;
    letters += part.items.length;
    texts.push(...(part.count > 0 ? [part.items] : []));
    if (part.cursor === null) {
      return `[${texts.join(',')}]`;
    }
    cursor = part.cursor;
    if (shown >= limit || letters > PAGE_LETTERS) {
      // A whole URL costs a tenth of the page to take apart and put together.
      const [path, query] = request.url.split('?');
      const next = new URLSearchParams(query);
      next.set('cursor', cursor);
      reply.header('link', `<${path}?${next.toString()}>; rel="next"`);
      return `[${texts.join(',')}]`;
    }
  }
};

/** The JSON array of the first part and all that follow. Nothing is read ahead of what the client takes. */
async function* partsOf(read: Read, first: JsonPart): AsyncGenerator<string> {
  let part = first;
  yield `[${part.items}`;
  while (part.cursor !== null) {
    part = await read({ limit: nextPart(part.count, part.items.length), cursor: part.cursor });
    yield part.count > 0 ? `,${part.items}` : '';
  }
  yield ']';
}

/**
 * Answers with a list: a page of it with the address of the next, or all of it, streamed when it is long (specification 9.7).
 * `requireValid` refuses what was read so far.
 */
export const sendListing = async (
  request: FastifyRequest,
  reply: FastifyReply,
  listing: Listing<unknown>,
  endpoint: Endpoint,
  requireValid: () => Promise<void>,
) => {
  const readAny = jsonOf(listing, serializerOf(reply, endpoint));
  const read: Read = async (part) => {
    const found = await readAny(part);
    await requireValid();
    return found;
  };
  if (listing.page.limit !== undefined) {
    return reply.type(JSON_TYPE).send(await pageOf(request, reply, listing, listing.page.limit, read));
  }
  // Read before anything is sent, so that errors can still be reported.
  const first = await read({ limit: FIRST_PART, cursor: listing.page.cursor });
  return reply.type(JSON_TYPE).send(first.cursor === null ? `[${first.items}]` : Readable.from(partsOf(read, first)));
};

/** `ETag` of a record: its version. Names of other records in it can change without it, so it serves `If-Match` and not a cache. */
const tag = (reply: FastifyReply, version: unknown): void => {
  if (typeof version === 'number') {
    reply.header('etag', `"${version}"`);
  }
};

/** Answers with a handler's result, of which only what the schema lists leaves the server; undefined: there was none. */
export const sendResult = (reply: FastifyReply, result: unknown, schema: z.ZodMiniType | undefined) => {
  if (typeof result === 'object' && result !== null && 'version' in result) {
    tag(reply, result.version);
  }
  return schema ? reply.type(JSON_TYPE).send(compiledFor(reply, schema)(result)) : reply.send();
};

/** Answers with JSON that was made elsewhere. */
export const sendJson = (reply: FastifyReply, json: string) => reply.type(JSON_TYPE).send(json);

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
