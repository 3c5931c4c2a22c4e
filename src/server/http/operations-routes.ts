import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal } from '#shared/lib/errors.ts';
import { readBackupState } from '#server/commands/read-backup-state.ts';
import { createMetrics, type MetricsDeps } from '#server/http/metrics.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Proxies write at least one of these. */
const FORWARDING = /^(forwarded|via|x-real-ip|x-client-ip|true-client-ip|x-(forwarded|original|envoy)-.*|cf-.*)$/;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

interface Guard {
  readonly metricsToken: string | null;
  readonly publicUrl: string | null;
  readonly trustProxy: number | readonly string[];
}

/** Whether `/metrics` requires the token. Behind a proxy on this machine the whole world comes from this machine. */
export const needsToken = ({ metricsToken, publicUrl, trustProxy }: Guard): boolean =>
  metricsToken !== null || publicUrl !== null || trustProxy !== 0;

const hasToken = (request: FastifyRequest, token: string | null): boolean => {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token ?? ''}`);
  return token !== null && given.length === expected.length && timingSafeEqual(given, expected);
};

const isDirect = (request: FastifyRequest): boolean =>
  LOOPBACK.has(request.socket.remoteAddress ?? '') &&
  LOCAL_HOST.test(request.headers.host ?? '') &&
  !Object.keys(request.headers).some((name) => FORWARDING.test(name));

const mayRead = (request: FastifyRequest, guard: Guard): boolean =>
  needsToken(guard) ? hasToken(request, guard.metricsToken) : isDirect(request);

/** The state of scheduled backups. */
const backupsOf = async ({ db, now, backups }: MetricsDeps) => {
  const state = backups?.isScheduled === true ? await readBackupState(db, now()).catch(() => undefined) : undefined;
  return state && { lastAt: state.lastGood?.startedAt ?? null, lastVerifiedAt: state.lastVerifiedAt, failing: state.failing };
};

/** Whether it serves every request; callers who may know also see what is wrong, and how old the last backup is. */
const readiness = async (deps: MetricsDeps, isTold: boolean) => {
  const concerns = deps.health?.concerns() ?? [];
  const status = concerns.some(({ level }) => level === 'degraded') ? 'degraded' : 'ready';
  const backups = isTold ? await backupsOf(deps) : undefined;
  return {
    status,
    ...(isTold && concerns.length > 0 ? { concerns: concerns.map(({ kind, level, message }) => ({ kind, level, message })) } : {}),
    ...(backups && { backups }),
  };
};

interface OperationsDeps extends MetricsDeps, Guard {
  readonly isStopping: () => boolean;
}

/** Health, readiness and metrics (specification 11.5). `isStopping` turns readiness off while the program finishes what is in flight. */
export const registerOperations = (app: FastifyInstance, deps: OperationsDeps): void => {
  const metrics = createMetrics(deps);
  app.addHook('onResponse', async (request, reply) => {
    const { operation, isEndless } = request.routeOptions.config;
    if (isEndless === true) {
      // The duration of a live stream is no response time.
      return;
    }
    metrics.observe(operation ?? 'other', reply.statusCode, reply.elapsedTime / 1000);
  });

  app.get('/api/health', { config: { anyHost: true } }, async () => ({ status: 'up' }));
  app.get('/api/ready', { config: { anyHost: true } }, async (request) => {
    if (deps.isStopping()) {
      throw refusal('unavailable', 'programStopping');
    }
    await deps.db.query({ text: 'select 1', values: [] }).catch(() => {
      throw refusal('unavailable', 'databaseSilent');
    });
    return readiness(deps, mayRead(request, deps));
  });
  app.get('/metrics', { config: { anyHost: deps.metricsToken !== null } }, async (request, reply) => {
    if (!mayRead(request, deps)) {
      throw refusal('not_found', 'nothingHere');
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the endpoint in the contract. */
    operation?: string;
    /** Answers for as long as the client listens. */
    isEndless?: boolean;
  }
}
