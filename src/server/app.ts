import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { refusal } from '#shared/lib/errors.ts';
import type { KnownInstallation } from '#server/context.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import type { SignInWays } from '#server/ports/identity.ts';
import type { OpenDatabase, Database } from '#server/db/database.ts';
import type { Limits } from '#server/limits.ts';
import type { Faults } from '#server/faults.ts';
import type { Health } from '#server/health.ts';
import { attemptLimits } from '#server/auth/attempt-limits.ts';
import { createTally } from '#server/auth/tally.ts';
import { createSessions } from '#server/auth/sessions.ts';
import { createDevicesAhead } from '#server/commands/devices-ahead.ts';
import { createLiveNumbers } from '#server/commands/live-numbers.ts';
import { createRequestTurns } from '#server/http/request-turns.ts';
import { registerApiDocs } from '#server/http/api-docs.ts';
import { registerHosts } from '#server/http/hosts.ts';
import { takeJson } from '#server/http/json-bodies.ts';
import { registerOperations } from '#server/http/operations-routes.ts';
import { expectRestSoon } from '#server/http/body-time.ts';
import { echoKey } from '#server/http/request-headers.ts';
import { refusePipelines } from '#server/http/pipelining.ts';
import { createExplain, registerProblems, sendAddressProblem } from '#server/http/problems.ts';
import { registerAfterResponse } from '#server/http/after-response.ts';
import { registerContract } from '#server/http/register-contract.ts';
import { type LogStream, requestLog } from '#server/http/request-log.ts';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';
import { registerSameOrigin } from '#server/http/same-origin.ts';
import { deviceCookie } from '#server/http/device-cookie.ts';
import { sessionCookie } from '#server/http/session-cookie.ts';
import { registerSignIn } from '#server/http/sign-in-routes.ts';
import { registerStaticFiles } from '#server/http/static-files.ts';
import { trustedProxies } from '#server/http/trusted-proxies.ts';

export interface AppDeps {
  readonly db: Database & Partial<Pick<OpenDatabase, 'pool'>>;
  readonly photos: PhotoStore;
  /** Where exports are packed and imports unpacked. */
  readonly scratchFolder: string;
  /** The secrets that sessions are hashed with: new ones with the first, and those made under another one stay valid. */
  readonly sessionSecret: string | readonly string[];
  /** A session ends this long after it began, however much it is used. */
  readonly sessionMaxDays: number;
  readonly now: () => Date;
  /** The public address that browsers use; null: whatever address they used. `https:` makes the session cookie secure. */
  readonly publicUrl: string | null;
  /** How many proxies in front of the program are trusted, or their networks. */
  readonly trustProxy: number | readonly string[];
  /** The address or name that the program listens on, and further names of it besides `publicUrl`. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly ways: SignInWays;
  /** Whether queued mails are sent at all. */
  readonly hasMail: boolean;
  readonly metricsToken: string | null;
  readonly logLevel: string;
  /** Where the request log goes; left out: standard output. */
  readonly logStream?: LogStream;
  /** The folder of the built web app; null serves the API alone. */
  readonly clientFolder: string | null;
  readonly isStopping: () => boolean;
  /** Whether browsers are told to use https for subdomains of `publicUrl` as well. */
  readonly hstsSubdomains?: boolean;
  /** Maximum number of live connections; default: 5,000, and 10 per user. */
  readonly liveSeats?: { readonly seats: number; readonly seatsOfUser: number };
  /** Default: the limits that apply without a setting. */
  readonly limits?: Limits;
  /** What readiness and metrics report; default: nothing is wrong. */
  readonly health?: Health;
  /** Receives errors. */
  readonly faults?: Faults;
  /** Refuses with `no_room` before a write that the disk may be too full for. */
  readonly requireDiskSpace?: (bytes: number) => Promise<void>;
  /** Services of notices besides those that are known (`PUSH_HOSTS`); null: no notices. Default: none besides. */
  readonly pushHosts?: readonly string[] | null;
  /** Default: no backups are made. */
  readonly backups?: KnownInstallation['backups'];
}

const ONE_MIB = 1_048_576;

const NO_BACKUPS: KnownInstallation['backups'] = { isScheduled: false, places: [], copiedUpTo: () => null };

const newestOf = (secret: string | readonly string[]): string => [secret].flat()[0] ?? '';

