import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** The headers of every answer. They do not depend on the request, so they are made once: for each, they cost a twentieth of a page. */
const headersOf = (options: Readonly<HelmetOptions>): ReturnType<ServerResponse['getHeaders']> => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, (error) => {
    if (error !== undefined) {
      throw error;
    }
  });
  return response.getHeaders();
};

/** Tells browsers what pages and answers of this program may do, and not to guess. `hsts`: for how many names HTTPS is required; false: none. */
export const registerSecurityHeaders = (app: FastifyInstance, hsts: NonNullable<HelmetOptions['hsts']>): void => {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // The only policy allows the service worker's address (client/app/service-worker.ts).
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['headland'],
      },
    },
    hsts,
    // Tells older browsers what frame-ancestors says.
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
};
