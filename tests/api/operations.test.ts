import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

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
    let isGone = false;
    const without = await createTestApp({
      db: {
        ...testApp.db,
        query: (statement) => (isGone ? Promise.reject(new Error('connection refused')) : testApp.db.query(statement)),
      },
    });
    isGone = true;
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

test('a call that finds no database says so, and when to try again', async () => {
  let isGone = false;
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const without = await createTestApp({
    db: {
      ...testApp.db,
      query: (statement) => (isGone ? Promise.reject(refused) : testApp.db.query(statement)),
    },
  });
  isGone = true;
  try {
    const answer = await get('/api/organizations', without, { headers: { cookie: 'headland_session=c29tZXRoaW5n' } });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({ code: 'unavailable', detail: 'The database does not answer. Try again in a moment.' });
  } finally {
    await without.close();
  }
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
