import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, seasonOf } from '#shared/lib/dates.ts';
import { contract } from '#shared/contract.ts';
import { type ArchiveFiles, readArchiveFiles, rowsIn } from '#server/demo/archive-files.ts';
import { COMPANIES, type DemoCompany } from '#server/demo/companies.ts';
import { archivePathOf, importCompany } from '#server/demo/import-company.ts';
import { moveArchive } from '#server/demo/move-archive.ts';
import { DEFAULT_LIMITS } from '#server/limits.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { PROFILES } from '#demo/companies.ts';
import { generateOrganization } from '#demo/generate-organization.ts';
import { emailOf } from '#demo/people.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const [, SMALL, AMERICAN] = COMPANIES as [DemoCompany, DemoCompany, DemoCompany];

const archiveOf = (company: DemoCompany): Promise<ArchiveFiles> => readArchiveFiles(archivePathOf(company));

const MOMENT = /"(\d{4}-\d{2}-\d{2}T[^"]+Z)"/g;

/** Every moment that the lists tell of, as a number. */
const momentsIn = ({ files }: ArchiveFiles): number[] =>
  [...files].flatMap(([path, bytes]) =>
    path.endsWith('.ndjson') ? [...String(bytes).matchAll(MOMENT)].map(([, moment]) => Date.parse(moment ?? '')) : [],
  );

describe.each(COMPANIES)('the archive of $name', (company) => {
  const profile = PROFILES.find(({ name }) => name === company.name);

  test('is the one that the generator makes, and its people are those who sign in', async () => {
    const archive = await archiveOf(company);
    const today = archive.manifest.exportedAt.slice(0, 10);
    const { entries, jobs, customers } = profile ? generateOrganization(2026, today, profile) : { entries: [], jobs: [], customers: [] };
    expect(rowsIn(archive, 'jobEntries').map(({ date, totalHours }) => [date, totalHours])).toEqual(
      entries.map(({ date, totalHours }) => [date, totalHours]),
    );
    expect(rowsIn(archive, 'jobs').map(({ name }) => name)).toEqual(jobs.map(({ name }) => name));
    expect(rowsIn(archive, 'customers')).toHaveLength(customers.length);
    expect(company.people).toEqual(profile?.people.map((person) => ({ email: emailOf(profile, person), role: person.level })));
  });
});

describe('an archive that is moved', () => {
  // Into the morning of a day, over the end of a year, into a leap year, and back.
  test.each(['2026-09-18', '2027-01-05', '2028-02-29', '2025-12-31'])(
    'ends on %s, in the seasons and with the numbers of its new years',
    async (today) => {
      const before = await archiveOf(AMERICAN);
      const archive = await archiveOf(AMERICAN);
      const now = new Date(`${today}T09:30:00Z`);
      moveArchive(archive, { today, now, timeZone: 'America/Chicago' });

      const datesOf = (files: ArchiveFiles) => rowsIn(files, 'jobEntries').map(({ date }) => String(date));
      const days = (Date.parse(today) - Date.parse(before.manifest.exportedAt.slice(0, 10))) / 86_400_000;
      expect(datesOf(archive)).toEqual(datesOf(before).map((date) => addDays(date, days)));

      const [organization] = rowsIn(archive, 'organization');
      const [was] = rowsIn(before, 'organization');
      expect(organization).toMatchObject({ timeZone: 'America/Chicago' });
      const start = organization?.['seasonStartDate'] as string | null;
      expect(start?.slice(4)).toBe((was?.['seasonStartDate'] as string | null)?.slice(4));
      const entries = rowsIn(archive, 'jobEntries');
      expect(entries.map(({ season }) => season)).toEqual(entries.map(({ date }) => seasonOf(String(date), start)));

      const records = rowsIn(archive, 'billingRecords');
      expect(records.every(({ year, issuedOn }) => String(issuedOn).startsWith(`${String(year)}-`))).toBe(true);
      const lasts = rowsIn(archive, 'billingNumbers');
      expect(lasts.map(({ last }) => last)).toEqual(lasts.map(({ year }) => records.filter((record) => record['year'] === year).length));
      const subjects = rowsIn(archive, 'auditLogs').filter(
        ({ entityType, action }) => entityType === 'billing_record' && action === 'create',
      );
      expect(subjects.map(({ subject }) => subject).toSorted()).toEqual(
        records.map(({ year, number }) => `${String(year)}-${String(number)}`).toSorted(),
      );
    },
  );
});

test('what lies ahead of the moment moves before it, in the same order', async () => {
  const archive = await archiveOf(SMALL);
  const latest = Math.max(...momentsIn(archive));
  const today = archive.manifest.exportedAt.slice(0, 10);
  const now = new Date(`${today}T09:30:00Z`);
  expect(latest).toBeGreaterThan(now.getTime());
  const timesOf = () => rowsIn(archive, 'auditLogs').map(({ timestamp }) => Date.parse(String(timestamp)));
  const before = timesOf();
  moveArchive(archive, { today, now, timeZone: 'UTC' });
  expect(Math.max(...momentsIn(archive))).toBeLessThanOrEqual(now.getTime());
  expect(timesOf()).toEqual(timesOf().toSorted((a, b) => a - b));
  // Only the last day is squeezed.
  const isOld = (at: number) => at < now.getTime() - 86_400_000;
  expect(timesOf().filter(isOld)).toEqual(before.filter(isOld));
});

describe('a company for one user', () => {
  let folder: string;
  let app: TestApp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headland-company-'));
    app = await createTestApp({ photos: photoFolder(join(folder, 'photos')) });
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is theirs, on whatever day, and nobody else is a member', async () => {
    const someone = await app.person();
    const photos = photoFolder(join(folder, 'photos'));
    const target = {
      db: app.db,
      photos,
      scratchFolder: join(folder, 'scratch'),
      now: () => new Date(),
      user: { id: someone.userId, email: someone.email },
      limits: DEFAULT_LIMITS,
    };
    const made = await importCompany(target, SMALL, {
      today: '2031-03-04',
      now: new Date('2031-03-04T08:00:00Z'),
      timeZone: 'Europe/Berlin',
    });
    expect(made).toMatchObject({ name: SMALL.name, missingFiles: 0 });
    const mine = await someone.ok(contract.organizations.list, {});
    expect(mine.map(({ id, role }) => [id, role])).toEqual([[made.id, 'owner']]);
    const inIt = { params: { orgId: made.id }, query: {} };
    expect(await someone.ok(contract.jobs.list, inIt)).toHaveLength(30);
    const bills = await someone.ok(contract.billingRecords.list, inIt);
    expect(new Set(bills.map(({ year }) => year)).size).toBe(2);
    const [{ count }] = (await app.db.query<{ count: number }>({
      text: 'select count(*)::int as count from employees where organization_id = $1 and user_id is not null',
      values: [made.id],
    })) as [{ count: number }];
    expect(count).toBe(1);
  });
});
