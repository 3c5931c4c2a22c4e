import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, fingerprint, type Member, refusedFor, TEMPORARY_ID, UNKNOWN_ID } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const addCustomer = async (boss: Member, businessName = 'Pine Ridge') =>
  (await boss.ok(contract.customers.create, { params: boss, body: { businessName } })).id;
const addJob = (boss: Member, name: string, customerId: number, status?: JobStatus) =>
  boss.ok(contract.jobs.create, { params: boss, body: { name, customerId, ...(status ? { status } : {}) } });

test('a new job is open and shows its customer', async () => {
  const boss = await testApp.owner();
  const customerId = await addCustomer(boss);
  const made = await addJob(boss, ' Silage ', customerId);
  expect(made).toMatchObject({
    name: 'Silage',
    customerId,
    customerName: 'Pine Ridge',
    status: 'open',
    version: 1,
    createdBy: boss.userId,
    updatedBy: null,
  });
  expect(await boss.ok(contract.jobs.get, { params: made })).toEqual(made);
});

test.each([
  ['no customer', { name: 'X' }, 'customerId', 'Customer is required'],
  ['a customer that is null', { name: 'X', customerId: null }, 'customerId', 'Customer is required'],
  ['a customer that is text', { name: 'X', customerId: '1' }, 'customerId', 'Must be the id of a record (customer)'],
  ['a temporary id', { name: 'X', customerId: TEMPORARY_ID }, 'customerId', 'Must be the id of a record (customer)'],
  ['an unknown customer', { name: 'X', customerId: UNKNOWN_ID }, 'customerId', `Customer not found: ${UNKNOWN_ID}`],
])('refuses %s', async (_, body, path, message) => {
  const boss = await testApp.owner();
  const before = await fingerprint(testApp);
  expect(await boss.send('POST', `/api/organizations/${boss.orgId}/jobs`, body)).toMatchObject(refusedFor(path, message));
  expect(await fingerprint(testApp)).toEqual(before);
});

test('refuses a missing name and an unknown status', async () => {
  const boss = await testApp.owner();
  const customerId = await addCustomer(boss);
  const url = `/api/organizations/${boss.orgId}/jobs`;
  expect(await boss.send('POST', url, { customerId })).toMatchObject(refusedFor('name', 'Job name is required'));
  expect(await boss.send('POST', url, { customerId, name: ' ' })).toMatchObject(refusedFor('name', 'Job name is required'));
  const message = 'Status must be open, completed or billed';
  expect(await boss.send('POST', url, { customerId, name: 'X', status: 'active' })).toMatchObject(refusedFor('status', message));
});

test('refuses the customer of another organization as if it did not exist', async () => {
  const [boss, other] = [await testApp.owner(), await testApp.owner()];
  const theirs = await addCustomer(other);
  const job = await addJob(boss, 'Silage', await addCustomer(boss));
  const created = await boss.try(contract.jobs.create, { params: boss, body: { name: 'X', customerId: theirs } });
  expect(created).toMatchObject(refusedFor('customerId', `Customer not found: ${theirs}`));
  const moved = await boss.try(contract.jobs.update, { params: job, body: { customerId: theirs } });
  expect(moved).toMatchObject(refusedFor('customerId', `Customer not found: ${theirs}`));
});

test('lists jobs by creation, newest first, and those of the same moment by id', async () => {
  const boss = await testApp.owner();
  const customerId = await addCustomer(boss);
  const made = [
    await addJob(boss, 'A', customerId),
    await addJob(boss, 'B', customerId),
    await addJob(boss, 'C', customerId),
    await addJob(boss, 'D', customerId),
  ];
  const days = ['2025-03-02', '2025-03-01', '2025-03-03', '2025-03-02'];
  for (const [index, { id }] of made.entries()) {
    await testApp.db.query({
      text: 'update jobs set created_at = $2::timestamptz where id = $1',
      values: [id, `${days[index]}T10:00:00Z`],
    });
  }
  expect((await boss.ok(contract.jobs.list, { params: boss, query: {} })).map(({ name }) => name)).toEqual(['C', 'D', 'A', 'B']);
});

test('lists only the jobs with the status that is asked for', async () => {
  const boss = await testApp.owner();
  const customerId = await addCustomer(boss);
  for (const status of ['open', 'completed', 'billed', 'open'] as const) {
    await addJob(boss, status, customerId, status);
  }
  for (const status of ['open', 'completed', 'billed'] as const) {
    const found = await boss.ok(contract.jobs.list, { params: boss, query: { status } });
    expect(new Set(found.map((job) => job.status))).toEqual(new Set([status]));
    expect(found).toHaveLength(status === 'open' ? 2 : 1);
  }
  expect(await boss.ok(contract.jobs.list, { params: boss, query: {} })).toHaveLength(4);
});

