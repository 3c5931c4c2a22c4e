import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createHealth } from '#server/health.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { note } from './backups-field.ts';

const health = createHealth();
const PLACES = ['/srv/headland-backups', 'farm/headland'];
const COPIED_UP_TO = new Date('2026-06-10T11:59:30Z');

let testApp: TestApp;

beforeEach(async () => {
  testApp = await createTestApp({
    now: () => new Date('2026-06-10T12:00:00Z'),
    health,
    backups: { isScheduled: true, places: PLACES, copiedUpTo: () => COPIED_UP_TO },
  });
});
afterEach(async () => {
  for (const { kind } of health.concerns()) {
    health.settle(kind);
  }
  await testApp.close();
});

const seenBy = (boss: Awaited<ReturnType<TestApp['owner']>>) => boss.ok(contract.installation.get, { params: { orgId: boss.orgId } });

describe('what an owner sees of the backups', () => {
  test('nothing was made yet', async () => {
    const { backups } = await seenBy(await testApp.owner());
    expect(backups).toMatchObject({ isScheduled: true, lastAt: null, lastVerifiedAt: null, failingSince: null, runningSince: null });
  });

  test('the last good one, its size, and where it is', async () => {
    await note(testApp.db, { at: '2026-06-09T00:00:00Z', rows: 10 });
    await note(testApp.db, { at: '2026-06-10T00:00:00Z', rows: 1200, bytes: 5_000_000, files: 7 });
    expect((await seenBy(await testApp.owner())).backups).toEqual({
      isScheduled: true,
      lastAt: '2026-06-10T00:00:00.000Z',
      lastVerifiedAt: '2026-06-10T00:00:00.000Z',
      failingSince: null,
      runningSince: null,
      copiedUpTo: COPIED_UP_TO.toISOString(),
      details: { bytes: 5_000_000, rows: 1200, files: 7, places: PLACES, failure: null, unverifiedBecause: null },
    });
  });

  test('since when they fail and why, with the last good one', async () => {
    await note(testApp.db, { at: '2026-06-08T00:00:00Z', unverifiedBecause: 'There is no room for it beside.' });
    await note(testApp.db, { at: '2026-06-09T00:00:00Z', failure: 'The disk was away.' });
    await note(testApp.db, { at: '2026-06-09T00:30:00Z', failure: 'The disk is full.' });
    expect((await seenBy(await testApp.owner())).backups).toMatchObject({
      lastAt: '2026-06-08T00:00:00.000Z',
      lastVerifiedAt: null,
      failingSince: '2026-06-09T00:00:00.000Z',
      details: { failure: 'The disk is full.', unverifiedBecause: 'There is no room for it beside.' },
    });
  });

  test('those from before a restore, and of a clock that ran ahead, do not count', async () => {
    await testApp.db.query({ text: `update installation set epoch_began_at = '2026-06-09T12:00:00Z'`, values: [] });
    await note(testApp.db, { at: '2026-06-09T00:00:00Z' });
    await note(testApp.db, { at: '2036-06-09T00:00:00Z' });
    expect((await seenBy(await testApp.owner())).backups.lastAt).toBeNull();
  });

  test('one whose process died is not being made', async () => {
    await note(testApp.db, { at: '2026-06-10T00:00:00Z', isEnded: false });
    expect((await seenBy(await testApp.owner())).backups).toMatchObject({ runningSince: null, failingSince: null });
  });
});

test('with several organizations nobody sees what is of them all: ages and state only', async () => {
  const boss = await testApp.owner();
  await testApp.owner('Tammkamp');
  await note(testApp.db, { at: '2026-06-09T00:00:00Z', rows: 1200 });
  await note(testApp.db, { at: '2026-06-10T00:00:00Z', failure: 'The folder /srv/headland-backups is full.' });
  health.raise({
    kind: 'disk',
    level: 'warning',
    code: 'disk_low',
    message: '/srv is nearly full.',
    values: { percent: 7, gigabytes: 3.2 },
  });
  health.raise({ kind: 'devices', level: 'warning', code: 'devices_ahead', message: '', values: { organizationId: boss.orgId + 1 } });
  const seen = await seenBy(boss);
  expect(seen).toEqual({
    backups: {
      isScheduled: true,
      lastAt: '2026-06-09T00:00:00.000Z',
      lastVerifiedAt: '2026-06-09T00:00:00.000Z',
      failingSince: '2026-06-10T00:00:00.000Z',
      runningSince: null,
      copiedUpTo: COPIED_UP_TO.toISOString(),
      details: null,
    },
    concerns: [{ kind: 'disk', level: 'warning', code: 'disk_low', percent: 7 }],
  });
  expect(JSON.stringify(seen)).not.toMatch(/srv|1200|3\.2/);
});

test('an admin sees nothing of it', async () => {
  const boss = await testApp.owner();
  const admin = await testApp.member(boss, 'admin');
  expect((await admin.try(contract.installation.get, { params: { orgId: boss.orgId } })).status).toBe(403);
});
