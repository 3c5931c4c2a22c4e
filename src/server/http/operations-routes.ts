import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { AppError } from '#shared/lib/errors.ts';
import type { Database } from '#server/db/database.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const mayReadMetrics = (request: FastifyRequest, token: string | null): boolean => {
  if (token === null) {
    return LOOPBACK.has(request.socket.remoteAddress ?? '');
  }
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** Health, readiness and metrics (decisions §1). `isStopping` turns readiness off while the program finishes what is in flight. */
export const registerOperations = (
  app: FastifyInstance,
  { db, metricsToken, isStopping }: { db: Database; metricsToken: string | null; isStopping: () => boolean },
): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { operation, isEndless } = request.routeOptions.config;
    if (isEndless === true) {
      // How long somebody listened is no time to answer.
      return;
    }
    durations.observe({ operation: operation ?? 'other', status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });

  app.get('/api/health', { config: { anyHost: true } }, async () => ({ status: 'up' }));
  app.get('/api/ready', { config: { anyHost: true } }, async () => {
    if (isStopping()) {
      throw new AppError('unavailable', 'The program is stopping.');
    }
    await db.query({ text: 'select 1', values: [] }).catch(() => {
      throw new AppError('unavailable', 'The database does not answer.');
    });
    return { status: 'ready' };
  });
  app.get('/metrics', { config: { anyHost: metricsToken !== null } }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) {
      throw new AppError('not_found', 'There is nothing at this address.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the endpoint in the contract. */
    operation?: string;
    /** Answers for as long as somebody listens. */
    isEndless?: boolean;
  }
}
