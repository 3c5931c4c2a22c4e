import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal } from '#shared/lib/errors.ts';

/** `Host` was checked before (`hosts.ts`), so it is a name of ours; for the public name only the public address counts, with its scheme. */
const isForeign = (request: FastifyRequest, publicUrl: URL | null): boolean => {
  const { origin } = request.headers;
  if (origin === undefined) {
    const site = request.headers['sec-fetch-site'];
    return site !== undefined && site !== 'same-origin' && site !== 'none';
  }
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined;
  if (parsed === undefined || parsed.origin === 'null') {
    return true;
  }
  if (parsed.origin === publicUrl?.origin) {
    return false;
  }
  const asked = `${request.protocol}://${request.host}`;
  return !URL.canParse(asked) || new URL(asked).host === publicUrl?.host || new URL(asked).origin !== parsed.origin;
};

/**
 * Refuses writes that another site's page makes a signed-in browser send. Programs that send no `Origin` do not carry a cookie by accident.
 */
export const registerSameOrigin = (app: FastifyInstance, publicUrl: string | null): void => {
  const address = publicUrl === null ? null : new URL(publicUrl);
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && isForeign(request, address)) {
      throw refusal('forbidden', 'fromAnotherSite');
    }
  });
};
