import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { fieldsOf, named } from './api/garbage.ts';
import { type Operation, operations, urlOf } from './api/samples.ts';
import { buildLane, foreignMarks, holdings, holdingsOf, type Lane } from './garbage/lanes.ts';
import { expectCountenance } from './garbage/orderly.ts';
import { type Injected, injectInto } from './support/inject.ts';
import { createTestApp, PASSWORD, type TestApp } from './support/test-app.ts';

let testApp: TestApp;
let own: Lane;
let other: Lane;
let counter = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  [own, other] = [await buildLane(testApp, 711), await buildLane(testApp, 712)];
});

afterAll(() => testApp.close());

/** From another address each time, for guesses are counted. */
const send = (method: Operation['endpoint']['method'], url: string, cookie: string, body?: unknown): Promise<Injected> => {
  counter += 1;
  const remoteAddress = `203.0.${Math.floor(counter / 250) % 250}.${counter % 250}`;
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return injectInto(testApp.app, { method, url, remoteAddress, headers: { ...(cookie === '' ? {} : { cookie }), ...type }, ...payload });
};

/** Whatever the call is for: what its body calls a token opens a door once. Confirming by password needs none. */
const takingTokens = operations.filter(
  ({ id, endpoint }) => endpoint.body !== 'bytes' && fieldsOf(endpoint.body).includes('token') && id !== 'confirmations.confirm',
);

const withLetterChanged = (token: string): string => `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`;

/** What is no token here, though it may look like one. */
const wrongTokens = (right: string): readonly unknown[] => [
  withLetterChanged(right),
  right.slice(0, -1),
  `${right}A`,
  right.toUpperCase() === right ? right.toLowerCase() : right.toUpperCase(),
  right.replace(/^\d+/, String(other.world.orgId)),
  right.replace(/^\d+/, '2147483648'),
  right.replace(/^\d+/, '-1'),
  encodeURIComponent(`${right}%00`),
  randomBytes(32).toString('base64url'),
  `${own.world.orgId}-${randomBytes(32).toString('base64url')}`,
  "' or 1=1 --",
  '../../invitations',
  'x'.repeat(100_000),
  '\u0000',
  '\ud800',
  '',
  ' ',
  null,
  0,
  true,
  [],
  [right],
  {},
  { $ne: '' },
];

test('the contract has calls that take tokens', () => {
  const ids = takingTokens.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['users.confirm', 'users.resetPassword', 'invitations.look', 'invitations.accept']));
});

