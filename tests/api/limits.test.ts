import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { UsageKind } from '#shared/domain/usage.ts';
import { readLimits } from '#server/limits.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { injectInto } from '#tests/support/inject.ts';
import { bytesOf, put } from './limits-field.ts';
import { expectProblem } from './world.ts';

const DAY = 86_400_000;

const LIMITS = `requestsPerAccount=40 requestsPerOrganization=60 writesPerAccount=20 writesPerOrganization=1000
  bytesPerOrganization=60KB bytesSentPerAccount=92KB unusedBytesPerAccount=30KB
  organizationsPerAccount=3 organizationsMadePerAccount=5 peoplePerOrganization=4 invitationsPerAccount=3 apiKeysPerOrganization=2
  exportsPerOrganization=2 importsPerAccount=3 sessionsPerAccount=3 mailsPerAccount=4 mailsPerInstallation=7`;

let testApp: TestApp;
let boss: Person & { orgId: number };
let clock = Date.parse('2025-06-01T12:00:00Z');

beforeAll(async () => {
  testApp = await createTestApp({
    now: () => new Date(clock),
    limits: readLimits(LIMITS),
    publicUrl: 'http://farm.test',
    hasMail: true,
  });
});

afterAll(() => testApp.close());

// Each test has an owner and two days of its own.
beforeEach(async () => {
  clock += 2 * DAY;
  boss = await testApp.owner();
});

const read = (who: Person = boss) => who.send('GET', `/api/organizations/${boss.orgId}`);
const rename = (who: Person = boss) => who.send('PATCH', `/api/organizations/${boss.orgId}`, { taxName: randomBytes(4).toString('hex') });
const used = async (kind: UsageKind) => {
  const { items } = await boss.ok(contract.usage.get, { params: { orgId: boss.orgId } });
  return items.find((item) => item.kind === kind);
};
const statuses = async (count: number, call: (index: number) => Promise<{ status: number }>): Promise<number[]> => {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) {
    all.push((await call(index)).status);
  }
  return all;
};
const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);
/** What a process shares with the others goes with its first request two seconds later. */
const flushed = async (key: string, most: number) => {
  clock += 2_500;
  await read();
  await vi.waitFor(async () => {
    const [row] = await testApp.db.query<{ count: number }>({
      text: 'select coalesce(sum(count), 0)::int as count from attempts where key = $1',
      values: [key],
    });
    expect(row?.count).toBeGreaterThanOrEqual(most);
  });
};

describe('requests and writes', () => {
  test('an account that asks for too much waits as long as the answer says; others go on', async () => {
    const other = await testApp.member(boss, 'basic');
    const answers = await statuses(45, () => read());
    // Making the organization, and the employee, were requests too.
    expect(answers).toEqual([...times(38, 200), ...times(7, 429)]);
    const refused = await read();
    expectProblem(refused);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' }, headers: { 'retry-after': '60' } });
    expect((await read(other)).status).toBe(200);
    clock += 17 * 60_000;
    await vi.waitFor(async () => expect((await read()).status).toBe(200));
  });

  test('writes have a number of their own, and reads go on', async () => {
    expect((await statuses(22, () => rename())).filter((status) => status === 200)).toHaveLength(19);
    expect(await rename()).toMatchObject({ status: 429 });
    expect((await read()).status).toBe(200);
  });

  test('an organization has a number of requests, whoever makes them', async () => {
    const others = [await testApp.member(boss, 'basic'), await testApp.member(boss, 'manager')];
    const all = [boss, ...others];
    const answers = await statuses(66, (index) => read(all[index % 3]));
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(6);
    expect((await others[0]?.send('GET', '/api/user'))?.status).toBe(200);
  });

  test('two processes share what they count', async () => {
    const twin = await testApp.twin();
    try {
      const atTwin = () =>
        injectInto(twin.app, { method: 'GET', url: `/api/organizations/${boss.orgId}`, headers: { cookie: boss.cookie } });
      expect(await statuses(38, () => read())).toEqual(times(38, 200));
      await flushed(`requestOfAccount:${boss.userId}`, 39);
      // It learns of the others with its own next sharing, and no later.
      await atTwin();
      clock += 2_500;
      await atTwin();
      await vi.waitFor(async () => expect((await atTwin()).status).toBe(429));
    } finally {
      await twin.close();
    }
  });

  test('a small read writes nothing: what is counted is written every two seconds', async () => {
    await flushed(`requestOfAccount:${boss.userId}`, 1);
    const rows = () =>
      testApp.db.query<{ sum: number }>({
        text: 'select sum(count)::int as sum from attempts where key = $1',
        values: [`requestOfAccount:${boss.userId}`],
      });
    const before = await rows();
    await statuses(20, () => read());
    expect(await rows()).toEqual(before);
  });
});

