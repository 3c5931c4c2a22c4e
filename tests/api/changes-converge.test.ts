import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type Collection, COLLECTIONS } from '#shared/domain/changes.ts';
import { applyPage, byId, type DeviceCopy, emptyCopy, LISTS } from '#tests/support/device-copy.ts';
import { type Answer, createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { operations, urlOf } from './samples.ts';
import { buildWorld, type Member, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

/** Names of other records and counts over them: they change without the record, and a device has them from its own copy. */
const DERIVED = new Set([
  'customerName',
  'jobName',
  'serviceTypeName',
  'implementName',
  'equipmentNames',
  'operatorNames',
  'usageCount',
  // In the order of the machines' names.
  'linkedEquipmentIds',
]);

const ownFields = (row: unknown): Record<string, unknown> => {
  const fields = row as Record<string, unknown>;
  const linked = fields['linkedEquipmentIds'];
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !DERIVED.has(name))),
    ...(Array.isArray(linked) ? { linked: new Set(linked) } : {}),
  };
};

const listOf = async (who: Person, orgId: number, collection: Collection): Promise<unknown[]> =>
  (await who.send('GET', `/api/organizations/${orgId}/${LISTS[collection]}`)).body as unknown[];

const numberIn = (cursor: string): number => Number(cursor.split('.')[0]);

/** A device: it polls in small pages from where it stopped. */
class Device {
  readonly copy: DeviceCopy = emptyCopy();
  pages = 0;
  private cursor = '';
  private readonly who: Member;
  private readonly limit: number;

  constructor(who: Member, limit: number) {
    this.who = who;
    this.limit = limit;
  }

  /** The cursor first: changes during the fetching of the lists are delivered again from there. */
  async fill(): Promise<void> {
    this.cursor = (await this.who.ok(contract.changes.since, { params: this.who })).cursor;
    for (const collection of COLLECTIONS) {
      for (const row of byId(await listOf(this.who, this.who.orgId, collection))) {
        this.copy[collection].set(row.id, row);
      }
    }
  }

  /** One page; whether there is more. */
  async poll(): Promise<boolean> {
    const page = await this.who.ok(contract.changes.since, { params: this.who, query: { cursor: this.cursor, limit: String(this.limit) } });
    if (page.reset || numberIn(page.cursor) < numberIn(this.cursor)) {
      throw new Error(`The feed went from ${this.cursor} to ${page.cursor}.`);
    }
    this.pages += 1;
    this.cursor = page.cursor;
    applyPage(this.copy, page);
    return page.more;
  }
}

/** What is created, of kinds for which this test wants more than their samples. */
const CREATES: Readonly<Partial<Record<Collection, (world: World, n: number) => readonly [path: string, body: object]>>> = {
  customers: ({ orgId }, n) => [`/api/organizations/${orgId}/customers`, { businessName: `Customer ${n}` }],
  employees: ({ orgId }, n) => [`/api/organizations/${orgId}/employees`, { firstName: `Jo ${n}`, lastName: 'Lind' }],
  serviceTypes: ({ orgId, equipmentId }, n) => [
    `/api/organizations/${orgId}/service-types`,
    { name: `Service ${n}`, linkedEquipmentIds: n % 2 === 0 ? [equipmentId] : [] },
  ],
  customDataFields: ({ orgId }, n) => [`/api/organizations/${orgId}/custom-data-fields`, { name: `Field ${n}` }],
  equipment: ({ orgId, serviceTypeId }, n) => [
    `/api/organizations/${orgId}/equipment`,
    { name: `Machine ${n}`, serviceTypeIds: [serviceTypeId] },
  ],
  daysOff: ({ orgId, employeeId }, n) => [`/api/organizations/${orgId}/days-off`, { employeeId, date: `2025-06-${10 + (n % 20)}` }],
  runs: ({ orgId, serviceTypeId }, n) => [
    `/api/organizations/${orgId}/runs`,
    { serviceTypeId, date: `2025-06-${10 + (n % 20)}`, startedAt: '2025-06-14T07:05:00-05:00' },
  ],
  implements: ({ orgId, serviceTypeId }, n) => [
    `/api/organizations/${orgId}/implements`,
    { name: `Header ${n}`, serviceTypeIds: [serviceTypeId] },
  ],
  jobs: ({ orgId, customerId }, n) => [`/api/organizations/${orgId}/jobs`, { name: `Job ${n}`, customerId }],
  jobEntries: ({ jobId, serviceTypeId }, n) => [
    `/api/jobs/${jobId}/entries`,
    { serviceTypeId, date: '2025-06-15', fuel: n, customFieldValues: { Moisture: n } },
  ],
};

/** What is changed, of the same kinds. */
const CHANGES: Readonly<Partial<Record<Collection, (n: number) => object>>> = {
  customers: (n) => ({ businessName: `Customer ${n}` }),
  employees: (n) => ({ phoneNumber: `${n}` }),
  serviceTypes: (n) => ({ name: `Service ${n}` }),
  customDataFields: (n) => ({ name: `Field ${n}` }),
  equipment: (n) => ({ name: `Machine ${n}` }),
  daysOff: (n) => ({ date: `2025-07-${10 + (n % 20)}` }),
  runs: (n) => ({ notes: `wet ${n}` }),
  implements: (n) => ({ name: `Header ${n}` }),
  jobs: (n) => ({ name: `Job ${n}` }),
  jobEntries: (n) => ({ notes: `${n}`, customFieldValues: { Moisture: n } }),
};