describe.each(named(takingTokens))('%s', (_id, operation) => {
  const { endpoint } = operation;

  test('refuses what is no token of its own, in order and without a trace', async () => {
    const call = await operation.sample(own.world);
    const url = urlOf(endpoint.path, call, own.world.orgId);
    const cookie = endpoint.scope === 'public' ? '' : own.boss.cookie;
    for (const token of wrongTokens(own.world.invitationToken)) {
      const before = [holdingsOf(own, await holdings(testApp)), holdingsOf(other, await holdings(testApp))];
      const answer = await send(endpoint.method, url, cookie, { ...call.body, token });
      const sent = `${operation.id} with ${JSON.stringify(token)?.slice(0, 100)}`;
      expectCountenance(answer, sent);
      expect({ sent, isRefused: answer.status >= 400 }).toEqual({ sent, isRefused: true });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(foreignMarks(answer.text, cookie === '' ? [] : [own.mark, own.boss.email])).toEqual([]);
      expect([holdingsOf(own, await holdings(testApp)), holdingsOf(other, await holdings(testApp))]).toEqual(before);
    }
  });

  test('does not tell a token that is nearly right from one that is made up', async () => {
    const call = await operation.sample(own.world);
    const url = urlOf(endpoint.path, call, own.world.orgId);
    const cookie = endpoint.scope === 'public' ? '' : own.boss.cookie;
    const ask = async (token: string) => {
      const { status, text } = await send(endpoint.method, url, cookie, { ...call.body, token });
      return { status, text: text.replace(/"instance":"[^"]*"/, '') };
    };
    const madeUp = await ask(`${own.world.orgId}-${randomBytes(32).toString('base64url')}`);
    for (const token of [withLetterChanged(own.world.invitationToken), withLetterChanged(other.world.invitationToken)]) {
      expect(await ask(token)).toEqual(madeUp);
    }
  });
});

// An invitation's token is right only where invitations are looked at, mailed or accepted; tokens of other kinds are refused there above.
describe.each(named(takingTokens.filter(({ id }) => !id.startsWith('invitations.'))))('%s', (_id, operation) => {
  const { endpoint } = operation;

  test('takes no invitation for its own token', async () => {
    const call = await operation.sample(own.world);
    const url = urlOf(endpoint.path, call, own.world.orgId);
    const cookie = endpoint.scope === 'public' ? '' : own.boss.cookie;
    const token = own.world.invitationToken;
    const answer = await send(endpoint.method, url, cookie, { ...call.body, token, password: PASSWORD });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expectCountenance(answer, operation.id);
    // And it is not used up by the attempt.
    expect((await send('POST', contract.invitations.look.path, '', { token })).status).toBeLessThan(300);
  });
});

/** Calls that find a file by a name in the address. */
const byName = operations.filter(({ endpoint }) => /:(name|sha256)\b/.test(endpoint.path) && endpoint.method === 'GET');

describe.each(named(byName))('%s', (_id, operation) => {
  const names = (right: string): string[] => [
    right.toUpperCase(),
    right.slice(1),
    `${right}.webp`,
    `${right}%00.png`,
    `${right}%2f..%2f${right}`,
    `.%2f${right}`,
    `..%2f${own.world.orgId}%2f${right}`,
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fsession-secret',
    '..%5c..%5csession-secret',
    '%00',
    '%ff',
    '.',
    '%2e%2e',
    'a'.repeat(5_000),
    `${'0'.repeat(64)}.png`,
    `${'0'.repeat(64)}.svg`,
    'con.png',
    '%E2%80%AE.png',
  ];

  test('finds nothing by another name than the right one, nor by a right one of others', async () => {
    const ending = operation.endpoint.path.includes(':sha256') ? '' : '.png';
    const right = own.world.photoName.slice(0, 64 + ending.length);
    for (const name of [...names(right), other.world.photoName.slice(0, 64 + ending.length)]) {
      for (const address of operation.addresses) {
        const url = address.replace(/:(name|sha256)/, name).replace(':orgId', String(own.world.orgId));
        const answer = await send('GET', url, own.boss.cookie);
        expectCountenance(answer, url);
        expect({ url, isFound: answer.status < 400 }).toEqual({ url, isFound: false });
      }
    }
    const found = operation.addresses[0]?.replace(/:(name|sha256)/, right).replace(':orgId', String(own.world.orgId)) ?? '';
    expect((await send('GET', found, own.boss.cookie)).status).toBe(200);
  });
});

const reading = operations.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.query !== undefined);

const QUERIES = [
  'limit=10&limit=20',
  'limit[]=1',
  'limit[$gt]=0',
  'limit=1e3',
  `limit=${'9'.repeat(500)}`,
  'cursor=%00',
  'cursor=%ff%fe',
  `cursor=${'x'.repeat(5_000)}`,
  `q=${encodeURIComponent('%'.repeat(300))}`,
  `q=${encodeURIComponent("\\' or 1=1 --")}`,
  `q=${encodeURIComponent('(a+)+$'.repeat(100))}`,
  '__proto__[x]=1&constructor=1',
  '=&&==&',
  '%',
  '?'.repeat(500),
  Array.from({ length: 1_500 }, (_, place) => `p${place}=1`).join('&'),
];

test.each(named(reading))('%s answers in order to any query', async (_id, operation) => {
  const { query: _query, ...call } = await operation.sample(own.world);
  const url = urlOf(operation.endpoint.path, call, own.world.orgId);
  for (const query of QUERIES) {
    const answer = await send('GET', `${url}?${query}`, own.boss.cookie);
    expectCountenance(answer, `${url}?${query}`);
    expect(foreignMarks(answer.text, [own.mark, own.boss.email])).toEqual([]);
  }
});