/** The address on this machine that the program listens on, even if it accepts any. */
const listeningAt = (app: FastifyInstance): string => {
  const [bound] = app.addresses();
  if (bound === undefined || typeof bound === 'string') {
    throw new Error('The program does not listen yet.');
  }
  const host = ['0.0.0.0', '::'].includes(bound.address) ? '127.0.0.1' : bound.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
};

/** The whole server except for a listening socket: `main.ts` listens with it and tests call it directly. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const isSecure = deps.publicUrl?.startsWith('https:') ?? false;
  const app = fastify({
    ...requestLog(deps.logLevel, newestOf(deps.sessionSecret), deps.logStream),
    genReqId: () => randomUUID(),
    bodyLimit: ONE_MIB,
    trustProxy: trustedProxies(deps.trustProxy),
    // A photo of 10 MB over a line of 0.1 Mbit/s. Strangers are refused before their body is read.
    requestTimeout: 900_000,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: sendAddressProblem,
    // Idle connections are closed at once when the program stops.
    forceCloseConnections: 'idle',
    // Requests that arrive on an open connection while the program stops are served: the framework's own refusal would not echo their key.
    return503OnClosing: false,
  });
  refusePipelines(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    echoKey(request, reply);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (deps.isStopping()) {
      // A connection that stays open after its answer would delay the shutdown.
      reply.header('connection', 'close');
    }
  });
  app.addHook('onResponse', async (request) => expectRestSoon(request));
  const explain = createExplain(deps.faults);
  registerProblems(app, explain, deps.faults);
  app.removeContentTypeParser('text/plain');
  takeJson(app);
  await app.register(cookie);
  registerSecurityHeaders(app, isSecure && { includeSubDomains: deps.hstsSubdomains ?? false });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    globalDecompression: false,
    brotliOptions: { params: { 1: 4 } },
  });
  registerHosts(app, deps);
  registerSameOrigin(app, deps.publicUrl);

  const live = createLiveNumbers({
    db: deps.db,
    now: deps.now,
    say: (line) => app.log.warn(line),
    ...(deps.liveSeats === undefined ? {} : { seats: deps.liveSeats }),
  });
  // Before the server waits for its connections: those of live listeners would never end.
  app.addHook('preClose', () => live.stop());
  const limits = attemptLimits(deps.db, deps.now, deps.limits);
  const tally = createTally({ db: deps.db, now: deps.now, settings: limits.settings, say: (line) => app.log.warn(line) });
  app.addHook('onClose', () => tally.flush());
  const contextDeps = {
    db: deps.db,
    photos: deps.photos,
    scratchFolder: deps.scratchFolder,
    live,
    installation: {
      concerns: () => deps.health?.concerns() ?? [],
      backups: deps.backups ?? NO_BACKUPS,
      pushHosts: deps.pushHosts === undefined ? [] : deps.pushHosts,
    },
    noteAhead: createDevicesAhead({ now: deps.now, say: (line) => app.log.warn(line), health: deps.health }),
    ways: deps.ways,
    mailOrigin: () => (deps.hasMail ? (deps.publicUrl ?? listeningAt(app)) : null),
    publicUrl: deps.publicUrl,
    now: deps.now,
    sessions: createSessions(deps.sessionSecret, deps.now, { maxDays: deps.sessionMaxDays, most: limits.settings.sessionsPerAccount }),
    cookie: sessionCookie(isSecure, deps.sessionMaxDays),
    deviceCookie: deviceCookie(isSecure),
    afterResponse: registerAfterResponse(app, deps.db),
    limits,
    tally,
  };
  registerOperations(app, { ...deps, dataFolder: dirname(deps.scratchFolder), countListeners: () => live.count() });
  registerContract(app, { ...contextDeps, explain, requestTurns: createRequestTurns(), requireDiskSpace: deps.requireDiskSpace });
  registerApiDocs(app, isSecure ? '__Host-headland_session' : 'headland_session');
  registerSignIn(app, { ...contextDeps, hasPage: deps.clientFolder !== null, isSecure });
  if (deps.clientFolder !== null) {
    await registerStaticFiles(app, deps.clientFolder);
  } else {
    app.setNotFoundHandler(() => {
      throw refusal('not_found', 'nothingHere');
    });
  }
  return app;
};
