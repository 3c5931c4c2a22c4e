import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_STATUS } from '#shared/lib/errors.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, expectProblem, fingerprint, type Member, type World } from './world.ts';

let testApp: TestApp;
let boss: Member;
let world: World;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
});

afterAll(() => testApp.close());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('every answer', () => {
  test.each([
    ['a success', 'GET', '/api/organizations', 200],
    ['a delete without a body', 'POST', '/api/logout', 204],
    ['a refusal', 'GET', '/api/organizations/x', 400],
    ['an address that is not there', 'GET', '/api/nothing', 404],
    ['an address that cannot be read', 'GET', '/api/customers/%zz', 400],
    ['the state of health', 'GET', '/api/health', 200],
  ])('carries the id of its request: %s', async (_, method, url, status) => {
    const visitor = await testApp.owner();
    const [one, other] = [await visitor.send(method, url), await visitor.send(method, url)];
    expect(one.status).toBe(status);
    expect(one.headers['x-request-id']).toMatch(UUID);
    expect(other.headers['x-request-id']).not.toBe(one.headers['x-request-id']);
  });

  test('of data is not kept by caches', async () => {
    for (const url of ['/api/organizations', '/api/auth/user', `/api/jobs/${world.jobId}`, '/api/jobs/0', '/api/nothing']) {
      expect((await boss.send('GET', url)).headers['cache-control']).toBe('no-store');
    }
  });

  test('says what browsers must not do with it', async () => {
    const { headers } = await boss.send('GET', '/api/organizations');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });
});

