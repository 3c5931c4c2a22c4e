import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAPABILITIES } from '#shared/access/capabilities.ts';
import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { statusOf } from '#shared/endpoint.ts';
import { ADMINS_AND_UP, ADVANCED_AND_UP, EVERYBODY, MANAGERS_AND_UP, MAY } from './api/may.ts';
import { type Call, type Operation, operations, urlOf } from './api/samples.ts';
import { TESTED_ELSEWHERE } from './api/tested-elsewhere.ts';
import { buildWorld, expectProblem, type Member, UNKNOWN_ID, type World } from './api/world.ts';
import { createTestApp, type Person, type TestApp } from './support/test-app.ts';
import { WIDE_LIMITS } from './support/wide-limits.ts';

const mayCall = (id: string): readonly AccessLevel[] => {
  const [group = '', name = ''] = id.split('.');
  const row = (MAY as Record<string, Record<string, readonly AccessLevel[]>>)[group]?.[name];
  if (!row) {
    throw new Error(`${id} is missing from the table of this test`);
  }
  return row;
};

let testApp: TestApp;
let boss: Member;
let world: World;
let stranger: Member;
let strangersWorld: World;
const actors = new Map<AccessLevel, { person: Person; world: World }>();

beforeAll(async () => {
  testApp = await createTestApp({ limits: WIDE_LIMITS });
  boss = await testApp.owner();
  world = await buildWorld(boss);
  stranger = await testApp.owner('Ortega Harvesting');
  strangersWorld = await buildWorld(stranger);
  actors.set('owner', { person: boss, world });
  for (const level of ACCESS_LEVELS.filter((each) => each !== 'owner')) {
    const organization = await testApp.owner(`The organization of the ${level}`);
    const person = await testApp.member(organization, level);
    // Each level has an organization and an entry of its own, which even a basic user may change.
    actors.set(level, { person, world: await buildWorld(organization, person) });
  }
});

afterAll(() => testApp.close());

const send = async (who: Person, { endpoint }: Operation, address: string, sample: Call | Promise<Call>, orgId: number) => {
  const call = await sample;
  return who.send(endpoint.method, urlOf(address, call, orgId), call.body);
};

const closed = operations.filter(({ endpoint }) => endpoint.scope !== 'public');
const inOrganization = closed.filter(
  ({ endpoint, addresses }) => endpoint.scope !== 'user' || addresses.some((each) => each.includes(':')),
);
const named = (list: readonly Operation[]) => list.map((operation) => [operation.id, operation] as const);

test('the contract is walked whole', () => {
  expect(operations.length).toBeGreaterThanOrEqual(67);
  expect(closed.length).toBe(operations.length - 15);
});

test('the capabilities are those of specification 7.12', () => {
  expect(Object.fromEntries(Object.entries(CAPABILITIES).map(([name, levels]) => [name, new Set(levels)]))).toEqual({
    'records:read': new Set(EVERYBODY),
    'jobEntries:check': new Set(MANAGERS_AND_UP),
    'jobEntries:write': new Set(EVERYBODY),
    'jobEntries:writeOfOthers': new Set(ADVANCED_AND_UP),
    'customers:write': new Set(ADVANCED_AND_UP),
    'jobs:write': new Set(ADVANCED_AND_UP),
    'jobs:bill': new Set(MANAGERS_AND_UP),
    'records:delete': new Set(MANAGERS_AND_UP),
    'setup:write': new Set(MANAGERS_AND_UP),
    'employees:write': new Set(MANAGERS_AND_UP),
    'managers:make': new Set(ADMINS_AND_UP),
    'members:manage': new Set(ADMINS_AND_UP),
    'devices:readOfOthers': new Set(MANAGERS_AND_UP),
    'organization:export': new Set(MANAGERS_AND_UP),
    'money:read': new Set(MANAGERS_AND_UP),
    'money:write': new Set(MANAGERS_AND_UP),
    'organization:write': new Set(ADMINS_AND_UP),
    'organization:delete': new Set(['owner']),
    'ownership:transfer': new Set(['owner']),
    'secondStep:require': new Set(['owner']),
    'signIns:read': new Set(['owner']),
    'installation:read': new Set(['owner']),
  });
});