/** The sample of a call about records of this kind. */
const sampleOf = async (collection: Collection, call: 'create' | 'update', world: World) => {
  const operation = operations.find(({ id }) => id === `${collection}.${call}`);
  if (!operation) {
    throw new Error(`There is no ${collection}.${call}.`);
  }
  const sample = await operation.sample(world);
  return { path: urlOf(operation.endpoint.path, sample, world.orgId), body: sample.body ?? {} };
};

const creationOf = async (collection: Collection, world: World, n: number): Promise<readonly [path: string, body: object]> => {
  const own = CREATES[collection]?.(world, n);
  if (own) {
    return own;
  }
  const { path, body } = await sampleOf(collection, 'create', world);
  return [path, body];
};

const changeOf = async (collection: Collection, world: World, n: number): Promise<object> =>
  CHANGES[collection]?.(n) ?? (await sampleOf(collection, 'update', world)).body;

const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

/** One random write, on whatever is there at this moment. */
const writeSomething = async (who: Person, world: World, n: number): Promise<Answer> => {
  const collection = pick(COLLECTIONS) ?? 'customers';
  const luck = Math.random();
  if (luck < 0.35) {
    const [path, body] = await creationOf(collection, world, n);
    return who.send('POST', path, body);
  }
  if (luck < 0.45) {
    const logs = await who.ok(contract.auditLogs.list, { params: world, query: { action: 'delete', limit: '5' } });
    return who.send('POST', `/api/organizations/${world.orgId}/audit-logs/${pick(logs)?.id ?? 2_147_483_646}/undo`);
  }
  if (luck < 0.5) {
    const seasonStartDate = pick(['2025-03-01', '2025-07-01', '2025-09-01']);
    return who.send('PATCH', `/api/organizations/${world.orgId}`, { seasonStartDate });
  }
  const id = pick(byId(await listOf(who, world.orgId, collection)))?.id ?? 2_147_483_646;
  if (luck > 0.85) {
    return who.send('DELETE', `/api/${LISTS[collection]}/${id}`);
  }
  if (collection === 'jobs' && luck < 0.75) {
    const customerId = pick(byId(await listOf(who, world.orgId, 'customers')))?.id;
    // Often the job that has all the entries.
    return who.send('PATCH', `/api/jobs/${pick([id, world.jobId])}`, { customerId });
  }
  return who.send('PATCH', `/api/${LISTS[collection]}/${id}`, await changeOf(collection, world, n));
};

test('a device that polls while six others write ends with exactly what the lists contain', { timeout: 180_000 }, async () => {
  const boss = await testApp.owner();
  const world = await buildWorld(boss);
  const elsewhere = await testApp.owner();
  const foreign = await buildWorld(elsewhere);
  const [quick, slow] = [new Device(boss, 3), new Device(boss, 50)];
  await Promise.all([quick.fill(), slow.fill()]);
  const answers: Answer[] = [];
  const writer = async (first: number): Promise<void> => {
    for (let n = first; n < 480; n += 6) {
      // Now and then in another organization, whose records must never come.
      answers.push(await (n % 20 === 0 ? writeSomething(elsewhere, foreign, n) : writeSomething(boss, world, n)));
    }
  };
  const work = { isOver: false };
  const poller = async (device: Device, pauseMs: number): Promise<void> => {
    while ((await device.poll()) || !work.isOver) {
      await sleep(pauseMs);
    }
    for (let more = true; more;) {
      more = await device.poll();
    }
  };
  const polling = [poller(quick, 0), poller(slow, 30)];
  await Promise.all(Array.from({ length: 6 }, (_, first) => writer(first)));
  work.isOver = true;
  await Promise.all(polling);

  const many = (from: number, to: number) => answers.filter(({ status }) => status >= from && status <= to).length;
  expect(many(500, 599)).toBe(0);
  expect(many(200, 204)).toBeGreaterThan(300);
  expect(quick.pages).toBeGreaterThan(50);
  for (const collection of COLLECTIONS) {
    const listed = byId(await listOf(boss, boss.orgId, collection)).map(ownFields);
    for (const { copy } of [quick, slow]) {
      expect({ collection, rows: byId(copy[collection].values()).map(ownFields) }).toEqual({ collection, rows: listed });
    }
  }
});

test('the numbers of changes grow in the order in which writes take effect', async () => {
  const boss = await testApp.owner();
  const url = `/api/organizations/${boss.orgId}/customers`;
  const { seq: before } = await standing(boss);
  const made = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const answer = await boss.send('POST', url, { businessName: `Customer ${n}` });
      // A client that has received the number finds its change in the feed, and all before it.
      const seq = Number(answer.headers['x-org-seq']);
      const { seq: then } = await standing(boss);
      expect(then).toBeGreaterThanOrEqual(seq);
      return seq;
    }),
  );
  expect(made.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => before + n + 1));
  let last = 0;
  for (let n = 0; n < 5; n += 1) {
    const answer = await boss.send('POST', url, { businessName: `After ${n}` });
    expect(Number(answer.headers['x-org-seq'])).toBeGreaterThan(last);
    last = Number(answer.headers['x-org-seq']);
  }
});

const standing = async (boss: Member): Promise<{ seq: number }> => {
  const { cursor } = await boss.ok(contract.changes.since, { params: boss });
  return { seq: numberIn(cursor) };
};
