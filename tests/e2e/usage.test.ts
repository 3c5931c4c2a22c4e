import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { readLimits } from '#server/limits.ts';
import { bytesOf, put } from '../api/limits-field.ts';
import { pngBytes } from '../api/world.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, type Company, type OfflineApp, startOfflineApp } from '../support/offline-app.ts';
import { type Device, PATIENCE } from '../support/offline-device.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { oneAtAPush } from '../support/proof-size.ts';

// The limits of an installation on the screens: an owner sees them before they bite, and a driver what waits for room.

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let served: TestApp;
let app: OfflineApp;
let company: Company;
let device: Device | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-usage-'));
  const limits = readLimits('bytesPerOrganization=100KB apiKeysPerOrganization=1');
  served = await createTestApp({ clientFolder: BUILT_CLIENT, limits });
  app = await startOfflineApp({ test: served, url: await served.app.listen({ port: 0, host: '127.0.0.1' }) });
});
afterAll(async () => {
  await app?.close();
  await served?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  company = await app.company();
});
afterEach(async () => {
  await device?.close();
});

const WORDS = {
  'en-US': ['Usage', 'Almost at the limit: Photos and files', '85 KB of 100 KB'],
  'de-DE': ['Nutzung', 'Fast aufgebraucht: Fotos und Dateien', '85 KB von 100 KB'],
  'es-ES': ['Uso', 'Casi en el límite: Fotos y archivos', '85 KB de 100 KB'],
} as const;

test.each(oneAtAPush(['en-US', 'de-DE', 'es-ES'] as const, 'usage'))(
  'an owner sees in %s what is used of what, and is told from 80 % on',
  async (locale) => {
    const { boss, orgId } = company;
    await put(boss, orgId, bytesOf(85_000));
    device = await app.device(boss, { locale });
    await device.open('/organization');
    const [title, nearly, amount] = WORDS[locale];
    await device.page.getByRole('heading', { name: title, exact: true }).waitFor();
    await device.page.getByText(nearly).waitFor();
    await device.page.getByText(amount).waitFor();
    await looksGood(device.page, `usage-${locale}`, DARK_DESK_LIGHT_PHONE);
  },
);

test('what is used up is said, and nobody but owner and admins sees it', async () => {
  const { boss, orgId } = company;
  await boss.ok(contract.apiKeys.create, { params: { orgId }, body: { name: 'Books' } });
  device = await app.device(boss);
  await device.open('/organization');
  await device.page.getByText('Limit reached: API keys').waitFor();
  await device.close();
  const manager = await app.test.member(boss, 'manager');
  device = await app.device(manager);
  await device.open('/organization');
  await device.page.getByRole('heading', { name: 'Units, Currency and Tax' }).waitFor();
  expect(await device.page.getByRole('heading', { name: 'Usage' }).count()).toBe(0);
  expect((await manager.try(contract.usage.get, { params: { orgId } })).status).toBe(403);
});

test('an entry whose photo finds no room waits with the reason, and goes by itself when there is some', { tags: ['proof'] }, async () => {
  const { boss, orgId } = company;
  await put(boss, orgId, bytesOf(85_000));
  device = await app.device(boss);
  const head = pngBytes('');
  const path = join(folder, 'photo.png');
  await writeFile(path, Buffer.concat([head, randomBytes(40_000)]));
  await device.log({ notes: 'with a photo', files: [path] });
  await expect.poll(async () => (await device?.queue())?.[0]?.lastError?.code, PATIENCE).toBe('no_room');
  await device.log({ notes: 'without' });
  await expect.poll(async () => (await app.entries(orgId)).map(({ notes }) => notes), PATIENCE).toEqual(['without']);
  expect(await device.queue()).toMatchObject([{ status: 'pending', reason: null }]);
  await device.open('/sync');
  await device.page.getByText('No space left: an organization can have 100 KB of photos and files.').waitFor();
  await looksGood(device.page, 'no-room', DARK_DESK_LIGHT_PHONE);
  await served.db.query({ text: 'delete from photos where organization_id = $1', values: [orgId] });
  await device.press('Sync Now');
  await expect.poll(async () => (await app.entries(orgId)).map(({ notes }) => notes), PATIENCE).toEqual(['without', 'with a photo']);
});
