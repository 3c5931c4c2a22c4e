import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isOwnEntry } from '#shared/domain/own-hours.ts';
import type { Job, JobStatus } from '#shared/domain/job.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sized } from '#tests/support/proof-size.ts';
import { pageAt, walkFrom } from './list-pages.ts';
import { buildWorld, type Member, refusedFor } from './world.ts';

let testApp: TestApp;
let boss: Member;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  // A neighbour with the same names, of whom nothing must ever be seen.
  const other = await testApp.owner();
  await buildWorld(other);
});

afterAll(() => testApp.close());

type Query = Record<string, string | number | boolean | undefined>;

const address = (path: string, query: Query): string => {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return `/api/organizations/${boss.orgId}/${path}?${new URLSearchParams(given).toString()}`;
};
const idsAt = async (path: string, query: Query) => (await pageAt(boss, address(path, query))).ids;

describe('jobs', () => {
  let jobs: Job[] = [];
  let customers: number[] = [];

  beforeAll(async () => {
    customers = [];
    for (const businessName of ['One', 'Two']) {
      customers.push((await boss.ok(contract.customers.create, { params: boss, body: { businessName } })).id);
    }
    const statuses: JobStatus[] = ['open', 'completed', 'billed'];
    // The last moment of a year in UTC and the first of the next, which elsewhere may be the same year.
    const moments = [
      '2023-12-31T23:59:59.999Z',
      '2024-01-01T00:00:00.000Z',
      '2024-07-01T12:00:00.000Z',
      '2024-12-31T23:59:59.999Z',
      '2025-01-01T00:00:00.000Z',
    ];
    for (const [index, at] of moments.entries()) {
      for (const customerId of customers) {
        for (const status of statuses) {
          const body = { name: `Job ${index}`, customerId, status };
          const { id } = await boss.ok(contract.jobs.create, { params: boss, body });
          await testApp.db.query({ text: 'update jobs set created_at = $1 where id = $2', values: [at, id] });
        }
      }
    }
    jobs = await boss.ok(contract.jobs.list, { params: boss });
  });

  test('by status, customer and year of creation, alone and together, in pages too', async () => {
    expect(jobs).toHaveLength(30);
    for (const status of [undefined, 'open', 'completed', 'billed'] as const) {
      for (const customerId of [undefined, ...customers]) {
        for (const year of [undefined, 2023, 2024, 2025, 2026]) {
          const expected = jobs
            .filter((job) => status === undefined || job.status === status)
            .filter((job) => customerId === undefined || job.customerId === customerId)
            .filter((job) => year === undefined || job.createdAt.startsWith(String(year)))
            .map(({ id }) => id);
          const query = { status, customerId, year };
          expect([query, await idsAt('jobs', query)]).toEqual([query, expected]);
          const pages = await walkFrom(boss, address('jobs', { ...query, limit: 4 }));
          expect([query, pages.flatMap(({ ids }) => ids)]).toEqual([query, expected]);
        }
      }
    }
  });

  test('the address of the next page keeps the conditions', async () => {
    const query = { status: 'open', customerId: customers[0], year: 2024, limit: 1 };
    const { next } = await pageAt(boss, address('jobs', query));
    const parameters = Object.fromEntries(new URL(next ?? '', 'http://x').searchParams);
    expect(parameters).toEqual({ status: 'open', customerId: String(customers[0]), year: '2024', limit: '1', cursor: expect.any(String) });
  });

  test.each(['1000', '9999'])('a year without jobs, %s, has none', async (year) => {
    expect(await idsAt('jobs', { year })).toEqual([]);
  });

  test.each([
    ['status', 'active', 'Status must be open, completed or billed'],
    ['year', '25', 'Must be a year of four digits'],
    ['year', '0000', 'Must be a year of four digits'],
    ['customerId', 'x', 'Must be a positive integer'],
  ])('refuses %s=%s', async (name, value, message) => {
    expect(await boss.send('GET', address('jobs', { [name]: value }))).toMatchObject(refusedFor(name, message));
  });
});

