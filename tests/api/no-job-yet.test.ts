import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

/** A customer without any job, in an organization with everything else. */
const start = async () => {
  const boss = await testApp.owner();
  const world = await buildWorld(boss);
  const { id: customerId } = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Blue Hill' } });
  return { boss, world, customerId };
};

type Field = Awaited<ReturnType<typeof start>>;

const bodyOf = ({ customerId, world: { serviceTypeId } }: Pick<Field, 'customerId' | 'world'>) => ({
  customerId,
  serviceTypeId,
  date: '2025-06-20',
});
const log = (who: Person, field: Field) =>
  who.ok(contract.jobEntries.createAtCustomer, { params: { orgId: field.boss.orgId }, body: bodyOf(field) });
const put = (who: Person, id: number, body: object) => who.send('PATCH', `/api/job-entries/${id}`, body);
const jobsOf = (boss: Member, customerId: number) => boss.ok(contract.customers.jobs, { params: { id: customerId }, query: {} });
const addJob = async ({ boss, customerId }: Field, name: string) =>
  (await boss.ok(contract.jobs.create, { params: boss, body: { name, customerId } })).id;
const undo = async (boss: Member, entityType: 'job' | 'job_entry', id: number) => {
  const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '50' } });
  const deletion = logs.find((each) => each.entityType === entityType && each.entityId === id && each.action === 'delete');
  return boss.send('POST', `/api/organizations/${boss.orgId}/audit-logs/${deletion?.id ?? 0}/undo`);
};

