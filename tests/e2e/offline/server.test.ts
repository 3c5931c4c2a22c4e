import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleEpoch } from '#server/db/epoch/settle.ts';
import { writeEntries } from '../../support/engine-on-page.ts';
import { type Company, type OfflineApp, startOfflineApp } from '../../support/offline-app.ts';
import { type Device, PATIENCE } from '../../support/offline-device.ts';
import { type Program, removeFolder, startProgram } from '../../support/program.ts';
import { createTestApp, SECRET, type TestApp } from '../../support/test-app.ts';

// The server itself: killed in the middle of sending, and restored from a backup that had not seen everything.

vi.setConfig({ testTimeout: 180_000 });

const KILLS = 3;
const BETWEEN_KILLS = 60;

let folder: string;
let testApp: TestApp;
let program: Program;
let app: OfflineApp;
let company: Company;
let device: Device;

const start = async (): Promise<Program> => {
  program = await startProgram({ DATA_DIR: folder, DATABASE_URL: testApp.db.url, SESSION_SECRET: SECRET });
  return program;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-offline-'));
  testApp = await createTestApp();
  app = await startOfflineApp({ test: testApp, url: (await start()).url });
  company = await app.company();
  device = await app.device(company.boss);
});
afterEach(async () => {
  await program?.end('SIGKILL');
  await app?.close();
  await testApp?.close();
  await removeFolder(folder);
});

const notes = async () => (await app.entries(company.orgId)).map((entry) => entry.notes);

test('43 Server killed with SIGKILL and restarted under load: every waiting change arrives once', { tags: ['proof'] }, async () => {
  const names = Array.from({ length: (KILLS + 1) * BETWEEN_KILLS }, (_, index) => `entry ${index}`);
  await writeEntries(device.page, app.url, company, names);
  await device.open('/dashboard');
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await expect.poll(async () => (await notes()).length, PATIENCE).toBeGreaterThan(kill * BETWEEN_KILLS - BETWEEN_KILLS / 2);
    await program.end('SIGKILL');
    app.proxy.target = (await start()).url;
    // He does not wait for the next try.
    await device.look();
  }
  await device.allSent();
  expect((await notes()).toSorted()).toEqual(names.toSorted());
  const sent = app.proxy.seen('POST', /\/entries$/);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(names.length);
  // The kills came while it worked.
  expect(sent.filter(({ statuses }) => statuses.length === 0).length).toBeGreaterThan(0);
  expect(device.problems).toEqual([]);
});

const run = <Row extends object>(text: string) => testApp.db.query<Row>({ text, values: [] });

/** Returns a function that resets the database to its present state: later writes are lost, as after restoring a backup. */
const makeBackup = async (): Promise<() => Promise<void>> => {
  const [standing] = await run<{ entry: number; log: number; seq: number }>(
    `select (select coalesce(max(id), 0) from job_entries) as entry, (select coalesce(max(id), 0) from audit_logs) as log,
            (select max(seq) from organization_seq) as seq`,
  );
  const keys = (await run<{ key: string }>('select key from sync_ops')).map(({ key }) => key);
  return async () => {
    await run(`delete from job_entries where id > ${standing?.entry}`);
    await run(`delete from audit_logs where id > ${standing?.log}`);
    await run(`delete from changes where seq > ${standing?.seq}`);
    await run(`update organization_seq set seq = ${standing?.seq}`);
    await testApp.db.query({ text: 'delete from sync_ops where key <> all($1)', values: [keys] });
  };
};

test('44 Backup restored, the server lost an hour: what it had confirmed is offered again with the same keys', async () => {
  expect(await device.log({ notes: 'before the backup' })).toBe('Success');
  const restore = await makeBackup();
  expect(await device.log({ notes: 'lost one' })).toBe('Success');
  expect(await device.log({ notes: 'lost two' })).toBe('Success');
  const keys = (await device.rows('sent')).map(({ id }) => id).toSorted();
  await program.end('SIGTERM');
  await restore();
  expect(await notes()).toEqual(['before the backup']);
  // What `npm run restored` does, which refuses while this test is connected.
  await settleEpoch(testApp.db, 'restored');
  app.proxy.target = (await start()).url;
  await device.open('/jobs');
  await expect.poll(async () => (await notes()).toSorted(), PATIENCE).toEqual(['before the backup', 'lost one', 'lost two']);
  await device.allSent();
  expect((await device.rows('sent')).map(({ id }) => id).toSorted()).toEqual(keys);
  const here = (await device.rows('jobEntries')).map(({ id }) => id).toSorted();
  expect(here).toEqual((await app.entries(company.orgId)).map(({ id }) => id).toSorted());
  expect(device.problems).toEqual([]);
});
