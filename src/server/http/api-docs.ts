import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ApiDocument } from '#server/http/api-docs/document.ts';
import { docsPage } from '#server/http/api-docs/page.ts';
import { DOCS_STYLE } from '#server/http/api-docs/style.ts';
import { openApiDocument } from '#server/http/openapi.ts';

/**
 * Serves text that does not change while the program runs: browsers ask each time and get a 304 when they have it already. It is generated
 * on first request, so that the program starts without it.
 */
const serveText = (app: FastifyInstance, address: string, type: string, make: () => string): void => {
  let known: { text: string; etag: string } | undefined;
  app.get(address, (request, reply) => {
    const text = known?.text ?? make();
    known ??= { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
    reply.header('etag', known.etag).header('cache-control', 'no-cache');
    return request.headers['if-none-match']?.includes(known.etag)
      ? reply.code(304).send()
      : reply.type(`${type}; charset=utf-8`).send(text);
  });
};

/** The OpenAPI document, and the page that shows it (decision 0006), for anyone: neither contains a secret. */
export const registerApiDocs = (app: FastifyInstance, cookieName: string): void => {
  serveText(app, '/api/openapi.json', 'application/json', () => JSON.stringify(openApiDocument(cookieName)));
  serveText(app, '/api/docs.css', 'text/css', () => DOCS_STYLE);
  // The page reads what the document's makers have written; tests compare the two.
  serveText(app, '/api/docs', 'text/html', () => docsPage(openApiDocument(cookieName) as unknown as ApiDocument, '/api/docs.css'));
};
