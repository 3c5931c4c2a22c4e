import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type Manifest, readManifests } from '#server/backup/manifest.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { restoreTables } from '#server/backup/tables/restore-tables.ts';
import { ensureBoundRole } from '#server/db/bound-role.ts';
import { migrate } from '#server/db/migrate.ts';
import { migrateTo } from '#server/db/migrate-to.ts';
import { migrationsFolder } from '#server/db/migrations-folder.ts';
import { sendArchive } from '#tests/api/archive-tools.ts';
import { countsOf, query, quiet } from '#tests/backup/tables-field.ts';
import { unzip } from './support/archive.ts';
import { createTestDatabase, type TestDatabase } from './support/databases.ts';
import { createTestApp, PASSWORD, type TestApp } from './support/test-app.ts';
import { expectBillingRun, expectGettingPaid } from './support/found-billing.ts';
import { EXPORT, WRITTEN_COMPANY, WRITTEN_OWNER, writeVersion } from './support/written-version.ts';

// What earlier versions wrote must be opened by this one. Each is in tests/data as it was written, and is never regenerated.

const VERSIONS = ['version-1', 'version-2', 'version-3', 'version-4'];
/** Those that wrote what `fillGettingPaid` makes. */
const BILLING_VERSIONS = ['version-4'];
const DATA = join(import.meta.dirname, 'data');

/** `KEEP_VERSION=version-5 npx vitest run tests/upgrade.test.ts` keeps what this version writes. */
const kept = process.env['KEEP_VERSION'];

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'headland-upgrade-'));

test('what this version writes can be kept for later ones', async () => {
  const folder = await newFolder();
  const written = await writeVersion(folder);
  expect(await readManifests(folderStore(folder))).toHaveLength(1);
  expect([...(await unzip(written)).keys()]).toContain(EXPORT);
  if (kept !== undefined) {
    await writeFile(join(DATA, `${kept}.zip`), written);
  }
  await rm(folder, { recursive: true });
});

/** Nobody makes rows of these for a company: they are of mails, passkeys and identity providers, or of a moment. */
const EMPTY = new Set([
  'attempts',
  'backup_runs',
  'ended_sessions',
  'former_authors',
  'guesses',
  'identities',
  'known_devices',
  'mails',
  'one_time_tokens',
  'passkeys',
  'store_leftovers',
]);

