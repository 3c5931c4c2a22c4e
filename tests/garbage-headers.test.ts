import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { named } from './api/garbage.ts';
import { type Operation, operations, urlOf } from './api/samples.ts';
import { buildLane, foreignMarks, type Lane } from './garbage/lanes.ts';
import { expectCountenance } from './garbage/orderly.ts';
import { type Injected, injectInto } from './support/inject.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

let testApp: TestApp;
let own: Lane;
let port = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  own = await buildLane(testApp, 721);
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = testApp.app.server.address() as AddressInfo);
});

afterAll(() => testApp.close());

/** Stands in what is forged; an answer that repeats it has believed it. */
const FORGED = 'evil.example';

/** Values of headers that the program, or something in front of it, may read. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  host: [FORGED, `${FORGED}:80`, 'localhost', '', '[::1', 'a b', '127.0.0.1:99999', `${'a'.repeat(300)}.example`],
  forwarded: [`for=6.6.6.6;host=${FORGED};proto=https`, 'for="[::1', ';;;,,,=='],
  'x-forwarded-for': ['6.6.6.6', '6.6.6.6, 9.9.9.9', 'unknown', "'; --", '1'.repeat(5_000), '::ffff:6.6.6.6'],
  'x-forwarded-host': [FORGED],
  'x-forwarded-proto': ['https', 'javascript', 'https,http'],
  'x-original-url': [`/api/organizations?${FORGED}`],
  'x-http-method-override': ['DELETE', 'PATCH'],
  origin: [`https://${FORGED}`, 'null', '', 'http://', 'file://', 'http://localhost:1@' + FORGED],
  referer: [`https://${FORGED}/`],
  'sec-fetch-site': ['cross-site', 'same-site', 'x'],
  range: ['bytes=0-0', 'bytes=-0', 'bytes=99999999999999999999-', `bytes=${'0-1,'.repeat(500)}0-1`, 'bytes=a-b', 'x'],
  'if-match': ['*', '"1"', 'W/"1"', '""', '"', '1', '-1', '"1","2"', `"${'9'.repeat(400)}"`],
  'if-none-match': ['*', '"x"', `${'"a",'.repeat(1_000)}"b"`],
  'if-range': ['"x"', 'Wed, 21 Oct 2015 07:28:00 GMT'],
  'if-modified-since': ['never', 'Wed, 21 Oct 2115 07:28:00 GMT'],
  'idempotency-key': ['', ' ', 'k'.repeat(5_000), 'ü', 'a, b', "';--"],
  'x-device': ['', 'x'.repeat(5_000), "';--", '../..'],
  accept: ['text/html', '*/*;q=2', 'x'.repeat(5_000)],
  'accept-encoding': ['*', 'gzip;q=x', 'identity;q=0, *;q=0', 'x'.repeat(3_000)],
  'accept-language': ['xx-XX', '*', 'de;q=9', `${'de,'.repeat(1_000)}es`, '../../etc'],
  authorization: ['Bearer', 'Bearer ', 'Basic YTpi', `Bearer ${'x'.repeat(5_000)}`, 'Bearer hl_1_x', 'bearer é'],
  cookie: ['headland_session=', 'headland_session=x; headland_session=y', '__Host-headland_session=x', '=;;=', 'x'.repeat(5_000)],
  expect: ['100-continue', 'x'],
  upgrade: ['websocket', 'h2c'],
  connection: ['close, authorization', 'upgrade'],
  te: ['trailers'],
  trailer: ['idempotency-key'],
  'content-type': [
    '',
    'application/json; charset=utf-16',
    'application/json, text/html',
    'text/plain',
    'application/x-www-form-urlencoded',
  ],
  'content-encoding': ['gzip', 'br', 'x'],
  'content-length': ['-1', '1e3', '0x10', '5, 5'],
};

/** Calls of each shape: those that read, write, take bytes, answer files; those that use up a session or an organization are left alone. */
const SHAPES: readonly string[] = [
  'users.ways',
  'users.login',
  'users.forgotPassword',
  'account.get',
  'organizations.list',
  'customers.list',
  'customers.update',
  'jobEntries.list',
  'jobEntries.create',
  'jobEntries.update',
  'jobEntries.photo',
  'attachments.put',
  'attachments.thumbnail',
  'archives.export',
  'changes.since',
  'live.events',
];
const shapes = operations.filter(({ id }) => SHAPES.includes(id));

