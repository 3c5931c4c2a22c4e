import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Page, pageAt, walkFrom } from './list-pages.ts';
import { buildWorld, expectProblem, type Member, refusedFor, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

// Capitals, names that begin alike, one that is there twice, and characters that mean something elsewhere.
const NAMES = [
  'delta',
  'Alder',
  'alder',
  'Birch',
  'birches',
  'Cedar',
  'cedar',
  'DELTA',
  'Elm 2',
  'elm 10',
  'Fir',
  'Fir',
  'O\'Neill "x"',
  'Zander%_',
];

interface Named {
  readonly path: string;
  /** The names of a record, in the order in which lists are sorted by them. */
  readonly names: readonly string[];
  readonly more?: (world: World) => object;
}

const NAMED: readonly Named[] = [
  { path: 'customers', names: ['businessName'] },
  { path: 'employees', names: ['firstName', 'lastName'] },
  { path: 'service-types', names: ['name'] },
  { path: 'equipment', names: ['name'] },
  { path: 'implements', names: ['name'], more: ({ serviceTypeId }) => ({ serviceTypeIds: [serviceTypeId] }) },
  { path: 'custom-data-fields', names: ['name'] },
];

const bodyOf = ({ path, names, more }: Named, world: World, name: string, index: number): object => ({
  // Names of data fields are there once, in whatever case.
  ...Object.fromEntries(names.map((key, at) => [key, at === 1 ? 'Same' : path === 'custom-data-fields' ? `${name} ${index}` : name])),
  ...more?.(world),
});

const add = async (who: Member, named: Named, world: World, name: string, index = 0): Promise<number> => {
  const answer = await who.send('POST', `/api/organizations/${who.orgId}/${named.path}`, bodyOf(named, world, name, index));
  expect(answer.status).toBe(201);
  return (answer.body as { id: number }).id;
};

const rename = async (who: Member, { path, names: [key = ''] }: Named, id: number, name: string) => {
  expect((await who.send('PATCH', `/api/${path}/${id}`, { [key]: name })).status).toBe(200);
};

const build = async (named: Named) => {
  const boss = await testApp.owner();
  const world = await buildWorld(boss);
  for (const [index, name] of NAMES.entries()) {
    await add(boss, named, world, name, index);
  }
  const address = `/api/organizations/${boss.orgId}/${named.path}`;
  return { boss, world, address, whole: await pageAt(boss, address) };
};

const idsOf = (pages: readonly Page[]): number[] => pages.flatMap(({ ids }) => ids);

describe.each(NAMED)('the list of $path', (named) => {
  const keyOf = (item: Page['items'][number]): string[] => [
    ...named.names.map((name) => String(item[name]).toLowerCase()),
    String(item.id).padStart(10, '0'),
  ];
  const inOrder = (left: readonly string[], right: readonly string[]): number => {
    const at = left.findIndex((part, index) => part !== right[index]);
    return at < 0 ? 0 : (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
  };

  test('goes by name in whatever case, then by id, and pages of any size walk it once', async () => {
    const { boss, address, whole } = await build(named);
    expect(whole.next).toBeUndefined();
    const keys = whole.items.map(keyOf);
    expect(keys).toEqual(keys.toSorted(inOrder));
    const count = whole.ids.length;
    expect(count).toBeGreaterThanOrEqual(NAMES.length);
    for (const limit of [1, 2, 5, count - 1, count, count + 1, 1000]) {
      const pages = await walkFrom(boss, `${address}?limit=${limit}`);
      expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
      expect(pages.map(({ ids }) => ids.length)).toEqual(
        Array.from({ length: Math.ceil(count / limit) }, (_, index) => Math.min(limit, count - index * limit)),
      );
    }
  });

  // `~` comes after all letters and `!` before them.
  test.each([
    ['renamed to the end', async (boss: Member, id: number) => rename(boss, named, id, `~ ${id}`)],
    ['renamed to the beginning', async (boss: Member, id: number) => rename(boss, named, id, `! ${id}`)],
    [
      'deleted',
      async (boss: Member, id: number) => {
        const answer = await boss.send('DELETE', `/api/${named.path}/${id}`);
        expect(answer.status).toBe(204);
      },
    ],
  ])('stays whole when the last record of a page is %s before the next is read', async (_, change) => {
    const { boss, world, address, whole } = await build(named);
    const touched = new Set<number>();
    const own = whole.items
      .filter((item) => !['owner'].includes(String(item['accessLevel'])) && item['isSystem'] !== true)
      .map(({ id }) => id);
    const pages = await walkFrom(boss, `${address}?limit=3`, async ({ ids }) => {
      const last = ids.findLast((id) => own.includes(id) && !touched.has(id) && id !== world.fieldId);
      if (last !== undefined && last === ids.at(-1)) {
        touched.add(last);
        await change(boss, last);
      }
    });
    expect(touched.size).toBeGreaterThanOrEqual(1);
    const untouched = (ids: readonly number[]) => ids.filter((id) => !touched.has(id));
    expect(untouched(idsOf(pages))).toEqual(untouched(whole.ids));
  });

  test('stays whole when records are added before and after the place that was reached', async () => {
    const { boss, world, address, whole } = await build(named);
    const pages = await walkFrom(boss, `${address}?limit=4`, async (_, index) => {
      await add(boss, named, world, `! first`, 100 + index);
      if (index === 0) {
        await add(boss, named, world, `~ last`, 200);
      }
    });
    const known = new Set(whole.ids);
    expect(idsOf(pages).filter((id) => known.has(id))).toEqual(whole.ids);
    expect(idsOf(pages)).toHaveLength(whole.ids.length + 1);
  });

  test('refuses limits out of bounds and cursors that it never gave', async () => {
    const boss = await testApp.owner();
    const address = `/api/organizations/${boss.orgId}/${named.path}`;
    for (const limit of ['0', '-1', '01', '1001', '1.5', 'x', '']) {
      const answer = await boss.send('GET', `${address}?limit=${limit}`);
      expect([limit, answer]).toMatchObject([limit, refusedFor('limit', 'Must be a number from 1 to 1000')]);
      expectProblem(answer);
    }
    // Digits, a date, and in base64: U+0000, half of a surrogate pair, too few, no text, an id that is none, null.
    const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const names = named.names.map(() => 'x');
    const wrong = [names.map(() => '\0'), names.map(() => '\ud800'), names.map(() => 7), []].map((values) => json([...values, 1]));
    for (const cursor of [
      '',
      '0',
      'x',
      '9999999999',
      '2025-06-14_7',
      ...wrong,
      json([...names, 0]),
      json([...names, 2 ** 31]),
      json(null),
    ]) {
      const answer = await boss.send('GET', `${address}?limit=2&cursor=${cursor}`);
      expect([cursor, answer]).toMatchObject([cursor, refusedFor('cursor', 'Must be the cursor of an earlier response')]);
    }
  });
});

test('a name as long as names may be can be the last of a page', async () => {
  const boss = await testApp.owner();
  const params = { params: boss };
  for (const [firstName, lastName] of [
    ['𝕎'.repeat(150), 'é'.repeat(300)],
    ['"'.repeat(300), '\\'.repeat(299)],
    ['z', 'z'],
  ] as const) {
    await boss.ok(contract.employees.create, { ...params, body: { firstName, lastName: lastName.padEnd(2, 'x') } });
  }
  const address = `/api/organizations/${boss.orgId}/employees`;
  const whole = await pageAt(boss, address);
  expect(idsOf(await walkFrom(boss, `${address}?limit=1`))).toEqual(whole.ids);
});

describe('lists by time', () => {
  const LISTS: readonly { readonly name: string; readonly address: (world: World) => string }[] = [
    { name: 'jobs', address: ({ orgId }) => `/api/organizations/${orgId}/jobs` },
    { name: 'the jobs of a customer', address: ({ customerId }) => `/api/customers/${customerId}/jobs` },
    { name: 'entries', address: ({ orgId }) => `/api/organizations/${orgId}/job-entries` },
    { name: 'the entries of a job', address: ({ jobId }) => `/api/jobs/${jobId}/entries` },
    { name: 'the entries of a service', address: ({ serviceTypeId }) => `/api/service-types/${serviceTypeId}/job-entries` },
    { name: 'the entries of a machine', address: ({ equipmentId }) => `/api/equipment/${equipmentId}/job-entries` },
    { name: 'the entries of an operator', address: ({ employeeId }) => `/api/employees/${employeeId}/job-entries` },
    { name: 'the audit log', address: ({ orgId }) => `/api/organizations/${orgId}/audit-logs` },
    { name: 'the history of an entry', address: ({ orgId, entryId }) => `/api/organizations/${orgId}/audit-logs/job_entry/${entryId}` },
  ];
  const DAYS = ['2025-07-02', '2025-07-01', '2025-07-02', '2025-07-03', '2025-07-02', '2025-07-01', '2025-07-04'];
  const logOn = (boss: Member, { jobId, serviceTypeId, equipmentId, employeeId }: World, date: string) =>
    boss.ok(contract.jobEntries.create, {
      params: { id: jobId },
      body: { serviceTypeId, date, equipmentIds: [equipmentId], operatorIds: [employeeId] },
    });

  const fill = async () => {
    const boss = await testApp.owner();
    const world = await buildWorld(boss);
    for (const [index, date] of DAYS.entries()) {
      await logOn(boss, world, date);
      await world.fresh.job();
      await boss.ok(contract.jobEntries.update, { params: { id: world.entryId }, body: { loads: index } });
    }
    // Several jobs of one moment, whose order only the id decides.
    await testApp.db.query({
      text: `update jobs set created_at = '2025-05-05T05:05:05.123Z' where organization_id = $1 and id % 2 = 0`,
      values: [boss.orgId],
    });
    return { boss, world };
  };
  const timeOf = (item: Page['items'][number]): string =>
    String(item['date'] ?? (item['timestamp'] === undefined ? item['createdAt'] : ''));

  test.each(LISTS)('$name: newest first, then by id, and pages of any size walk them once', async ({ address }) => {
    const { boss, world } = await fill();
    const whole = await pageAt(boss, address(world));
    const keys = whole.items.map((item) => `${timeOf(item)} ${String(item.id).padStart(10, '0')}`);
    expect(keys).toEqual(keys.toSorted().toReversed());
    const count = whole.ids.length;
    expect(count).toBeGreaterThanOrEqual(7);
    for (const limit of [1, 2, 3, count - 1, count, count + 1]) {
      const pages = await walkFrom(boss, `${address(world)}?limit=${limit}`);
      expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
      expect(pages).toHaveLength(Math.ceil(count / limit));
    }
  });

  test.each(LISTS)('$name: stays whole while others write', async ({ address }) => {
    const { boss, world } = await fill();
    const whole = await pageAt(boss, address(world));
    const pages = await walkFrom(boss, `${address(world)}?limit=2`, async (_, index) => {
      await logOn(boss, world, '2025-08-01');
      await world.fresh.job();
      await boss.ok(contract.jobEntries.update, { params: { id: world.entryId }, body: { loads: 100 + index } });
      await boss.ok(contract.jobs.update, { params: { id: world.jobId }, body: { name: `North ${index}` } });
    });
    expect(idsOf(pages)).toEqual(whole.ids);
  });

  test.each(LISTS.slice(0, 2))('$name: stays whole when the last job of a page is deleted', async ({ address }) => {
    const { boss, world } = await fill();
    const whole = await pageAt(boss, address(world));
    const pages = await walkFrom(boss, `${address(world)}?limit=2`, ({ ids }) => boss.send('DELETE', `/api/jobs/${ids.at(-1)}`));
    expect(idsOf(pages)).toEqual(whole.ids);
  });

  test.each(LISTS.slice(2, 7))(
    '$name: stays whole when the last entry of a page is deleted or goes to another day',
    async ({ address }) => {
      const { boss, world } = await fill();
      const whole = await pageAt(boss, address(world));
      const seen = new Set<number>();
      const pages = await walkFrom(boss, `${address(world)}?limit=2`, async ({ ids }, index) => {
        const id = ids.at(-1) ?? 0;
        seen.add(id);
        await (index % 2 === 0
          ? boss.send('DELETE', `/api/job-entries/${id}`)
          : boss.send('PATCH', `/api/job-entries/${id}`, { date: '2025-09-09' }));
      });
      expect(idsOf(pages)).toEqual(whole.ids);
      expect(seen.size).toBeGreaterThan(1);
    },
  );

  test('refuse cursors that they never gave, and limits out of bounds', async () => {
    const boss = await testApp.owner();
    const world = await buildWorld(boss);
    const json = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
    const moments = ['x', '2025-99-01T00:00:00.000Z', '2025-02-30T00:00:00.000Z', '2025-02-03T25:00:00.000Z', '2025-02-03'];
    const cursors = ['', 'x', '-1', '9999999999', '2025-13-01_1', '2025-06-14_99999999999', ...moments.map((moment) => json(moment, 1))];
    for (const { address } of LISTS) {
      for (const query of [...cursors.map((cursor) => `cursor=${cursor}`), 'limit=0', 'limit=1001']) {
        const answer = await boss.send('GET', `${address(world)}?${query}`);
        expect([address(world), query, answer.status]).toEqual([address(world), query, 400]);
      }
    }
  });
});
