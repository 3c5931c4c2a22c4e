import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#shared/lib/errors.ts';

const isForeign = (request: FastifyRequest, publicUrl: string | null): boolean => {
  const { origin, host } = request.headers;
  if (origin === undefined) {
    const site = request.headers['sec-fetch-site'];
    return site !== undefined && site !== 'same-origin' && site !== 'none';
  }
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined;
  return parsed === undefined || (parsed.host !== host && parsed.origin !== publicUrl);
};

/** Refuses writes that another site's page makes a signed-in browser send. Programs that send no `Origin` carry no cookie by accident. */
export const registerSameOrigin = (app: FastifyInstance, publicUrl: string | null): void => {
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && isForeign(request, publicUrl)) {
      throw new AppError('forbidden', 'This request came from another site and was refused.');
    }
  });
};
