import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, ERROR_STATUS, type ErrorCode, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { counters } from '#server/counters.ts';
import { faultOf } from '#server/db/faults.ts';
import { isDatabaseBusy, isDatabaseLost } from '#server/db/connection-errors.ts';
import { noRoomOnDisk } from '#server/disk-watch.ts';
import type { Faults } from '#server/faults.ts';
import { refuseMoved } from '#server/http/epoch-header.ts';
import { echoKey } from '#server/http/request-headers.ts';

const TITLE: Record<ErrorCode, string> = {
  malformed: 'Malformed request',
  invalid_input: 'Invalid input',
  unauthenticated: 'Not signed in',
  session_ended: 'Session was ended',
  wrong_credentials: 'Not signed in',
  second_step_needed: 'Second step needed',
  forbidden: 'Not allowed',
  confirm_needed: 'Confirmation needed',
  not_found: 'Not found',
  conflict: 'In conflict with the present state',
  job_not_open: 'Job is not open',
  bill_changed: 'Bill changed since it was seen',
  bill_has_payments: 'Bill has payments',
  user_mismatch: 'Another user is signed in',
  epoch_changed: 'A backup was restored',
  version_mismatch: 'Changed meanwhile',
  too_large: 'Too large',
  unsupported_media_type: 'Not JSON',
  unsatisfiable_range: 'Range not in the file',
  misdirected: 'Not this installation',
  key_reused: 'Idempotency-Key used before',
  depends_on_other: 'Depends on another write',
  too_many: 'Too many requests',
  internal: 'Something went wrong',
  unavailable: 'Not ready',
  no_room: 'No room left',
};

/** The framework's own refusals before a handler runs, in our words. */
const fromFramework = (error: FastifyError): AppError | undefined => {
  switch (error.statusCode) {
    case 400:
      return refusal('malformed', error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ? 'bodyEmpty' : 'bodyNotJson');
    // Files outside of the folder, or names that are a folder.
    case 403:
    case 404:
      return refusal('not_found', 'nothingHere');
    case 413:
      return refusal('too_large', 'bodyTooLarge');
    case 414:
    case 431:
      return refusal('malformed', 'headersTooLong');
    case 415:
      return refusal('unsupported_media_type', 'bodyNotAsJson');
    default:
      return undefined;
  }
};

const BAD_ADDRESS = new Set(['FST_ERR_BAD_URL', 'FST_ERR_ASYNC_CONSTRAINT']);

/** Any error as one that may leave the server. An unexpected one is logged and answered without its message. */
export const toAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) {
    return error;
  }
  if (!(error instanceof Error)) {
    return undefined;
  }
  if ('code' in error && typeof error.code === 'string' && BAD_ADDRESS.has(error.code)) {
    return refusal('malformed', 'addressMalformed');
  }
  // Folders requested as files are refused without a code.
  return 'statusCode' in error ? fromFramework(error as FastifyError) : undefined;
};

/** The machine failed, though nothing was wrong with the request. */
const fromMachine = (error: unknown): AppError | undefined => {
  const fault = faultOf(error);
  if (fault === undefined) {
    return undefined;
  }
  return fault.kind === 'no_room' ? noRoomOnDisk() : refusal('internal', 'databaseUnreadable');
};

/** A later try may succeed. */
const fromDatabase = (error: unknown): AppError | undefined => {
  if (isDatabaseLost(error)) {
    return new AppError('unavailable', refusalMessage('databaseSilentForNow'), { retryAfterSeconds: 5 });
  }
  return isDatabaseBusy(error)
    ? new AppError('unavailable', refusalMessage('databaseTooSlow'), {
        retryAfterSeconds: 10,
      })
    : undefined;
};

/** The problem document of a refusal (RFC 9457, specification 9.3). */
export const problemOf = (error: AppError) => ({
  type: `urn:headland:problem:${error.code}`,
  title: TITLE[error.code],
  status: ERROR_STATUS[error.code],
  detail: error.message,
  code: error.code,
  messageCode: error.messageCode,
  values: error.values,
  ...(error.issues ? { issues: error.issues } : {}),
  ...(error.current === undefined ? {} : { current: error.current }),
});

/** Answers with a problem document. */
export const sendProblem = (reply: FastifyReply, error: AppError): FastifyReply => {
  if (!['GET', 'HEAD'].includes(reply.request.method)) {
    counters.add('refused_writes', error.code);
  }
  if (error.retryAfterSeconds !== undefined) {
    reply.header('retry-after', error.retryAfterSeconds);
  }
  const problem = problemOf(error);
  return (
    reply
      .code(problem.status)
      .header('cache-control', 'no-store')
      // Of a list that failed while it was compressed, before any of it had left.
      .removeHeader('content-encoding')
      .type('application/problem+json; charset=utf-8')
      .serializer((payload: unknown) => JSON.stringify(payload))
      .send(problem)
  );
};

/** Answers requests whose address the router cannot parse; no hook and no error handler sees those. */
export const sendAddressProblem = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('x-request-id', request.id);
  echoKey(request, reply);
  request.log.info({ method: request.method, ip: request.ip, status: 400 }, 'an address that cannot be read');
  sendProblem(reply, toAppError(error) ?? refusal('malformed', 'addressMalformed'));
};

/** Turns any error into a refusal that may leave the server. */
export type Explain = (error: unknown, request: FastifyRequest) => AppError;

/** The way to explain errors; `faults` receives all of them. */
export const createExplain =
  (faults?: Faults): Explain =>
  (error, request) => {
    faults?.note(error);
    const known = toAppError(error) ?? fromMachine(error) ?? fromDatabase(error);
    if (!known) {
      request.log.error({ err: error }, 'unexpected error');
    } else if (known.code === 'unavailable' && !(error instanceof AppError)) {
      request.log.warn({ err: error }, 'the database did not do it');
    }
    return known ?? refusal('internal', 'unexpected', { id: request.id });
  };

/** One place turns every error into an answer. */
export const registerProblems = (app: FastifyInstance, explain: Explain, faults?: Faults): void => {
  app.addHook('onSend', async (_request, _reply, payload) => {
    if (payload instanceof Readable) {
      // Errors while sending reach no error handler.
      payload.once('error', (error) => faults?.note(error));
    }
  });
  app.setErrorHandler((thrown: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(reply, explain(refuseMoved(reply, thrown), request)),
  );
};
