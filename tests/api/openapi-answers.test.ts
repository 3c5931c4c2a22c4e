import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isJson, type Json } from '#server/http/openapi/json.ts';
import { type Answer, createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { operations, urlOf } from './samples.ts';
import { TESTED_ELSEWHERE } from './tested-elsewhere.ts';
import { buildWorld, type Member, UNKNOWN_ID, type World } from './world.ts';

// Real answers against the document as it is served: status, headers and body.

let testApp: TestApp;
let boss: Member;
let world: World;
let document: Json;
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  document = (await testApp.nobody.send('GET', '/api/openapi.json')).body as Json;
  ajv.addSchema(document, 'api');
});

afterAll(() => testApp.close());

const pointer = (...keys: readonly string[]): string =>
  keys.map((key) => `/${encodeURIComponent(key.replace(/~/g, '~0').replace(/\//g, '~1'))}`).join('');
const at = (...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inside, key) => (isJson(inside) ? inside[key] : undefined), document);

/** Expects that the document describes the answer just so. */
const expectDescribed = (method: string, address: string, { status, headers, body }: Answer): void => {
  const operation = ['paths', address.replace(/:(\w+)/g, '{$1}'), method.toLowerCase(), 'responses', String(status)];
  const described = at(...operation);
  expect(described).toBeDefined();
  const ref = isJson(described) && typeof described['$ref'] === 'string' ? described['$ref'].slice(2).split('/') : operation;
  const sent = headers['content-type'];
  const [type = ''] = typeof sent === 'string' ? sent.split(';') : [];
  const content = at(...ref, 'content');
  if (status !== 204) {
    const known = isJson(content) ? Object.keys(content) : [];
    expect(known).toContain(known.includes('application/octet-stream') ? 'application/octet-stream' : type);
  }
  if (type.endsWith('json')) {
    const check = ajv.getSchema(`api#${pointer(...ref, 'content', type, 'schema')}`);
    check?.(body);
    expect(check?.errors).toBeNull();
  }
  const listed = Object.keys((at(...ref, 'headers') ?? {}) as Json).map((name) => name.toLowerCase());
  for (const name of ['etag', 'link', 'x-org-seq', 'idempotency-key', 'idempotency-replayed', 'x-server-epoch', 'retry-after']) {
    if (headers[name] !== undefined) {
      expect(listed, `${name} of ${method} ${address}`).toContain(name);
    }
  }
};

const all = operations
  .filter(({ id, endpoint }) => endpoint.scope !== 'public' && !TESTED_ELSEWHERE.has(id))
  .flatMap((operation) => operation.addresses.map((address) => [operation.endpoint.method, address, operation] as const));

const callTo = async (person: Person, method: string, address: string, [, , { sample }]: (typeof all)[number], headers = {}) => {
  const call = await sample(world);
  return person.send(method, urlOf(address, call, world.orgId), call.body, headers);
};

describe('what the document says is what is answered', () => {
  test.each(all)('%s %s', async (...[method, address, operation]) => {
    const key = method === 'GET' ? {} : { 'idempotency-key': `${method}-${address}` };
    const answer = await callTo(boss, method, address, [method, address, operation], key);
    expect(answer.status).toBeLessThan(300);
    expectDescribed(method, address, answer);
  });

  test.each(all)('to nobody: %s %s', async (...[method, address, operation]) => {
    const answer = await callTo(testApp.nobody, method, address, [method, address, operation]);
    expectDescribed(method, address, answer);
  });

  test.each(all)('about what is not there: %s %s', async (...[method, address, { sample, endpoint }]) => {
    const call = await sample(world);
    if (!address.includes(':id')) {
      return;
    }
    const url = address.replace(/:orgId/, String(world.orgId)).replace(/:id/, String(UNKNOWN_ID));
    const answer = await boss.send(method, url, endpoint.body === undefined ? undefined : call.body);
    expectDescribed(method, address, answer);
  });

  test.each(all)('to input that is wrong: %s %s', async (...[method, address, { sample, endpoint }]) => {
    const call = await sample(world);
    const url = urlOf(address, { ...call, query: { limit: 'x' } }, world.orgId);
    const answer = await boss.send(method, url, endpoint.body === undefined || endpoint.body === 'bytes' ? call.body : { name: 7 });
    expectDescribed(method, address, answer);
  });

  test('the second answer to a key, a version that is not right, and a key with other content', async () => {
    const url = `/api/customers/${world.customerId}`;
    const key = { 'idempotency-key': 'one-and-only' };
    const write = (body: unknown, headers: Record<string, string>) => boss.send('PATCH', url, body, headers);
    const answers = [
      await write({ address: 'A' }, key),
      await write({ address: 'A' }, key),
      await write({ address: 'B' }, key),
      await write({ address: 'B' }, { 'if-match': '"999"' }),
      await write({ address: 'B' }, { 'x-op-user': 'another' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 412, 409]);
    expect(answers[1]?.headers['idempotency-replayed']).toBe('true');
    answers.forEach((answer) => expectDescribed('PATCH', '/api/customers/:id', answer));
  });

  test('signing in and registering', async () => {
    const account = { email: 'somebody@example.com', password: 'correct horse battery' };
    for (const [url, body] of [
      ['/api/register', account],
      ['/api/register', account],
      ['/api/login', account],
      ['/api/login', { ...account, password: 'wrong' }],
      ['/api/login', { email: 'x' }],
      ['/api/logout', undefined],
    ] as const) {
      expectDescribed('POST', url, await testApp.nobody.send('POST', url, body));
    }
  });

  test('a page and the address of the next', async () => {
    await boss.send('POST', `/api/organizations/${world.orgId}/customers`, { businessName: 'One more' });
    const answer = await boss.send('GET', `/api/organizations/${world.orgId}/customers?limit=1`);
    expect(answer.headers['link']).toMatch(/rel="next"/);
    expectDescribed('GET', '/api/organizations/:orgId/customers', answer);
  });

  test('that bytes are described, and an answer that is not as described would be noticed', async () => {
    const photo = await boss.send('GET', `/api/photos/${world.photoName}`);
    expectDescribed('GET', '/api/photos/:name', photo);
    const answer = await boss.send('GET', `/api/customers/${world.customerId}`);
    const wrong = { ...answer, body: { ...(answer.body as object), version: 'four' } };
    expect(() => expectDescribed('GET', '/api/customers/:id', wrong)).toThrow(/instancePath/);
  });
});