describe.each(VERSIONS)('what %s wrote', (version) => {
  let folder: string;
  let manifest: Manifest;
  let exported: Buffer;
  let db: TestDatabase;
  let testApp: TestApp;

  beforeAll(async () => {
    folder = await newFolder();
    for (const [path, bytes] of await unzip(await readFile(join(DATA, `${version}.zip`)))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    exported = await readFile(join(folder, EXPORT));
    const store = folderStore(folder);
    [manifest] = (await readManifests(store)) as [Manifest];
    db = await createTestDatabase('template1');
    await restoreTables({ url: db.url, manifest, store, say: quiet });
    await ensureBoundRole(db);
    testApp = await createTestApp({}, db);
  });

  afterAll(async () => {
    await testApp.close();
    await rm(folder, { recursive: true });
  });

  const signIn = async () => {
    const answer = await testApp.nobody.send('POST', '/api/login', { email: WRITTEN_OWNER, password: PASSWORD });
    expect(answer.status).toBe(200);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const get = async (path: string) => (await testApp.nobody.send('GET', path, undefined, { cookie })).body;
    const [company] = contract.organizations.list.response.parse(await get('/api/organizations'));
    return { cookie, get, company, orgId: company?.id ?? 0 };
  };

  test('is there, row by row, and of every kind', async () => {
    expect(await countsOf(db.url)).toMatchObject(manifest.rows);
    const empty = Object.entries(manifest.rows).flatMap(([table, rows]) => (rows === 0 && !EMPTY.has(table) ? [table] : []));
    expect(empty).toEqual([]);
  });

  test('lets its owner in, and every list is as the contract says', async () => {
    const { get, company, orgId } = await signIn();
    expect(company?.name).toBe(WRITTEN_COMPANY);
    const list = (path: string) => get(`/api/organizations/${orgId}/${path}`);
    for (const [path, { response }] of Object.entries({
      customers: contract.customers.list,
      employees: contract.employees.list,
      equipment: contract.equipment.list,
      implements: contract.implements.list,
      'service-types': contract.serviceTypes.list,
      'custom-data-fields': contract.customDataFields.list,
      jobs: contract.jobs.list,
      'job-entries': contract.jobEntries.list,
      rates: contract.rates.list,
      'bill-drafts': contract.billDrafts.list,
      'billing-records': contract.billingRecords.list,
      'api-keys': contract.apiKeys.list,
      invitations: contract.invitations.list,
      devices: contract.devices.list,
      'audit-logs?limit=1000': contract.auditLogs.list,
    })) {
      expect(`${path}: ${response.parse(await list(path)).length > 0}`).toBe(`${path}: true`);
    }
    const records = contract.billingRecords.list.response.parse(await list('billing-records'));
    for (const { id } of records) {
      contract.billingRecords.get.response.parse(await list(`billing-records/${id}`));
    }
  });

  test.each(BILLING_VERSIONS.filter((written) => written === version))(
    'of %s: settings, corrections, payments, reminders and a run',
    async () => {
      const { get, orgId } = await signIn();
      const inCompany = (path: string) => get(`/api/organizations/${orgId}/${path}`);
      await expectGettingPaid(inCompany);
      await expectBillingRun(inCompany);
    },
  );

  test('is worked on: a new record gets the next number', async () => {
    const { cookie, orgId } = await signIn();
    const [last] = await query<{ id: number }>(db.url, 'select max(id) as id from customers');
    const made = await testApp.nobody.send('POST', `/api/organizations/${orgId}/customers`, { businessName: 'Afterwards' }, { cookie });
    expect(made.status).toBe(201);
    expect(contract.customers.get.response.parse(made.body).id).toBeGreaterThan(last?.id ?? 0);
  });

  test('as an export is imported', async () => {
    const somebody = await testApp.person();
    const answer = await sendArchive(somebody, exported);
    expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ name: WRITTEN_COMPANY, missingFiles: 0 })]);
    if (BILLING_VERSIONS.includes(version)) {
      const { id } = Object(answer.body) as { id: number };
      const inCopy = async (path: string) => (await somebody.send('GET', `/api/organizations/${id}/${path}`)).body;
      await expectGettingPaid(inCopy, { isCopy: true });
    }
  });
});

describe('a later migration', () => {
  let folder: string;
  let db: TestDatabase;

  beforeAll(async () => {
    folder = await newFolder();
    await cp(migrationsFolder(), folder, { recursive: true });
    const path = join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
    const last = journal.entries.at(-1);
    journal.entries.push({ ...last, idx: journal.entries.length, when: (last?.when ?? 0) + 1, tag: 'later' });
    await writeFile(path, JSON.stringify(journal));
    await writeFile(join(folder, 'later.sql'), `ALTER TABLE "customers" ADD COLUMN "later" text DEFAULT 'said so' NOT NULL;`);
    db = await createTestDatabase('template1');
  });

  afterAll(async () => {
    await db.close();
    await rm(folder, { recursive: true });
  });

  const columns = () => query(db.url, `select column_default from information_schema.columns where column_name = 'later'`);

  test('is left out of tables of an earlier version, and brings them up to date', async () => {
    const { entries } = JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8')) as { entries: unknown[] };
    await migrateTo(db, { count: entries.length - 1, last: '' }, folder);
    expect(await columns()).toEqual([]);
    await migrate(db, folder);
    expect(await columns()).toEqual([{ column_default: `'said so'::text` }]);
    await migrate(db, folder);
    await expect(migrate(db)).rejects.toThrow(/^This database was used by a newer Headland/);
  });
});
