import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { asSummaryTotal, type JobSummary, summarizeJob } from '#shared/domain/job-summary.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sized } from '#tests/support/proof-size.ts';
import { deleteAt, kindOf, undoDeletion } from './kinds.ts';
import { buildWorld, type Member, UNKNOWN_ID, type World } from './world.ts';

let testApp: TestApp;
let boss: Member;
let world: World;
let services: number[] = [];

// Fields whose values are no number of their own: some fill columns, some are no numbers, some nobody knows.
const NAMES = [
  'Moisture',
  'Protein',
  'Fuel',
  'Billable Hours',
  'Hours',
  'Crop',
  'Off',
  'Year',
  'unknown',
  'moisture',
  'constructor',
] as const;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  services = [world.serviceTypeId];
  for (const name of ['Hauling', 'baling', 'Chopping']) {
    services.push((await boss.ok(contract.serviceTypes.create, { params: boss, body: { name } })).id);
  }
  const add = (name: string, fieldType: 'number' | 'text') =>
    boss.ok(contract.customDataFields.create, { params: boss, body: { name, fieldType } });
  await add('Protein', 'number');
  await add('Fuel', 'number');
  await add('Year', 'number');
  await add('Crop', 'text');
  const off = await add('Off', 'number');
  await boss.ok(contract.customDataFields.update, { params: off, body: { isActive: false } });
});

afterAll(() => testApp.close());

const summaryOf = (id: number) => boss.ok(contract.jobs.summary, { params: { id } });

/** What the shared rule makes of the entries, in the words of the answer. */
const expected = async (jobId: number): Promise<JobSummary> => {
  const entries: JobEntry[] = await boss.ok(contract.jobEntries.ofJob, { params: { id: jobId } });
  const fields: CustomDataField[] = await boss.ok(contract.customDataFields.list, { params: boss });
  const groups = summarizeJob(entries, fields).map((group) => ({
    serviceTypeId: group.serviceTypeId,
    serviceTypeName: group.serviceTypeName,
    entryCount: group.entries.length,
    totals: group.totals.map(asSummaryTotal),
  }));
  return { jobId, groups };
};

/** Groups of services with the same name may come in either order. */
const byService = ({ jobId, groups }: JobSummary) => ({
  jobId,
  groups: groups.toSorted((left, right) => left.serviceTypeId - right.serviceTypeId),
});

const decimal = fc.oneof(
  fc.constantFrom(0, 0.1, 0.2, 0.3, 1.1, 2.2, 1e-7, 999_999_999.99, 1_000_000_000),
  fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100),
);
const optional = fc.option(decimal, { nil: null });
// Without a type a value may be anything; of number fields it is a number.
const anything = fc.oneof(
  decimal,
  decimal.map((value) => -value),
  fc.constantFrom('12', '', 'wet', true),
  fc.constant(null),
);
const numberOnly = new Set<string>(['Moisture', 'Protein', 'Off', 'Year']);
const custom = fc
  .dictionary(fc.constantFrom(...NAMES), fc.record({ value: anything, number: decimal }))
  .map((values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, { value, number }]) => [name, numberOnly.has(name) ? number : name === 'Crop' ? 'Rye' : value]),
    ),
  );
const entry = fc.record({
  service: fc.nat(3),
  totalHours: optional,
  billableHours: optional,
  fuel: optional,
  loads: optional,
  customFieldValues: custom,
});

test('is what the shared rule makes of the entries, for any entries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 12 }), async (entries) => {
      const jobId = await world.fresh.job();
      for (const { service, ...values } of entries) {
        const body = { ...values, serviceTypeId: services[service] ?? 0, date: '2025-06-20' };
        expect((await boss.send('POST', `/api/jobs/${jobId}/entries`, body)).status).toBe(201);
      }
      expect(byService(await summaryOf(jobId))).toEqual(byService(await expected(jobId)));
    }),
    { numRuns: sized({ push: 15, proofs: 40 }) },
  );
}, 120_000);