const send = async ({ endpoint }: Operation, given: Record<string, string>): Promise<Injected> => {
  const call = await operations.find((operation) => operation.endpoint === endpoint)?.sample(own.world);
  const body = call?.body;
  const isBytes = endpoint.body === 'bytes';
  const payload = body === undefined ? {} : { payload: isBytes ? (body as unknown as Buffer) : JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' };
  const cookie = endpoint.scope === 'public' ? {} : { cookie: own.boss.cookie };
  const url = urlOf(endpoint.path, call ?? {}, own.world.orgId);
  return injectInto(testApp.app, { method: endpoint.method, url, headers: { ...type, ...cookie, ...given }, ...payload });
};

test('every shape of call is there', () => {
  expect(shapes.map(({ id }) => id).toSorted()).toEqual([...SHAPES].toSorted());
});

describe.each(named(shapes))('%s', (_id, operation) => {
  test.each(Object.entries(HEADERS))('stays calm whatever is in %s', async (name, values) => {
    for (const value of values) {
      const answer = await send(operation, { [name]: value });
      expectCountenance(answer, `${operation.id} with ${name}: ${value}`);
      expect(foreignMarks(answer.text, [own.mark, own.boss.email])).toEqual([]);
      // What a client claims about itself comes back neither as an address, nor as a permission.
      const { location, link, 'access-control-allow-origin': allowed, ...others } = answer.headers;
      expect(allowed).toBeUndefined();
      expect(JSON.stringify([location, link, others])).not.toContain(FORGED);
    }
  });
});

const closed = shapes.filter(({ endpoint }) => endpoint.scope !== 'public');

test.each(named(closed))('%s lets nobody in who only says so', async (_id, operation) => {
  for (const name of ['authorization', 'cookie', 'x-forwarded-for', 'forwarded', 'x-original-url']) {
    for (const value of HEADERS[name] ?? []) {
      const { status } = await send(operation, { cookie: '', [name]: value });
      expect({ name, value, isIn: status < 400 }).toEqual({ name, value, isIn: false });
    }
  }
});

/** What comes back of bytes that were typed by hand; the connection is ended from here when nothing more comes. */
const typed = async (text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.end(Buffer.from(text, 'latin1'));
  await Promise.race([once(socket, 'close'), once(socket, 'end')]).catch(() => undefined);
  socket.destroy();
  return heard;
};

const request = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

const RAW: Readonly<Record<string, string>> = {
  'no host': request('GET /api/health HTTP/1.1', 'Connection: close'),
  'two hosts': request('GET /api/health HTTP/1.1', 'Host: 127.0.0.1', `Host: ${FORGED}`, 'Connection: close'),
  'length and chunks at once': `${request('POST /api/login HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`,
  'two lengths': `${request('POST /api/login HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 2', 'Content-Length: 30')}{}GET /smuggled HTTP/1.1\r\n\r\n`,
  'a length that is no number': `${request('POST /api/login HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: +2')}{}`,
  'a chunk of no end': `${request('POST /api/login HTTP/1.1', 'Host: 127.0.0.1', 'Transfer-Encoding: chunked')}ffffffffffffffff\r\n`,
  'a space before the colon': request('GET /api/health HTTP/1.1', 'Host : 127.0.0.1'),
  'a header folded over lines': request('GET /api/health HTTP/1.1', 'Host: 127.0.0.1', 'X-A: a', ' b'),
  'an end of line in a value': request('GET /api/health HTTP/1.1', 'Host: 127.0.0.1', 'X-A: a\rX-B: b'),
  'a head of 100 kB': request('GET /api/health HTTP/1.1', 'Host: 127.0.0.1', `X-A: ${'a'.repeat(100_000)}`),
  '5,000 headers': request('GET /api/health HTTP/1.1', 'Host: 127.0.0.1', ...Array.from({ length: 5_000 }, (_, place) => `X-${place}: 1`)),
  'an address that is a whole one': request(`GET http://${FORGED}/api/health HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close'),
  'a tunnel': request(`CONNECT ${FORGED}:443 HTTP/1.1`, `Host: ${FORGED}:443`),
  'a method that nobody has': request('FETCH /api/health HTTP/1.1', 'Host: 127.0.0.1'),
  'an old version': request('GET /api/health HTTP/0.9'),
  TLS: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  'half a head': 'GET /api/hea',
  nothing: '',
};

test.each(Object.entries(RAW))('what is no HTTP, or two kinds at once, is refused or cut off: %s', async (_called, text) => {
  const heard = await typed(text);
  const statuses = [...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  for (const status of statuses) {
    expect(status).toBeLessThan(500);
  }
  // What was hidden behind a request was never taken for one of its own.
  expect(statuses.length).toBeLessThanOrEqual(1);
  expect(heard).not.toContain('smuggled');
  // And the next one is served as ever.
  expect(await typed(request('GET /api/health HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Connection: close'))).toMatch(/^HTTP\/1\.1 200/);
});
