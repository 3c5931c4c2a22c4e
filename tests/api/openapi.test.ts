import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { addressesOf, type Endpoint, statusOf } from '#shared/endpoint.ts';
import { ERROR_STATUS } from '#shared/lib/errors.ts';
import { FIELD_WORDS, wordsOf } from '#server/http/openapi/field-words.ts';
import { isJson, type Json } from '#server/http/openapi/json.ts';
import { NAMED_SCHEMAS, nounOf } from '#server/http/openapi/names.ts';
import { sampleOf } from '#server/http/openapi/samples.ts';
import { openApiDocument } from '#server/http/openapi.ts';

const document = openApiDocument('headland_session');
const text = JSON.stringify(document);
const copy = (): Json => JSON.parse(text) as Json;

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, key) => (isJson(inside) ? inside[key] : undefined), value);
const entriesAt = (...path: readonly string[]): [string, unknown][] => {
  const found = at(document, ...path);
  return isJson(found) ? Object.entries(found) : [];
};
const walk = (value: unknown, path: string, see: (part: Json, where: string) => void): void => {
  if (isJson(value)) {
    see(value, path);
  }
  if (typeof value === 'object' && value !== null) {
    Object.entries(value).forEach(([key, part]) => walk(part, `${path}/${key}`, see));
  }
};

const schemas = at(document, 'components', 'schemas') as Json;
const calls = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ id: `${group}.${name}`, endpoint })),
);
const addresses = calls.flatMap(({ id, endpoint }) =>
  addressesOf(endpoint).map((address) => [endpoint.method, address, id, endpoint] as const),
);
const operationAt = (method: string, address: string): unknown =>
  at(document, 'paths', address.replace(/:(\w+)/g, '{$1}'), method.toLowerCase());
const operations = addresses.map(([method, address]) => operationAt(method, address));

const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};
const resolve = (value: unknown): unknown =>
  isJson(value) && typeof value['$ref'] === 'string' ? at(document, ...value['$ref'].slice(2).split('/')) : value;

describe('a validator of OpenAPI', () => {
  const validate = (specification: unknown) => new Validator().validate(specification as Record<string, unknown>);

  test('finds the document valid, in version 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(copy())).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  const change = (make: (broken: Record<string, unknown>) => void): unknown => {
    const broken = copy();
    make(broken);
    return broken;
  };

  test.each([
    ['another version', change((broken) => Object.assign(broken, { openapi: '9.9.9' }))],
    ['no title', change((broken) => Object.assign(broken, { info: { version: '1' } }))],
    [
      'a parameter in no place',
      change(({ components }) => Object.assign(at(components, 'parameters', 'limit') as object, { in: 'nowhere' })),
    ],
    ['an answer that is not described', change(({ components }) => Object.assign(at(components, 'responses') as object, { NotFound: {} }))],
    ['a reference to nothing', change(({ paths }) => Object.assign(paths as object, { '/x': { $ref: '#/components/pathItems/none' } }))],
    [
      'a status that is none',
      change(({ paths }) => Object.assign(at(paths, '/api/login', 'post', 'responses') as object, { often: { description: '' } })),
    ],
  ])('would refuse it with %s', async (_what, broken) => {
    expect((await validate(broken)).valid).toBe(false);
  });
});

describe('the document', () => {
  test('is the same at each start', () => {
    expect(JSON.stringify(openApiDocument('headland_session'))).toBe(text);
  });

  test.each(addresses)('describes %s %s', (method, address, id, endpoint) => {
    const operation = operationAt(method, address);
    expect(at(operation, 'operationId')).toMatch(new RegExp(`^${id}(\\.inOrganization|\\.alias)?$`));
    expect(at(operation, 'summary')).toBe(endpoint.summary);
    expect(at(operation, 'x-capability')).toBe(endpoint.capability ?? undefined);
    expect(JSON.stringify(at(operation, 'security')) === '[]').toBe(endpoint.scope === 'public');
    const answers = at(operation, 'responses') as Json;
    expect(Object.keys(answers)).toEqual(expect.arrayContaining([String(statusOf(endpoint)), 'default']));
    const parameters = listAt(operation, 'parameters').map(resolve);
    const inPath = parameters.filter((each) => at(each, 'in') === 'path').map((each) => at(each, 'name'));
    expect(inPath).toEqual([...address.matchAll(/:(\w+)/g)].map(([, name]) => name));
    const type = endpoint.body === 'bytes' ? 'application/octet-stream' : 'application/json';
    expect(at(operation, 'requestBody', 'content', type) !== undefined).toBe(endpoint.body !== undefined);
  });

  test('describes nothing else, and every operation by a name of its own', () => {
    const described = entriesAt('paths').flatMap(([, methods]) => Object.values(methods as Json));
    expect(described).toHaveLength(addresses.length);
    expect(new Set(described.map((operation) => at(operation, 'operationId'))).size).toBe(addresses.length);
  });

  test('refers only to what it contains, and contains only what is referred to', () => {
    const used = new Set<string>();
    walk(document, '#', ({ $ref }) => {
      if (typeof $ref === 'string') {
        used.add($ref);
      }
    });
    expect([...used].filter(($ref) => resolve({ $ref }) === undefined)).toEqual([]);
    const kinds = ['schemas', 'parameters', 'headers', 'responses'];
    const held = kinds.flatMap((kind) => entriesAt('components', kind).map(([name]) => `#/components/${kind}/${name}`));
    expect(held.filter((name) => !used.has(name))).toEqual([]);
  });

  test('knows the query of a list', () => {
    const parameters = listAt(operationAt('GET', '/api/organizations/:orgId/jobs'), 'parameters').map(resolve);
    const names = parameters.filter((each) => at(each, 'in') === 'query').map((each) => at(each, 'name'));
    expect(names).toEqual(['limit', 'cursor', 'status', 'customerId', 'year']);
  });
});