describe('nobody', () => {
  test.each(named(closed))('has to sign in for %s', async (_, operation) => {
    for (const address of operation.addresses) {
      const answer = await send(testApp.nobody, operation, address, operation.sample(world), world.orgId);
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated', detail: 'Sign in first.' } });
      expectProblem(answer);
    }
  });

  test.each(named(closed))('has to sign in for %s with a made-up session too', async (_, operation) => {
    const [address = ''] = operation.addresses;
    const call = await operation.sample(world);
    const headers = { cookie: 'headland_session=c29tZXRoaW5nIG1hZGUgdXA' };
    const answer = await testApp.nobody.send(operation.endpoint.method, urlOf(address, call, world.orgId), call.body, headers);
    expect(answer.status).toBe(401);
  });

  test('may register, sign out and ask how to sign in', async () => {
    const isOpen = ({ id }: Operation) => id === 'users.register' || id === 'users.logout' || id === 'users.ways';
    for (const operation of operations.filter(isOpen)) {
      const answer = await send(testApp.nobody, operation, operation.endpoint.path, operation.sample(world), world.orgId);
      expect(answer.status).toBe(statusOf(operation.endpoint));
    }
  });
});

describe('a stranger with an organization of their own', () => {
  const UNKNOWN: Readonly<Record<string, string>> = { name: `${'0'.repeat(64)}.png`, sha256: '0'.repeat(64) };
  const unknown = (call: Call): Call => ({
    ...call,
    params: Object.fromEntries(Object.entries(call.params ?? {}).map(([name]) => [name, UNKNOWN[name] ?? UNKNOWN_ID])),
  });

  test.each(named(inOrganization))('gets the same answer for %s as for an id that does not exist', async (_, operation) => {
    for (const address of operation.addresses) {
      const theirs = await send(stranger, operation, address, operation.sample(world), world.orgId);
      expect(theirs).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expectProblem(theirs);
      const nothing = await send(stranger, operation, address, unknown(await operation.sample(world)), UNKNOWN_ID);
      expect(nothing.body).toEqual(theirs.body);
      expect(nothing.status).toBe(404);
    }
  });

  const nested = closed.flatMap((operation) =>
    operation.addresses
      .filter((address) => operation.endpoint.scope === 'record' && address.includes(':orgId'))
      .map((address) => [address, operation] as const),
  );

  test.each(nested)('does not reach it through their own organization: %s', async (address, operation) => {
    const theirs = await send(stranger, operation, address, operation.sample(world), stranger.orgId);
    expect(theirs).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await send(stranger, operation, address, unknown(await operation.sample(world)), stranger.orgId)).body).toEqual(theirs.body);
  });

  test.each(nested)('nor does a member of both organizations under the wrong one: %s', async (address, operation) => {
    const both = await testApp.member(stranger, 'admin');
    await boss.send('POST', `/api/organizations/${world.orgId}/employees`, {
      firstName: 'In',
      lastName: 'Both',
      email: both.email,
      isUser: true,
      accessLevel: 'admin',
    });
    const right = await send(both, operation, address, operation.sample(world), world.orgId);
    expect(right.status).toBe(statusOf(operation.endpoint));
    const wrong = await send(both, operation, address, operation.sample(world), stranger.orgId);
    expect(wrong).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await send(both, operation, address, operation.sample(strangersWorld), stranger.orgId)).status).toBe(
      statusOf(operation.endpoint),
    );
  });
});

describe.each(ACCESS_LEVELS)('the access level %s', (level) => {
  test.each(named(closed.filter(({ id }) => !TESTED_ELSEWHERE.has(id))))(
    'may call %s exactly where the table says so',
    async (id, operation) => {
      const actor = actors.get(level);
      if (!actor) {
        throw new Error(`nobody is ${level}`);
      }
      const expected = mayCall(id).includes(level)
        ? { status: statusOf(operation.endpoint) }
        : { status: 403, body: { code: 'forbidden', detail: 'Your access level does not allow this.' } };
      for (const address of operation.addresses) {
        expect(await send(actor.person, operation, address, operation.sample(actor.world), actor.world.orgId)).toMatchObject(expected);
      }
    },
  );
});

describe('an id in an address', () => {
  const WRONG = [
    '0',
    '-1',
    '1.5',
    '01',
    '1e3',
    '0x10',
    'abc',
    'null',
    '%20',
    '1%20',
    '+1',
    '%D9%A1',
    '2147483648',
    '99999999999999999999',
    '1;2',
  ];

  test.each(named(inOrganization.filter(({ endpoint }) => !endpoint.path.includes('/:name'))))(
    'must be a positive integer in %s',
    async (_, operation) => {
      const call = await operation.sample(world);
      for (const address of operation.addresses) {
        const names = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name);
        for (const [name, wrong] of names.flatMap((each) => WRONG.map((text) => [each, text] as const))) {
          const url = urlOf(address.replace(`:${name}`, wrong), call, world.orgId);
          const answer = await boss.send(operation.endpoint.method, url, call.body);
          expect({ url, ...answer }).toMatchObject({ url, status: 400, body: { code: 'invalid_input', issues: [{ path: name }] } });
          expectProblem(answer);
        }
      }
    },
  );
});
