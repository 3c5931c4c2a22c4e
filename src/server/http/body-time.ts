import type { FastifyRequest } from 'fastify';

/** For the rest of a body that was refused before its end. */
const REST_WITHIN_MS = 30_000;

/** Calls unless the body has arrived by then. */
const whenLate = ({ raw }: FastifyRequest, ms: number, call: (socket: typeof raw.socket) => void): void => {
  // Requests that came over no socket have nothing to wait for.
  if (!('complete' in raw) || raw.complete) {
    return;
  }
  const late = setTimeout(() => {
    if (!raw.complete) {
      call(raw.socket);
    }
  }, ms).unref();
  const arrived = (): void => clearTimeout(late);
  raw.once('end', arrived);
  raw.once('close', arrived);
};

/** Closes the connection if the body has not arrived by then: a few lines do not need a quarter of an hour, as a photo may. */
export const expectBodyWithin = (request: FastifyRequest, ms: number): void =>
  whenLate(request, ms, (socket) => {
    // As Node itself ends a request that lasts too long.
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
  });

/** Closes the connection if a body that was refused goes on arriving long after the answer. */
export const expectRestSoon = (request: FastifyRequest): void => whenLate(request, REST_WITHIN_MS, (socket) => socket.destroy());