describe('an entry whose job nobody has named', () => {
  test.each(ACCESS_LEVELS.filter((level) => level !== 'owner'))('is logged by %s, and the job comes with it', async (level) => {
    const field = await start();
    const driver = await testApp.member(field.boss, level);
    const entry = await log(driver, field);
    expect(entry).toMatchObject({ awaitsJob: true, jobName: 'No job yet', customerId: field.customerId, createdBy: driver.userId });
    expect(await jobsOf(field.boss, field.customerId)).toMatchObject([
      { id: entry.jobId, name: 'No job yet', status: 'open', isPlaceholder: true, createdBy: driver.userId },
    ]);
    expect((await put(driver, entry.id, { notes: 'wet' })).body).toMatchObject({ notes: 'wet', jobId: entry.jobId, awaitsJob: true });
  });

  test('goes on one job, however many are logged at once', async () => {
    const field = await start();
    const drivers = await Promise.all([1, 2, 3, 4].map(() => testApp.member(field.boss, 'basic')));
    const entries = await Promise.all(Array.from({ length: 20 }, (_, index) => log(drivers[index % 4] ?? field.boss, field)));
    expect(new Set(entries.map(({ jobId }) => jobId)).size).toBe(1);
    expect(await jobsOf(field.boss, field.customerId)).toHaveLength(1);
  });

  test('is logged once under its key, even if another person repeats the call', async () => {
    const field = await start();
    const headers = { 'idempotency-key': randomUUID() };
    const address = `/api/organizations/${field.boss.orgId}/job-entries`;
    const [first, again] = [
      await field.boss.send('POST', address, bodyOf(field), headers),
      await field.boss.send('POST', address, bodyOf(field), headers),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
  });

  test('makes no job where it is refused itself, and none of another organization', async () => {
    const field = await start();
    const address = `/api/organizations/${field.boss.orgId}/job-entries`;
    const refused = await field.boss.send('POST', address, { ...bodyOf(field), serviceTypeId: 2_000_000_000 });
    expect(refused.status).toBe(400);
    expect(await jobsOf(field.boss, field.customerId)).toEqual([]);
    const stranger = await start();
    const foreign = await field.boss.send('POST', address, { ...bodyOf(field), customerId: stranger.customerId });
    expect(foreign).toMatchObject({ status: 400, body: { issues: [{ path: 'customerId' }] } });
    expect((await stranger.boss.send('POST', address, bodyOf(stranger))).status).toBe(404);
  });

  test('goes there although the customer now has an open job, and from a job as well', async () => {
    const field = await start();
    const jobId = await addJob(field, 'North');
    const entry = await log(field.boss, field);
    expect(entry.jobId).not.toBe(jobId);
    const { body: onJob } = await put(field.boss, entry.id, { jobId });
    expect(onJob).toMatchObject({ jobId, awaitsJob: false, jobName: 'North' });
    expect((await put(field.boss, entry.id, { awaitsJob: true })).body).toMatchObject({ awaitsJob: true, customerId: field.customerId });
    // Another customer without a job: it waits there.
    expect((await put(field.boss, entry.id, { customerId: field.world.customerId })).body).toMatchObject({
      awaitsJob: true,
      customerId: field.world.customerId,
    });
    expect(await jobsOf(field.boss, field.customerId)).toMatchObject([{ id: jobId }]);
  });
});

describe('the office puts it on a job', () => {
  test('one after another, and the empty job goes with the last', async () => {
    const field = await start();
    const { boss, customerId } = field;
    const [one, other] = [await log(boss, field), await log(boss, field)];
    const jobId = await addJob(field, 'North');
    await put(boss, one.id, { jobId });
    expect((await jobsOf(boss, customerId)).map(({ id }) => id)).toEqual([jobId, one.jobId]);
    await put(boss, other.id, { jobId });
    expect((await jobsOf(boss, customerId)).map(({ id }) => id)).toEqual([jobId]);
    expect(await boss.ok(contract.jobs.summary, { params: { id: jobId } })).toMatchObject({ groups: [{ entryCount: 2 }] });
  });

  test('all at once, each sent twice, while new ones come: nothing is lost, and no empty job stays', async () => {
    const field = await start();
    const { boss, customerId } = field;
    const jobId = await addJob(field, 'North');
    for (let round = 0; round < 4; round += 1) {
      const waiting = await Promise.all(Array.from({ length: 6 }, () => log(boss, field)));
      const moves = waiting.map(({ id, version }) => {
        const headers = { 'idempotency-key': randomUUID(), 'if-match': `"${version}"` };
        return [1, 2].map(() => boss.send('PATCH', `/api/job-entries/${id}`, { jobId }, headers));
      });
      const [late, ...answers] = await Promise.all([log(boss, field), ...moves.flat()]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const jobs = await jobsOf(boss, customerId);
      const held = await boss.ok(contract.jobEntries.get, { params: { id: late.id } });
      expect(jobs.map(({ id }) => id).sort()).toEqual([jobId, held.jobId].sort());
      await put(boss, late.id, { jobId });
      expect((await jobsOf(boss, customerId)).map(({ id }) => id)).toEqual([jobId]);
    }
    expect(await boss.ok(contract.jobEntries.ofJob, { params: { id: jobId }, query: {} })).toHaveLength(4 * 7);
  });

  test('the last of them at the same moment: neither leaves the empty job to the other', async () => {
    const field = await start();
    const jobId = await addJob(field, 'North');
    for (let round = 0; round < 6; round += 1) {
      const waiting = await Promise.all([1, 2, 3].map(() => log(field.boss, field)));
      const answers = await Promise.all(waiting.map(({ id }) => put(field.boss, id, { jobId })));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await jobsOf(field.boss, field.customerId)).map(({ id }) => id)).toEqual([jobId]);
    }
  });

  test('when two in the office put it on different jobs, the second is refused', async () => {
    const field = await start();
    const { boss } = field;
    const entry = await log(boss, field);
    const [north, south] = [await addJob(field, 'North'), await addJob(field, 'South')];
    const change = (jobId: number) => boss.send('PATCH', `/api/job-entries/${entry.id}`, { jobId }, { 'if-match': `"${entry.version}"` });
    expect((await change(north)).status).toBe(200);
    expect(await change(south)).toMatchObject({ status: 412, body: { current: { jobId: north } } });
  });

  test('never on one that is closed, or of another organization', async () => {
    const field = await start();
    const { boss } = field;
    const entry = await log(boss, field);
    const jobId = await addJob(field, 'North');
    for (const status of ['completed', 'billed'] as const) {
      await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status } });
      expect(await put(boss, entry.id, { jobId })).toMatchObject({ status: 409, body: { code: 'job_not_open' } });
    }
    const stranger = await start();
    expect((await put(boss, entry.id, { jobId: stranger.world.jobId })).status).toBe(404);
    expect((await put(stranger.boss, entry.id, { jobId: stranger.world.jobId })).status).toBe(404);
    expect(await jobsOf(boss, field.customerId)).toMatchObject([{ id: jobId }, { id: entry.jobId, isPlaceholder: true }]);
  });

  test('but not by those who may write no jobs, unless it is their own', async () => {
    const field = await start();
    const [driver, other] = [await testApp.member(field.boss, 'basic'), await testApp.member(field.boss, 'basic')];
    const entry = await log(driver, field);
    const jobId = await addJob(field, 'North');
    expect((await put(other, entry.id, { jobId })).status).toBe(403);
    expect((await put(driver, entry.id, { jobId })).status).toBe(200);
  });

  test('or names it: then it is a job like any other, and the next entry begins a new one', async () => {
    const field = await start();
    const { boss } = field;
    const { id, jobId } = await log(boss, field);
    const named = await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { name: 'North', status: 'completed' } });
    expect(named).toMatchObject({ name: 'North', isPlaceholder: false, status: 'completed' });
    expect(await boss.ok(contract.jobEntries.get, { params: { id } })).toMatchObject({ awaitsJob: false, jobName: 'North' });
    expect((await log(boss, field)).jobId).not.toBe(jobId);
  });
});

