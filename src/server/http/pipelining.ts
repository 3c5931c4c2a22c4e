import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Unanswered requests of one connection. Browsers send one after the other, and so do proxies. */
const MOST_UNANSWERED = 32;

/** Ends connections that send many requests without waiting for an answer: each would be begun, however many there are. */
export const refusePipelines = (app: FastifyInstance): void => {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const number = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, number);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (number > MOST_UNANSWERED) {
      socket.destroy();
      reply.hijack();
    }
  });
};
