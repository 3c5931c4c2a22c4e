import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectBodyWithin } from '#server/http/body-time.ts';
import { watchStatements } from '#tests/support/sent-statements.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member, type World } from './world.ts';

let testApp: TestApp;
let boss: Member;
let other: Member;
let world: World;
let port = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  other = await testApp.owner('Mesquite Ag');
  world = await buildWorld(boss);
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  port = (testApp.app.server.address() as AddressInfo).port;
});

afterAll(async () => {
  testApp.app.server.closeAllConnections();
  await testApp.close();
});

/** A request with a body in JSON that the test sends in its own time. */
const begin = (method: string, path: string) => {
  const sent = request({ host: '127.0.0.1', port, method, path, headers: { cookie: boss.cookie, 'content-type': 'application/json' } });
  // The server closes the connection of a client that goes on sending.
  sent.on('error', () => undefined);
  const answer = (async () => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
    }
    return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) as unknown };
  })();
  return { sent, answer };
};

const TOO_MANY = { code: 'too_large', detail: 'The body has more than 50000 values. Send it in parts.' };

const withEntries = (): [string, string][] => [
  ['POST', `/api/jobs/${world.jobId}/entries`],
  ['POST', `/api/organizations/${boss.orgId}/job-entries`],
  ['PATCH', `/api/job-entries/${world.entryId}`],
];

describe('a body that would unfold to too much', () => {
  test('of an entry is refused while it arrives: nobody waits for its end', async () => {
    for (const [method, path] of withEntries()) {
      const { sent, answer } = begin(method, path);
      sent.write('{"photos":[');
      sent.write('{},'.repeat(60_000));
      // The body has no end yet.
      expect(await answer).toMatchObject({ status: 413, body: TOO_MANY });
      sent.destroy();
    }
  });

  test.each([
    ['records', `[${'{},'.repeat(349_000)}{}]`],
    ['numbers', `[${'1,'.repeat(520_000)}1]`],
    ['names', `{${Array.from({ length: 60_000 }, (_, at) => `"${at}":1`).join(',')}}`],
    ['empty texts', `{"businessName":[${'"",'.repeat(300_000)}""]}`],
  ])('of %s within the usual size is refused before it is parsed', async (_, body) => {
    const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/customers`, body, { 'content-type': 'application/json' });
    expect(answer).toMatchObject({ status: 413, body: TOO_MANY });
  });

  test.each([
    ['a number of 400,000 digits', `{"businessName":1${'0'.repeat(400_000)}}`],
    ['a number beyond all numbers', '{"businessName":1e400}'],
    ['a name of half a MiB', `{"${'x'.repeat(500_000)}":1}`],
    ['a list that never closes', '['.repeat(1_000_000)],
    ['an escaped text that never closes', `"${'\\"'.repeat(500_000)}`],
  ])('is refused when it is %s', async (_, body) => {
    const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/customers`, body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body).length).toBeLessThan(20_000);
  });

  test('is not answered with all that is wrong with it', async () => {
    const [method, path] = withEntries()[0] ?? ['', ''];
    const values = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field ${at}`, { a: 1 }]));
    const answer = await boss.send(method, path, { customFieldValues: values });
    expect(answer.status).toBe(400);
    expect((answer.body as { issues: unknown[] }).issues.length).toBeLessThanOrEqual(100);
  });

  test('is not unpacked: nothing that is compressed is taken', async () => {
    const packed = gzipSync(JSON.stringify({ businessName: 'Packed' }));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/customers`, packed, headers);
    expect(answer).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type', detail: expect.stringMatching(/Content-Encoding/) },
    });
    const file = await boss.send('PUT', `/api/organizations/${boss.orgId}/attachments/${'0'.repeat(64)}`, packed, headers);
    expect(file.status).toBe(415);
  });

  test('of a stranger may have 64 KiB', async () => {
    const body = { email: 'a@example.com', password: 'x'.repeat(70_000) };
    for (const path of [contract.users.login.path, contract.users.register.path]) {
      expect(await testApp.nobody.send('POST', path, body)).toMatchObject({ status: 413, body: { code: 'too_large' } });
    }
  });
});

test('a body that does not arrive in its time is given up, and the connection with it', async () => {
  const server = createServer((raw) => expectBodyWithin({ raw } as FastifyRequest, 20));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nslow');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
  }
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 408 /);
  server.close();
});

describe('one who asks for much', () => {
  test('leaves others the database: they are answered while all that they asked for still waits', async () => {
    let held = 0;
    let answered: () => void = () => undefined;
    const othersAnswer = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const isHis = ({ text, values }: { text: string; values: readonly unknown[] }) =>
      text.includes('from "customers"') && values.includes(boss.orgId);
    const watch = watchStatements((statement) => {
      held += isHis(statement) ? 1 : 0;
      return isHis(statement) ? othersAnswer : undefined;
    });
    try {
      const much = Array.from({ length: 40 }, () => boss.send('GET', `/api/organizations/${boss.orgId}/customers?limit=50`));
      expect((await other.send('GET', `/api/organizations/${other.orgId}/customers`)).status).toBe(200);
      expect(held).toBeLessThanOrEqual(8);
      answered();
      expect((await Promise.all(much)).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    } finally {
      answered();
      watch.restore();
    }
  });

  test('for whole lists gets three at a time, and 429 in the end', async () => {
    let held = 0;
    let open = () => undefined as void;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const watch = watchStatements(({ text }) => {
      const isList = text.includes('from "customers"');
      held += isList ? 1 : 0;
      return isList ? gate : undefined;
    });
    try {
      const much = Array.from({ length: 500 }, () => boss.send('GET', `/api/organizations/${boss.orgId}/customers`));
      const refused = await Promise.any(
        much.map((each) => each.then((answer) => (answer.status === 429 ? answer : Promise.reject(new Error('in time'))))),
      );
      expect(refused).toMatchObject({ body: { code: 'too_many' }, headers: { 'retry-after': '10' } });
      expect(held).toBeLessThanOrEqual(3);
      open();
      expect(new Set((await Promise.all(much)).map(({ status }) => status))).toEqual(new Set([200, 429]));
    } finally {
      open();
      watch.restore();
    }
  });
});
