import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventReply } from '#server/handlers/types.ts';

/** Answers with server-sent events until the client disconnects or the stream ends. */
export const sendEvents = async (request: FastifyRequest, reply: FastifyReply, events: EventReply): Promise<FastifyReply> => {
  // A HEAD request would never end.
  const stream = request.method === 'HEAD' ? Readable.from([]) : await events.open();
  if (reply.raw.destroyed) {
    stream.destroy();
  }
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      // Proxies that buffer answers would hold the events back.
      .header('x-accel-buffering', 'no')
      // When the program stops, a connection whose stream has ended would be waited for.
      .header('connection', 'close')
      .send(stream)
  );
};
