import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampled } from '#tests/support/proof-size.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { expectOrderly, expectStatus, fieldsOf, named, send } from './garbage.ts';
import { operations, urlOf } from './samples.ts';
import { buildWorld, expectProblem, fingerprint, type Member, TEMPORARY_ID, type World } from './world.ts';

let testApp: TestApp;
let boss: Member;
let world: World;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
});

afterAll(() => testApp.close());

const QUERY = [
  '',
  'x',
  '-1',
  '0',
  '1.5',
  '1e3',
  '%00',
  '%ED%A0%80',
  '%zz',
  '%',
  '+',
  '2025-02-30',
  'null',
  '[object Object]',
  String(TEMPORARY_ID),
  '9'.repeat(2000),
];

test.each(named(operations.filter(({ endpoint }) => endpoint.method === 'GET')))('%s bears any query', async (_, operation) => {
  const { query, ...call } = await operation.sample(world);
  for (const name of ['unknown', ...fieldsOf(operation.endpoint.query)]) {
    const texts = [
      ...QUERY.map((text) => `${name}=${text}`),
      `${name}=1&${name}=2`,
      `${name}[]=1`,
      `${name}[a]=1`,
      name,
      `=${name}`,
      '__proto__=1',
      '&&&==&',
    ];
    const some = sampled(
      texts,
      3,
      (text) => `${operation.id} ${text}`,
      () => name,
    );
    for (const text of some) {
      const url = `${urlOf(operation.endpoint.path, call, world.orgId)}?${text}`;
      expectOrderly(operation, await send(testApp, boss, operation, world, call, { url }), url);
    }
  }
  // A sample that asks for something asks for what is there.
  expect(query === undefined || operation.endpoint.query !== undefined).toBe(true);
});

const withParameter = operations.flatMap((operation) =>
  operation.addresses.filter((address) => address.includes(':')).map((address) => [operation.endpoint.method, address, operation] as const),
);

test.each(withParameter)('%s %s refuses what is no percent-encoding', async (_, address, operation) => {
  const call = await operation.sample(world);
  const before = await fingerprint(testApp);
  for (const [, name] of address.matchAll(/:(\w+)/g)) {
    for (const text of ['%', '%zz', '%C3', '%C3%28', '%E0%A4%A', '%ED%A0%80', '%FF']) {
      const url = urlOf(address.replace(`:${name ?? ''}`, text), call, world.orgId);
      expectStatus(operation, await send(testApp, boss, operation, world, {}, { url, payload: '{}' }), 400, 'malformed', url);
    }
  }
  expect(await fingerprint(testApp)).toEqual(before);
});

test('no address is too long to be answered', async () => {
  for (const url of [
    `/api/customers/${'1'.repeat(5000)}`,
    `/api/photos/${'a'.repeat(5000)}`,
    `/api/${'x/'.repeat(3000)}`,
    '/api/customers/1/',
    '//api//customers',
    '/api/customers?',
  ]) {
    const answer = await boss.send('GET', url);
    expect([400, 404]).toContain(answer.status);
    expectProblem(answer);
  }
});
