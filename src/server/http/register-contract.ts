import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contract } from '#shared/contract.ts';
import { addressesOf, type Endpoint, statusOf } from '#shared/endpoint.ts';
import { handlers } from '#server/handlers/index.ts';
import { FileReply, Page } from '#server/handlers/types.ts';
import { answerSchema } from '#server/http/answer-schema.ts';
import { parseParams, parseParts } from '#server/http/request-parts.ts';
import { type ContextDeps, createResolver, type Resolved, withDatabase } from '#server/http/resolve-context.ts';

type AnyHandler = (ctx: unknown, request: unknown) => Promise<unknown>;

interface Arrived {
  readonly resolved: Resolved;
  readonly params: Record<string, string | number>;
}

/** Every endpoint with its handler and the name it has in the contract, such as `customers.create`. */
export const operations = (): { id: string; endpoint: Endpoint; handle: AnyHandler }[] =>
  Object.entries(contract).flatMap(([group, endpoints]) => {
    const ofGroup = Object.entries(handlers).find(([name]) => name === group)?.[1] ?? {};
    // The record of handlers is typed by the contract; walking both loses which belongs to which.
    const table = new Map(Object.entries(ofGroup) as unknown as [string, AnyHandler][]);
    return Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => {
      const handle = table.get(name);
      if (!handle) {
        throw new Error(`${group}.${name} has no handler`);
      }
      return { id: `${group}.${name}`, endpoint, handle };
    });
  });

const send = (request: FastifyRequest, reply: FastifyReply, result: unknown) => {
  if (result instanceof FileReply) {
    return reply
      .type(result.contentType)
      .header('content-disposition', result.inline ? 'inline' : 'attachment')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(createReadStream(result.path));
  }
  if (result instanceof Page) {
    if (result.nextCursor !== undefined) {
      const next = new URL(request.url, 'http://headland');
      next.searchParams.set('cursor', result.nextCursor);
      reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
    }
    return reply.send(result.items);
  }
  return reply.send(result);
};

/** Serves every endpoint of the contract: find who asks, check what he may, parse, handle in one transaction, strip the answer. */
export const registerContract = (app: FastifyInstance, deps: ContextDeps): void => {
  const resolve = createResolver(deps);
  const arrived = new WeakMap<FastifyRequest, Arrived>();

  const register = (address: string, id: string, endpoint: Endpoint, handle: AnyHandler) => {
    const status = statusOf(endpoint);
    const { response } = endpoint;
    app.route({
      method: endpoint.method,
      url: address,
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      config: { operation: id },
      ...(response === null || response === 'file' ? {} : { schema: { response: { [status]: answerSchema(response) } } }),
      // Before the body is read: a stranger sends no megabytes to be refused after.
      onRequest: async (request) => {
        const params = parseParams(request.params);
        arrived.set(request, { params, resolved: await resolve(request, endpoint, params) });
      },
      handler: async (request, reply) => {
        const known = arrived.get(request);
        if (!known) {
          throw new Error('A handler ran before its request was resolved.');
        }
        const parts = { params: known.params, ...parseParts(endpoint, request) };
        const work = (db: ContextDeps['db']) => handle(withDatabase(deps, known.resolved, db, request, reply), parts);
        // Public calls count attempts and hash passwords first. They open their own transaction after that: a connection held
        // meanwhile is one that the counting of others waits for, and a few sign-ins at once would hold them all.
        const isPlain = endpoint.method === 'GET' || endpoint.scope === 'public';
        const result = isPlain ? await work(deps.db) : await deps.db.transaction(work);
        reply.code(status);
        if (!reply.hasHeader('cache-control')) {
          reply.header('cache-control', 'no-store');
        }
        return send(request, reply, result);
      },
    });
  };

  for (const { id, endpoint, handle } of operations()) {
    for (const address of addressesOf(endpoint)) {
      register(address, id, endpoint, handle);
    }
  }
};
