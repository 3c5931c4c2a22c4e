import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '#shared/lib/errors.ts';

/** Hashed by the build, so a name never changes its content. */
const isHashed = (path: string): boolean => /[\\/]assets[\\/]/.test(path);

/** Files of the build: if one is missing, the app would be mistaken for it. */
const isFile = (url: string): boolean => /^\/(assets\/|icons\/|(sw\.js|theme\.js|manifest(\.\w+)?\.webmanifest)(\?|$))/.test(url);

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html');

/**
 * The built web app: hashed files cached forever, pages revalidated each time, both compressed at build time. Every address outside the API
 * answers with the app, which has its own routes.
 */
export const registerStaticFiles = async (app: FastifyInstance, clientFolder: string): Promise<void> => {
  if (!existsSync(join(clientFolder, 'index.html'))) {
    throw new Error(`The web app is not built: ${clientFolder} has no index.html. Run npm run build.`);
  }
  await app.register(fastifyStatic, {
    root: clientFolder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });

  const page = (reply: FastifyReply, name: string) => reply.sendFile(name);
  app.get('/', (_request, reply) => page(reply, 'index.html'));
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/') || isFile(request.url) || !wantsPage(request)) {
      throw refusal('not_found', 'nothingHere');
    }
    return page(reply, 'index.html');
  });
};
