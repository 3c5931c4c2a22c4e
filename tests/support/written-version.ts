import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '#shared/contract.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { manifestName } from '#server/backup/manifest.ts';
import { fillOrganization } from '#tests/api/archive-fill.ts';
import { exportOf } from '#tests/api/archive-tools.ts';
import { cookieOf, setUp, signIn, withCookie } from '#tests/api/second-step-field.ts';
import { buildWorld } from '#tests/api/world.ts';
import { backUp } from '#tests/backup/tables-field.ts';
import { type Files, zipOf } from './archive.ts';
import { createTestApp } from './test-app.ts';
import { fillGettingPaid, remindAll } from './written-billing.ts';

/** Who owns the company of a written version, and signs in with `PASSWORD`. */
export const WRITTEN_OWNER = 'owner@written.example';
export const WRITTEN_COMPANY = 'Written by an earlier version';

/** The export of the company, next to the backup. */
export const EXPORT = 'export.zip';

/** What it bills is late when it reminds. */
const BILLED_AT = '2026-07-01T12:00:00Z';
const REMINDED_AT = '2026-08-20T12:00:00Z';

type Clocked = Awaited<ReturnType<typeof clockedApp>>;

const clockedApp = async () => {
  let moment = Date.parse(BILLED_AT);
  const testApp = await createTestApp({ now: () => new Date(moment) });
  return { testApp, now: () => moment, set: (to: string) => (moment = Date.parse(to)) };
};

/** A company with something of everything that people can make, through the API; its export. */
const fill = async ({ testApp, now, set }: Clocked): Promise<Buffer> => {
  const owner = await testApp.person({ email: WRITTEN_OWNER });
  const { id } = await owner.ok(contract.organizations.create, { body: { name: WRITTEN_COMPANY } });
  const boss = { ...owner, orgId: id };
  const luis = await testApp.member(boss, 'basic');
  const world = await buildWorld(boss);
  await fillOrganization(boss, luis, world);
  const params = { orgId: id };
  await boss.ok(contract.organizations.update, {
    params,
    body: {
      country: 'US',
      language: 'en',
      email: 'office@written.example',
      bankHolder: 'Written LLC',
      bankAccount: '4455667788',
      bankCode: '104900323',
    },
  });
  await boss.ok(contract.customers.create, {
    params,
    body: {
      businessName: 'Known well',
      externalNumber: '1007',
      email: 'pay@known.example',
      street: '1 Mill Rd',
      town: 'Evan',
      paymentDays: 14,
    },
  });
  await boss.ok(contract.imports.run, { params: { ...params, id: await world.fresh.import() } });
  await world.fresh.credit();
  await world.pay(await world.fresh.record());
  // As a device sends what it made.
  await boss.send('POST', `/api/organizations/${id}/customers`, { businessName: 'Höfe\t“Süd” 🚜' }, { 'idempotency-key': randomUUID() });
  await boss.ok(contract.entryViews.create, { params, body: { name: 'Long days', isShared: true, query: 'hints=true' } });
  const job = await world.fresh.job();
  await boss.ok(contract.jobEntries.create, {
    params: { id: job },
    body: { serviceTypeId: world.serviceTypeId, date: '2025-06-18', totalHours: 25 },
  });
  // Hints are looked for before they are answered.
  await boss.ok(contract.jobEntries.list, { params, query: { hints: 'true' } });
  await luis.ok(contract.devices.heartbeat, { body: { organizationId: id, deviceId: 'tablet', name: 'Tablet', pending: 2, attention: 0 } });
  await setUp(await testApp.person(), now);
  await fillGettingPaid(boss);
  set(REMINDED_AT);
  const later = withCookie(testApp, boss, cookieOf(await signIn(testApp, boss)));
  await remindAll({ ...boss, ...later });
  return (await exportOf(testApp.app, later, id)).bytes;
};

const filesIn = async (folder: string): Promise<Files> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)] as const)));
};

/** What this version writes: a backup of all rows and the company's export, as one zip, for later versions to open. */
export const writeVersion = async (folder: string): Promise<Buffer> => {
  const clocked = await clockedApp();
  const exported = await fill(clocked);
  const store = folderStore(folder);
  const { newBytes: _, ...manifest } = await backUp(clocked.testApp.db.url, store);
  await clocked.testApp.close();
  await store.put(manifestName(manifest.name), Buffer.from(JSON.stringify(manifest)));
  return zipOf(new Map([...(await filesIn(folder)), [EXPORT, exported]]));
};