describe('a problem document', () => {
  test('says what is wrong for people and for programs', async () => {
    const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/customers`, { businessName: ' ' });
    expectProblem(answer);
    expect(answer.body).toEqual({
      type: 'urn:headland:problem:invalid_input',
      title: 'Invalid input',
      status: 400,
      detail: 'Business name is required',
      code: 'invalid_input',
      messageCode: 'businessNameRequired',
      values: {},
      issues: [{ path: 'businessName', message: 'Business name is required', messageCode: 'businessNameRequired', values: {} }],
    });
  });

  test.each([
    ['GET', '/api/nothing', 404, 'There is nothing at this address.'],
    ['GET', '/nothing', 404, 'There is nothing at this address.'],
    ['PUT', '/api/organizations', 404, 'There is nothing at this address.'],
    ['GET', '/api/customers/%zz', 400, 'The address is not well formed.'],
    ['GET', '/api/customers/%C3', 400, 'The address is not well formed.'],
    ['GET', '/api/photos/%E0%A4%A', 400, 'The address is not well formed.'],
    ['GET', `/api/photos/${'x'.repeat(301)}`, 400, 'The address or the headers are too long.'],
    ['GET', '/api/photos/%00', 400, "Text can't contain the character U+0000 or half of a surrogate pair."],
    ['GET', '/api/customers/0', 400, 'Must be a positive integer'],
  ])('answers %s %s', async (method, url, status, detail) => {
    const answer = await boss.send(method, url);
    expect(answer).toMatchObject({ status, body: { detail } });
    expectProblem(answer);
  });

  test('of an error that nobody expected says nothing of its cause, and nothing was changed', async () => {
    const broken = await createTestApp();
    try {
      const owner = await broken.owner();
      await broken.db.query({
        text: 'alter table audit_logs add constraint secret_of_ours check (entity_type <> $$customer$$)',
        values: [],
      });
      const before = await fingerprint(broken);
      const answer = await owner.send('POST', `/api/organizations/${owner.orgId}/customers`, { businessName: 'Pine Ridge' });
      expect(answer.status).toBe(500);
      expectProblem(answer);
      expect(answer.body).toEqual({
        type: 'urn:headland:problem:internal',
        title: 'Something went wrong',
        status: 500,
        detail: `Something went wrong on our side. Try again. If it continues, quote this: ${String(answer.headers['x-request-id'])}`,
        code: 'internal',
        messageCode: 'unexpected',
        values: { id: answer.headers['x-request-id'] },
      });
      expect(JSON.stringify(answer)).not.toMatch(/secret_of_ours|audit_logs|Pine Ridge/);
      expect(await fingerprint(broken)).toEqual(before);
    } finally {
      await broken.close();
    }
  });

  test('has the statuses of specification 9.4', () => {
    expect(ERROR_STATUS).toMatchObject({
      malformed: 400,
      invalid_input: 400,
      unauthenticated: 401,
      forbidden: 403,
      not_found: 404,
      conflict: 409,
      too_large: 413,
      unsupported_media_type: 415,
      too_many: 429,
    });
  });
});

describe('a body', () => {
  const raw = async (payload: string | undefined, type?: string) => {
    const answer = await testApp.app.inject({
      method: 'POST',
      url: `/api/organizations/${boss.orgId}/customers`,
      headers: { cookie: boss.cookie, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: answer.statusCode, body: answer.json<unknown>(), headers: answer.headers };
  };

  test.each([
    ['text/plain', '{"businessName":"X"}'],
    ['application/x-www-form-urlencoded', 'businessName=X'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/xml', '<a/>'],
    ['nonsense', '{}'],
  ])('as %s is not taken', async (type, payload) => {
    const answer = await raw(payload, type);
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type', detail: 'Send the body as application/json.' } });
    expectProblem(answer);
  });

  test.each([
    ['{"businessName":', 'The request is not well formed JSON.'],
    ['businessName', 'The request is not well formed JSON.'],
    ['{"businessName":"X"} x', 'The request is not well formed JSON.'],
    ['{"__proto__":{"x":1},"businessName":"X"}', 'The request is not well formed JSON.'],
    ['', 'The body is empty.'],
    [String.raw`{"businessName":"a\u0000b"}`, "Text can't contain the character U+0000 or half of a surrogate pair."],
    [String.raw`{"businessName":"X","other":{"\ud83d":1}}`, "Text can't contain the character U+0000 or half of a surrogate pair."],
    [`{"businessName":"X","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'The body may not be nested deeper than 64 levels.'],
  ])('that is malformed is refused: %.40s', async (payload, detail) => {
    const answer = await raw(payload, 'application/json');
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', detail } });
    expectProblem(answer);
  });

  test('with a charset is taken, and whole surrogate pairs are', async () => {
    const answer = await raw(JSON.stringify({ businessName: '🚜' }), 'application/json; charset=utf-8');
    expect(answer).toMatchObject({ status: 201, body: { businessName: '🚜' } });
  });

  test('that is missing is an empty one', async () => {
    expect(await raw(undefined)).toMatchObject({ status: 400, body: { detail: 'Business name is required' } });
  });

  test('with fields that nobody knows is taken without them', async () => {
    const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/customers`, {
      businessName: 'X',
      colour: 'red',
      deletedAt: '2020-01-01',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty('colour');
  });
});

describe('a write that another site’s page makes the browser send', () => {
  const write = (headers: Record<string, string>, on = testApp) =>
    on.app.inject({
      method: 'PATCH',
      url: `/api/customers/${world.customerId}`,
      payload: {},
      headers: { cookie: boss.cookie, host: 'farm.example', ...headers },
    });

  test.each([
    ['by its Origin', { origin: 'https://evil.example' }],
    ['by the same name on another port', { origin: 'http://farm.example:8080' }],
    ['by a name that only begins alike', { origin: 'http://farm.example.evil.example' }],
    ['by an Origin that is hidden', { origin: 'null' }],
    ['by an Origin that is no address', { origin: 'farm.example' }],
    ['by what the browser says of it', { 'sec-fetch-site': 'cross-site' }],
    ['of a neighbouring site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused: %s', async (_, headers) => {
    const answer = await write(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'forbidden', detail: 'This request came from another site and was refused.' });
  });

  test.each([
    ['from the site itself', { origin: 'http://farm.example' }],
    ['without any of these headers, as programs send it', {}],
    ['when the browser says that it is its own', { 'sec-fetch-site': 'same-origin' }],
  ])('is taken %s', async (_, headers) => {
    expect((await write(headers)).statusCode).toBe(200);
  });

  test('is refused for signing in too, so that nobody is signed in as another person', async () => {
    const payload = { email: 'a@b.example', password: 'correct horse battery' };
    for (const url of ['/api/login', '/api/register', '/api/logout']) {
      const answer = await testApp.app.inject({ method: 'POST', url, payload, headers: { origin: 'https://evil.example' } });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test('behind a proxy the public address counts', async () => {
    const behind = await createTestApp({ publicUrl: 'https://headland.example' });
    try {
      const send = (origin: string) =>
        behind.app.inject({ method: 'POST', url: '/api/logout', headers: { origin, host: '127.0.0.1:3000' } });
      expect((await send('https://headland.example')).statusCode).toBe(204);
      expect((await send('http://headland.example')).statusCode).toBe(403);
      expect((await send('https://evil.example')).statusCode).toBe(403);
    } finally {
      await behind.close();
    }
  });

  test('reads are not hindered', async () => {
    const answer = await testApp.app.inject({ method: 'GET', url: '/api/health', headers: { origin: 'https://evil.example' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});
