import { type Endpoint, jsonAnswerOf, statusOf } from '#shared/endpoint.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { Journal } from '#server/db/journal.ts';
import { type AnyHandler, type Operation, readerBeside, readerOf } from '#server/http/operations.ts';
import type { Write } from '#server/http/perform-write.ts';
import type { WriteHeaders } from '#server/http/request-headers.ts';
import { parseParts } from '#server/http/request-parts.ts';
import { type ContextDeps, type Resolved, withDatabase } from '#server/http/resolve-context.ts';
import { serializerOf } from '#server/http/send-answer.ts';

/** A write that may be done: who does it, to what, with which content. */
export interface AllowedWrite {
  readonly operation: Operation;
  readonly resolved: Resolved;
  readonly headers: WriteHeaders;
  readonly params: Readonly<Record<string, string | number>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** The request that it came with. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export const orgIdOf = (resolved: Resolved): number | null => ('orgId' in resolved ? resolved.orgId : null);

const unlessGone = (reading: Promise<unknown>): Promise<unknown> =>
  reading.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') {
      return undefined;
    }
    throw error;
  });

const currentOf = (endpoint: Endpoint, record: unknown): unknown =>
  // It leaves inside a problem document, past the compiled serializers.
  jsonAnswerOf(endpoint)?.parse(record);

/** What doing the write takes; refuses (400) what its call does not accept. */
export const writeOf = (deps: ContextDeps, all: readonly Operation[], allowed: AllowedWrite, exchange: Exchange): Write => {
  const { operation, resolved, headers, params, query, body } = allowed;
  const { endpoint, handle, id } = operation;
  if (!('user' in resolved)) {
    throw new Error('A write by nobody.');
  }
  const parts = { params, ...parseParts(endpoint, { query, body }) };
  const own = { ...resolved, headers };
  const run = (handler: AnyHandler, db: Database, journal: Journal, input: object, more: object = {}) =>
    handler({ ...withDatabase(deps, own, { db, journal }, exchange), ...more }, input);
  const orgId = orgIdOf(resolved);
  return {
    operation: id,
    endpoint,
    orgId,
    userId: resolved.user.id,
    apiKeyId: resolved.apiKey?.id ?? null,
    headers,
    params,
    body,
    status: statusOf(endpoint),
    work: (db, journal) => run(handle, db, journal, parts),
    serialize: serializerOf(exchange.reply, endpoint),
    readCurrent: async (db) => {
      if (endpoint.scope !== 'record') {
        return undefined;
      }
      const { handle: read, endpoint: readEndpoint } = readerOf(all, endpoint.entity);
      return currentOf(readEndpoint, await run(read, db, new Journal(orgId ?? 0), { params }));
    },
    readAgain: (db, record) => {
      // A new organization was asked for outside of any: it is its own.
      const within = orgId ?? record;
      const reader = readerBeside(all, id);
      return reader === undefined
        ? Promise.resolve(undefined)
        : unlessGone(run(reader.handle, db, new Journal(within), { params: { id: record, orgId: within } }, { orgId: within }));
    },
  };
};
