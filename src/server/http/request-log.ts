import { createHmac } from 'node:crypto';
import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { counters } from '#server/counters.ts';
import { ofRequest } from '#server/http/of-request.ts';
import { loggedError } from '#server/log.ts';

interface Known {
  readonly userId: number | null;
  readonly orgId: number | null;
}

const callers = ofRequest<Known>('caller');

/** Adds the caller and the organization to the request's log line. */
export const noteCaller = (request: FastifyRequest, known: Known): void => callers.set(request, known);

const LONGEST_WORD = 32;

/** For an address that no call has: its first word, if it looks like one. What comes after may be a token. */
const placeOf = (url: string): string => {
  const [, word = '', rest = ''] = /^\/([^/?#]*)(.?)/.exec(url) ?? [];
  const shown = word.length <= LONGEST_WORD && /^[\w.-]*$/.test(word) ? word : '…';
  return `/${shown}${rest === '/' ? '/…' : ''}`;
};

/** The pattern of the call: no ids, no tokens, and no query string. */
const routeOf = (request: FastifyRequest): string => {
  const { url } = request.routeOptions;
  return url === undefined || url.includes('*') ? placeOf(request.url) : url;
};

const numberOf = (params: unknown, name: string): number | undefined => {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'number' || (typeof value === 'string' && /^\d{1,10}$/.test(value)) ? Number(value) : undefined;
};

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: routeOf(request),
  record: numberOf(request.params, 'id'),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  ip: request.ip,
  user: callers.get(request)?.userId ?? undefined,
  org: callers.get(request)?.orgId ?? undefined,
});

const SIGN_INS = new Set(['users.login', 'users.confirm', 'users.passkeyLogin']);
/** Requested every few seconds by machines. */
const PROBES = new Set(['/api/health', '/api/ready', '/metrics']);

/** The account that was tried, as a word that is the same each time and reveals nothing about the address without the secret. */
const accountWord = (secret: string, body: unknown): string | undefined => {
  const email: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'email') : undefined;
  return typeof email === 'string'
    ? createHmac('sha256', secret).update(`log:${email.toLowerCase()}`).digest('hex').slice(0, 16)
    : undefined;
};

const isRefusedSignIn = (request: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  SIGN_INS.has(request.routeOptions.config.operation ?? '') && (statusCode === 401 || statusCode === 429);

/** One line per request, when it is answered. */
class RequestLog extends LogController {
  readonly #secret: string;

  constructor(secret: string) {
    super();
    this.#secret = secret;
  }

  override incomingRequest(): void {
    // The line of the answer says it all.
  }

  override routeNotFound(): void {
    // Likewise.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = lineOf(request, reply);
    if (error) {
      reply.log.error({ ...line, err: error }, 'request errored');
    } else if (isRefusedSignIn(request, reply)) {
      counters.add('sign_in_failures', reply.statusCode === 429 ? 'too_many' : 'wrong_credentials');
      reply.log.warn({ ...line, account: accountWord(this.#secret, request.body) }, 'sign-in refused');
    } else {
      reply.log[PROBES.has(line.route) ? 'debug' : 'info'](line, 'request');
    }
  }
}

export interface LogStream {
  write(line: string): void;
}

/** The request log: who asked for what, and the outcome. No token, code or query string, and nothing that a person typed. */
export const requestLog = (level: string, secret: string, stream?: LogStream): Pick<FastifyServerOptions, 'logger' | 'logController'> => ({
  logger: {
    level,
    ...(stream === undefined ? {} : { stream }),
    serializers: {
      err: (error) => loggedError(error),
      req: (request) => ({ method: request.method, url: placeOf(request.url) }),
    },
  },
  logController: new RequestLog(secret),
});