describe('what goes in and comes out', () => {
  const bodies = operations.map((operation) => at(operation, 'requestBody', 'content', 'application/json', 'schema'));
  const answers = operations.flatMap((operation) =>
    Object.values(at(operation, 'responses') as Json).map((answer) => at(answer, 'content', 'application/json', 'schema')),
  );

  test('is named, so that a generated client has one type for it: a line in openapi/names.ts', () => {
    const named = (schema: unknown) => at(schema, '$ref') ?? at(schema, 'items', '$ref');
    const inline = [...bodies, ...answers].filter((schema) => schema !== undefined && named(schema) === undefined);
    expect(inline).toEqual([]);
  });

  test('of names, none is left that the contract does not use', () => {
    expect(NAMED_SCHEMAS.map(([, name]) => name).filter((name) => !(name in schemas))).toEqual([]);
  });

  test('has words for each field: a line in openapi/field-words.ts', () => {
    const missing = Object.entries(schemas).flatMap(([name, schema]) =>
      Object.entries((at(schema, 'properties') ?? {}) as Json)
        .filter(([, field]) => typeof at(field, 'description') !== 'string')
        .map(([field]) => `${nounOf(name)}.${field}`),
    );
    expect(missing).toEqual([]);
  });

  test('has no words for fields that no longer exist', () => {
    const used = new Set(
      Object.entries(schemas).flatMap(([name, schema]) =>
        Object.keys((at(schema, 'properties') ?? {}) as Json).map((field) => wordsOf(nounOf(name), field)),
      ),
    );
    expect([...FIELD_WORDS].filter(([, words]) => !used.has(words)).map(([name]) => name)).toEqual([]);
  });

  test('has words for each parameter: a line in openapi/parameter-words.ts', () => {
    const parameters = operations.flatMap((operation) => listAt(operation, 'parameters').map(resolve));
    expect(parameters.filter((each) => typeof at(each, 'description') !== 'string')).toEqual([]);
  });

  test('no input takes just anything', () => {
    const empty: string[] = [];
    const parts = ['Input', 'Patch'].flatMap((end) => Object.entries(schemas).filter(([name]) => name.endsWith(end)));
    parts.forEach(([name, schema]) =>
      walk(schema, name, (part, where) => {
        const isSchema = /\/(properties\/\w+|items|additionalProperties)$/.test(where);
        if (isSchema && ['type', 'enum', 'anyOf', '$ref', 'const'].every((key) => part[key] === undefined)) {
          empty.push(where);
        }
      }),
    );
    expect(parts.length).toBeGreaterThan(15);
    expect(empty).toEqual([]);
  });

  test('answers may gain fields', () => {
    expect(text).not.toContain('"additionalProperties":false');
  });
});

describe('samples', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema(document, 'api');

  test.each(Object.keys(schemas))('of %s fit its schema', (name) => {
    const check = ajv.getSchema(`api#/components/schemas/${name}`);
    check?.(sampleOf(schemas[name], schemas));
    expect(check?.errors).toBeNull();
  });

  const inputs = calls.flatMap(({ id, endpoint: { body } }) => (body === undefined || body === 'bytes' ? [] : [[id, body] as const]));
  test.each(inputs)('of the body of %s are taken', (id, body) => {
    const operation = operations.find((each) => at(each, 'operationId') === id);
    const schema = at(operation, 'requestBody', 'content', 'application/json', 'schema');
    expect(body.safeParse(sampleOf(schema, schemas)).error).toBeUndefined();
  });
});

describe('refusals', () => {
  test('are complete: every code is in one of the answers that the document lists', () => {
    const lists = entriesAt('components', 'responses').map(([, answer]) => at(answer, 'description'));
    // It stands only inside the answer to a batch, as the answer to one of its writes.
    for (const code of Object.keys(ERROR_STATUS).filter((each) => each !== 'depends_on_other')) {
      expect(lists.filter((words) => String(words).includes(`\`${code}\``))).toHaveLength(1);
    }
    expect(at(schemas, 'ErrorCode', 'enum')).toEqual(Object.keys(ERROR_STATUS));
  });

  const statuses = (id: string): string[] => {
    const answers = at(
      operations.find((each) => at(each, 'operationId') === id),
      'responses',
    );
    return isJson(answers) ? Object.keys(answers) : [];
  };

  test.each([
    ['users.current', ['200', '401', '429', 'default']],
    ['users.login', ['200', '202', '400', '401', '403', '404', '413', '415', '429', 'default']],
    ['customers.list', ['200', '400', '401', '404', '429', 'default']],
    ['customers.create', ['201', '400', '401', '403', '404', '409', '413', '415', '422', '429', 'default']],
    ['customers.update', ['200', '400', '401', '403', '404', '409', '412', '413', '415', '422', '429', 'default']],
    ['customers.remove', ['204', '400', '401', '403', '404', '409', '412', '422', '429', 'default']],
    ['jobEntries.photo', ['200', '206', '304', '400', '401', '404', '416', '429', 'default']],
    ['attachments.put', ['200', '201', '400', '401', '403', '404', '409', '413', '429', 'default']],
    ['apiKeys.list', ['200', '400', '401', '403', '404', '429', 'default']],
    ['devices.heartbeat', ['204', '400', '401', '403', '404', '409', '413', '415', '429', 'default']],
    ['live.events', ['200', '401', '429', 'default']],
  ])('of %s', (id, expected) => {
    expect(statuses(id)).toEqual(expected);
  });
});
