import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { MAY } from './api/may.ts';
import { operations, urlOf } from './api/samples.ts';
import { buildWorld, type Member, type World } from './api/world.ts';
import { injectInto } from './support/inject.ts';
import { createTestApp, type Person, type TestApp } from './support/test-app.ts';

// What a link, a file's address and an open stream are worth in the hands of each level, of strangers and of those who have left.
// Calls one by one are in `access.test.ts`.

let testApp: TestApp;
let boss: Member;
let world: World;
let stranger: Member;
const people = new Map<AccessLevel, Person>();

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  stranger = await testApp.owner('Ortega Harvesting');
  people.set('owner', boss);
  for (const level of ACCESS_LEVELS.filter((each) => each !== 'owner')) {
    people.set(level, await testApp.member(boss, level));
  }
});

afterAll(() => testApp.close());

const keyOf = async (accessLevel: 'manager' | 'advanced' | 'basic', isReadOnly = false): Promise<Record<string, string>> => {
  const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Key', accessLevel, isReadOnly } });
  return { authorization: `Bearer ${secret ?? ''}` };
};

const invite = async (accessLevel: AccessLevel = 'basic'): Promise<string> => {
  const { token } = await boss.ok(contract.invitations.create, { params: boss, body: { name: 'Somebody', accessLevel } });
  return token ?? '';
};
const accept = (who: Person, token: string) => who.send('POST', contract.invitations.accept.path, { token });
const isMember = async (who: Person): Promise<boolean> => (await who.send('GET', `/api/organizations/${boss.orgId}`)).status === 200;

/** The addresses at which a file can be had; each is a call that is known to the contract. */
const filesOf = ({ photoName, orgId }: World): string[] => [
  `/api/photos/${photoName}`,
  `/api/photos/${photoName}/thumbnail`,
  `/api/organizations/${orgId}/attachments/${photoName.slice(0, 64)}`,
];

describe('the address of a file', () => {
  // Not every machine makes a thumbnail of a one-pixel picture; a caller who may not have it is refused all the same.
  const certain = () => filesOf(world).filter((url) => !url.endsWith('thumbnail'));

  test('opens to every level that may read, and to keys', async () => {
    for (const [level, person] of people) {
      for (const url of certain()) {
        const status = MAY.attachments.get.includes(level) ? 200 : 403;
        expect({ level, url, status: (await person.send('GET', url)).status }).toEqual({ level, url, status });
      }
    }
    for (const headers of [await keyOf('basic'), await keyOf('manager', true)]) {
      for (const url of certain()) {
        expect((await testApp.nobody.send('GET', url, undefined, headers)).status).toBe(200);
      }
    }
  });

  test('is worth nothing without a session, to a stranger, and to a person who has left', async () => {
    const leaver = await testApp.member(boss, 'advanced');
    for (const url of filesOf(world)) {
      expect((await testApp.nobody.send('GET', url)).status).toBe(401);
      expect((await stranger.send('GET', url)).status).toBe(404);
    }
    expect((await leaver.send('GET', filesOf(world)[0] ?? '')).status).toBe(200);
    await boss.ok(contract.employees.update, { params: { id: leaver.employeeId }, body: { isUser: false } });
    for (const url of filesOf(world)) {
      // What a browser has kept of it is not good for a question either.
      const answer = await leaver.send('GET', url, undefined, { 'if-none-match': `"${world.photoName}"` });
      expect({ url, status: answer.status }).toEqual({ url, status: 404 });
    }
  });
});

