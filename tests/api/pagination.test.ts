import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, expectProblem, type Member, refusedFor, type World } from './world.ts';

let testApp: TestApp;
let boss: Member;
let world: World;
let all: number[] = [];

const DAYS = ['2025-03-01', '2025-03-02', '2025-03-02', '2025-03-02', '2025-03-03'];

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  for (const index of Array.from({ length: 24 }, (_, each) => each)) {
    const date = DAYS[index % DAYS.length] ?? '';
    await boss.ok(contract.jobEntries.create, { params: { id: world.jobId }, body: { serviceTypeId: world.serviceTypeId, date } });
  }
  all = (await list('')).ids;
});

afterAll(() => testApp.close());

const list = async (query: string, who = boss) => {
  const answer = await who.send('GET', query.startsWith('/') ? query : `/api/organizations/${who.orgId}/job-entries${query}`);
  const entries = contract.jobEntries.list.response.parse(answer.body);
  const { link } = answer.headers;
  const next = typeof link === 'string' ? /^<([^>]+)>; rel="next"$/.exec(link)?.[1] : undefined;
  expect(link === undefined || next !== undefined).toBe(true);
  return { entries, ids: entries.map(({ id }) => id), next };
};

const walk = async (query: string, who = boss): Promise<number[][]> => {
  const pages: number[][] = [];
  for (let next: string | undefined = query; next !== undefined;) {
    const page = await list(next, who);
    pages.push(page.ids);
    next = page.next;
  }
  return pages;
};

test('the plain list contains every entry: by date, then id, newest first', async () => {
  const { entries, next } = await list('');
  expect(entries).toHaveLength(25);
  expect(next).toBeUndefined();
  const order = entries.map(({ date, id }) => `${date} ${String(id).padStart(10, '0')}`);
  expect(order).toEqual(order.toSorted().toReversed());
});

test.each([1, 2, 3, 7, 24, 25, 26, 1000])('pages of %d walk all entries exactly once, also those of the same day', async (limit) => {
  const pages = await walk(`?limit=${limit}`);
  expect(pages.flat()).toEqual(all);
  expect(pages).toHaveLength(Math.ceil(25 / limit));
  expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
});

test('the next page keeps the other conditions', async () => {
  const { next } = await list(`?limit=2&from=2025-03-02&to=2025-03-02&jobId=${world.jobId}&q=north%20silage`);
  const parameters = new URL(next ?? '', 'http://x').searchParams;
  expect(Object.fromEntries(parameters)).toMatchObject({
    limit: '2',
    from: '2025-03-02',
    to: '2025-03-02',
    jobId: String(world.jobId),
    q: 'north silage',
  });
  expect((await walk(`?limit=2&from=2025-03-02&to=2025-03-02`)).flat()).toHaveLength(15);
});

test('an entry that is added in between neither duplicates nor hides another', async () => {
  const own = await testApp.owner();
  const theirs = await buildWorld(own);
  const log = async (date: string) =>
    (await own.ok(contract.jobEntries.create, { params: { id: theirs.jobId }, body: { serviceTypeId: theirs.serviceTypeId, date } })).id;
  const before = [await log('2025-07-01'), await log('2025-07-01'), await log('2025-07-02')];
  const first = await list('?limit=2', own);
  await log('2025-07-03');
  const rest = await walk(first.next ?? '', own);
  expect([...first.ids, ...rest.flat()]).toEqual([before[2], before[1], before[0], theirs.entryId]);
});

test.each([
  ['?limit=0', 'limit', 'Must be a number from 1 to 1000'],
  ['?limit=1001', 'limit', 'Must be a number from 1 to 1000'],
  ['?limit=x', 'limit', 'Must be a number from 1 to 1000'],
  ['?cursor=7', 'cursor', 'Must be the cursor of an earlier response'],
  ['?cursor=2025-99-99_7', 'cursor', 'Must be the cursor of an earlier response'],
  ['?cursor=2025-03-02_99999999999', 'cursor', 'Must be the cursor of an earlier response'],
  ['?from=yesterday', 'from', 'Must be a date, yyyy-MM-dd'],
  ['?to=2025-02-29', 'to', 'Must be a date, yyyy-MM-dd'],
  ['?jobId=0', 'jobId', 'Must be a positive integer'],
  ['?customerId=1758200000123', 'customerId', 'Must be a positive integer'],
  ['?equipmentId=x', 'equipmentId', 'Must be a positive integer'],
  [`?q=${'x'.repeat(201)}`, 'q', 'Must be at most 200 characters'],
])('refuses %s', async (query, path, message) => {
  const answer = await boss.send('GET', `/api/organizations/${boss.orgId}/job-entries${query}`);
  expect(answer).toMatchObject(refusedFor(path, message));
  expectProblem(answer);
});

test('refuses a condition that is given twice, and ignores one that is unknown', async () => {
  const address = `/api/organizations/${boss.orgId}/job-entries`;
  expect((await boss.send('GET', `${address}?limit=1&limit=2`)).status).toBe(400);
  expect((await list('?limit=3&sort=name&unknown=1')).ids).toEqual(all.slice(0, 3));
});

