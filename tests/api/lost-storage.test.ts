import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DEVICE_DAYS, forgetOld } from '#server/commands/forget-old.ts';
import { MAX_LOSSES } from '#server/data/devices.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { fingerprint, type Member, refusedFor } from './world.ts';

// What a device tells of work that went with a storage that the browser emptied.

const START = Date.parse('2025-06-15T06:40:02.007Z');
const REPORT = { deviceId: 'tablet', name: 'Chrome on Android' };
const NOTHING_WAITS = { pending: 0, attention: 0, oldestAt: null };
const LOST = { deviceId: 'before', pending: 2, lastSeenAt: '2025-06-15T05:55:00.000Z' };

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

const report = (who: Person, more: object) =>
  who.send('POST', '/api/sync/heartbeat', { ...REPORT, organizationId: boss.orgId, ...NOTHING_WAITS, ...more });
const tell = (who: Person, lost: object | null = LOST) => report(who, { lost });
const devicesFor = (who: Person) => who.ok(contract.devices.list, { params: { orgId: boss.orgId } });
const lossesFor = async (who: Person) => (await devicesFor(who)).filter(({ lost }) => lost !== null);
const putAway = (who: Person, body: object) => who.send('POST', `/api/organizations/${boss.orgId}/devices/put-away-loss`, body);

test('is reported once: the earlier device has nothing any longer, and what was lost with it is known', async () => {
  await report(boss, { deviceId: 'before', name: 'Chrome on Android', pending: 5, attention: 1 });
  passSeconds(3600);
  expect(await tell(boss)).toMatchObject({ status: 204, body: '' });
  const told = new Date(time).toISOString();
  const before = await devicesFor(boss);
  expect(before).toMatchObject([
    { deviceId: 'tablet', lost: null },
    {
      deviceId: 'before',
      ...NOTHING_WAITS,
      seenAt: new Date(START).toISOString(),
      lost: { pending: 2, lastSeenAt: LOST.lastSeenAt, toldAt: told },
    },
  ]);
  passSeconds(30);
  // Its answer was lost, or another tab says the same: the first word counts.
  await tell(boss, { ...LOST, pending: 9, lastSeenAt: '2025-06-15T06:00:00.000Z' });
  expect(await devicesFor(boss)).toEqual(before);
});

test('is known of a device that the office had never heard of', async () => {
  await tell(boss);
  expect(await lossesFor(boss)).toMatchObject([
    { deviceId: 'before', name: 'Chrome on Android', userName: 'Dana Halvorsen', lost: { pending: 2 } },
  ]);
});

test('an older app says nothing of it, and null is nothing', async () => {
  await report(boss, {});
  await tell(boss, null);
  expect(await lossesFor(boss)).toEqual([]);
});

test.each([
  ['lost.deviceId', { deviceId: 'a b' }, 'Must be 1 to 100 visible characters without spaces'],
  ['lost.deviceId', { deviceId: 'tablet' }, 'Must be what the device called itself before'],
  ['lost.pending', { pending: 0 }, 'Must be a whole number of one or more'],
  ['lost.pending', { pending: 2 ** 31 }, 'Must be a whole number of one or more'],
  ['lost.lastSeenAt', { lastSeenAt: '0000-01-01T00:00:00Z' }, 'Must be a moment, such as 2025-06-14T17:05:31.250Z'],
])('is refused where it makes no sense: %s %j', async (field, wrong, message) => {
  const before = await fingerprint(testApp);
  expect(await tell(boss, { ...LOST, ...wrong })).toMatchObject(refusedFor(field, message));
  expect(await fingerprint(testApp)).toEqual(before);
});

test('one tells only of oneself: the same word is another device of another person', async () => {
  const helper = await testApp.member(boss, 'basic');
  await report(boss, { deviceId: 'before', pending: 7 });
  await tell(helper);
  expect((await devicesFor(boss)).find(({ userId, deviceId }) => userId === boss.userId && deviceId === 'before')).toMatchObject({
    pending: 7,
    lost: null,
  });
  expect(await lossesFor(boss)).toMatchObject([{ userId: helper.userId }]);
});

test('stays until it is dismissed, by the person or by those who see the devices of others; reported again it stays dismissed', async () => {
  const helper = await testApp.member(boss, 'basic');
  const colleague = await testApp.member(boss, 'advanced');
  await tell(helper);
  const theirs = { userId: helper.userId, deviceId: 'before' };
  expect(await putAway(colleague, theirs)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  // One's own of that name: there is none.
  expect((await putAway(colleague, { deviceId: 'before' })).status).toBe(204);
  expect(await lossesFor(boss)).toHaveLength(1);
  for (const attempt of [1, 2]) {
    expect([attempt, (await putAway(boss, theirs)).status]).toEqual([attempt, 204]);
    await tell(helper);
    expect(await lossesFor(boss)).toEqual([]);
  }
  await tell(helper, { ...LOST, deviceId: 'next-one' });
  expect(await lossesFor(helper)).toHaveLength(1);
  expect((await putAway(helper, { deviceId: 'next-one' })).status).toBe(204);
  expect(await lossesFor(boss)).toEqual([]);
});

test('is remembered for as long as nobody has put it away', async () => {
  await tell(boss);
  await testApp.db.query({ text: `update sessions set expires_at = '9999-01-01'`, values: [] });
  passSeconds(DEVICE_DAYS * 86_400 + 1);
  const known = async () => (await devicesFor(boss)).map(({ deviceId }) => deviceId);
  await forgetOld(testApp.db.app, new Date(time));
  expect(await known()).toEqual(['before']);
  await putAway(boss, { deviceId: 'before' });
  await forgetOld(testApp.db.app, new Date(time));
  expect(await known()).toEqual([]);
});

test('made up without end it comes to one', async () => {
  for (let at = 0; at < MAX_LOSSES + 5; at += 1) {
    expect((await tell(boss, { ...LOST, deviceId: `before-${at}` })).status).toBe(204);
  }
  expect(await lossesFor(boss)).toHaveLength(MAX_LOSSES);
});
