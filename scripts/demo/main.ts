import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { exportOrganization } from '#server/commands/archive/export-organization.ts';
import type { Database } from '#server/db/database.ts';
import { packArchiveFiles, readArchiveFiles, rowsIn, setRows } from '#server/demo/archive-files.ts';
import { COMPANIES, type DemoCompany } from '#server/demo/companies.ts';
import { readSettings } from '#server/env.ts';
import { openServer, openTables } from '#server/open-tables.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { dayOf } from '#demo/calendar.ts';
import { PROFILES } from '#demo/companies.ts';
import { generateOrganization } from '#demo/generate-organization.ts';
import { type LoadedOrganization, loadOrganization } from '#demo/load-organization.ts';
import { momentsUntil } from '#demo/moments.ts';
import { BILLING_PLANS } from '#demo/profiles/billing-plans.ts';

// Builds the archives of the demo: the companies are generated, loaded into a temporary database, and exported by the program.

const SEED = 2026;
/** The last moment of the generated year; importing moves it to today. */
const ENDS = new Date('2026-09-18T20:00:00.000Z');
const TODAY = '2026-09-18';

const folder = await mkdtemp(join(tmpdir(), 'headland-demo-'));
// PostgreSQL does not run as root, and has to get in here as another user.
await chmod(folder, 0o755);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const photos = photoFolder(join(folder, 'photos'));

/** An export as it ships: without the spreadsheets, which are only for people, and without the audit item of the export itself. */
const trimmed = async (path: string): Promise<Buffer> => {
  const archive = await readArchiveFiles(path);
  for (const name of archive.files.keys()) {
    if (name.endsWith('.csv')) {
      archive.files.delete(name);
    }
  }
  setRows(
    archive,
    'auditLogs',
    rowsIn(archive, 'auditLogs').filter(({ action }) => action !== 'export'),
  );
  return packArchiveFiles(archive, { compress: true });
};

const exported = async (db: Database, { organizationId, ownerId }: LoadedOrganization, company: DemoCompany): Promise<Buffer> => {
  const user = { id: ownerId };
  const scratchFolder = join(folder, 'scratch');
  const zip = await exportOrganization({ db, orgId: organizationId, photos, scratchFolder, now: () => ENDS, user, apiKey: null });
  const path = join(folder, company.archive);
  await pipeline(zip, createWriteStream(path));
  return trimmed(path);
};

const makeArchive = async (db: Database, company: DemoCompany): Promise<void> => {
  const profile = PROFILES.find(({ name }) => name === company.name);
  const plan = BILLING_PLANS[company.name];
  if (!profile || !plan) {
    throw new Error(`Nobody said what ${company.name} is and how it bills.`);
  }
  const data = generateOrganization(SEED, TODAY, profile);
  const target = { photos, passwordHash: null, moment: momentsUntil(ENDS, data), plan, today: dayOf(TODAY), timeZone: 'UTC' };
  const loaded = await db.transaction((inside) => loadOrganization(data, { ...target, db: inside }));
  const zip = await exported(db, loaded, company);
  await mkdir('demo', { recursive: true });
  await writeFile(join('demo', company.archive), zip);
  say(`demo/${company.archive}: ${data.entries.length} entries, ${Math.round(zip.length / 1024)} kB`);
};

const settings = readSettings({ DATA_DIR: folder }, { defaultDataDir: folder });
const server = await openServer(settings, say);
try {
  const { db } = await openTables({ url: server.url, limits: settings.database, hasMail: false, say }, async (admin) => {
    for (const company of COMPANIES) {
      await makeArchive(admin, company);
    }
  });
  await db.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
