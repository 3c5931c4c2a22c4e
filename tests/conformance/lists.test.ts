import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { ENTITIES } from '#shared/kinds/registry.ts';
import { pageAt, walkFrom } from '#tests/api/list-pages.ts';
import { fieldsOf } from '#tests/api/garbage.ts';
import { urlOf } from '#tests/api/samples.ts';
import { buildWorld, expectProblem, type Member, nameInWorld, type World } from '#tests/api/world.ts';
import { createTestApp, PASSWORD, type TestApp } from '#tests/support/test-app.ts';
import { WIDE_LIMITS } from '#tests/support/wide-limits.ts';
import { isData, placesWhere } from './call.ts';

let testApp: TestApp;
let boss: Member;
let world: World;

beforeAll(async () => {
  testApp = await createTestApp({ limits: WIDE_LIMITS });
  boss = await testApp.owner();
  world = await buildWorld(boss);
  const { fresh, jobId, serviceTypeId, equipmentId, employeeId } = world;
  for (let round = 0; round < 5; round += 1) {
    // Of each kind several, most of them with the same name: an order by name alone would not page.
    await Promise.all([...ENTITIES.map((kind) => fresh[nameInWorld(kind)]()), fresh.record()]);
    const body = { serviceTypeId, date: '2025-06-14', equipmentIds: [equipmentId], operatorIds: [employeeId], runId: world.runId };
    await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body });
    await boss.ok(contract.jobEntries.update, { params: { id: world.entryId }, body: { notes: `${round}` } });
    await boss.ok(contract.jobs.update, { params: { id: await fresh.job() }, body: { status: 'completed' } });
    const { id: customerId } = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'To bill' } });
    await boss.ok(contract.jobs.create, { params: boss, body: { name: 'Done', customerId, status: 'completed' } });
    await fresh.bankLine();
    await fresh.apiKey();
    await fresh.import();
    await testApp.member(boss, 'basic');
    await boss.ok(contract.organizations.create, { body: { name: 'Second Wind Custom' } });
    await testApp.nobody.send('POST', '/api/login', { email: boss.email, password: PASSWORD });
  }
});

afterAll(() => testApp.close());

const isList = (response: unknown): boolean => isData(response) && z.toJSONSchema(response, { unrepresentable: 'any' }).type === 'array';
const lists = placesWhere(({ endpoint }) => isList(endpoint.response));
const paged = lists.filter(([, , { operation }]) => fieldsOf(operation.endpoint.query).includes('cursor'));

/** The address of all of it, without the conditions of the sample. */
const wholeOf = async ([, address, { operation }]: (typeof lists)[number]): Promise<string> => {
  const { query: _query, ...call } = await operation.sample(world);
  return urlOf(address, call, world.orgId);
};

/** Short by nature, and each of their answers whole. */
const UNPAGED = [
  'account.sessions',
  'account.passkeys',
  'organizations.list',
  'employees.members',
  'jobEntries.hints',
  'invitations.list',
  'entryStats.list',
  'entryViews.list',
  'billingRuns.list',
  'apiKeys.list',
  'devices.list',
];

test('every list is paged, but those that are short by nature', () => {
  const ids = new Set(lists.filter((place) => !paged.includes(place)).map(([, , { operation }]) => operation.id));
  expect([...ids]).toEqual(UNPAGED);
  expect(paged.length).toBeGreaterThanOrEqual(20);
});

describe('the pages of a list', () => {
  test.each(paged)('%s %s are together the whole list, each of its items once', async (...place) => {
    const address = await wholeOf(place);
    const whole = await pageAt(boss, address);
    expect(whole.next).toBeUndefined();
    expect(whole.items.length).toBeGreaterThanOrEqual(5);
    expect(new Set(whole.ids).size).toBe(whole.ids.length);
    for (const limit of [1, 2, 5, whole.items.length, 1000]) {
      const pages = await walkFrom(boss, `${address}?limit=${limit}`, async ({ next }, index) => {
        // Pages that lead back to themselves would be walked for ever.
        expect([next, index < whole.items.length]).toEqual([next, true]);
      });
      expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
      expect(pages).toHaveLength(Math.ceil(whole.items.length / limit));
      // The next page is at the same address.
      expect(pages.flatMap(({ next }) => (next === undefined ? [] : [next.split('?')[0]]))).toEqual(pages.slice(1).map(() => address));
    }
    const half = await pageAt(boss, `${address}?limit=3`);
    const cursor = new URL(half.next ?? '', 'http://x').searchParams.get('cursor') ?? '';
    expect((await pageAt(boss, `${address}?cursor=${cursor}`)).items).toEqual(whole.items.slice(3));
  });
});

