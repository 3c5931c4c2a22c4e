import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressesOf, type Endpoint, isKeyed, jsonAnswerOf, statusOf } from '#shared/endpoint.ts';
import { Accepted, Batch, DownloadReply, EventReply, Existing, FileReply, JsonReply, Listing } from '#server/handlers/types.ts';
import type { RequestTurns } from '#server/http/request-turns.ts';
import { type BatchDeps, createBatches } from '#server/http/batches.ts';
import { networkOf } from '#server/auth/network-of.ts';
import { bytesOf, leaveBodiesUnread } from '#server/http/body-bytes.ts';
import { expectBodyWithin } from '#server/http/body-time.ts';
import { requireOneEpoch } from '#server/http/epoch-header.ts';
import { databaseFor, isUnconfirmed } from '#server/http/confirm-caller.ts';
import { takeLargeJson } from '#server/http/json-bodies.ts';
import { ofRequest } from '#server/http/of-request.ts';
import { type Operation, operations, takesRoom } from '#server/http/operations.ts';
import { performWrite } from '#server/http/perform-write.ts';
import { noteCaller } from '#server/http/request-log.ts';
import { parseParams, parseParts } from '#server/http/request-parts.ts';
import { createResolver, type Resolved, withDatabase } from '#server/http/resolve-context.ts';
import { sendEvents } from '#server/http/send-events.ts';
import { sendDownload, sendFile } from '#server/http/send-file.ts';
import { sendJson, sendListing, sendResult, sendWritten } from '#server/http/send-answer.ts';
import { Journal } from '#server/db/journal.ts';
import type { Ridden } from '#server/db/with-rider.ts';
import { orgIdOf, writeOf } from '#server/http/writes.ts';
import { BODY_WITHIN_MS, PUBLIC_BODY_BYTES } from '#server/work/bounds.ts';

type Params = Record<string, string | number>;

