import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openPage } from '../../support/browser.ts';
import { keptDevice, makeDatabase } from '../../support/kept-device.ts';
import { type OfflineApp, startOfflineApp } from '../../support/offline-app.ts';
import { type Device, deviceOn, giveSession, PATIENCE } from '../../support/offline-device.ts';

// A phone that lay in a drawer with a day's work of an app of commit 1d13528: today's app sends it, and offers the form that was begun.

vi.setConfig({ testTimeout: 90_000 });

const kept = keptDevice();
let app: OfflineApp;
let device: Device | undefined;

beforeAll(async () => {
  app = await startOfflineApp();
});
afterAll(() => app?.close());
afterEach(() => device?.close());

test('what an app of commit 1d13528 has kept is sent by today’s, once, with its photo; its draft is offered', async () => {
  const company = await app.company();
  const entryId = await app.log(company, 'as it was');
  // The first of everything in an empty database: what is kept names them by these ids.
  const { boss, orgId, customerId, serviceTypeId, jobId } = company;
  expect({ userId: boss.userId, orgId, customerId, serviceTypeId, jobId, entryId }).toMatchObject(
    Object.fromEntries(Object.entries(kept.company).filter(([, value]) => typeof value === 'number')),
  );
  const [installation] = await app.test.db.query<{ epoch: string }>({ text: 'select epoch from installation', values: [] });
  const here = {
    ...kept.stores.meta,
    rows: kept.stores.meta.rows.map((row) => ('key' in row && row.key === 'epoch:1' ? { ...row, value: installation?.epoch } : row)),
  };

  const context = await app.browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
  await giveSession(context, app.url, boss);
  const { page, problems } = await openPage(context);
  device = deviceOn(context, page, problems, app.url);
  await page.goto(`${app.url}/api/health`);
  await page.evaluate(`(${makeDatabase.toString()})('headland', ${JSON.stringify({ ...kept, stores: { ...kept.stores, meta: here } })})`);
  expect(await device.queue()).toHaveLength(3);

  await device.open('/dashboard');
  await device.allSent();
  const entries = await app.entries(orgId);
  expect(entries.map(({ notes, hours, photos }) => [notes, hours, photos.length]).toSorted()).toEqual([
    ['changed without a network', null, 0],
    ['made without a network', 6.5, 1],
  ]);
  const jobs = await app.test.db.query<{ name: string }>({ text: 'select name from jobs where organization_id = $1', values: [orgId] });
  expect(jobs.map(({ name }) => name).toSorted()).toEqual(['Made Offline Eighty', company.job].toSorted());
  const [photo] = entries.flatMap(({ photos }) => photos);
  expect(photo).toContain(kept.stores.blobs.rows.map((row) => Reflect.get(row, 'sha256') as string)[0]);

  await device.press(/New Job Entry/);
  await expect.poll(() => device?.dialog('New Job Entry').getByLabel('Notes').inputValue(), PATIENCE).toBe('begun and not saved');
});
