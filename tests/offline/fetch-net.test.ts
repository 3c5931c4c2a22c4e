import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchNet } from '#client/offline/browser/fetch-net.ts';
import type { WireRequest } from '#client/offline/engine/ports.ts';

const servers: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server with this answer, and a `Net` that reaches it. */
const netTo = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push({
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fetchNet({ fetch: (path, init) => fetch(base + path, { ...init, headers: { ...init.headers, cookie: 'a=b' } }) });
};

const get = (more: Partial<WireRequest> = {}): WireRequest => ({ method: 'GET', path: '/api/x', headers: {}, timeoutMs: 10_000, ...more });
const answering =
  (status: number, type: string | undefined, text: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(text);
  };

test.each<[status: number, type: string | undefined, text: string, isJson: boolean, json: unknown]>([
  [200, 'application/json; charset=utf-8', '{"id":7}', true, { id: 7 }],
  [422, 'application/problem+json', '{"code":"X"}', true, { code: 'X' }],
  [200, 'Application/JSON', 'null', true, null],
  [204, undefined, '', true, undefined],
  [200, 'text/html', '', true, undefined],
  [200, 'text/html', '<h1>Welcome to the hotel</h1>', false, undefined],
  [200, 'text/html', '{"id":7}', false, undefined],
  [200, undefined, '{"id":7}', false, undefined],
  [200, 'application/json', '<h1>Welcome</h1>', false, undefined],
  [200, 'application/json', '{"id":7', false, undefined],
  [200, 'application/jsonp', '{"id":7}', false, undefined],
  [511, 'text/html', '<h1>Sign in</h1>', false, undefined],
])('%i as %s with %s: is JSON: %s', async (status, type, text, isJson, json) => {
  const net = await netTo(answering(status, type, text));
  expect(await net.send(get())).toMatchObject({ kind: 'answer', status, isJson, json });
});

test('method, address, headers and body are sent as they are, and headers come back in lower case', async () => {
  const net = await netTo((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const seen = { method: request.method, url: request.url, key: request.headers['idempotency-key'], cookie: request.headers['cookie'] };
      response.writeHead(201, { 'Content-Type': 'application/json', 'X-Org-Seq': '42' });
      response.end(JSON.stringify({ ...seen, body: Buffer.concat(parts).toString('hex') }));
    });
  });
  const body = Uint8Array.from([0, 1, 255]).buffer;
  const answer = await net.send(get({ method: 'PUT', path: '/api/x?y=1', headers: { 'Idempotency-Key': 'k' }, body }));
  expect(answer).toMatchObject({
    status: 201,
    json: { method: 'PUT', url: '/api/x?y=1', key: 'k', cookie: 'a=b', body: '0001ff' },
    headers: { 'x-org-seq': '42' },
  });
});

test('a redirect is not an answer', async () => {
  const net = await netTo((request, response) => {
    if (request.url === '/api/x') {
      response.writeHead(302, { location: '/portal' }).end();
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }
  });
  expect(await net.send(get())).toEqual({ kind: 'none' });
});

test('an unreachable server, a connection that breaks off and an answer that stops in the middle are not answers', async () => {
  const nobody = fetchNet({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  expect(await nobody.send(get())).toEqual({ kind: 'none' });
  const broken = await netTo((request) => request.socket.destroy());
  expect(await broken.send(get())).toEqual({ kind: 'none' });
  const half = await netTo((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"id":7', () => response.socket?.destroy());
  });
  expect(await half.send(get())).toEqual({ kind: 'none' });
});

test('the timeout covers the headers and the body', async () => {
  const silent = await netTo(() => undefined);
  expect(await silent.send(get({ timeoutMs: 50 }))).toEqual({ kind: 'none' });
  const slow = await netTo((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"id":');
  });
  expect(await slow.send(get({ timeoutMs: 300 }))).toEqual({ kind: 'none' });
});

test('nothing is taken from a cache, no redirect is followed, and only our own server gets the cookie', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response('{}', { headers: { 'content-type': 'application/json' } }));
  vi.stubGlobal('fetch', send);
  await fetchNet().send(get());
  vi.unstubAllGlobals();
  expect(send).toHaveBeenCalledWith(
    '/api/x',
    expect.objectContaining({ redirect: 'error', cache: 'no-store', credentials: 'same-origin', method: 'GET' }),
  );
});
