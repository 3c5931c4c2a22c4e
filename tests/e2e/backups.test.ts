import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createHealth } from '#server/health.ts';
import { note } from '../api/backups-field.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../support/looks.ts';
import { BUILT_CLIENT, type Company, type OfflineApp, startOfflineApp } from '../support/offline-app.ts';
import type { Device } from '../support/offline-device.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { oneAtAPush } from '../support/proof-size.ts';

// How it stands with the backups on the screens: the owner sees it in the settings, and above every screen when something threatens the data.

vi.setConfig({ testTimeout: 120_000 });

const HOUR_MS = 3_600_000;
const health = createHealth();
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

let served: TestApp;
let app: OfflineApp;
let company: Company;
let device: Device | undefined;

beforeAll(async () => {
  const backups = { isScheduled: true, places: ['/srv/headland-backups'], copiedUpTo: () => new Date() };
  served = await createTestApp({ clientFolder: BUILT_CLIENT, health, backups });
  app = await startOfflineApp({ test: served, url: await served.app.listen({ port: 0, host: '127.0.0.1' }) });
});
afterAll(async () => {
  await app?.close();
  await served?.close();
});
beforeEach(async () => {
  await served.db.query({ text: 'delete from backup_runs', values: [] });
  company ??= await app.company();
});
afterEach(async () => {
  await device?.close();
  for (const { kind } of health.concerns()) {
    health.settle(kind);
  }
});

const fail = async (): Promise<void> => {
  const failure = 'The folder /srv/headland-backups cannot be written.';
  await note(served.db, { at: ago(3), failure });
  health.raise({ kind: 'backup', level: 'warning', code: 'backup_failing', message: failure, values: {} });
};

const WORDS = {
  'en-US': ['Backups', 'Verified by restoring', '11 hours ago', '52,300 records, 410 files, 1.2 GB'],
  'de-DE': ['Sicherungen', 'Geprüft durch Wiederherstellen', 'vor 11 Stunden', '52.300 Datensätze, 410 Dateien, 1,2 GB'],
  'es-ES': ['Copias de seguridad', 'Comprobada restaurándola', 'hace 11 horas', '52.300 registros, 410 archivos, 1,2 GB'],
} as const;

test.each(oneAtAPush(['en-US', 'de-DE', 'es-ES'] as const, 'backups'))(
  'the owner sees in %s when the last backup was made, that it was verified, and where it is',
  async (locale) => {
    await note(served.db, { at: ago(11.5), rows: 52_300, files: 410, bytes: 1_200_000_000 });
    device = await app.device(company.boss, { locale });
    await device.open('/organization');
    for (const words of WORDS[locale]) {
      await device.page.getByText(words, { exact: true }).first().waitFor();
    }
    await device.page.getByText('/srv/headland-backups').waitFor();
    await looksGood(device.page, `backups-${locale}`, DARK_DESK_LIGHT_PHONE);
  },
);

const FAILING = [
  ['en-US', 'Backups are failing', 'See backups'],
  ['de-DE', 'Sicherungen schlagen fehl', 'Sicherungen ansehen'],
  ['es-ES', 'Las copias de seguridad fallan', 'Ver las copias'],
] as const;

test.each(oneAtAPush(FAILING, 'failing backups'))(
  'above every screen the owner is told in %s that they fail, and led to why',
  async (locale, title, link) => {
    await note(served.db, { at: ago(30), rows: 52_300, files: 410, bytes: 1_200_000_000 });
    await fail();
    health.raise({ kind: 'disk', level: 'warning', code: 'disk_low', message: 'Low.', values: { percent: 8 } });
    device = await app.device(company.boss, { locale });
    await device.open('/customers');
    await device.page.getByRole('status').filter({ hasText: title }).waitFor();
    await looksGood(device.page, `backups-notice-${locale}`, DARK_DESK_LIGHT_PHONE);
    await device.page.getByRole('link', { name: link }).click();
    await device.page.getByText('The folder /srv/headland-backups cannot be written.').waitFor();
    expect(await device.page.getByRole('link', { name: link }).count()).toBe(0);
    await looksGood(device.page, `backups-failing-${locale}`, DARK_DESK_LIGHT_PHONE);
  },
);

test('nobody but the owner is told, and nobody is asked', async () => {
  await fail();
  const admin = await app.test.member(company.boss, 'admin');
  device = await app.device(admin);
  const asked: string[] = [];
  device.page.on('request', (request) => void asked.push(request.url()));
  await device.open('/organization');
  await device.page.getByRole('heading', { name: 'Usage' }).waitFor();
  expect(await device.page.getByRole('heading', { name: 'Backups' }).count()).toBe(0);
  expect(asked.filter((url) => /\/api\/.*\/installation/.test(url))).toEqual([]);
});
