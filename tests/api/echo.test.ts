import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Person } from '#tests/support/test-app.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sampled } from '#tests/support/proof-size.ts';
import { watchStatements } from '#tests/support/sent-statements.ts';
import { type Call, type Operation, operations, urlOf } from './samples.ts';
import { buildWorld, expectProblem, type Member, UNKNOWN_ID, type World } from './world.ts';

// A client takes an answer that does not bear its key for a stranger's, such as a hotel's network: every refusal must bear it.

let testApp: TestApp;
let boss: Member;
let world: World;
let stranger: Member;
let reader: Person;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  stranger = await testApp.owner('Ortega Harvesting');
  reader = await testApp.member(boss, 'basic');
});

afterAll(() => testApp.close());

const KEY = { 'idempotency-key': '1758200000123-0197f3a2' };

interface Refusal {
  readonly who?: Person;
  readonly url?: (address: string, call: Call) => string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const writes = operations
  .filter(({ endpoint }) => endpoint.method !== 'GET')
  .flatMap((operation) => operation.addresses.map((address) => [operation.endpoint.method, address, operation] as const));
const writesWhere = (holds: (operation: Operation) => boolean) => writes.filter(([, , operation]) => holds(operation));

const refuse = async (address: string, { endpoint, sample }: Operation, refusal: Refusal, status: number): Promise<void> => {
  const call = await sample(world);
  const url = refusal.url?.(address, call) ?? urlOf(address, call, world.orgId);
  const body = 'body' in refusal ? refusal.body : call.body;
  const answer: Answer = await (refusal.who ?? boss).send(endpoint.method, url, body, { ...KEY, ...refusal.headers });
  expect({ url, status: answer.status, key: answer.headers['idempotency-key'] }).toEqual({ url, status, key: KEY['idempotency-key'] });
  expectProblem(answer);
};

test('there is something to refuse', () => {
  expect(new Set(writes.map(([, , { id }]) => id)).size).toBeGreaterThanOrEqual(34);
});

const closed = writesWhere(({ endpoint }) => endpoint.scope !== 'public');
const withBody = writesWhere(({ endpoint }) => endpoint.body !== undefined && endpoint.body !== 'bytes');

/** At a push one call of each kind of record, and a third of the others: another one for each refusal. */
const someOf = (refusal: string, places: typeof writes) =>
  sampled(
    places,
    3,
    ([method, address]) => `${refusal} ${method} ${address}`,
    ([, , { id }]) => id.split('.')[0] ?? id,
  );

describe('the key comes back with', () => {
  test.each(someOf('401 of %s %s', closed))('401 of %s %s', (_method, address, operation) =>
    refuse(address, operation, { who: testApp.nobody }, 401),
  );

  test.each(someOf('403 of %s %s from another site', writes))('403 of %s %s from another site', (_method, address, operation) =>
    refuse(address, operation, { headers: { origin: 'https://evil.example' } }, 403),
  );

  test.each(
    someOf(
      '403 of %s %s by the access level',
      writesWhere(({ endpoint }) => endpoint.capability !== null && !/^(records:read|jobEntries:write)$/.test(endpoint.capability)),
    ),
  )('403 of %s %s by the access level', (_method, address, operation) => refuse(address, operation, { who: reader }, 403));

  test.each(
    someOf(
      '404 of %s %s',
      writesWhere(({ endpoint }) => endpoint.path.includes(':')),
    ),
  )('404 of %s %s', (_method, address, operation) => refuse(address, operation, { who: stranger }, 404));

  test.each(someOf('409 of %s %s in the name of another person', closed))(
    '409 of %s %s in the name of somebody else',
    (_method, address, operation) => refuse(address, operation, { headers: { 'x-op-user': String(UNKNOWN_ID) } }, 409),
  );

  test.each(someOf('400 of %s %s for another header', closed))('400 of %s %s for another header', (_method, address, operation) =>
    refuse(address, operation, { headers: { 'x-device': 'a b' } }, 400),
  );

  test.each(
    someOf(
      '400 of %s %s for the id',
      writesWhere(({ endpoint }) => endpoint.path.includes(':id')),
    ),
  )('400 of %s %s for the id', (_method, address, operation) =>
    refuse(
      address,
      operation,
      { url: (template, call) => urlOf(template, { ...call, params: { ...call.params, id: 0 } }, world.orgId) },
      400,
    ),
  );

  test.each(
    someOf(
      '400 of %s %s for an address',
      writesWhere(({ endpoint }) => endpoint.path.includes(':')),
    ),
  )('400 of %s %s for an address', (_method, address, operation) =>
    refuse(address, operation, { url: (template) => template.replace(/:\w+/g, '%zz') }, 400),
  );

  test.each(someOf('400 of %s %s for the body', withBody))('400 of %s %s for the body', (_method, address, operation) =>
    refuse(address, operation, { body: '[]', headers: { 'content-type': 'application/json' } }, 400),
  );

  test.each(someOf('400 of %s %s for what is no JSON', withBody))('400 of %s %s for what is no JSON', (_method, address, operation) =>
    refuse(address, operation, { body: '{', headers: { 'content-type': 'application/json' } }, 400),
  );

  test.each(someOf('415 of %s %s', withBody))('415 of %s %s', (_method, address, operation) =>
    refuse(address, operation, { body: 'x', headers: { 'content-type': 'text/plain' } }, 415),
  );

  test.each(someOf('413 of %s %s', withBody))('413 of %s %s', (_method, address, operation) => {
    const letters = 'x'.repeat(operation.endpoint.bodyLimit ?? 1_048_576);
    return refuse(address, operation, { body: JSON.stringify({ letters }), headers: { 'content-type': 'application/json' } }, 413);
  });

  const failing = async (error: Error, work: () => Promise<void>): Promise<void> => {
    const watch = watchStatements(async () => {
      throw error;
    });
    try {
      await work();
    } finally {
      watch.restore();
    }
  };

  test.each(someOf('500 of %s %s', closed))('500 of %s %s', async (_method, address, operation) => {
    const call = await operation.sample(world);
    await failing(new Error('the disk is gone'), () => refuse(address, { ...operation, sample: () => call }, {}, 500));
  });

  test.each(someOf('503 of %s %s', closed))('503 of %s %s', async (_method, address, operation) => {
    const call = await operation.sample(world);
    await failing(new Error('Connection terminated unexpectedly'), () => refuse(address, { ...operation, sample: () => call }, {}, 503));
  });

  test.each([
    ['POST', '/api/nothing', 404],
    ['DELETE', '/nothing', 404],
    ['PUT', '/api/organizations', 404],
    ['POST', `/api/jobs/${'9'.repeat(301)}/entries`, 400],
  ])('%s %s, which nobody serves', async (method, url, status) => {
    const answer = await boss.send(method, url, {}, KEY);
    expect(answer).toMatchObject({ status, headers: KEY });
  });
});

test('a key that is none is not sent back', async () => {
  const answer = await boss.send('POST', '/api/organizations', { name: 'X' }, { 'idempotency-key': 'a b' });
  expect(answer.status).toBe(400);
  expect(answer.headers).not.toHaveProperty('idempotency-key');
});

test('a write that arrives while the program stops is done, and its answer bears the key', async () => {
  const stopping = await createTestApp();
  try {
    const owner = await stopping.owner();
    await stopping.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((stopping.app.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    const write = (name: string) => {
      const body = JSON.stringify({ businessName: name });
      const head = [
        `POST /api/organizations/${owner.orgId}/customers HTTP/1.1`,
        'host: localhost',
        `cookie: ${owner.cookie}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
        `idempotency-key: ${name}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    };
    const answersTo = async (name: string): Promise<void> => {
      while (!received.includes(`"businessName":"${name}"`)) {
        await once(socket, 'data');
      }
    };
    // The stop comes while the first is being done, and the second on the same connection after that.
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived: () => void = () => undefined;
    const isHeld = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const watch = watchStatements(({ text }) => {
      if (text.includes('claim') || !text.startsWith('BEGIN')) {
        return undefined;
      }
      arrived();
      return held;
    });
    write('first');
    await isHeld;
    const stopped = stopping.app.close();
    release();
    await answersTo('first');
    watch.restore();
    write('second');
    await answersTo('second');
    expect(received.match(/HTTP\/1\.1 201/g)).toHaveLength(2);
    expect(received.toLowerCase()).toContain('idempotency-key: second');
    await stopped;
  } finally {
    await stopping.close();
  }
});
