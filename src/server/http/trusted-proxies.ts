import type { FastifyServerOptions } from 'fastify';

/**
 * Whose word on a request's origin the framework trusts. The last proxies wrote what they saw, at the right end of `X-Forwarded-For`; a
 * client may have written anything to the left of that. (The framework reads a plain number as "none".)
 */
export const trustedProxies = (given: number | readonly string[]): NonNullable<FastifyServerOptions['trustProxy']> => {
  if (typeof given === 'number') {
    return given === 0 ? false : (_address, hop) => hop < given;
  }
  return [...given];
};
