import { type Contract, contract } from '#shared/contract.ts';
import { sharedHeaders, sharedParameters } from '#server/http/openapi/headers.ts';
import { GROUPS, introduction } from '#server/http/openapi/introduction.ts';
import type { Json } from '#server/http/openapi/json.ts';
import { describePaths } from '#server/http/openapi/operations.ts';
import { problemResponses, problemSchemas } from '#server/http/openapi/refusals.ts';
import { SchemaBook } from '#server/http/openapi/schemas.ts';

const securitySchemes = (cookieName: string): Json => ({
  session: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'The session of a browser, set by `POST /api/login`.' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'headland_{organization}_{secret}',
    description: 'An API key of an organization, made with `POST /api/organizations/{orgId}/api-keys`.',
  },
});

/** The OpenAPI 3.1 document of the API, generated from the definitions that serve it (specification 9.13): the same bytes at each start. */
export const openApiDocument = (cookieName: string): Json => {
  const book = new SchemaBook();
  const paths = describePaths(book);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Headland',
      version: '1',
      summary: 'Jobs, entries and machines of farm contractors.',
      description: introduction(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'Where this document came from.' }],
    tags: (Object.keys(contract) as (keyof Contract)[]).map((group) => ({ name: GROUPS[group][0], description: GROUPS[group][1] })),
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: securitySchemes(cookieName),
      parameters: sharedParameters(),
      headers: sharedHeaders(),
      responses: problemResponses(),
      schemas: { ...book.components(), ...problemSchemas() },
    },
  };
};
