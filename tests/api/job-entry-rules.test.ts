import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, fingerprint, type Member, UNKNOWN_ID, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const setStatus = (boss: Member, id: number, status: JobStatus) => boss.ok(contract.jobs.update, { params: { id }, body: { status } });
const log = (who: Person, { jobId, serviceTypeId }: World, id = jobId) =>
  who.try(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2025-06-20' } });
const note = (who: Person, id: number, notes: string) => who.try(contract.jobEntries.update, { params: { id }, body: { notes } });
const addJob = async (boss: Member, { customerId }: World, name: string, status: JobStatus = 'open') =>
  (await boss.ok(contract.jobs.create, { params: boss, body: { name, customerId, status } })).id;

const start = async (level: AccessLevel = 'owner') => {
  const boss = await testApp.owner();
  const world = await buildWorld(boss);
  const actor = level === 'owner' ? boss : await testApp.member(boss, level);
  const own = await log(actor, world);
  expect(own.status).toBe(201);
  return { boss, world, actor, ownId: contract.jobEntries.create.response.parse(own.body).id };
};

const notOpen = (status: JobStatus, name = 'North silage') => ({
  status: 409,
  body: {
    code: 'job_not_open',
    title: 'Job is not open',
    detail: `Job ${name} is ${status}. Choose an open job, or have it reopened.`,
  },
});
const notYours = { status: 403, body: { code: 'forbidden', detail: 'You can only change your own entries' } };

describe('logging', () => {
  test.each(ACCESS_LEVELS)('%s logs on open jobs, and on no other', async (level) => {
    const { boss, world, actor } = await start(level);
    for (const status of ['completed', 'billed'] as const) {
      await setStatus(boss, world.jobId, status);
      const before = await fingerprint(testApp);
      expect(await log(actor, world)).toMatchObject(notOpen(status));
      expect(await fingerprint(testApp)).toEqual(before);
    }
    await setStatus(boss, world.jobId, 'open');
    expect((await log(actor, world)).status).toBe(201);
  });

  test('waits for a change of its job that is under way', async () => {
    const boss = await testApp.owner();
    const world = await buildWorld(boss);
    const { entry } = await testApp.db.transaction(async (db) => {
      await db.query({ text: `update jobs set status = 'billed' where id = $1`, values: [world.jobId] });
      const sent = log(boss, world);
      // Were it not to wait, it would be done by then; a slower machine only makes the test less strict.
      await Promise.race([sent, setTimeout(300)]);
      return { entry: sent };
    });
    expect(await entry).toMatchObject(notOpen('billed'));
  });

  test('at once with the end of its job leaves an entry or none', async () => {
    const boss = await testApp.owner();
    const world = await buildWorld(boss);
    for (const round of Array.from({ length: 6 }, (_, index) => index)) {
      const jobId = await addJob(boss, world, `Race ${round}`);
      const [entry] = await Promise.all([log(boss, world, jobId), setStatus(boss, jobId, 'billed')]);
      expect([201, 409]).toContain(entry.status);
      expect(await boss.ok(contract.jobEntries.ofJob, { params: { id: jobId } })).toHaveLength(entry.status === 201 ? 1 : 0);
    }
  });
});

describe('changing an entry', () => {
  // Specification 5.36, 7.12, by hand: own and others' entries, for each status of the job.
  const CORRECTS: readonly AccessLevel[] = ['owner', 'admin', 'manager', 'advanced'];

  test.each(ACCESS_LEVELS)('%s may exactly where the table of roles says', async (level) => {
    const { boss, world, actor, ownId } = await start(level);
    const colleague = await testApp.member(boss, 'basic');
    const theirs = contract.jobEntries.create.response.parse((await log(colleague, world)).body).id;
    const corrects = CORRECTS.includes(level);
    expect(await note(actor, ownId, 'own, open')).toMatchObject({ status: 200, body: { notes: 'own, open' } });
    expect(await note(actor, theirs, 'theirs, open')).toMatchObject(corrects ? { status: 200 } : notYours);

    await setStatus(boss, world.jobId, 'completed');
    expect(await note(actor, ownId, 'own, completed')).toMatchObject(corrects ? { status: 200 } : notOpen('completed'));
    expect(await note(actor, theirs, 'theirs, completed')).toMatchObject(corrects ? { status: 200 } : notYours);

    await setStatus(boss, world.jobId, 'billed');
    const before = await fingerprint(testApp);
    expect(await note(actor, ownId, 'own, billed')).toMatchObject(notOpen('billed'));
    expect(await note(actor, theirs, 'theirs, billed')).toMatchObject(corrects ? notOpen('billed') : notYours);
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('is possible again once the job is reopened', async () => {
    const { boss, world, actor, ownId } = await start('basic');
    await setStatus(boss, world.jobId, 'billed');
    expect((await note(actor, ownId, 'too late')).status).toBe(409);
    await setStatus(boss, world.jobId, 'open');
    expect((await note(actor, ownId, 'in time')).status).toBe(200);
  });

  test('whose it is does not change by being corrected', async () => {
    const { boss, actor, ownId } = await start('basic');
    const corrected = await note(boss, ownId, 'by the office');
    expect(corrected).toMatchObject({ status: 200, body: { createdBy: actor.userId, updatedBy: boss.userId } });
    expect((await note(actor, ownId, 'by the driver again')).status).toBe(200);
  });
});

describe('moving an entry', () => {
  const move = (who: Person, id: number, jobId: number) => who.try(contract.jobEntries.update, { params: { id }, body: { jobId } });

  test('to another open job takes the customer of that job', async () => {
    const { boss, actor, ownId } = await start('basic');
    const other = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Blue Hill' } });
    const job = await boss.ok(contract.jobs.create, { params: boss, body: { name: 'South silage', customerId: other.id } });
    expect(await move(actor, ownId, job.id)).toMatchObject({
      status: 200,
      body: { jobId: job.id, jobName: 'South silage', customerId: other.id, customerName: 'Blue Hill', version: 2 },
    });
    expect((await boss.ok(contract.jobEntries.ofJob, { params: job })).map(({ id }) => id)).toEqual([ownId]);
  });

  test.each(['completed', 'billed'] as const)('to a job that is %s is refused, also for the owner', async (status) => {
    const { boss, world } = await start();
    const jobId = await addJob(boss, world, 'South silage', status);
    expect(await move(boss, world.entryId, jobId)).toMatchObject(notOpen(status, 'South silage'));
    expect((await boss.ok(contract.jobEntries.get, { params: { id: world.entryId } })).jobId).toBe(world.jobId);
  });

  test('away from a billed job is refused', async () => {
    const { boss, world } = await start();
    const jobId = await addJob(boss, world, 'South silage');
    await setStatus(boss, world.jobId, 'billed');
    expect(await move(boss, world.entryId, jobId)).toMatchObject(notOpen('billed'));
  });

  test('of another person is not for basic', async () => {
    const { boss, world, actor } = await start('basic');
    const jobId = await addJob(boss, world, 'South silage');
    expect(await move(actor, world.entryId, jobId)).toMatchObject(notYours);
  });

  test('to an unknown job, or one of another organization, is refused as not found', async () => {
    const { boss, world } = await start();
    const theirs = await buildWorld(await testApp.owner());
    for (const jobId of [UNKNOWN_ID, theirs.jobId]) {
      expect(await move(boss, world.entryId, jobId)).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail: 'Job not found', issues: [{ path: 'jobId' }] },
      });
    }
  });

  test('to the job that it has is no change, also on a completed one', async () => {
    const { boss, world } = await start();
    await setStatus(boss, world.jobId, 'completed');
    expect(await move(boss, world.entryId, world.jobId)).toMatchObject({ status: 200, body: { version: 1 } });
  });
});