test('from and to are days that belong to it', async () => {
  const days = async (query: string) => [...new Set((await list(query)).entries.map(({ date }) => date))].toSorted();
  expect(await days('?from=2025-03-02')).toEqual(['2025-03-02', '2025-03-03', '2025-06-14']);
  expect(await days('?to=2025-03-02')).toEqual(['2025-03-01', '2025-03-02']);
  expect(await days('?from=2025-03-02&to=2025-03-02')).toEqual(['2025-03-02']);
  expect(await days('?from=2025-03-03&to=2025-03-01')).toEqual([]);
});

describe('conditions', () => {
  const build = async () => {
    const own = await testApp.owner();
    const theirs = await buildWorld(own);
    const add = {
      machine: async (name: string) => (await own.ok(contract.equipment.create, { params: own, body: { name } })).id,
      operator: async (firstName: string, lastName: string) =>
        (await own.ok(contract.employees.create, { params: own, body: { firstName, lastName } })).id,
      service: async (name: string) => (await own.ok(contract.serviceTypes.create, { params: own, body: { name } })).id,
      job: async (name: string) => (await own.ok(contract.jobs.create, { params: own, body: { name, customerId: theirs.customerId } })).id,
    };
    const log = async (more: { jobId?: number; serviceTypeId?: number; equipmentIds?: number[]; operatorIds?: number[] } = {}) => {
      const { jobId = theirs.jobId, serviceTypeId = theirs.serviceTypeId, ...rest } = more;
      return (await own.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20', ...rest } })).id;
    };
    const find = async (query: string) => (await list(query, own)).ids;
    return { own, theirs, add, log, find };
  };

  test('by job, customer, service, any of the machines and any of the operators', async () => {
    const { own, theirs, add, log, find } = await build();
    const other = await own.ok(contract.customers.create, { params: own, body: { businessName: 'Other' } });
    const job = await own.ok(contract.jobs.create, { params: own, body: { name: 'Elsewhere', customerId: other.id } });
    const [service, machine, operator] = [await add.service('Hauling'), await add.machine('Fendt'), await add.operator('Jo', 'Lind')];
    const entry = await log({
      jobId: job.id,
      serviceTypeId: service,
      equipmentIds: [theirs.equipmentId, machine],
      operatorIds: [theirs.employeeId, operator],
    });
    for (const query of [
      `jobId=${job.id}`,
      `customerId=${other.id}`,
      `serviceTypeId=${service}`,
      `equipmentId=${machine}`,
      `operatorId=${operator}`,
    ]) {
      expect([query, await find(`?${query}`)]).toEqual([query, [entry]]);
    }
    expect(await find(`?jobId=${theirs.jobId}&serviceTypeId=${service}`)).toEqual([]);
    expect(await find(`?jobId=${world.jobId}`)).toEqual([]);
  });

  test('by text: part of the name of job, service, machine or operator, in whatever case', async () => {
    const { add, log, find } = await build();
    const byJob = await log({ jobId: await add.job('Upper Meadow') });
    const byService = await log({ serviceTypeId: await add.service('Round Baling') });
    const byMachine = await log({ equipmentIds: [await add.machine('Krone Big Pack')] });
    const byOperator = await log({ operatorIds: [await add.operator('Inger', 'Holm')] });
    expect(await find('?q=MEADOW')).toEqual([byJob]);
    expect(await find('?q=d%20bal')).toEqual([byService]);
    expect(await find('?q=krone')).toEqual([byMachine]);
    expect(await find('?q=inger%20holm')).toEqual([byOperator]);
    expect(await find('?q=nothing%20like%20it')).toEqual([]);
    expect(await find('?q=')).toHaveLength(5);
  });

  test('by text with letters beyond ASCII in whatever case', async () => {
    const { add, log, find } = await build();
    const entry = await log({ operatorIds: [await add.operator('Åse', 'Müller')] });
    expect(await find(`?q=${encodeURIComponent('åse MÜLLER')}`)).toEqual([entry]);
  });

  test('as text match literally: % and _ and a backslash stand for themselves', async () => {
    const { add, log, find } = await build();
    const percent = await log({ jobId: await add.job('100% done') });
    const underline = await log({ jobId: await add.job('plot_7') });
    const backslash = await log({ jobId: await add.job(String.raw`C:\plots`) });
    await log({ jobId: await add.job('1000 done, plot 7') });
    const q = (text: string) => find(`?q=${encodeURIComponent(text)}`);
    expect(await q('%')).toEqual([percent]);
    expect(await q('0% d')).toEqual([percent]);
    expect(await q('_')).toEqual([underline]);
    expect(await q('plot_7')).toEqual([underline]);
    expect(await q('\\')).toEqual([backslash]);
    expect(await q(String.raw`:\p`)).toEqual([backslash]);
    expect(await q(`'; drop table jobs; --`)).toEqual([]);
  });
});
