import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_ID } from '#shared/domain/device.ts';
import { refusal } from '#shared/lib/errors.ts';

/** A write's metadata besides its content. A client that sends none of it works as well, only less safely. */
export interface WriteHeaders {
  /** `Idempotency-Key`: the same key with the same content takes effect once (specification 9.10). */
  readonly key: string | null;
  /** `X-Op-User`: the id of the user who made the change. */
  readonly userId: string | null;
  /** `X-Server-Epoch`: the epoch that the client knows; another one has begun if a backup was restored. */
  readonly epoch: string | null;
  /** `X-Device`: the device it was made on. */
  readonly deviceId: string | null;
  /** `If-Match`: the version it was based on. */
  readonly expectedVersion: number | null;
}

const KEY = /^[\x21-\x7e]{1,200}$/;
/** Ids and epochs: the server compares them with its own, so their form is not checked strictly. */
const WORD = /^[\x21-\x7e]{1,100}$/;

type MalformedHeader = `${'key' | 'user' | 'epoch' | 'device' | 'version'}HeaderMalformed`;

const text = (request: FastifyRequest, name: string, form: RegExp, otherwise: MalformedHeader): string | null => {
  const value = request.headers[name];
  if (value === undefined) {
    return null;
  }
  if (typeof value !== 'string' || !form.test(value)) {
    throw refusal('malformed', otherwise);
  }
  return value;
};

const versionOf = (request: FastifyRequest): number | null => {
  const value = text(request, 'if-match', /^(\*|(W\/)?"[1-9]\d{0,9}")$/, 'versionHeaderMalformed');
  return value === null || value === '*' ? null : Number(value.replace(/^W\//, '').slice(1, -1));
};

/** Reads the headers of a write; 400 for an invalid one, before anything is done. */
export const writeHeaders = (request: FastifyRequest): WriteHeaders => ({
  key: text(request, 'idempotency-key', KEY, 'keyHeaderMalformed'),
  userId: text(request, 'x-op-user', WORD, 'userHeaderMalformed'),
  epoch: text(request, 'x-server-epoch', WORD, 'epochHeaderMalformed'),
  deviceId: text(request, 'x-device', DEVICE_ID, 'deviceHeaderMalformed'),
  expectedVersion: request.method === 'GET' || request.method === 'HEAD' ? null : versionOf(request),
});

/**
 * Sends the `Idempotency-Key` back, whatever the answer will be. By this echo a client knows that we answered, and not the captive portal
 * of a hotel: it treats an answer without it as none.
 */
export const echoKey = (request: FastifyRequest, reply: FastifyReply): void => {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && KEY.test(key)) {
    reply.header('idempotency-key', key);
  }
};
