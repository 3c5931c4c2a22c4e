import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statusOf } from '#shared/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { operations } from './samples.ts';

let testApp: TestApp;
let isStopping = false;

beforeAll(async () => {
  testApp = await createTestApp({ isStopping: () => isStopping });
});

afterAll(() => testApp.close());

const get = (url: string, from = testApp, more: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  from.app.inject({ method: 'GET', url, ...more });

describe('health', () => {
  test('says that the process is up, to anybody', async () => {
    const answer = await get('/api/health');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'up' }]);
  });

  test('stays up while the program stops, while it is ready no more', async () => {
    isStopping = true;
    try {
      expect((await get('/api/health')).statusCode).toBe(200);
      const answer = await get('/api/ready');
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'unavailable', detail: 'The program is stopping.' });
    } finally {
      isStopping = false;
    }
  });

  test('is ready when the database answers', async () => {
    const answer = await get('/api/ready');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('is not ready without the database, and stays up', async () => {
    const without = await createTestApp({
      db: {
        ...testApp.db,
        query: async () => {
          throw new Error('connection refused');
        },
      },
    });
    try {
      const answer = await get('/api/ready', without);
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable', detail: 'The database does not answer.' });
      expect((await get('/api/health', without)).statusCode).toBe(200);
    } finally {
      await without.close();
    }
  });
});

describe('metrics', () => {
  test('count the answers by operation and status', async () => {
    await get('/api/organizations');
    const answer = await get('/metrics');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.body).toContain('http_request_duration_seconds_count{operation="organizations.list",status="401"} ');
    expect(answer.body).toContain('process_cpu_seconds_total ');
  });

  test('name no person and no address', async () => {
    await get('/api/customers/987654?q=somebody');
    const { body } = await get('/metrics');
    expect(body).not.toMatch(/987654|somebody/);
  });

  test('are for this machine only', async () => {
    for (const remoteAddress of ['127.0.0.1', '::1']) {
      expect((await get('/metrics', testApp, { remoteAddress })).statusCode).toBe(200);
    }
    const answer = await get('/metrics', testApp, { remoteAddress: '198.51.100.7' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found', detail: 'There is nothing at this address.' });
  });

  test('are for whoever has the token, where one is set', async () => {
    const guarded = await createTestApp({ metricsToken: 'a token' });
    try {
      const read = (authorization?: string) =>
        get('/metrics', guarded, { remoteAddress: '198.51.100.7', headers: authorization === undefined ? {} : { authorization } });
      expect((await read('Bearer a token')).statusCode).toBe(200);
      for (const wrong of [undefined, 'Bearer another', 'Bearer a tokem', 'a token', 'Basic a token']) {
        expect((await read(wrong)).statusCode).toBe(404);
      }
      expect((await get('/metrics', guarded)).statusCode).toBe(404);
    } finally {
      await guarded.close();
    }
  });
});

interface OpenApi {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, unknown>;
    readonly parameters: Record<string, Parameter>;
    readonly securitySchemes: Record<string, unknown>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly type?: string; readonly $ref?: string } }>;
  };
  readonly responses: Record<string, unknown>;
  readonly security?: readonly unknown[];
  readonly 'x-capability'?: string;
}

describe('the OpenAPI document', () => {
  const read = async (): Promise<OpenApi> => (await get('/api/openapi.json')).json<OpenApi>();

  const namesOf = ({ components }: OpenApi, operation: Operation | undefined, place: string): string[] =>
    (operation?.parameters ?? [])
      .map((each) => ('$ref' in each ? components.parameters[each.$ref.slice('#/components/parameters/'.length)] : each))
      .flatMap((each) => (each?.in === place ? [each.name] : []));

  const addresses = operations.flatMap(({ id, endpoint, addresses: all }) =>
    all.map((address) => [endpoint.method, address, id, endpoint] as const),
  );

  test('is one of version 3.1', async () => {
    expect((await read()).openapi).toBe('3.1.0');
  });

  test.each(addresses)('describes %s %s', async (method, address, id, endpoint) => {
    const path = address.replace(/:(\w+)/g, '{$1}');
    const document = await read();
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toMatch(new RegExp(`^${id}(\\.inOrganization|\\.alias)?$`));
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining([String(statusOf(endpoint)), 'default']));
    const names = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(namesOf(document, operation, 'path')).toEqual(names);
    expect(operation?.['x-capability']).toBe(endpoint.capability ?? undefined);
    expect(operation?.security).toEqual(endpoint.scope === 'public' ? [] : undefined);
    const type = endpoint.body === 'bytes' ? 'application/octet-stream' : 'application/json';
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(endpoint.body ? [type] : []);
  });

  test('describes nothing else, and every operation by a name of its own', async () => {
    const { paths } = await read();
    const described = Object.values(paths).flatMap((path) => Object.values(path));
    expect(described).toHaveLength(addresses.length);
    expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(addresses.length);
  });

  test('refers only to what it holds', async () => {
    const document = await read();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((name) => !(name in document.components.schemas))).toEqual([]);
  });

  test('knows the query of a list', async () => {
    const document = await read();
    expect(namesOf(document, document.paths['/api/organizations/{orgId}/job-entries']?.['get'], 'query')).toEqual([
      'limit',
      'cursor',
      'q',
      'jobId',
      'customerId',
      'equipmentId',
      'operatorId',
      'serviceTypeId',
      'from',
      'to',
    ]);
  });
});
