import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressesOf, type Endpoint, isKeyed, jsonAnswerOf, statusOf } from '#shared/endpoint.ts';
import { AppError } from '#shared/lib/errors.ts';
import { Accepted, DownloadReply, EventReply, Existing, FileReply, Listing } from '#server/handlers/types.ts';
import type { RequestTurns } from '#server/http/request-turns.ts';
import { networkOf } from '#server/auth/network-of.ts';
import { bytesOf, leaveBodiesUnread } from '#server/http/body-bytes.ts';
import { expectBodyWithin } from '#server/http/body-time.ts';
import { databaseIn, requireOneEpoch } from '#server/http/epoch-header.ts';
import { takeLargeJson } from '#server/http/json-bodies.ts';
import { type AnyHandler, type Operation, operations, readerBeside, readerOf } from '#server/http/operations.ts';
import { performWrite } from '#server/http/perform-write.ts';
import { noteCaller } from '#server/http/request-log.ts';
import { parseParams, parseParts } from '#server/http/request-parts.ts';
import { type ContextDeps, createResolver, type Resolved, withDatabase } from '#server/http/resolve-context.ts';
import { sendEvents } from '#server/http/send-events.ts';
import { sendDownload, sendFile } from '#server/http/send-file.ts';
import { sendListing, sendResult, sendWritten, serializerOf } from '#server/http/send-answer.ts';
import type { Database } from '#server/db/database.ts';
import { Journal } from '#server/db/journal.ts';
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

const orgIdOf = (resolved: Resolved): number | null => ('orgId' in resolved ? resolved.orgId : null);

const unlessGone = (reading: Promise<unknown>): Promise<unknown> =>
  reading.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') {
      return undefined;
    }
    throw error;
  });

interface Deps extends ContextDeps {
  readonly requestTurns: RequestTurns;
  readonly requireDiskSpace: ((bytes: number) => Promise<void>) | undefined;
}

/** The maximum body size in bytes; undefined: the default for all bodies. */
const bodyLimitOf = ({ scope, bodyLimit }: Endpoint): number | undefined =>
  bodyLimit ?? (scope === 'public' ? PUBLIC_BODY_BYTES : undefined);

/** A call that only reads, or that opens its own transaction when it is ready for it. */
const runPlainly = async (deps: Deps, { endpoint, handle }: Operation, { resolved, params }: Arrived, exchange: Exchange) => {
  const { request, reply } = exchange;
  const db = databaseIn(deps.db, resolved.epoch);
  const place = { db, journal: new Journal(orgIdOf(resolved) ?? 0) };
  const parts = { params, ...parseParts(endpoint, request), ...(endpoint.body === 'bytes' ? { body: bytesOf(endpoint, request) } : {}) };
  const result = await handle(withDatabase(deps, resolved, place, exchange), parts);
  if (endpoint.method === 'GET') {
    requireOneEpoch(db, resolved.epoch);
  }
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
  if (result instanceof Listing) {
    if (result.page.limit === undefined) {
      await deps.requestTurns.enter('wholeLists', request);
    }
    return sendListing(request, reply, result, endpoint);
  }
  return sendResult(reply, result, jsonAnswerOf(endpoint));
};

/** A write, in one transaction with its key, its audit rows and its answer. */
const runWrite = async (deps: Deps, all: readonly Operation[], operation: Operation, arrived: Arrived, exchange: Exchange) => {
  const { endpoint, handle, id } = operation;
  const { resolved, params } = arrived;
  if (!('user' in resolved)) {
    throw new Error('A write by nobody.');
  }
  const parts = { params, ...parseParts(endpoint, exchange.request) };
  const run = (handler: AnyHandler, db: Database, journal: Journal, input: object, more: object = {}) =>
    handler({ ...withDatabase(deps, resolved, { db, journal }, exchange), ...more }, input);
  const orgId = orgIdOf(resolved);
  const answer = await performWrite(databaseIn(deps.db, resolved.epoch), {
    operation: id,
    endpoint,
    orgId,
    userId: resolved.user.id,
    apiKeyId: resolved.apiKey?.id ?? null,
    headers: resolved.headers,
    params,
    body: exchange.request.body,
    status: statusOf(endpoint),
    work: (db, journal) => run(handle, db, journal, parts),
    serialize: serializerOf(exchange.reply, endpoint),
    readCurrent: async (db) => {
      if (endpoint.scope !== 'record') {
        return undefined;
      }
      const { handle: read, endpoint: readEndpoint } = readerOf(all, endpoint.entity);
      const record = await run(read, db, new Journal(orgId ?? 0), { params });
      // It leaves inside a problem document, past the compiled serializers.
      return jsonAnswerOf(readEndpoint)?.parse(record);
    },
    readAgain: (db, record) => {
      // A new organization was asked for outside of any: it is its own.
      const within = orgId ?? record;
      const reader = readerBeside(all, id);
      return reader === undefined
        ? Promise.resolve(undefined)
        : unlessGone(run(reader.handle, db, new Journal(within), { params: { id: record, orgId: within } }, { orgId: within }));
    },
  });
  return sendWritten(exchange.reply, answer);
};

const takesBytes = ({ endpoint }: Operation): boolean => endpoint.body === 'bytes';
/** Whether its JSON may contain whole photos, which may need a while on a driver's line. */
const takesPhotos = ({ endpoint }: Operation): boolean => endpoint.body !== 'bytes' && endpoint.bodyLimit !== undefined;
/** Whether it can fill the disk without bound. Deleting makes room, and signing in or confirming one's identity takes precedence. */
const takesRoom = (operation: Operation): boolean =>
  takesBytes(operation) || (isKeyed(operation.endpoint) && operation.endpoint.method !== 'DELETE') || operation.id === 'archives.export';
/** What an imported organization takes besides its zip: its rows, unpacked and in the database, and its files once more. */
const TIMES_OF_IMPORT = 3;
const bytesToWrite = ({ id }: Operation, { headers }: FastifyRequest): number =>
  (Number(headers['content-length']) || 0) * (id === 'archives.import' ? TIMES_OF_IMPORT : 1);
const takesJson = (operation: Operation): boolean => !takesBytes(operation) && !takesPhotos(operation);

/** Serves every endpoint of the contract: authenticate, authorize, parse, handle, strip the answer. */
export const registerContract = (app: FastifyInstance, deps: Deps): void => {
  const resolve = createResolver(deps);
  const all = operations();
  const arrivals = new WeakMap<FastifyRequest, Arrived>();

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
        return isKeyed(endpoint)
          ? runWrite(deps, all, operation, arrived, { request, reply })
          : runPlainly(deps, operation, arrived, { request, reply });
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
