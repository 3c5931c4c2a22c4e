import { hostname } from 'node:os';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppDeps } from '#server/app.ts';
import { knowsHost } from '#server/http/hosts.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

// Findings S5 and S6: the host name of a request, and its origin.

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ allowedHosts: ['shed-pc'] });
});
afterAll(() => testApp.close());

const ask = (headers: Record<string, string>, { on = testApp, url = '/api/login/ways' }: { on?: TestApp; url?: string } = {}) =>
  on.app.inject({ method: 'GET', url, headers });

const withApp = async (deps: Partial<AppDeps>, work: (app: TestApp) => Promise<void>) => {
  const own = await createTestApp(deps);
  try {
    await work(own);
  } finally {
    await own.close();
  }
};

describe('a name that is not ours', () => {
  test('is refused before anything is done, with what to do (DNS rebinding)', async () => {
    const host = 'evil.example:47811';
    const answer = await testApp.app.inject({
      method: 'POST',
      url: '/api/register',
      headers: { host, origin: `http://${host}` },
      payload: { email: 'dana@example.com', password: 'correct horse battery' },
    });
    expect(answer.statusCode).toBe(421);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.json()).toMatchObject({ code: 'misdirected', detail: expect.stringContaining('ALLOWED_HOSTS') });
    expect(await testApp.db.query({ text: 'select from users', values: [] })).toEqual([]);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example@127.0.0.1',
    'xn--localhost',
    '127.1',
    '[::1',
  ])('is refused: %s', async (host) => {
    expect((await ask({ host })).statusCode).toBe(421);
  });

  test('is no verdict on a change that waits in a device: nothing says that it was us', async () => {
    const answer = await testApp.app.inject({
      method: 'POST',
      url: '/api/organizations/1/customers',
      headers: { host: 'evil.example', 'idempotency-key': 'kept' },
    });
    expect([answer.statusCode, answer.headers['idempotency-key']]).toEqual([421, undefined]);
  });

  test('does not hinder checks whether the program is up', async () => {
    for (const url of ['/api/health', '/api/ready']) {
      expect((await ask({ host: 'headland-7f9c:3000' }, { url })).statusCode).toBe(200);
    }
  });
});

test.each([
  'localhost',
  'LocalHost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  '192.168.7.20',
  '[fe80::1]',
  'app.localhost',
  'shed-pc:3000',
  hostname(),
])('a name or address of ours is answered: %s', async (host) => {
  expect((await ask({ host })).statusCode).toBe(200);
});

test('the public address and the name that is listened on are ours', () => {
  const isOurs = knowsHost({ publicUrl: 'https://Farm.example:8443', host: 'barn.lan', allowedHosts: [] });
  expect(['farm.example', 'FARM.example:8443', 'farm.example.', 'barn.lan:3000', 'farm.example.evil.example'].map(isOurs)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

describe('what a proxy says', () => {
  const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

  test('of the name opens nothing, whether the proxy is believed or not', async () => {
    await withApp({ trustProxy: 1 }, async (on) => {
      expect((await ask({ host: 'localhost', ...forged }, { on })).statusCode).toBe(421);
      expect((await ask({ host: 'evil.example', 'x-forwarded-host': 'localhost' }, { on })).statusCode).toBe(421);
      expect((await ask({ host: 'localhost', 'x-forwarded-host': 'farm.example, localhost' }, { on })).statusCode).toBe(200);
    });
    expect((await ask({ host: 'localhost', ...forged })).statusCode).toBe(200);
    expect((await ask({ host: 'evil.example', 'x-forwarded-host': 'localhost' })).statusCode).toBe(421);
  });

  /** Whom the program takes for the sender, of a request over a real connection from this machine. */
  const senderOf = async (trustProxy: AppDeps['trustProxy'], forwarded: string): Promise<string> => {
    let seen = '';
    await withApp({ trustProxy }, async ({ app }) => {
      app.addHook('onRequest', async ({ ip }) => {
        seen = ip;
      });
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      await fetch(`http://127.0.0.1:${port}/api/health`, { headers: { 'x-forwarded-for': forwarded } });
    });
    return seen;
  };

  test.each<[string, AppDeps['trustProxy'], string, string]>([
    ['nobody is believed', 0, '6.6.6.6', '127.0.0.1'],
    ['one proxy: what it wrote, not what the client wrote before', 1, '6.6.6.6, 9.9.9.9', '9.9.9.9'],
    ['two proxies', 2, '6.6.6.6, 9.9.9.9, 10.0.0.2', '9.9.9.9'],
    ['a network that the proxy is in', ['loopback'], '6.6.6.6, 9.9.9.9', '9.9.9.9'],
    ['networks of two proxies', ['127.0.0.1/32', '10.0.0.0/8'], '6.6.6.6, 9.9.9.9, 10.0.0.2', '9.9.9.9'],
    ['a network that it is not in', ['10.0.0.0/8'], '6.6.6.6', '127.0.0.1'],
  ])('of the sender: %s', async (_, trustProxy, forwarded, sender) => {
    expect(await senderOf(trustProxy, forwarded)).toBe(sender);
  });

  test('lets nobody pass a limit by addresses of their own making', async () => {
    await withApp({ trustProxy: 1 }, async (on) => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 102; attempt += 1) {
        const answer = await on.app.inject({
          method: 'POST',
          url: '/api/password/reset',
          headers: { 'x-forwarded-for': `6.6.6.${attempt}, 9.9.9.9` },
          payload: { token: 'x'.repeat(43), password: 'correct horse battery' },
        });
        statuses.push(answer.statusCode);
      }
      expect(statuses.at(-1)).toBe(429);
    });
  });
});

describe('an Origin', () => {
  const write = (on: TestApp, headers: Record<string, string>) => on.app.inject({ method: 'POST', url: '/api/logout', headers });

  test('of the same name by https is another site to a server without it', async () => {
    expect((await write(testApp, { host: 'localhost', origin: 'https://localhost' })).statusCode).toBe(403);
    expect((await write(testApp, { host: 'localhost', origin: 'http://localhost' })).statusCode).toBe(204);
  });

  test('by another address of this machine is another site', async () => {
    expect((await write(testApp, { host: 'localhost:3000', origin: 'http://127.0.0.1:3000' })).statusCode).toBe(403);
  });

  test('of a public address counts with its scheme, and so does what a believed proxy says of it', async () => {
    await withApp({ publicUrl: 'https://farm.test', trustProxy: 1, allowedHosts: ['farm.example'] }, async (on) => {
      expect((await write(on, { host: 'farm.test', origin: 'http://farm.test' })).statusCode).toBe(403);
      expect((await write(on, { host: 'farm.test', origin: 'https://farm.test' })).statusCode).toBe(204);
      const inside = { host: 'farm.example', 'x-forwarded-proto': 'https' };
      expect((await write(on, { ...inside, origin: 'https://farm.example' })).statusCode).toBe(204);
      expect((await write(on, { ...inside, origin: 'http://farm.example' })).statusCode).toBe(403);
    });
  });
});
