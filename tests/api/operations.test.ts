import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { note } from './backups-field.ts';

let testApp: TestApp;
let isStopping = false;

beforeAll(async () => {
  testApp = await createTestApp({ isStopping: () => isStopping });
});

afterAll(() => testApp.close());

const get = (url: string, from = testApp, more: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  from.app.inject({ method: 'GET', url, ...more });

describe('health', () => {
  test('says that the process is up, to everyone', async () => {
    const answer = await get('/api/health');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'up' }]);
  });

  test('stays up while the program stops, though it is no longer ready', async () => {
    isStopping = true;
    try {
      expect((await get('/api/health')).statusCode).toBe(200);
      const answer = await get('/api/ready');
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'unavailable', detail: 'The server is shutting down.' });
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
      expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable', detail: 'The database is not responding.' });
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
    expect(answer.json()).toMatchObject({ code: 'unavailable', detail: 'The database is not responding. Try again in a moment.' });
  } finally {
    await without.close();
  }
});

describe('metrics that are worth an alert', () => {
  const valueOf = (body: string, name: string): number =>
    Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(body)?.[1]);

  test('tell of database, mails, devices, live connections, disk and files', async () => {
    const own = await createTestApp();
    try {
      const boss = await own.owner();
      await own.db.query({
        text: `insert into devices (organization_id, user_id, device_id, name, pending, attention, seen_at)
               values ($1, $2, 'tablet', 'Tablet', 3, 1, now()), ($1, $2, 'phone', 'Phone', 0, 0, now())`,
        values: [boss.orgId, boss.userId],
      });
      await own.db.query({
        text: `insert into mails (recipient, subject, body, created_at, expires_at, next_try_at)
               values ('a@b.example', 'x', 'y', now() - interval '1 hour', now() + interval '1 day', now())`,
        values: [],
      });
      const { body } = await get('/metrics', own);
      expect(valueOf(body, 'headland_database_up')).toBe(1);
      expect(valueOf(body, 'headland_database_pool_size')).toBe(10);
      expect(valueOf(body, 'headland_database_pool_waiting')).toBe(0);
      expect(valueOf(body, 'headland_mails_waiting')).toBe(1);
      expect(valueOf(body, 'headland_mails_oldest_seconds')).toBeGreaterThan(3500);
      expect(valueOf(body, 'headland_devices_with_unsent_work')).toBe(1);
      expect(valueOf(body, 'headland_devices_needing_attention')).toBe(1);
      expect(valueOf(body, 'headland_unsent_changes')).toBe(3);
      expect(valueOf(body, 'headland_live_listeners')).toBe(0);
      expect(valueOf(body, 'headland_photo_bytes')).toBe(0);
      expect(valueOf(body, 'headland_disk_free_bytes')).toBeGreaterThan(0);
      const [epoch] = await own.db.query<{ epoch: string }>({ text: 'select epoch from installation', values: [] });
      expect(body).toMatch(new RegExp(`^headland_info\\{version="\\d+\\.\\d+\\.\\d+",epoch="${epoch?.epoch}"\\} 1$`, 'm'));
      expect(body).toContain('nodejs_eventloop_lag_p99_seconds ');
    } finally {
      await own.close();
    }
  });

  test('tell when the last good backup was made and proven, and whether they fail', async () => {
    const upTo = new Date('2026-06-10T11:59:30Z');
    const own = await createTestApp({
      now: () => new Date('2026-06-10T12:00:00Z'),
      metricsToken: 'a token of the test',
      backups: { isScheduled: true, places: [], copiedUpTo: () => upTo },
    });
    const told = { headers: { authorization: 'Bearer a token of the test' } };
    try {
      await note(own.db, { at: '2026-06-08T00:00:00Z', bytes: 5000 });
      await note(own.db, { at: '2026-06-09T00:00:00Z', bytes: 6000, unverifiedBecause: 'There is no room.' });
      await note(own.db, { at: '2026-06-10T00:00:00Z', failure: 'The folder is away.' });
      const { body } = await get('/metrics', own, told);
      expect(valueOf(body, 'headland_backup_last_success_seconds')).toBe(Date.parse('2026-06-09T00:00:00Z') / 1000);
      expect(valueOf(body, 'headland_backup_last_verified_seconds')).toBe(Date.parse('2026-06-08T00:00:00Z') / 1000);
      expect(valueOf(body, 'headland_backup_failing')).toBe(1);
      expect(valueOf(body, 'headland_backup_bytes')).toBe(6000);
      expect(valueOf(body, 'headland_wal_copied_seconds')).toBe(upTo.getTime() / 1000);
      expect((await get('/api/ready', own)).json()).toEqual({ status: 'ready' });
      expect((await get('/api/ready', own, told)).json()).toEqual({
        status: 'ready',
        backups: {
          lastAt: '2026-06-09T00:00:00.000Z',
          lastVerifiedAt: '2026-06-08T00:00:00.000Z',
          failing: { since: '2026-06-10T00:00:00.000Z', reason: 'The folder is away.' },
        },
      });
    } finally {
      await own.close();
    }
  });

  test('count refused writes, failed sign-ins and limits that were hit', async () => {
    const read = async (name: string) => valueOf((await get('/metrics')).body, name) || 0;
    const names = [
      'headland_refused_writes_total{reason="wrong_credentials"}',
      'headland_sign_in_failures_total{reason="wrong_credentials"}',
      'headland_limits_hit_total{limit="stranger"}',
    ];
    const before = await Promise.all(names.map(read));
    const payload = { email: 'nobody@example.com', password: 'wrong horse battery' };
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await testApp.app.inject({ method: 'POST', url: '/api/login', payload });
    }
    const after = await Promise.all(names.map(read));
    after.forEach((count, index) => expect(count).toBeGreaterThan(before[index] ?? 0));
  });

  test('are asked of the database at most every ten seconds, and are left out when it does not answer', async () => {
    let asked = 0;
    let isGone = false;
    const own = await createTestApp({
      db: {
        ...testApp.db,
        query: (statement) => {
          asked += statement.name === 'facts' ? 1 : 0;
          return isGone ? Promise.reject(new Error('connection refused')) : testApp.db.query(statement);
        },
      },
    });
    try {
      await Promise.all(Array.from({ length: 20 }, () => get('/metrics', own)));
      expect(asked).toBe(1);
    } finally {
      await own.close();
    }
    isGone = true;
    const without = await createTestApp({
      db: {
        ...testApp.db,
        query: (statement) => (statement.name === 'facts' ? Promise.reject(new Error('x')) : testApp.db.query(statement)),
      },
    });
    try {
      const answer = await get('/metrics', without);
      expect([answer.statusCode, valueOf(answer.body, 'headland_database_up')]).toEqual([200, 0]);
      expect(answer.body).not.toMatch(/^headland_mails_waiting /m);
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

  test.each([
    { 'x-forwarded-for': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { via: '1.1 proxy' },
    { 'x-forwarded-proto': 'https' },
    { host: 'farm.example' },
  ])('are not for who comes through a proxy on this machine: %o', async (headers: Record<string, string>) => {
    expect((await get('/metrics', testApp, { headers })).statusCode).toBe(404);
  });

  test.each([{ publicUrl: 'https://farm.example' }, { trustProxy: 1 }, { trustProxy: ['loopback'] }])(
    'answer nobody without a token where a proxy is: %o',
    async (deps) => {
      const behind = await createTestApp(deps);
      try {
        expect((await get('/metrics', behind)).statusCode).toBe(404);
        expect((await get('/metrics', behind, { headers: { authorization: 'Bearer ' } })).statusCode).toBe(404);
      } finally {
        await behind.close();
      }
    },
  );

  test('require the token, if one is set', async () => {
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
