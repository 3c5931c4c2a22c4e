import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ourRefusal } from '../../support/faults-proxy.ts';
import { type Company, type OfflineApp, startOfflineApp } from '../../support/offline-app.ts';
import { type Device, PATIENCE } from '../../support/offline-device.ts';

// Whoever only looks hears that the session has ended; whoever asks for a sync gets one.

vi.setConfig({ testTimeout: 90_000 });

let app: OfflineApp;
let company: Company;
let device: Device;

beforeAll(async () => {
  app = await startOfflineApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  company = await app.company();
  device = await app.device(company.boss);
});
afterEach(async () => {
  app.proxy.calm();
  await device.close();
});

const endSessions = () => app.test.db.query({ text: 'delete from sessions where user_id = $1', values: [company.boss.userId] });
const banner = () => device.page.getByRole('alert').filter({ hasText: 'Sign in again to continue' });
const signInAddress = () => banner().getByRole('link', { name: 'Sign in' }).getAttribute('href');

test.each(['/customers', '/dashboard', '/reports'])(
  'a session that ended elsewhere is told on %s, with nobody touching anything',
  async (path) => {
    await device.open(path);
    await device.page.getByRole('heading', { level: 1 }).waitFor();
    await endSessions();
    await banner().waitFor({ timeout: PATIENCE.timeout });
    expect(await signInAddress()).toBe(`/api/login?returnTo=${encodeURIComponent(path)}`);
  },
);

test('without live events, what a screen asks the server tells of it', async () => {
  app.proxy.on('GET', /^\/api\/live$/, { kind: 'answer', answer: { status: 404 } });
  app.proxy.on('HEAD', /^\/api\/live$/, { kind: 'answer', answer: { status: 404 } });
  await device.open('/customers');
  await device.page.getByRole('heading', { level: 1 }).waitFor();
  await endSessions();
  await device.page.getByRole('link', { name: 'Reports' }).first().click();
  await banner().waitFor();
});

test('Sync now sends at once what waits for an hour, and says so', async () => {
  app.proxy.on('POST', /\/entries$/, { kind: 'answer', answer: ourRefusal(500, 'internal', { 'retry-after': '3600' }) });
  expect(await device.log({ notes: 'the server failed over it' })).toBe('Saved Offline');
  await expect.poll(async () => (await device.queue())[0]?.retryCount, PATIENCE).toBe(1);
  app.proxy.calm();
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
