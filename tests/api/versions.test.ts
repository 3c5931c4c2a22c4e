import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type Answer, createTestApp, type Person, type Problem, type TestApp } from '#tests/support/test-app.ts';
import { makeImplement } from './keyed-writes.ts';
import { buildWorld, fingerprint, type Member, type World } from './world.ts';

let testApp: TestApp;
let boss: Member;
let world: World;
let implementId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  implementId = await makeImplement(world, boss);
});

afterAll(() => testApp.close());

type Body = Record<string, unknown>;
interface Kind {
  readonly path: string;
  readonly id: () => number;
  /** A change that makes a difference each time. */
  readonly change: (n: number) => Body;
}

const KINDS: Readonly<Record<string, Kind>> = {
  customer: { path: 'customers', id: () => world.customerId, change: (n) => ({ address: `Road ${n}` }) },
  employee: { path: 'employees', id: () => world.employeeId, change: (n) => ({ phoneNumber: `${n}` }) },
  service: { path: 'service-types', id: () => world.serviceTypeId, change: (n) => ({ description: `${n}` }) },
  'data field': { path: 'custom-data-fields', id: () => world.fieldId, change: (n) => ({ description: `${n}` }) },
  equipment: { path: 'equipment', id: () => world.equipmentId, change: (n) => ({ unitNumber: `${n}` }) },
  implement: { path: 'implements', id: () => implementId, change: (n) => ({ name: `Header ${n}` }) },
  'day off': { path: 'days-off', id: () => world.dayOffId, change: (n) => ({ date: `2025-06-${String(1 + (n % 28)).padStart(2, '0')}` }) },
  run: { path: 'runs', id: () => world.runId, change: (n) => ({ notes: `${n}` }) },
  job: { path: 'jobs', id: () => world.jobId, change: (n) => ({ name: `Job ${n}` }) },
  entry: { path: 'job-entries', id: () => world.entryId, change: (n) => ({ notes: `${n}` }) },
  organization: { path: 'organizations', id: () => boss.orgId, change: (n) => ({ name: `Custom ${n}` }) },
};

const patch = (who: Person, url: string, body: Body, ifMatch?: string): Promise<Answer> =>
  who.send('PATCH', url, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });

const expectStale = async (answer: Promise<Answer>, url: string): Promise<void> => {
  const { status, body, headers } = await answer;
  expect({ status, code: (body as Problem).code, type: headers['content-type'] }).toEqual({
    status: 412,
    code: 'version_mismatch',
    type: 'application/problem+json; charset=utf-8',
  });
  expect((body as { current: unknown }).current).toEqual((await boss.send('GET', url)).body);
};

let counter = 0;
const different = (kind: Kind): Body => {
  counter += 1;
  return kind.change(counter);
};

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  const url = (): string => `/api/${kind.path}/${kind.id()}`;

  test('its version is its ETag, in every answer, and grows by one with each change', async () => {
    const read = await boss.send('GET', url());
    const { version } = read.body as { version: number };
    expect(read.headers['etag']).toBe(`"${version}"`);
    const changed = await patch(boss, url(), different(kind));
    expect(changed).toMatchObject({ status: 200, body: { version: version + 1 }, headers: { etag: `"${version + 1}"` } });
    expect(await boss.send('GET', url())).toMatchObject({ body: changed.body as Body, headers: { etag: `"${version + 1}"` } });
  });

  test('is changed from the version that it has, and from no other', async () => {
    const { version } = (await boss.send('GET', url())).body as { version: number };
    for (const right of [`"${version}"`, `W/"${version + 1}"`, '*']) {
      expect((await patch(boss, url(), different(kind), right)).status).toBe(200);
    }
    const before = await fingerprint(testApp);
    for (const stale of [`"${version}"`, `W/"${version + 1}"`, `"${version + 9}"`, '"2147483648"']) {
      await expectStale(patch(boss, url(), different(kind), stale), url());
    }
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test.each(['', '3', '"0"', '"03"', '"x"', '"3', `"1", "2"`, 'W/3', 'w/"3"', '"12345678901"', '**'])(
    'a condition that is no version is refused: %s',
    async (condition) => {
      const before = await fingerprint(testApp);
      expect(await patch(boss, url(), different(kind), condition)).toMatchObject({ status: 400, body: { code: 'malformed' } });
      expect(await fingerprint(testApp)).toEqual(before);
      // A read asks for no version.
      expect((await boss.send('GET', url(), undefined, { 'if-match': condition })).status).toBe(200);
    },
  );

  test('of two changes from the same version exactly one takes place, and the other hears of it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { version } = (await boss.send('GET', url())).body as { version: number };
      const bodies = [different(kind), different(kind)];
      const answers = await Promise.all(bodies.map((body) => patch(boss, url(), body, `"${version}"`)));
      const won = answers.findIndex(({ status }) => status === 200);
      const lost = answers[1 - won]?.body;
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect((await boss.send('GET', url())).body).toMatchObject({ ...bodies[won], version: version + 1 });
      expect(lost).toMatchObject({ current: { ...bodies[won], version: version + 1 } });
    }
  });

  test('changes without a condition at once all take place, one after the other', async () => {
    const { version } = (await boss.send('GET', url())).body as { version: number };
    const answers = await Promise.all(Array.from({ length: 12 }, () => patch(boss, url(), different(kind))));
    const versions = answers.map(({ status, body }) => [status, (body as { version: number }).version]);
    expect(versions.sort((a, b) => Number(a[1]) - Number(b[1]))).toEqual(Array.from({ length: 12 }, (__, i) => [200, version + i + 1]));
  });
});

const RECORDS = Object.entries(KINDS).filter(([name]) => name !== 'organization');

describe('deleting', () => {
  // Entries before their job, jobs before their customer.
  test.each(RECORDS.toReversed())('a %s asks for its version too', async (_, kind) => {
    const url = `/api/${kind.path}/${kind.id()}`;
    await patch(boss, url, different(kind));
    const { version } = (await boss.send('GET', url)).body as { version: number };
    const before = await fingerprint(testApp);
    await expectStale(boss.send('DELETE', url, undefined, { 'if-match': `"${version - 1}"` }), url);
    expect((await boss.send('DELETE', url, undefined, { 'if-match': 'nonsense' })).status).toBe(400);
    expect(await fingerprint(testApp)).toEqual(before);
    const both = await Promise.all([
      boss.send('DELETE', url, undefined, { 'if-match': `"${version}"` }),
      boss.send('DELETE', url, undefined, { 'if-match': `"${version}"` }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await patch(boss, url, different(kind), `"${version}"`)).status).toBe(404);
  });
});

test('a new record has its version as ETag, and an entry below its job too', async () => {
  const orgUrl = `/api/organizations/${boss.orgId}`;
  const customer = await boss.send('POST', `${orgUrl}/customers`, { businessName: 'Tagged' });
  expect(customer).toMatchObject({ status: 201, headers: { etag: '"1"' }, body: { version: 1 } });
  const other = await buildWorld(await testApp.owner());
  expect(other.entryId).toBeGreaterThan(0);
  const organization = await boss.send('POST', '/api/organizations', { name: 'Tagged' });
  expect(organization).toMatchObject({ status: 201, headers: { etag: '"1"' } });
});

test('a change of nothing leaves the version, whatever it was made from', async () => {
  const made = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Still' } });
  const url = `/api/customers/${made.id}`;
  const answer = await patch(boss, url, { businessName: 'Still' }, '"1"');
  expect(answer).toMatchObject({ status: 200, body: made, headers: { etag: '"1"' } });
  await expectStale(patch(boss, url, { businessName: 'Still' }, '"2"'), url);
});