interface Arrived {
  readonly resolved: Resolved;
  readonly params: Params;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface Deps extends BatchDeps {
  readonly requestTurns: RequestTurns;
}

/** The maximum body size in bytes; undefined: the default for all bodies. */
const bodyLimitOf = ({ scope, bodyLimit }: Endpoint): number | undefined =>
  bodyLimit ?? (scope === 'public' ? PUBLIC_BODY_BYTES : undefined);

/** A call that only reads, or that opens its own transaction when it is ready for it. */
const runPlainly = async (
  deps: Deps,
  runBatch: ReturnType<typeof createBatches>,
  { endpoint, handle }: Operation,
  { resolved, params }: Arrived,
  { db, heard }: Ridden,
  exchange: Exchange,
) => {
  const { request, reply } = exchange;
  const place = { db, journal: new Journal(orgIdOf(resolved) ?? 0) };
  const parts = { params, ...parseParts(endpoint, request), ...(endpoint.body === 'bytes' ? { body: bytesOf(endpoint, request) } : {}) };
  const result = await handle(withDatabase(deps, resolved, place, exchange), parts);
  /** Nothing that was read is sent before. */
  const requireValid = async (): Promise<void> => {
    await heard();
    if (endpoint.method === 'GET') {
      requireOneEpoch(db, resolved.epoch);
    }
  };
  if (result instanceof Listing) {
    if (result.page.limit === undefined) {
      await deps.requestTurns.enter('wholeLists', request);
    }
    return sendListing(request, reply, result, endpoint, requireValid);
  }
  await requireValid();
  if (result instanceof FileReply) {
    return sendFile(request, reply, result);
  }
  if (result instanceof DownloadReply) {
    return sendDownload(request, reply, result);
  }
  if (result instanceof EventReply) {
    return sendEvents(request, reply, result);
  }
  if (result instanceof Accepted) {
    return sendResult(reply.code(202), result.next, endpoint.accepted);
  }
  if (result instanceof Existing) {
    return sendResult(reply.code(200), result.record, jsonAnswerOf(endpoint));
  }
  if (result instanceof Batch) {
    return sendJson(reply, await runBatch(result.writes, resolved, exchange));
  }
  if (result instanceof JsonReply) {
    return sendJson(reply, result.json);
  }
  return sendResult(reply, result, jsonAnswerOf(endpoint));
};

/** A write, in one transaction with its key, its audit rows and its answer. */
const runWrite = async (
  deps: Deps,
  all: readonly Operation[],
  operation: Operation,
  { resolved, params }: Arrived,
  { db }: Ridden,
  exchange: Exchange,
) => {
  const { query, body } = exchange.request;
  const write = writeOf(deps, all, { operation, resolved, headers: resolved.headers, params, query, body }, exchange);
  return sendWritten(exchange.reply, await performWrite(db, write));
};

const takesBytes = ({ endpoint }: Operation): boolean => endpoint.body === 'bytes';
/** Whether its JSON may contain whole photos, which may need a while on a driver's line. */
const takesPhotos = ({ endpoint }: Operation): boolean => endpoint.body !== 'bytes' && endpoint.bodyLimit !== undefined;
/** What an imported organization takes besides its zip: its rows, unpacked and in the database, and its files once more. */
const TIMES_OF_IMPORT = 3;
const bytesToWrite = ({ id }: Operation, { headers }: FastifyRequest): number =>
  (Number(headers['content-length']) || 0) * (id === 'archives.import' ? TIMES_OF_IMPORT : 1);
const takesJson = (operation: Operation): boolean => !takesBytes(operation) && !takesPhotos(operation);

/** Serves every endpoint of the contract: authenticate, authorize, parse, handle, strip the answer. */
export const registerContract = (app: FastifyInstance, deps: Deps): void => {
  const resolve = createResolver(deps);
  const all = operations();
  const runBatch = createBatches(deps, all);
  const arrivals = ofRequest<Arrived>('arrived');

  const register = (server: FastifyInstance, address: string, operation: Operation) => {
    const { id, endpoint } = operation;
    const status = statusOf(endpoint);
    const { response } = endpoint;
    const bodyLimit = bodyLimitOf(endpoint);
    server.route({
      method: endpoint.method,
      url: address,
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      config: { operation: id, isEndless: response === 'events' },
      // Files are compressed already, and a range refers to the bytes as they are. Events would be held back to be compressed together.
      ...(response === 'file' || response === 'events' ? { compress: false } : {}),
      // Before the body is read: a stranger must not send megabytes only to be refused.
      onRequest: async (request, reply) => {
        const params = parseParams(request.params);
        const resolved = await resolve({ request, reply }, endpoint, params);
        noteCaller(request, { userId: 'user' in resolved ? resolved.user.id : null, orgId: orgIdOf(resolved) });
        arrivals.set(request, { params, resolved });
        if (takesJson(operation)) {
          expectBodyWithin(request, BODY_WITHIN_MS[endpoint.scope === 'public' ? 'public' : 'member']);
        }
        if (takesRoom(operation)) {
          await deps.requireDiskSpace?.(bytesToWrite(operation, request));
        }
        if ('user' in resolved && response !== 'events') {
          deps.requestTurns.identify(request, reply, String(resolved.user.id));
          await deps.requestTurns.enter(takesBytes(operation) ? 'uploads' : 'requests', request);
        }
      },
      handler: async (request, reply) => {
        const arrived = arrivals.get(request);
        if (!arrived) {
          throw new Error('A handler ran before its request was resolved.');
        }
        if (endpoint.scope === 'public' && endpoint.method !== 'GET') {
          // Not before the body is there: a slow sender would block others of the same account or network.
          deps.requestTurns.identify(request, reply, networkOf(request.ip));
          await deps.requestTurns.enter('strangers', request);
        }
        reply.code(status);
        if (!reply.hasHeader('cache-control')) {
          reply.header('cache-control', 'no-store');
        }
        // Public calls count attempts and hash passwords first. They open their own transaction after that: a connection held during that
        // time is one that the counting of others waits for, and a few sign-ins at once would hold them all.
        const run = (work: Arrived, ridden: Ridden) =>
          isKeyed(endpoint)
            ? runWrite(deps, all, operation, work, ridden, { request, reply })
            : runPlainly(deps, runBatch, operation, work, ridden, { request, reply });
        const ridden = databaseFor(deps.db, arrived.resolved);
        try {
          return await run(arrived, ridden);
        } catch (error) {
          if (!isUnconfirmed(error, ridden)) {
            throw error;
          }
          const { params } = arrived;
          const resolved = await resolve({ request, reply }, endpoint, params, true);
          return run({ params, resolved }, databaseFor(deps.db, resolved));
        }
      },
    });
  };

  const registerAll = (server: FastifyInstance, some: readonly Operation[]) => {
    for (const operation of some) {
      for (const address of addressesOf(operation.endpoint)) {
        register(server, address, operation);
      }
    }
  };
  registerAll(
    app,
    all.filter((operation) => !takesBytes(operation) && !takesPhotos(operation)),
  );
  void app.register(async (inside) => {
    takeLargeJson(inside, deps);
    registerAll(inside, all.filter(takesPhotos));
  });
  void app.register(async (inside) => {
    leaveBodiesUnread(inside);
    registerAll(inside, all.filter(takesBytes));
  });
};
