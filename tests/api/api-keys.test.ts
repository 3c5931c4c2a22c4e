import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type Answer, createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, fingerprint } from './world.ts';

const START = Date.parse('2026-03-02T08:00:00Z');
const HOUR_MS = 3_600_000;

let testApp: TestApp;
let passed = 0;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(START + passed) });
});

afterAll(() => testApp.close());

interface KeyOptions {
  readonly accessLevel?: 'manager' | 'advanced' | 'basic';
  readonly isReadOnly?: boolean;
}

/** A program that asks with a new key of this person, and with nothing else. */
const programOf = async (maker: Person & { orgId: number }, options: KeyOptions = {}) => {
  const made = await maker.ok(contract.apiKeys.create, {
    params: { orgId: maker.orgId },
    body: { name: 'Scale house', accessLevel: 'manager', ...options },
  });
  const authorization = `Bearer ${made.secret}`;
  const send = (method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    testApp.nobody.send(method, url, body, { authorization, ...headers });
  const addCustomer = () => send('POST', `/api/organizations/${maker.orgId}/customers`, { businessName: 'Blue Hill' });
  return { made, authorization, send, addCustomer, home: `/api/organizations/${maker.orgId}` };
};

const refused = (status: number, code: string) => ({ status, body: { code } });

describe('making and revoking', () => {
  test('shows the secret once, and lists what is known of each key', async () => {
    const boss = await testApp.owner();
    const { made } = await programOf(boss, { accessLevel: 'advanced', isReadOnly: true });
    const { secret, ...rest } = made;
    expect(secret).toMatch(new RegExp(`^headland_${boss.orgId}_[\\w-]{43}$`));
    expect(rest).toMatchObject({ name: 'Scale house', accessLevel: 'advanced', isReadOnly: true, userId: boss.userId, lastUsedAt: null });
    const listed = await boss.send('GET', `/api/organizations/${boss.orgId}/api-keys`);
    expect(listed.body).toEqual([rest]);
    const modest = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Modest' } });
    expect(modest).toMatchObject({ accessLevel: 'basic', isReadOnly: false });
  });

  test('is for owner and admins', async () => {
    const boss = await testApp.owner();
    const url = `/api/organizations/${boss.orgId}/api-keys`;
    const { made } = await programOf(boss);
    for (const level of ['manager', 'advanced', 'basic'] as const) {
      const member = await testApp.member(boss, level);
      expect(await member.send('POST', url, { name: 'Mine' })).toMatchObject(refused(403, 'forbidden'));
      expect(await member.send('GET', url)).toMatchObject(refused(403, 'forbidden'));
      expect(await member.send('DELETE', `${url}/${made.id}`)).toMatchObject(refused(403, 'forbidden'));
    }
    const admin = await testApp.member(boss, 'admin');
    expect((await admin.send('POST', url, { name: 'Mine' })).status).toBe(201);
    expect((await admin.send('DELETE', `${url}/${made.id}`)).status).toBe(204);
    const stranger = await testApp.owner();
    expect((await stranger.send('DELETE', `${url}/${made.id}`)).status).toBe(404);
    expect((await stranger.send('DELETE', `/api/organizations/${stranger.orgId}/api-keys/${made.id}`)).status).toBe(404);
  });

  test.each(['owner', 'admin', 'employee', 'king', 7])('gives no key the level %s', async (accessLevel) => {
    const boss = await testApp.owner();
    const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/api-keys`, { name: 'Too much', accessLevel });
    expect(answer).toMatchObject(refused(400, 'invalid_input'));
  });

  test('a revoked key opens nothing from the next request on, and revoking it twice is fine', async () => {
    const boss = await testApp.owner();
    const program = await programOf(boss);
    const url = `${program.home}/api-keys/${program.made.id}`;
    expect((await program.send('GET', program.home)).status).toBe(200);
    expect((await boss.send('DELETE', url)).status).toBe(204);
    for (const answer of [await program.send('GET', program.home), await program.addCustomer()]) {
      expect(answer).toMatchObject(refused(401, 'unauthenticated'));
    }
    const after = await fingerprint(testApp);
    expect((await boss.send('DELETE', url)).status).toBe(204);
    expect(await fingerprint(testApp)).toEqual(after);
    const [listed] = await boss.ok(contract.apiKeys.list, { params: boss });
    expect(listed?.revokedAt).toEqual(expect.any(String));
    const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'api_key' } });
    expect(logs.map(({ action, subject }) => [action, subject])).toEqual([
      ['delete', 'Scale house'],
      ['create', 'Scale house'],
    ]);
    expect(JSON.stringify(logs)).not.toContain('ecret');
  });
});

describe('what a key opens', () => {
  test('reads and writes in its organization, and the audit log says that it was the key', async () => {
    const boss = await testApp.owner();
    const program = await programOf(boss);
    const made = await program.addCustomer();
    expect(made).toMatchObject({ status: 201, body: { createdBy: boss.userId, organizationId: boss.orgId } });
    const { id } = made.body as { id: number };
    expect((await program.send('GET', `/api/customers/${id}`)).body).toEqual(made.body);
    expect((await program.send('PATCH', `/api/customers/${id}`, { address: 'Mill Road' })).status).toBe(200);
    await boss.ok(contract.customers.update, { params: { id }, body: { address: 'Hill Road' } });
    const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'customer' } });
    expect(logs.map(({ apiKeyId, user }) => [apiKeyId, user?.id])).toEqual([
      [null, boss.userId],
      [program.made.id, boss.userId],
      [program.made.id, boss.userId],
    ]);
  });

  test('no other organization, even where its maker is a member', async () => {
    const boss = await testApp.owner();
    const { id: orgId } = await boss.ok(contract.organizations.create, { body: { name: 'Second Wind' } });
    const world = await buildWorld({ ...boss, orgId });
    const program = await programOf(boss);
    for (const url of [
      `/api/organizations/${orgId}`,
      `/api/organizations/${orgId}/customers`,
      `/api/organizations/${orgId}/changes`,
      `/api/customers/${world.customerId}`,
      `/api/organizations/${boss.orgId}/customers/${world.customerId}`,
      `/api/job-entries/${world.entryId}`,
      `/api/photos/${world.photoName}`,
      `/api/photos/${world.photoName}/thumbnail`,
      `/api/organizations/${orgId}/attachments/${world.photoName.slice(0, 64)}`,
    ]) {
      expect({ url, ...(await program.send('GET', url)) }).toMatchObject({ url, ...refused(404, 'not_found') });
    }
    expect((await program.send('PATCH', `/api/customers/${world.customerId}`, { address: 'A' })).status).toBe(404);
    expect((await program.send('POST', `/api/organizations/${orgId}/customers`, { businessName: 'A' })).status).toBe(404);
    expect((await boss.send('GET', `/api/photos/${world.photoName}`)).status).toBe(200);
    const listed = await program.send('GET', '/api/organizations');
    expect((listed.body as { id: number }[]).map(({ id }) => id)).toEqual([boss.orgId]);
    const own = await programOf({ ...boss, orgId });
    expect((await own.send('GET', `/api/photos/${world.photoName}`)).status).toBe(200);
  });

  test('what the lower of its level and its maker’s allows, at every moment', async () => {
    const boss = await testApp.owner();
    const admin = await testApp.member(boss, 'admin');
    const modest = await programOf(admin, { accessLevel: 'basic' });
    const able = await programOf(admin, { accessLevel: 'manager' });
    const setLevel = (accessLevel: 'admin' | 'basic') =>
      boss.ok(contract.employees.update, { params: { id: admin.employeeId }, body: { accessLevel } });
    expect(await modest.addCustomer()).toMatchObject(refused(403, 'forbidden'));
    expect((await able.addCustomer()).status).toBe(201);
    await setLevel('basic');
    expect(await able.addCustomer()).toMatchObject(refused(403, 'forbidden'));
    expect((await able.send('GET', able.home)).status).toBe(200);
    await setLevel('admin');
    expect((await able.addCustomer()).status).toBe(201);
    await boss.ok(contract.employees.update, { params: { id: admin.employeeId }, body: { isUser: false } });
    expect(await able.addCustomer()).toMatchObject(refused(404, 'not_found'));
    expect(await able.send('GET', able.home)).toMatchObject(refused(404, 'not_found'));
    expect((await able.send('GET', '/api/organizations')).body).toEqual([]);
  });

  test('a key that may only read writes nothing', async () => {
    const boss = await testApp.owner();
    const world = await buildWorld(boss);
    const program = await programOf(boss, { isReadOnly: true });
    await program.send('GET', program.home);
    const before = await fingerprint(testApp);
    const writes = [
      program.addCustomer(),
      program.send('PATCH', `/api/customers/${world.customerId}`, { address: 'A' }),
      program.send('DELETE', `/api/customers/${world.customerId}`),
      program.send('POST', `/api/jobs/${world.jobId}/entries`, { serviceTypeId: world.serviceTypeId, date: '2025-06-15' }),
      program.send('POST', '/api/organizations', { name: 'A' }),
    ];
    for (const answer of await Promise.all(writes)) {
      expect(answer).toMatchObject(refused(403, 'forbidden'));
    }
    expect(await fingerprint(testApp)).toEqual(before);
    expect((await program.send('GET', `/api/customers/${world.customerId}`)).status).toBe(200);
  });

  test('no key manages keys, the organization or levels above its own', async () => {
    const boss = await testApp.owner();
    const member = await testApp.member(boss, 'basic');
    const program = await programOf(boss);
    await program.send('GET', program.home);
    const before = await fingerprint(testApp);
    const employee = `/api/employees/${member.employeeId}`;
    const attempts = [
      program.send('GET', `${program.home}/api-keys`),
      program.send('POST', `${program.home}/api-keys`, { name: 'Another' }),
      program.send('DELETE', `${program.home}/api-keys/${program.made.id}`),
      program.send('PATCH', program.home, { name: 'Mine now' }),
      program.send('POST', '/api/organizations', { name: 'Second Wind' }),
      program.send('PATCH', employee, { accessLevel: 'manager' }),
      program.send('PATCH', employee, { accessLevel: 'admin' }),
      program.send('PATCH', employee, { accessLevel: 'owner' }),
      program.send('POST', `${program.home}/employees`, { firstName: 'A', lastName: 'B', accessLevel: 'owner' }),
      program.send('POST', `${program.home}/employees`, { firstName: 'A', lastName: 'B', accessLevel: 'admin' }),
    ];
    for (const [index, answer] of (await Promise.all(attempts)).entries()) {
      expect({ index, ...answer }).toMatchObject({ index, ...refused(403, 'forbidden') });
    }
    expect(await fingerprint(testApp)).toEqual(before);
    expect((await program.send('PATCH', employee, { accessLevel: 'advanced' })).status).toBe(200);
  });
});

describe('who asks', () => {
  test('a key is noted as used, at most once an hour', async () => {
    const boss = await testApp.owner();
    const program = await programOf(boss);
    const noted = async () => (await boss.ok(contract.apiKeys.list, { params: boss }))[0]?.lastUsedAt;
    const at = () => new Date(START + passed).toISOString();
    expect(await noted()).toBeNull();
    const first = at();
    await program.send('GET', program.home);
    expect(await noted()).toBe(first);
    passed += HOUR_MS;
    await program.send('GET', program.home);
    expect(await noted()).toBe(first);
    passed += 1000;
    await program.send('GET', program.home);
    expect(await noted()).toBe(at());
  });

  test('the key counts where a cookie comes along', async () => {
    const boss = await testApp.owner();
    const stranger = await testApp.owner();
    const program = await programOf(boss);
    const both = (url: string, authorization = program.authorization) => stranger.send('GET', url, undefined, { authorization });
    expect((await both(program.home)).status).toBe(200);
    expect((await both('/api/auth/user')).body).toMatchObject({ id: boss.userId });
    expect((await both(`/api/organizations/${stranger.orgId}`)).status).toBe(404);
    const wrong = program.authorization.slice(0, -1) + (program.authorization.endsWith('A') ? 'B' : 'A');
    expect(await both(`/api/organizations/${stranger.orgId}`, wrong)).toMatchObject(refused(401, 'unauthenticated'));
  });

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer headland_',
    'Bearer headland_1_short',
    `Bearer headland_1_${'A'.repeat(43)}`,
    `Bearer headland_99999999999_${'A'.repeat(43)}`,
    `Bearer headland_2147483648_${'A'.repeat(43)}`,
    `Bearer headland_-1_${'A'.repeat(43)}`,
    `Bearer headland_1_${"'".repeat(43)}`,
    `Bearer headland_1_${'A'.repeat(5000)}`,
    'Basic ZGFuYTpwYXNzd29yZA==',
    'headland_1_x',
    'nonsense',
  ])('nobody is known by %s', async (authorization) => {
    const boss = await testApp.owner();
    for (const url of ['/api/auth/user', `/api/organizations/${boss.orgId}`, '/api/customers/1']) {
      expect(await testApp.nobody.send('GET', url, undefined, { authorization })).toMatchObject(refused(401, 'unauthenticated'));
    }
  });

  test('the secret of one organization does not open another', async () => {
    const [boss, other] = [await testApp.owner(), await testApp.owner()];
    const { made, send } = await programOf(boss);
    const moved = (made.secret ?? '').replace(`headland_${boss.orgId}_`, `headland_${other.orgId}_`);
    expect(await send('GET', '/api/auth/user', undefined, { authorization: `Bearer ${moved}` })).toMatchObject(
      refused(401, 'unauthenticated'),
    );
  });

  test('a write that another person made is refused, by key and by cookie alike', async () => {
    const boss = await testApp.owner();
    const other = await testApp.person();
    const program = await programOf(boss);
    const url = `${program.home}/customers`;
    const body = { businessName: 'Blue Hill' };
    await program.send('GET', program.home);
    const before = await fingerprint(testApp);
    for (const who of [program, boss]) {
      for (const userId of [other.userId, 0, `0${boss.userId}`, 'dana']) {
        expect(await who.send('POST', url, body, { 'x-op-user': String(userId) })).toMatchObject(refused(409, 'user_mismatch'));
      }
      expect(await who.send('POST', url, body, { 'x-op-user': 'a b' })).toMatchObject(refused(400, 'malformed'));
    }
    expect(await fingerprint(testApp)).toEqual(before);
    for (const who of [program, boss]) {
      expect((await who.send('POST', url, body, { 'x-op-user': String(boss.userId), 'x-device': 'truck-7' })).status).toBe(201);
    }
  });
});