const WORDS = [
  'Upper Meadow',
  'lower meadow',
  '100% done',
  'plot_7',
  'plot 7',
  String.raw`C:\plots`,
  'Åse',
  'KRONE',
  'Krone_%',
  '1000 done',
] as const;
const DAYS = ['2025-03-01', '2025-03-02', '2025-03-03'] as const;

describe('entries', () => {
  let entries: JobEntry[] = [];
  const hinted = new Set<number>();
  const billed = new Set<number>();
  const made = {
    jobs: [] as number[],
    customers: [] as number[],
    services: [] as number[],
    machines: [] as number[],
    operators: [] as number[],
  };

  let ownEmployeeId = 0;

  const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

  beforeAll(async () => {
    const fields = await boss.ok(contract.customDataFields.list, { params: boss });
    const asking = fields.filter(({ name }) => name === 'Operator').map(({ id }) => id);
    for (const [index, name] of WORDS.entries()) {
      const customerId =
        index % 3 === 0
          ? (await boss.ok(contract.customers.create, { params: boss, body: { businessName: `${name} farm ${index}` } })).id
          : pick(made.customers, index);
      made.customers.push(customerId);
      made.jobs.push((await boss.ok(contract.jobs.create, { params: boss, body: { name, customerId } })).id);
      const asks = index % 2 === 0 ? { customDataFieldIds: asking, requiredFieldIds: asking } : {};
      made.services.push(
        (await boss.ok(contract.serviceTypes.create, { params: boss, body: { name: pick(WORDS, index + 3), ...asks } })).id,
      );
      made.machines.push((await boss.ok(contract.equipment.create, { params: boss, body: { name: pick(WORDS, index + 5) } })).id);
      const body = { firstName: pick(WORDS, index + 7), lastName: 'Holm' };
      made.operators.push((await boss.ok(contract.employees.create, { params: boss, body })).id);
    }
    ownEmployeeId = (await boss.ok(contract.organizations.get, { params: boss })).employeeId;
    made.operators.push(ownEmployeeId);
    const other = await testApp.member(boss, 'basic');
    for (let index = 0; index < 40; index += 1) {
      await (index % 10 === 5 ? other : boss).ok(contract.jobEntries.create, {
        params: { id: pick(made.jobs, index) },
        body: {
          serviceTypeId: pick(made.services, index * 3),
          date: pick(DAYS, index),
          equipmentIds: index % 4 === 0 ? [] : [...new Set([pick(made.machines, index), pick(made.machines, index * 7 + 1)])],
          operatorIds: index % 5 === 0 ? [] : [...new Set([pick(made.operators, index * 2), pick(made.operators, index + 4)])],
          totalHours: index % 3 === 0 ? 25 : null,
        },
      });
    }
    for (const id of [pick(made.jobs, 1), pick(made.jobs, 4), pick(made.jobs, 5)]) {
      billed.add(id);
    }
    const all = await boss.ok(contract.jobEntries.list, { params: boss });
    const seen = all.filter(({ id }) => id % 3 === 0).map(({ id, version }) => ({ id, version }));
    await boss.ok(contract.entryChecks.set, { params: boss, body: { isChecked: true, entries: seen } });
    for (const id of billed) {
      await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });
    }
    // What was deleted goes on being found by its name.
    await boss.ok(contract.equipment.remove, { params: { id: pick(made.machines, 2) } });
    await boss.ok(contract.employees.remove, { params: { id: pick(made.operators, 3) } });
    entries = await boss.ok(contract.jobEntries.list, { params: boss });
    for (const { id } of entries) {
      if ((await boss.ok(contract.jobEntries.hints, { params: { id } })).length > 0) {
        hinted.add(id);
      }
    }
  });

  interface Filter {
    readonly jobId?: number | undefined;
    readonly customerId?: number | undefined;
    readonly serviceTypeId?: number | undefined;
    readonly equipmentId?: number | undefined;
    readonly operatorId?: number | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly q?: string | undefined;
    readonly checked?: boolean | undefined;
    readonly missing?: boolean | undefined;
    readonly hints?: boolean | undefined;
    readonly billed?: boolean | undefined;
    readonly mine?: true | undefined;
  }

  const nameHolds = (entry: JobEntry, q: string): boolean =>
    [entry.customerName, entry.jobName, entry.serviceTypeName, ...entry.equipmentNames, ...entry.operatorNames].some((name) =>
      name.toLowerCase().includes(q.toLowerCase()),
    );

  const matching = (filter: Filter): number[] =>
    entries
      .filter((entry) => filter.jobId === undefined || entry.jobId === filter.jobId)
      .filter((entry) => filter.customerId === undefined || entry.customerId === filter.customerId)
      .filter((entry) => filter.serviceTypeId === undefined || entry.serviceTypeId === filter.serviceTypeId)
      .filter((entry) => filter.equipmentId === undefined || entry.equipmentIds.includes(filter.equipmentId))
      .filter((entry) => filter.operatorId === undefined || entry.operatorIds.includes(filter.operatorId))
      .filter((entry) => filter.from === undefined || entry.date >= filter.from)
      .filter((entry) => filter.to === undefined || entry.date <= filter.to)
      .filter((entry) => filter.q === undefined || nameHolds(entry, filter.q))
      .filter((entry) => filter.checked === undefined || filter.checked === (entry.checkedAt !== null))
      .filter((entry) => filter.missing === undefined || filter.missing === entry.missing.length > 0)
      .filter((entry) => filter.hints === undefined || filter.hints === hinted.has(entry.id))
      .filter((entry) => filter.billed === undefined || filter.billed === billed.has(entry.jobId))
      .filter((entry) => filter.mine === undefined || isOwnEntry(entry, { employeeId: ownEmployeeId, userId: boss.userId }))
      .map(({ id }) => id);

  const oneOf = (ids: () => readonly number[]) =>
    fc.option(
      fc.nat().map((index) => pick(ids(), index)),
      { nil: undefined, freq: 1 },
    );
  const yesOrNo = fc.option(fc.boolean(), { nil: undefined, freq: 1 });
  const aDay = fc.option(fc.constantFrom('2025-02-28', ...DAYS, '2025-03-04'), { nil: undefined, freq: 1 });
  const aWord = fc.option(
    fc.constantFrom(
      '',
      'meadow',
      'MEADOW',
      '%',
      '_',
      '\\',
      'plot_',
      'plot 7',
      '0% d',
      ':\\p',
      'holm',
      'åse holm',
      'krone',
      'e_%',
      '1',
      "'",
    ),
    {
      nil: undefined,
      freq: 1,
    },
  );

  test('by any conditions at once are just those that meet them all, in pages too', async () => {
    expect(entries).toHaveLength(40);
    const filters = fc.record({
      jobId: oneOf(() => made.jobs),
      customerId: oneOf(() => made.customers),
      serviceTypeId: oneOf(() => made.services),
      equipmentId: oneOf(() => made.machines),
      operatorId: oneOf(() => made.operators),
      from: aDay,
      to: aDay,
      q: aWord,
      checked: yesOrNo,
      missing: yesOrNo,
      hints: yesOrNo,
      billed: yesOrNo,
      mine: fc.constantFrom(undefined, true as const),
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 12 }), async (filter, limit) => {
        const expected = matching(filter);
        expect(await idsAt('job-entries', { ...filter })).toEqual(expected);
        const pages = await walkFrom(boss, address('job-entries', { ...filter, limit }));
        expect(pages.flatMap(({ ids }) => ids)).toEqual(expected);
      }),
      { numRuns: sized({ push: 20, proofs: 60 }) },
    );
  });

  test('by each combination of what the office asks', async () => {
    const values = [undefined, false, true];
    for (const checked of values) {
      for (const missing of values) {
        for (const hints of values) {
          for (const isBilled of values) {
            const filter = { checked, missing, hints, billed: isBilled };
            const expected = matching(filter);
            expect([filter, await idsAt('job-entries', filter)]).toEqual([filter, expected]);
            const pages = await walkFrom(boss, address('job-entries', { ...filter, limit: 7 }));
            expect([filter, pages.flatMap(({ ids }) => ids)]).toEqual([filter, expected]);
          }
        }
      }
    }
    const own = entries.filter(({ id }) => matching({ mine: true }).includes(id));
    const unnamed = entries.filter(({ operatorIds }) => operatorIds.length === 0);
    expect(own.filter(({ operatorIds }) => operatorIds.includes(ownEmployeeId)).length).toBeGreaterThan(3);
    expect(unnamed.filter(({ createdBy }) => createdBy === boss.userId).length).toBeGreaterThan(3);
    expect(unnamed.filter(({ createdBy }) => createdBy !== boss.userId).length).toBeGreaterThan(3);
    expect(await idsAt('job-entries', { mine: true })).toEqual(matching({ mine: true }));
    expect(await boss.send('GET', address('job-entries', { mine: 'false' }))).toMatchObject(
      refusedFor('mine', 'Must be true, or left out'),
    );
    for (const name of ['checked', 'missing', 'hints', 'billed']) {
      expect([name, matching({ [name]: true }).length > 3, matching({ [name]: false }).length > 3]).toEqual([name, true, true]);
    }
  });

  test.each(['yes', '1', '', 'TRUE'])('is asked with true or false, not with %j', async (value) => {
    for (const name of ['checked', 'missing', 'hints', 'billed']) {
      expect(await boss.send('GET', address('job-entries', { [name]: value }))).toMatchObject(refusedFor(name, 'Must be true or false'));
    }
  });

  test.each([
    ['jobId', () => made.jobs],
    ['customerId', () => made.customers],
    ['serviceTypeId', () => made.services],
    ['equipmentId', () => made.machines],
    ['operatorId', () => made.operators],
  ] as const)('by %s', async (name, ids) => {
    for (const id of new Set(ids())) {
      expect([id, await idsAt('job-entries', { [name]: id })]).toEqual([id, matching({ [name]: id })]);
    }
  });

  test.each([
    'meadow',
    'MEADOW',
    '%',
    '_',
    '\\',
    'plot_',
    'plot 7',
    '0% d',
    ':\\p',
    'holm',
    'åse holm',
    'ÅSE',
    'krone',
    '%%',
    '',
    'nobody',
    'farm',
    'Farm 3',
  ])('by the text %j', async (q) => {
    expect(await idsAt('job-entries', { q })).toEqual(matching({ q }));
  });

  test('by all conditions at once, with the cursor of a page', async () => {
    const [id = 0] = matching({ from: '2025-03-01', q: 'o', billed: false });
    const entry = await boss.ok(contract.jobEntries.get, { params: { id } });
    const full = await boss.ok(contract.jobEntries.update, {
      params: { id },
      body: { equipmentIds: [pick(made.machines, 0)], operatorIds: [pick(made.operators, 0)] },
    });
    const query = {
      jobId: entry.jobId,
      customerId: entry.customerId,
      serviceTypeId: entry.serviceTypeId,
      equipmentId: full.equipmentIds[0],
      operatorId: full.operatorIds[0],
      from: entry.date,
      to: entry.date,
      q: entry.jobName,
      checked: false,
      billed: false,
      missing: full.missing.length > 0,
      hints: hinted.has(id),
    };
    expect(await idsAt('job-entries', query)).toContain(id);
    expect(await idsAt('job-entries', { ...query, limit: 5, cursor: `2025-12-31_1` })).toContain(id);
    expect(await idsAt('job-entries', { ...query, limit: 5, cursor: `${entry.date}_${id}` })).not.toContain(id);
  });
});