describe('work whose job nobody has named', () => {
  const unsaid = /Nobody has said which job this was/;

  test('is neither completed nor billed, nor on a draft', async () => {
    const field = await start();
    const { boss } = field;
    const { jobId } = await log(boss, field);
    for (const status of ['completed', 'billed']) {
      const refused = await boss.send('PATCH', `/api/jobs/${jobId}`, { status });
      expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', detail: expect.stringMatching(unsaid) as string } });
    }
    const draft = await boss.send('POST', `/api/organizations/${boss.orgId}/bill-drafts`, { jobIds: [jobId] });
    expect(draft).toMatchObject({ status: 409, body: { detail: expect.stringMatching(unsaid) as string } });
  });

  test('stays one job for each customer, also when the job goes to another', async () => {
    const field = await start();
    const { boss, world } = field;
    const { jobId } = await log(boss, field);
    await log(boss, { ...field, customerId: world.customerId });
    const moved = await boss.send('PATCH', `/api/jobs/${jobId}`, { customerId: world.customerId });
    expect(moved).toMatchObject({ status: 409, body: { issues: [{ path: 'customerId' }] } });
  });
});

describe('what was deleted comes back', () => {
  test('the last entry, with the job that went with it', async () => {
    const field = await start();
    const { boss, customerId } = field;
    const driver = await testApp.member(boss, 'basic');
    const entry = await log(driver, field);
    await driver.ok(contract.jobEntries.remove, { params: { id: entry.id } });
    expect(await jobsOf(boss, customerId)).toEqual([]);
    expect((await undo(boss, 'job_entry', entry.id)).status).toBe(200);
    const back = await boss.ok(contract.jobEntries.get, { params: { id: entry.id } });
    expect(back).toMatchObject({ awaitsJob: true, customerId });
    expect(await jobsOf(boss, customerId)).toMatchObject([{ id: back.jobId, isPlaceholder: true }]);
  });

  test('the job with its entries, unless the customer has such a job again', async () => {
    const field = await start();
    const { boss } = field;
    const entry = await log(boss, field);
    await boss.ok(contract.jobs.remove, { params: { id: entry.jobId } });
    const newer = await log(boss, field);
    expect(await undo(boss, 'job', entry.jobId)).toMatchObject({
      status: 409,
      body: { detail: 'This customer already has other entries without a job. Move those to a job first.' },
    });
    await put(boss, newer.id, { jobId: await addJob(field, 'North') });
    expect((await undo(boss, 'job', entry.jobId)).status).toBe(200);
    expect(await boss.ok(contract.jobEntries.get, { params: { id: entry.id } })).toMatchObject({ awaitsJob: true });
  });
});