describe('an invitation’s link', () => {
  test('lets one person in, once, at its level, whoever they are elsewhere', async () => {
    for (const level of ACCESS_LEVELS.filter((each) => each !== 'owner')) {
      const [guest, late] = [await testApp.owner(`Of the guest for ${level}`), await testApp.person()];
      const token = await invite(level);
      expect((await accept(guest, token)).status).toBeLessThan(300);
      expect((await accept(late, token)).status).toBeGreaterThanOrEqual(400);
      expect(await isMember(late)).toBe(false);
      const members = await guest.send('GET', `/api/organizations/${boss.orgId}/members`);
      expect(members.status).toBe(200);
      // What they may is what the level may, and what they are at home counts for nothing here.
      const status = MAY.rates.list.includes(level) ? 200 : 403;
      expect((await guest.send('GET', `/api/organizations/${boss.orgId}/rates`)).status).toBe(status);
    }
  });

  test('taken by many at once lets one of them in', async () => {
    const token = await invite();
    const guests = await Promise.all(Array.from({ length: 8 }, () => testApp.person()));
    const answers = await Promise.all(guests.map((guest) => accept(guest, token)));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect((await Promise.all(guests.map(isMember))).filter(Boolean)).toHaveLength(1);
  });

  test('raises nobody who belongs there already', async () => {
    const basic = await testApp.member(boss, 'basic');
    await accept(basic, await invite('admin'));
    expect((await basic.send('GET', `/api/organizations/${boss.orgId}/rates`)).status).toBe(403);
  });

  test('is worth nothing to a key, nor without an account', async () => {
    const token = await invite();
    expect((await testApp.nobody.send('POST', contract.invitations.accept.path, { token })).status).toBe(401);
    const keyed = await testApp.nobody.send('POST', contract.invitations.accept.path, { token }, await keyOf('manager'));
    expect(keyed.status).toBe(403);
    // Neither used it up.
    expect((await accept(await testApp.person(), token)).status).toBeLessThan(300);
  });

  test('ends when it is revoked, and when its maker goes', async () => {
    const admin = await testApp.member(boss, 'admin');
    const made = await admin.ok(contract.invitations.create, { params: { orgId: boss.orgId }, body: { name: 'Somebody' } });
    await boss.ok(contract.employees.update, { params: { id: admin.employeeId }, body: { accessLevel: 'basic' } });
    const guest = await testApp.person();
    expect((await accept(guest, made.token ?? '')).status).toBeGreaterThanOrEqual(400);
    const { id, token } = await boss.ok(contract.invitations.create, { params: boss, body: { name: 'Somebody' } });
    await boss.ok(contract.invitations.revoke, { params: { orgId: boss.orgId, id } });
    expect((await accept(guest, token ?? '')).status).toBeGreaterThanOrEqual(400);
    expect(await isMember(guest)).toBe(false);
  });
});

describe('live numbers', () => {
  const listen = (headers: Record<string, string>) => injectInto(testApp.app, { method: 'GET', url: contract.live.events.path, headers });

  test('tell each of their own organizations and nothing of others', async () => {
    for (const [, person] of people) {
      const { status, text } = await listen({ cookie: person.cookie });
      expect(status).toBe(200);
      expect(text).not.toContain(`"${stranger.orgId}"`);
    }
    const { text } = await listen({ cookie: stranger.cookie });
    expect(text).not.toContain(`"${boss.orgId}"`);
    expect((await listen({})).status).toBe(401);
  });
});

/** Every call that changes permissions, or exports everything: never with a key, whatever its level. */
const FOR_PEOPLE = ['account.', 'apiKeys.', 'invitations.', 'archives.', 'organizations.create', 'organizations.leave', 'employees.create'];
/** A key of a manager's level adds employees and takes the export, as a manager does; it makes no members. */
const ALSO_FOR_KEYS = ['archives.export', 'employees.create', 'invitations.look'];

describe('a key of the highest level that there is', () => {
  const calls = operations.filter(({ id }) => FOR_PEOPLE.some((start) => id.startsWith(start)) && !ALSO_FOR_KEYS.includes(id));

  test.each(calls.map((operation) => [operation.id, operation] as const))('is refused by %s', async (_id, operation) => {
    const headers = await keyOf('manager');
    const call = await operation.sample(world);
    const url = urlOf(operation.endpoint.path, call, world.orgId);
    const { status } = await testApp.nobody.send(operation.endpoint.method, url, call.body, headers);
    expect(status).toBe(403);
  });
});