describe('the totals', () => {
  const log = (jobId: number, values: object) =>
    boss.send('POST', `/api/jobs/${jobId}/entries`, { serviceTypeId: world.serviceTypeId, date: '2025-06-20', ...values });

  test('are those of the decimals that people read', async () => {
    const jobId = await world.fresh.job();
    await log(jobId, { totalHours: 0.1, customFieldValues: { Off: 0.7 } });
    await log(jobId, { totalHours: 0.2, customFieldValues: { Off: 0.1 } });
    const { groups } = await summaryOf(jobId);
    expect(groups).toEqual([
      {
        serviceTypeId: world.serviceTypeId,
        serviceTypeName: 'Chopping',
        entryCount: 2,
        totals: [
          { key: 'totalHours', label: 'Hours', unit: 'hrs', total: 0.3, summary: 'sum' },
          { key: 'custom:Off', label: 'Off', unit: '', total: 0.8, summary: 'sum' },
        ],
      },
    ]);
  });

  test('average what cannot be added, leave out what is neither, and go by what the field says', async () => {
    const jobId = await world.fresh.job();
    await log(jobId, { customFieldValues: { Moisture: 14, Year: 2025 } });
    await log(jobId, { customFieldValues: { Moisture: 16.5, Year: 2025 } });
    await log(jobId, { loads: 1 });
    const own = async () => (await summaryOf(jobId)).groups[0]?.totals.filter(({ key }) => key.startsWith('custom:'));
    const moisture = { key: 'custom:Moisture', label: 'Moisture', unit: '' };
    expect(await own()).toEqual([{ ...moisture, total: 15.25, summary: 'average' }]);
    const field = (await boss.ok(contract.customDataFields.list, { params: boss })).find(({ name }) => name === 'Moisture');
    const says = (summary: 'sum' | 'none' | null) =>
      boss.ok(contract.customDataFields.update, { params: { id: field?.id ?? 0 }, body: { summary } });
    await says('sum');
    expect(await own()).toEqual([{ ...moisture, total: 30.5, summary: 'sum' }]);
    await says('none');
    expect(await own()).toEqual([]);
    await says(null);
    expect(await own()).toEqual([{ ...moisture, total: 15.25, summary: 'average' }]);
  });

  test('leave out what is under the name of a field that fills a column', async () => {
    const jobId = await world.fresh.job();
    await log(jobId, { fuel: 3, customFieldValues: { Fuel: 100, Hours: 100 } });
    const [group] = (await summaryOf(jobId)).groups;
    expect(group?.totals).toEqual([{ key: 'fuel', label: 'Fuel', unit: 'gal', total: 3, summary: 'sum' }]);
  });

  test('leave out deleted entries, and include them again when they are restored', async () => {
    const jobId = await world.fresh.job();
    await log(jobId, { loads: 2 });
    const { body } = await log(jobId, { loads: 5 });
    const { id } = body as { id: number };
    await deleteAt(boss, kindOf('job_entry'), id);
    expect((await summaryOf(jobId)).groups[0]).toMatchObject({ entryCount: 1, totals: [{ key: 'loads', total: 2 }] });
    await undoDeletion(boss, kindOf('job_entry'), id);
    expect((await summaryOf(jobId)).groups[0]).toMatchObject({ entryCount: 2, totals: [{ key: 'loads', total: 7 }] });
  });

  test('come by service in the order of the names, in whatever case', async () => {
    const jobId = await world.fresh.job();
    for (const serviceTypeId of services) {
      await log(jobId, { serviceTypeId });
    }
    expect((await summaryOf(jobId)).groups.map(({ serviceTypeName }) => serviceTypeName)).toEqual([
      'baling',
      'Chopping',
      'Chopping',
      'Hauling',
    ]);
  });
});

test('a job without entries has no groups', async () => {
  const jobId = await world.fresh.job();
  expect(await summaryOf(jobId)).toEqual({ jobId, groups: [] });
});

test('a job that is unknown, deleted or another organization’s is not found', async () => {
  const stranger = await testApp.owner();
  const jobId = await world.fresh.job();
  expect((await stranger.try(contract.jobs.summary, { params: { id: jobId } })).status).toBe(404);
  expect((await boss.try(contract.jobs.summary, { params: { id: UNKNOWN_ID } })).status).toBe(404);
  await deleteAt(boss, kindOf('job'), jobId);
  expect((await boss.try(contract.jobs.summary, { params: { id: jobId } })).status).toBe(404);
  expect((await boss.send('GET', '/api/jobs/x/summary')).status).toBe(400);
});
