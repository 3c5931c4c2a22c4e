import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { DEVICE_DAYS, forgetOld } from '#server/commands/forget-old.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { fingerprint, type Member, refusedFor, UNKNOWN_ID } from './world.ts';

const START = Date.parse('2025-06-15T06:40:02.007Z');

let testApp: TestApp;
let time: number;
let boss: Member;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(time), sessionMaxDays: 400 });
});

beforeEach(async () => {
  time = START;
  boss = await testApp.owner();
});

afterAll(() => testApp.close());

const passSeconds = (seconds: number): void => {
  time += seconds * 1000;
};

const REPORT = { deviceId: 'tablet', name: 'Chrome on Android', pending: 4, attention: 1, oldestAt: '2025-06-14T17:05:31.250Z' };

const report = (who: Person, organizationId: number, more: object = {}, headers: Record<string, string> = {}) =>
  who.send('POST', '/api/sync/heartbeat', { ...REPORT, organizationId, ...more }, headers);

const devicesFor = (who: Person, orgId = boss.orgId) => who.ok(contract.devices.list, { params: { orgId } });

/** Each version of a row bears the number of the transaction that wrote it. */
const versionOfRow = async (): Promise<unknown> => {
  const text = 'select xmin::text as version from devices where organization_id = $1';
  return (await testApp.db.query<{ version: string }>({ text, values: [boss.orgId] }))[0]?.version;
};

describe('what a device says', () => {
  test('is kept and shown, with the time of the server', async () => {
    expect(await report(boss, boss.orgId)).toMatchObject({ status: 204, body: '' });
    expect(await devicesFor(boss)).toEqual([
      { ...REPORT, userId: boss.userId, userName: 'Dana Halvorsen', seenAt: new Date(START).toISOString(), lost: null },
    ]);
  });

  test('takes the place of what it said before', async () => {
    await report(boss, boss.orgId);
    passSeconds(5);
    const after = { name: 'Chrome 200', pending: 0, attention: 0, oldestAt: null };
    await report(boss, boss.orgId, after);
    expect(await devicesFor(boss)).toMatchObject([{ ...after, deviceId: 'tablet', seenAt: new Date(time).toISOString() }]);
  });

  test('without the time of the oldest change means that none waits', async () => {
    const { oldestAt: _none, ...rest } = REPORT;
    await boss.ok(contract.devices.heartbeat, { body: { ...rest, organizationId: boss.orgId } });
    expect(await devicesFor(boss)).toMatchObject([{ oldestAt: null }]);
  });

  test('is nothing that others learn of: no change, no number, no audit, no key', async () => {
    const { devices: _before, ...before } = await fingerprint(testApp);
    await report(boss, boss.orgId, {}, { 'idempotency-key': 'of-a-report' });
    const again = await report(boss, boss.orgId, { pending: 7 }, { 'idempotency-key': 'of-a-report' });
    expect(again).toMatchObject({ status: 204, headers: { 'idempotency-key': 'of-a-report' } });
    expect(again.headers).not.toHaveProperty('x-org-seq');
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
    const { devices: _after, ...after } = await fingerprint(testApp);
    expect(after).toEqual(before);
    expect(await devicesFor(boss)).toMatchObject([{ pending: 7 }]);
  });

  test('again within a minute is not written again, unless something in it is new', async () => {
    await report(boss, boss.orgId);
    const first = await versionOfRow();
    passSeconds(59);
    await report(boss, boss.orgId);
    expect(await versionOfRow()).toBe(first);
    passSeconds(1);
    await report(boss, boss.orgId);
    expect(await versionOfRow()).not.toBe(first);
    expect(await devicesFor(boss)).toMatchObject([{ seenAt: new Date(time).toISOString() }]);

    for (const more of [{ name: 'Else' }, { pending: 5 }, { attention: 2 }, { oldestAt: null }]) {
      const before = await versionOfRow();
      await report(boss, boss.orgId, more);
      expect([more, (await versionOfRow()) === before]).toEqual([more, false]);
    }
  });

  test('twenty times at once is one row, and no server that is behind turns the clock back', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => report(boss, boss.orgId, { pending: index })));
    time -= 300_000;
    await report(boss, boss.orgId, { pending: 99 });
    expect(await devicesFor(boss)).toMatchObject([{ pending: 99, seenAt: new Date(START).toISOString() }]);
  });

  test.each([
    ['organizationId', 0],
    ['organizationId', 2 ** 31],
    ['organizationId', '1'],
    ['deviceId', ''],
    ['deviceId', 'a b'],
    ['deviceId', 'clé'],
    ['deviceId', 'x'.repeat(101)],
    ['name', ' '],
    ['name', 'x'.repeat(101)],
    ['pending', -1],
    ['pending', 1.5],
    ['attention', 2 ** 31],
    ['oldestAt', '2025-06-14'],
    ['oldestAt', '0000-01-01T00:00:00Z'],
    ['oldestAt', '1969-12-31T23:59:59Z'],
    ['oldestAt', '2025-06-14T17:05:31+02:00'],
  ])('is refused where it makes no sense: %s %j', async (field, value) => {
    const before = await fingerprint(testApp);
    expect(await report(boss, boss.orgId, { [field]: value })).toMatchObject(refusedFor(field, expect.any(String) as string));
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test.each(['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])('may come from a clock that is wrong: %s', async (oldestAt) => {
    await report(boss, boss.orgId, { oldestAt });
    expect(await devicesFor(boss)).toMatchObject([{ oldestAt: new Date(oldestAt).toISOString() }]);
  });
});

