import type { FastifyServerOptions } from 'fastify';

/**
 * Whom the framework believes where a request comes from. The last proxies wrote what they saw, at the right end of `X-Forwarded-For`;
 * everything left of that a client may have written. (A plain number the framework reads as "none".)
 */
export const trustedProxies = (given: number | readonly string[]): NonNullable<FastifyServerOptions['trustProxy']> => {
  if (typeof given === 'number') {
    return given === 0 ? false : (_address, hop) => hop < given;
  }
  return [...given];
};