describe('the status of a job', () => {
  const STATUSES = ['open', 'completed', 'billed'] as const;
  // Specification 5.2, 7.12: marking completed is for advanced and above; billing and every step backwards for managers and above.
  const BILLS: readonly AccessLevel[] = ['owner', 'admin', 'manager'];
  const may = (level: AccessLevel, from: JobStatus, to: JobStatus): boolean => {
    if (!['owner', 'admin', 'manager', 'advanced'].includes(level)) {
      return false;
    }
    return from === to || `${from} ${to}` === 'open completed' || BILLS.includes(level);
  };

  test.each(['owner', 'admin', 'manager', 'advanced', 'basic', 'employee'] as const)(
    'may be changed by %s as the table of roles says',
    async (level) => {
      const boss = await testApp.owner();
      const actor = level === 'owner' ? boss : await testApp.member(boss, level);
      const customerId = await addCustomer(boss);
      for (const from of STATUSES) {
        for (const to of STATUSES) {
          const job = await addJob(boss, 'Silage', customerId, from);
          const answer = await actor.try(contract.jobs.update, { params: job, body: { status: to } });
          expect([from, to, answer.status]).toEqual([from, to, may(level, from, to) ? 200 : 403]);
          const after = await boss.ok(contract.jobs.get, { params: job });
          expect([after.status, after.version]).toEqual(may(level, from, to) && from !== to ? [to, 2] : [from, 1]);
        }
      }
    },
  );

  test('is refused in words', async () => {
    const boss = await testApp.owner();
    const advanced = await testApp.member(boss, 'advanced');
    const job = await addJob(boss, 'Silage', await addCustomer(boss), 'completed');
    const answer = await advanced.try(contract.jobs.update, { params: job, body: { status: 'open' } });
    const detail = "You are not allowed to change a job's status from completed to open";
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', detail } });
  });

  test('of a new job follows the same table', async () => {
    const boss = await testApp.owner();
    const advanced = await testApp.member(boss, 'advanced');
    const customerId = await addCustomer(boss);
    const create = (status: JobStatus) => advanced.try(contract.jobs.create, { params: boss, body: { name: 'X', customerId, status } });
    expect((await create('open')).status).toBe(201);
    expect((await create('completed')).status).toBe(201);
    const before = await fingerprint(testApp);
    expect((await create('billed')).status).toBe(403);
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('keeps its status when a person who may not reopen it changes the name', async () => {
    const boss = await testApp.owner();
    const advanced = await testApp.member(boss, 'advanced');
    const job = await addJob(boss, 'Silage', await addCustomer(boss), 'billed');
    const renamed = await advanced.ok(contract.jobs.update, { params: job, body: { name: 'North silage', status: 'billed' } });
    expect(renamed).toMatchObject({ name: 'North silage', status: 'billed', updatedBy: advanced.userId });
  });

  test('cannot be reopened by a person who may not, at the moment in which it is billed', async () => {
    const boss = await testApp.owner();
    const advanced = await testApp.member(boss, 'advanced');
    const customerId = await addCustomer(boss);
    for (const round of Array.from({ length: 8 }, (_, index) => index)) {
      const job = await addJob(boss, `Race ${round}`, customerId);
      const [billed] = await Promise.all([
        boss.try(contract.jobs.update, { params: job, body: { status: 'billed' } }),
        advanced.try(contract.jobs.update, { params: job, body: { status: 'completed' } }),
      ]);
      expect(billed.status).toBe(200);
      expect((await boss.ok(contract.jobs.get, { params: job })).status).toBe('billed');
    }
  });
});

test('entries follow their job to another customer', async () => {
  const [boss, other] = [await testApp.owner(), await testApp.owner()];
  const { jobId, entryId } = await buildWorld(boss);
  const theirs = await buildWorld(other);
  const customerId = await addCustomer(boss, 'Blue Hill');
  const job = await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { customerId } });
  expect(job).toMatchObject({ customerId, customerName: 'Blue Hill', version: 2, updatedBy: boss.userId });
  const entry = await boss.ok(contract.jobEntries.get, { params: { id: entryId } });
  expect(entry).toMatchObject({ customerId, customerName: 'Blue Hill', version: 2 });
  const untouched = await other.ok(contract.jobEntries.get, { params: { id: theirs.entryId } });
  expect(untouched).toMatchObject({ customerId: theirs.customerId, version: 1 });
});

test('the version grows only on a real change, and the job’s entries keep theirs', async () => {
  const boss = await testApp.owner();
  const { jobId, customerId } = await buildWorld(boss);
  const before = await fingerprint(testApp);
  const body = { name: 'North silage', customerId, status: 'open' } as const;
  expect((await boss.ok(contract.jobs.update, { params: { id: jobId }, body })).version).toBe(1);
  expect(await fingerprint(testApp)).toEqual(before);
});

test('a job that was deleted is not found', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId } = await buildWorld(boss);
  await testApp.db.query({ text: 'update jobs set deleted_at = now() where id = $1', values: [jobId] });
  const gone = { status: 404, body: { code: 'not_found', detail: 'Job not found' } };
  expect(await boss.try(contract.jobs.get, { params: { id: jobId } })).toMatchObject(gone);
  expect(await boss.try(contract.jobs.update, { params: { id: jobId }, body: { name: 'X' } })).toMatchObject(gone);
  expect(await boss.try(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-20' } })).toMatchObject(
    gone,
  );
});
