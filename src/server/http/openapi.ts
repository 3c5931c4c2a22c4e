import * as z from 'zod/mini';
import { addressesOf, type Endpoint, statusOf } from '#shared/endpoint.ts';
import { operations } from '#server/http/register-contract.ts';

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): unknown => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' });
  return rest;
};

const queryParameters = (endpoint: Endpoint): unknown[] => {
  if (!endpoint.query) {
    return [];
  }
  const { properties, required } = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema,
  }));
};

const pathParameters = (address: string): unknown[] =>
  [...address.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'name' ? { type: 'string' } : { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
  }));

const answerOf = (endpoint: Endpoint): unknown => {
  if (endpoint.response === null) {
    return { description: 'Done' };
  }
  if (endpoint.response === 'file') {
    return { description: 'The bytes', content: { 'application/octet-stream': {} } };
  }
  return { description: endpoint.summary, content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } } };
};

const problem = {
  description: 'Refused; a problem document says why',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const operationOf = (id: string, endpoint: Endpoint, address: string, isFirst: boolean): unknown => ({
  operationId: isFirst ? id : `${id}.${address.startsWith('/api/organizations/') ? 'inOrganization' : 'alias'}`,
  summary: endpoint.summary,
  tags: [id.split('.')[0]],
  ...(endpoint.capability === null ? {} : { 'x-capability': endpoint.capability }),
  ...(endpoint.scope === 'public' ? { security: [] } : {}),
  parameters: [...pathParameters(address), ...queryParameters(endpoint)],
  ...(endpoint.body
    ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
    : {}),
  responses: { [statusOf(endpoint)]: answerOf(endpoint), default: problem },
});

/** The OpenAPI 3.1 document of the API, printed from the definitions that serve it (decisions §2). */
export const openApiDocument = (cookieName: string): unknown => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { id, endpoint } of operations()) {
    addressesOf(endpoint).forEach((address, index) => {
      const path = address.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(id, endpoint, address, index === 0) };
    });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Headland', version: '1', description: 'Jobs, entries and machines of farm contractors.' },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'detail', 'code'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string', description: 'One sentence for a person' },
            code: { type: 'string', description: 'A stable word for programs' },
            issues: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: { path: { type: 'string' }, message: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  };
};
