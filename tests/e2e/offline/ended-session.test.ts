import { expect, vi } from 'vitest';
import { ourRefusal } from '../../support/faults-proxy.ts';
import { PATIENCE } from '../../support/offline-device.ts';
import { started, test as base } from '../fixtures.ts';
import { oneAtAPush } from '../../support/proof-size.ts';

// A person who only reads learns that the session has ended; a person who asks for a sync gets one.

vi.setConfig({ testTimeout: 90_000 });

const test = base
  .extend(
    'endSessions',
    ({ server, company }) =>
      () =>
        server.db.query({ text: 'delete from sessions where user_id = $1', values: [company.boss.userId] }),
  )
  .extend(
    'banner',
    ({ device }) =>
      () =>
        device.page.getByRole('alert').filter({ hasText: 'Sign in again to continue' }),
  )
  .extend(
    'signInAddress',
    ({ banner }) =>
      () =>
        banner().getByRole('link', { name: 'Sign in' }).getAttribute('href'),
  );

test.beforeAll(started);

test.for(oneAtAPush(['/customers', '/dashboard', '/reports'], 'ended'))(
  'a session that ended elsewhere is told on %s, with nobody touching anything',
  async (path, { device, endSessions, banner, signInAddress }) => {
    await device.open(path);
    await device.page.getByRole('heading', { level: 1 }).waitFor();
    await endSessions();
    await banner().waitFor({ timeout: PATIENCE.timeout });
    expect(await signInAddress()).toBe(`/api/login?returnTo=${encodeURIComponent(path)}`);
  },
);

test('without live events, what a screen asks the server tells of it', async ({ proxy, device, endSessions, banner }) => {
  proxy.on('GET', /^\/api\/live$/, { kind: 'answer', answer: { status: 404 } });
  proxy.on('HEAD', /^\/api\/live$/, { kind: 'answer', answer: { status: 404 } });
  await device.open('/customers');
  await device.page.getByRole('heading', { level: 1 }).waitFor();
  await endSessions();
  await device.page.getByRole('link', { name: 'Reports' }).first().click();
  await banner().waitFor();
});

test('Sync now sends at once what waits for an hour, and says so', { tags: ['proof'] }, async ({ proxy, device, app, company }) => {
  proxy.on('POST', /\/entries$/, { kind: 'answer', answer: ourRefusal(500, 'internal', { 'retry-after': '3600' }) });
  expect(await device.log({ notes: 'the server failed over it' })).toBe('Saved Offline');
  await expect.poll(async () => (await device.queue())[0]?.retryCount, PATIENCE).toBe(1);
  proxy.calm();
  await device.page
    .getByRole('link', { name: /^Online|^Offline/ })
    .first()
    .click();
  await device.press('Sync now');
  await device.page
    .getByRole('region', { name: /Notifications/ })
    .getByText('1 change synchronized.')
    .waitFor();
  expect(await device.queue()).toEqual([]);
  expect((await app.entries(company.orgId)).map(({ notes }) => notes)).toEqual(['the server failed over it']);
});