describe('bytes', () => {
  test('files that no entry names are refused from their quota on, and go when an entry has named some', async () => {
    const { orgId } = boss;
    const files = Array.from({ length: 4 }, () => bytesOf(10_000));
    expect(await statuses(4, (index) => put(boss, orgId, files[index]))).toEqual([201, 201, 201, 507]);
    const refused = await put(boss, orgId, files[3]);
    expect(refused).toMatchObject({ status: 507, body: { code: 'no_room' }, headers: { 'retry-after': '900' } });
    // One that is there is no new one.
    expect((await put(boss, orgId, files[0])).status).toBe(200);
    const { id: customerId } = await boss.ok(contract.customers.create, { params: { orgId }, body: { businessName: 'Hill' } });
    const { id: jobId } = await boss.ok(contract.jobs.create, { params: { orgId }, body: { name: 'Silage', customerId } });
    const { id: serviceTypeId } = await boss.ok(contract.serviceTypes.create, { params: { orgId }, body: { name: 'Mowing' } });
    const photos = files.slice(0, 2).map((file) => `${createHash('sha256').update(file).digest('hex')}.bin`);
    await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-01', photos } });
    expect((await put(boss, orgId, files[3])).status).toBe(201);
  });

  test('an organization stores up to a limit, and its owner sees it before', async () => {
    const { orgId } = boss;
    const others = [await testApp.member(boss, 'basic'), await testApp.member(boss, 'basic')];
    expect(await used('bytes')).toMatchObject({ used: 0, most: 60_000, windowSeconds: null });
    expect(await statuses(2, () => put(boss, orgId, bytesOf(14_000)))).toEqual([201, 201]);
    expect(await statuses(2, (index) => put(others[0] ?? boss, orgId, bytesOf(14_000 + index)))).toEqual([201, 201]);
    expect(await used('bytes')).toMatchObject({ used: 56_001 });
    const refused = await put(others[1] ?? boss, orgId, bytesOf(4_000));
    expect(refused).toMatchObject({ status: 507, body: { code: 'no_room' } });
    expect(JSON.stringify(refused.body)).toContain('No space left');
    await testApp.db.query({ text: 'delete from photos where organization_id = $1', values: [orgId] });
    expect((await put(others[1] ?? boss, orgId, bytesOf(4_000))).status).toBe(201);
  });

  test('an account sends so much within a day, to whatever organization', async () => {
    const more = await Promise.all([1, 2].map(() => boss.ok(contract.organizations.create, { body: { name: 'Another' } })));
    const places = [boss.orgId, ...more.map(({ id }) => id)];
    const all = await statuses(9, (index) => put(boss, places[index % 3] ?? 0, bytesOf(10_000)));
    expect(all).toEqual(times(9, 201));
    await testApp.db.query({ text: 'update photos set unused_of = null', values: [] });
    expect((await put(boss, boss.orgId, bytesOf(10_000))).status).toBe(507);
    clock += 25 * 3_600_000;
    expect((await put(boss, boss.orgId, bytesOf(10_000))).status).toBe(201);
  });
});

describe('what is made', () => {
  test('an account owns a limited number of organizations, even if it makes many at once', async () => {
    const make = () => boss.send('POST', '/api/organizations', { name: 'One more' });
    const answers = await Promise.all(Array.from({ length: 4 }, make));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(await used('organizations')).toMatchObject({ used: 3, most: 3 });
  });

  test('employees, API keys, invitations and exports have their numbers', async () => {
    const params = { orgId: boss.orgId };
    const person = { firstName: 'Luis', lastName: 'Ortega' };
    expect(await statuses(5, () => boss.try(contract.employees.create, { params, body: person }))).toEqual([201, 201, 201, 409, 409]);
    expect(await statuses(3, () => boss.try(contract.apiKeys.create, { params, body: { name: 'Books' } }))).toEqual([201, 201, 409]);
    expect(await statuses(4, () => boss.try(contract.invitations.create, { params, body: {} }))).toEqual([201, 201, 201, 429]);
    const take = () => boss.send('GET', `/api/organizations/${boss.orgId}/export`);
    expect(await statuses(3, take)).toEqual([200, 200, 429]);
    for (const kind of ['people', 'apiKeys', 'invitations', 'exports'] as const) {
      const item = await used(kind);
      expect(item?.used).toBeGreaterThanOrEqual(item?.most ?? Infinity);
    }
  });

  test('a damaged import counts as one that was tried', async () => {
    const send = () => boss.send('POST', contract.archives.import.path, Buffer.from('no zip'), { 'content-type': 'application/zip' });
    expect(await statuses(4, send)).toEqual([400, 400, 400, 429]);
  });

  test('of many sessions those that were used last stay', async () => {
    const { email } = boss;
    const sessions = async () => {
      const rows = await testApp.db.query({ text: 'select from sessions where user_id = $1', values: [boss.userId] });
      return rows.length;
    };
    expect(await statuses(4, () => testApp.nobody.send('POST', '/api/login', { email, password: 'correct horse battery' }))).toEqual(
      times(4, 200),
    );
    expect(await sessions()).toBe(3);
  });
});

describe('mails', () => {
  const invite = (who: Person & { orgId: number }, email: string) =>
    who.ok(contract.invitations.create, { params: { orgId: who.orgId }, body: { email } });

  test('one mailbox gets a limited number, however its address is written', async () => {
    const ways = [
      'flood@müller.example',
      'Flood+1@Müller.example',
      'flood+2@xn--mller-kva.example',
      'FLOOD@müller.example',
      'flood+3@müller.example',
      'flood+4@müller.example',
    ];
    const mailed: boolean[] = [];
    for (const email of ways) {
      const someone = await testApp.owner();
      mailed.push((await invite(someone, email)).isMailed);
    }
    expect(mailed).toEqual([true, true, true, true, true, false]);
  });

  test('the installation sends a limited number of mails per day for all of its organizations', async () => {
    const mailed: boolean[] = [];
    for (let index = 0; index < 9; index += 1) {
      const someone = await testApp.owner();
      mailed.push((await invite(someone, `a${index}@t.example`)).isMailed);
    }
    expect(mailed).toEqual([...Array.from({ length: 7 }, () => true), false, false]);
  });
});

describe('without settings', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await createTestApp();
  });
  afterAll(() => plain.close());

  test('of 27 organizations at once an account makes 20', async () => {
    const someone = await plain.person();
    const answers = await Promise.all(Array.from({ length: 27 }, () => someone.send('POST', '/api/organizations', { name: 'One more' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(201), ...Array(7).fill(429)]);
  });
});