const PAGE = {
  limit: ['', '0', '-1', '1001', 'ten', '1.5', '1e2', '01', '%20'],
  cursor: ['', 'x', '-1', '0', '1.5', '9'.repeat(90), 'a'.repeat(101), "1'--"],
};
const ID = ['', '0', '-1', 'x', '1.5', '2147483648', '1758200000123'];
const DAY = ['', 'yesterday', '2025-02-29', '2025-13-01', '25-06-01', '2025-06-01T00:00'];
const YES_OR_NO = ['', 'yes', '1', 'TRUE'];
const MOMENT = ['', 'yesterday', '2025-06-01', '2025-13-01T00:00:00Z'];
/** What each condition refuses; a new one has to be added here. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  ...PAGE,
  jobId: ID,
  customerId: ID,
  equipmentId: ID,
  operatorId: ID,
  employeeId: ID,
  serviceTypeId: ID,
  runId: ID,
  userId: ID,
  from: DAY,
  to: DAY,
  status: ['', 'done', 'OPEN'],
  year: ['', '25', 'x', '20255', '-202'],
  entityType: ['', 'user', 'Job'],
  action: ['', 'read', 'CREATE'],
  q: ['x'.repeat(201)],
  kind: ['', 'invoice', 'BILL'],
  fate: ['', 'old', 'NEW'],
  by: ['', 'crop', 'Week'],
  season: ['', '25', '2025-06', '3025'],
  against: ['', '25', '2025-06', '3025'],
  since: MOMENT,
  before: MOMENT,
  format: ['', 'docx', 'PDF'],
  annex: ['', 'yes', 'TRUE'],
  notes: ['', 'yes', 'TRUE'],
  photos: ['', 'yes', 'TRUE'],
  ids: ['0', '1,x', '1;2'],
  checked: YES_OR_NO,
  asked: YES_OR_NO,
  mine: YES_OR_NO,
  missing: YES_OR_NO,
  hints: YES_OR_NO,
  billed: YES_OR_NO,
  completedBy: DAY,
  jobIds: ['', '0', '1,x', '1;2'],
  which: ['', 'none', 'ALL'],
  lines: ['', '[]', '{', '[{}]', '7'],
  issuedOn: DAY,
  reason: ['x'.repeat(1001)],
  range: ['', 'credit', 'BILL'],
  series: ['', 'invoice', 'BILL'],
  order: ['', 'down', 'ASC'],
  state: ['', 'done', 'OPEN'],
  search: ['x'.repeat(301)],
  sort: ['', 'name', 'Newest'],
  consultant: ['', '1000', 'x'],
  client: ['', '0', 'x'],
  chart: ['', 'skr05', '3'],
  currency: ['', 'eur', 'EURO'],
  of: ['', '25', '2025-06', '3025'],
};

const asking = placesWhere(({ endpoint: { query, method } }) => query !== undefined && method === 'GET');

describe('a condition that makes no sense', () => {
  test.each(asking)('is refused by %s %s', async (...place) => {
    const [, , { operation }] = place;
    const address = await wholeOf(place);
    for (const field of fieldsOf(operation.endpoint.query)) {
      const wrong = REFUSED[field];
      if (!wrong) {
        throw new Error(`${field} is missing from the table of this test`);
      }
      for (const query of [...wrong.map((text) => `${field}=${text}`), `${field}=1&${field}=1`, `${field}=`.concat('%00')]) {
        const answer = await boss.send('GET', `${address}?${query}`);
        expect({ query, status: answer.status }).toEqual({ query, status: 400 });
        expectProblem(answer);
      }
    }
  });

  test.each(asking)('is ignored by %s %s if nobody knows it', async (...place) => {
    const address = await wholeOf(place);
    expect((await boss.send('GET', `${address}?colour=red&unknown=1&t=1758200000123`)).body).toEqual(
      (await boss.send('GET', address)).body,
    );
  });
});

test('a call that takes no conditions is named in no table', () => {
  const known = new Set(asking.flatMap(([, , { operation }]) => fieldsOf(operation.endpoint.query)));
  expect(Object.keys(REFUSED).filter((field) => !known.has(field))).toEqual([]);
});
