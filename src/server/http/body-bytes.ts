import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileTooLarge } from '#shared/domain/attachment.ts';
import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type AppError, refusal } from '#shared/lib/errors.ts';

/** Inside this instance bodies of every type are left unread, for handlers that stream them; elsewhere only JSON is accepted. */
export const leaveBodiesUnread = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
};

const tooLarge = (most: number): AppError => refusal('too_large', 'uploadTooLarge', { most: Math.floor(most / 1_048_576) });

/**
 * The bytes of the body as they arrive. A client that disconnects in the middle of them is refused like any other, so that nothing is
 * logged as an error. A handler that stops reading early can still answer: the rest is read and discarded.
 */
export async function* bytesOf({ bodyLimit }: Endpoint, { raw, headers }: FastifyRequest): AsyncGenerator<Uint8Array> {
  const most = bodyLimit ?? MAX_FILE_BYTES;
  if (Number(headers['content-length']) > most) {
    throw most === MAX_FILE_BYTES ? fileTooLarge() : tooLarge(most);
  }
  try {
    // Destroying the request would take the connection along, and the answer with it.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      yield chunk as Buffer;
    }
  } catch {
    throw refusal('malformed', 'uploadCutOff');
  } finally {
    raw.resume();
  }
}