describe('whose device it is', () => {
  test('nobody reports to an organization they do not belong to, and no answer tells whether it exists', async () => {
    const stranger = await testApp.owner('Ortega Harvesting');
    const before = await fingerprint(testApp);
    const theirs = await report(stranger, boss.orgId);
    expect(theirs).toMatchObject({ status: 404, body: { code: 'not_found', detail: 'Organization not found' } });
    expect((await report(stranger, UNKNOWN_ID)).body).toEqual(theirs.body);
    expect((await report(testApp.nobody, boss.orgId)).status).toBe(401);
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('a former member no longer reports, and what they reported stays known', async () => {
    const helper = await testApp.member(boss, 'basic');
    await report(helper, boss.orgId);
    await boss.ok(contract.employees.remove, { params: { id: helper.employeeId } });
    expect((await report(helper, boss.orgId, { pending: 0 })).status).toBe(404);
    expect(await devicesFor(boss)).toMatchObject([{ userId: helper.userId, pending: 4 }]);
  });

  test('an API key is no device', async () => {
    const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Key', accessLevel: 'manager' } });
    const answer = await report(testApp.nobody, boss.orgId, {}, { authorization: `Bearer ${secret ?? ''}` });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('two people on one device, and one person in two organizations, are apart', async () => {
    const helper = await testApp.member(boss, 'basic');
    const { id: other } = await helper.ok(contract.organizations.create, { body: { name: 'Second Wind' } });
    await report(boss, boss.orgId, { pending: 1 });
    await report(helper, boss.orgId, { pending: 2 });
    await report(helper, other, { pending: 3 });
    expect((await devicesFor(boss)).map(({ pending }) => pending).toSorted()).toEqual([1, 2]);
    expect((await devicesFor(helper, other)).map(({ pending }) => pending)).toEqual([3]);
  });

  test.each(ACCESS_LEVELS.filter((level) => level !== 'owner'))(
    '%s sees what his level lets him see, newest contact first',
    async (level) => {
      const viewer = await testApp.member(boss, level);
      await report(boss, boss.orgId);
      passSeconds(10);
      await report(viewer, boss.orgId, { deviceId: 'first' });
      passSeconds(10);
      await report(viewer, boss.orgId, { deviceId: 'second' });
      passSeconds(10);
      await report(boss, boss.orgId, { deviceId: 'third' });
      const seen = (await devicesFor(viewer)).map(({ deviceId }) => deviceId);
      const seesAll = level === 'admin' || level === 'manager';
      expect(seen).toEqual(seesAll ? ['third', 'second', 'first', 'tablet'] : ['second', 'first']);
    },
  );
});

test('a device is forgotten after 180 days, unless it has something that was never sent', async () => {
  for (const [deviceId, pending, attention] of [
    ['sent-all', 0, 0],
    ['waiting', 1, 0],
    ['parked', 0, 1],
  ] as const) {
    await report(boss, boss.orgId, { deviceId, pending, attention });
  }
  const known = async () => (await devicesFor(boss)).map(({ deviceId }) => deviceId).toSorted();
  // The session lasts half as long.
  await testApp.db.query({ text: `update sessions set expires_at = '9999-01-01'`, values: [] });
  passSeconds(DEVICE_DAYS * 86_400);
  await forgetOld(testApp.db.app, new Date(time));
  expect(await known()).toEqual(['parked', 'sent-all', 'waiting']);
  passSeconds(1);
  await forgetOld(testApp.db.app, new Date(time));
  expect(await known()).toEqual(['parked', 'waiting']);
});
