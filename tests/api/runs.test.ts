import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Run } from '#shared/domain/run.ts';
import type { CallOf } from '#shared/endpoint.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { kindOf, undoDeletion } from './kinds.ts';
import { walkFrom } from './list-pages.ts';
import { buildWorld, dataString, type Member, pngBytes, refusedFor, UNKNOWN_ID, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

type RunBody = CallOf<typeof contract.runs.create>['body'];
type EntryBody = CallOf<typeof contract.jobEntries.create>['body'];

const start = async () => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss) };
};

const begin = (who: Member, { serviceTypeId }: World, body: Partial<RunBody> = {}): Promise<Run> =>
  who.ok(contract.runs.create, {
    params: { orgId: who.orgId },
    body: { serviceTypeId, date: '2025-06-16', startedAt: '2025-06-16T07:05:00-05:00', ...body },
  });
const change = (who: Person, id: number, body: CallOf<typeof contract.runs.update>['body']): Promise<Run> =>
  who.ok(contract.runs.update, { params: { id }, body });
const addJob = async (boss: Member, { customerId }: World, name: string): Promise<number> =>
  (await boss.ok(contract.jobs.create, { params: boss, body: { name, customerId } })).id;
const log = (who: Person, { jobId, serviceTypeId }: Pick<World, 'jobId' | 'serviceTypeId'>, body: Partial<EntryBody>): Promise<JobEntry> =>
  who.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-16', ...body } });
const correct = (who: Person, id: number, body: CallOf<typeof contract.jobEntries.update>['body']): Promise<JobEntry> =>
  who.ok(contract.jobEntries.update, { params: { id }, body });
const entryNow = (who: Person, id: number): Promise<JobEntry> => who.ok(contract.jobEntries.get, { params: { id } });
const entriesOf = (who: Person, id: number): Promise<JobEntry[]> => who.ok(contract.runs.entries, { params: { id } });
const sharesOf = async (who: Person, id: number): Promise<(number | null)[]> =>
  (await entriesOf(who, id)).toSorted((one, other) => one.id - other.id).map(({ fuel }) => fuel);
const bill = (boss: Member, id: number): Promise<unknown> => boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });

/** A run of 60 of fuel, shared by hours, with three stops of 1, 2 and 3 hours, each on a job of its own. */
const runOfThree = async (body: Partial<RunBody> = {}) => {
  const { boss, world } = await start();
  const run = await begin(boss, world, { fuel: 60, shareBy: 'hours', ...body });
  const stops: { readonly id: number; readonly jobId: number }[] = [];
  for (const totalHours of [1, 2, 3]) {
    const jobId = await addJob(boss, world, `Stop ${totalHours}`);
    stops.push({ jobId, id: (await log(boss, { ...world, jobId }, { runId: run.id, totalHours })).id });
  }
  const [first, second, third] = stops;
  if (!first || !second || !third) {
    throw new Error('Three stops.');
  }
  return { boss, world, run, first, second, third };
};

describe('a run', () => {
  test('holds what is the same for all of its stops', async () => {
    const { boss, world } = await start();
    const body = {
      date: '2025-06-16',
      serviceTypeId: world.serviceTypeId,
      equipmentIds: [world.equipmentId],
      operatorIds: [world.employeeId],
      implementId: world.implementId,
      fuel: 84.9,
      shareBy: 'area' as const,
      startedAt: '2025-06-16T07:05:00-05:00',
      endedAt: '2025-06-16T16:55:00-05:00',
      notes: 'Wet until noon',
    };
    const made = await begin(boss, world, body);
    expect(made).toMatchObject({ ...body, version: 1, createdBy: boss.userId, updatedBy: null, photos: [] });
    expect(await boss.ok(contract.runs.get, { params: made })).toEqual(made);
    expect(await boss.ok(contract.runs.list, { params: boss })).toContainEqual(made);
    expect(await change(boss, made.id, { endedAt: null })).toMatchObject({ version: 2, endedAt: null, updatedBy: boss.userId });
  });

  test.each([
    ['serviceTypeId', { serviceTypeId: UNKNOWN_ID }, `Service not found: ${UNKNOWN_ID}`],
    ['equipmentIds', { equipmentIds: [UNKNOWN_ID] }, `Equipment not found: ${UNKNOWN_ID}`],
    ['operatorIds', { operatorIds: [UNKNOWN_ID] }, `Employee not found: ${UNKNOWN_ID}`],
    ['implementId', { implementId: UNKNOWN_ID }, `Implement not found: ${UNKNOWN_ID}`],
  ])('refers by %s to what there is', async (path, body, message) => {
    const { boss, world } = await start();
    const { id } = await begin(boss, world);
    expect(await boss.try(contract.runs.update, { params: { id }, body })).toMatchObject(refusedFor(path, message));
    const params = { orgId: boss.orgId };
    const whole = { serviceTypeId: world.serviceTypeId, date: '2025-06-16', startedAt: '2025-06-16T07:05:00-05:00', ...body };
    expect(await boss.try(contract.runs.create, { params, body: whole })).toMatchObject(refusedFor(path, message));
  });

  test('may refer to records that were deleted since', async () => {
    const { boss, world } = await start();
    await boss.ok(contract.equipment.remove, { params: { id: world.equipmentId } });
    expect(await begin(boss, world, { equipmentIds: [world.equipmentId] })).toMatchObject({ equipmentIds: [world.equipmentId] });
  });

  test('keeps pictures, which members can read', async () => {
    const { boss, world } = await start();
    const { photos, id } = await begin(boss, world, { photos: [dataString(pngBytes('whole day'))] });
    expect(photos).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.png$/)]);
    expect((await boss.send('GET', `/api/photos/${photos[0]}`)).status).toBe(200);
    expect(await change(boss, id, { photos: [photos[0] ?? '', dataString(pngBytes('evening'))] })).toMatchObject({
      photos: [photos[0], expect.stringMatching(/\.png$/)],
    });
    expect(await boss.try(contract.runs.update, { params: { id }, body: { photos: ['what.png'] } })).toMatchObject({ status: 400 });
  });

  test.each(ACCESS_LEVELS)('%s changes, deletes and restores their own, and others’ where the table of roles says', async (level) => {
    const { boss, world } = await start();
    const actor = level === 'owner' ? boss : await testApp.member(boss, level);
    const colleague = await testApp.member(boss, 'basic');
    const [own, theirs] = [await begin(actor, world), await begin(colleague, world)];
    const corrects = ['owner', 'admin', 'manager', 'advanced'].includes(level);
    const no = { status: 403, body: { detail: 'You can only change or delete your own runs' } };

    expect(await actor.try(contract.runs.update, { params: own, body: { notes: 'wet' } })).toMatchObject({ status: 200 });
    expect(await actor.try(contract.runs.update, { params: theirs, body: { notes: 'wet' } })).toMatchObject(
      corrects ? { status: 200 } : no,
    );
    expect(await actor.try(contract.runs.remove, { params: theirs })).toMatchObject(corrects ? { status: 204 } : no);
    expect(await actor.try(contract.runs.remove, { params: own })).toMatchObject({ status: 204 });
    expect(await undoDeletion(actor, kindOf('run'), own.id)).toMatchObject({ status: 200 });
    if (!corrects) {
      await colleague.ok(contract.runs.remove, { params: theirs });
    }
    expect(await undoDeletion(actor, kindOf('run'), theirs.id)).toMatchObject({ status: corrects ? 200 : 403 });
  });
});

describe('entries of a run', () => {
  test('are listed, page by page, and in the list of all', async () => {
    const { boss, world, run } = await runOfThree();
    await log(boss, world, { notes: 'in no run' });
    const entries = await entriesOf(boss, run.id);
    expect(entries).toHaveLength(3);
    expect(entries.every(({ runId }) => runId === run.id)).toBe(true);
    expect(await boss.ok(contract.jobEntries.list, { params: boss, query: { runId: String(run.id) } })).toEqual(entries);
    const pages = await walkFrom(boss, `/api/runs/${run.id}/entries?limit=2`);
    expect(pages.flatMap(({ items }) => items)).toEqual(entries);
    expect(await boss.try(contract.runs.entries, { params: { id: UNKNOWN_ID } })).toMatchObject({ status: 404 });
  });

  test('name a run that the organization has, or had', async () => {
    const { boss, world } = await start();
    const { id } = await log(boss, world, {});
    const refused = refusedFor('runId', `Run not found: ${UNKNOWN_ID}`);
    const body = { serviceTypeId: world.serviceTypeId, date: '2025-06-16', runId: UNKNOWN_ID };
    expect(await boss.try(contract.jobEntries.create, { params: { id: world.jobId }, body })).toMatchObject(refused);
    expect(await boss.try(contract.jobEntries.update, { params: { id }, body: { runId: UNKNOWN_ID } })).toMatchObject(refused);

    const stranger = await testApp.owner();
    const theirs = await begin(stranger, await buildWorld(stranger));
    expect(await boss.try(contract.jobEntries.update, { params: { id }, body: { runId: theirs.id } })).toMatchObject({ status: 400 });

    const gone = await begin(boss, world, { fuel: 10 });
    await boss.ok(contract.runs.remove, { params: gone });
    expect(await correct(boss, id, { runId: gone.id })).toMatchObject({ runId: gone.id, fuel: null });
  });

  test('stay when it is deleted, and come back to it with it', async () => {
    const { boss, world, run, first, second, third } = await runOfThree();
    const before = await entryNow(boss, first.id);
    await boss.ok(contract.runs.remove, { params: run });
    expect(await entryNow(boss, first.id)).toEqual({
      ...before,
      runId: null,
      version: before.version + 1,
      updatedAt: expect.any(String),
    });
    const other = await begin(boss, world);
    await correct(boss, second.id, { runId: other.id });

    await undoDeletion(boss, kindOf('run'), run.id);
    expect((await entriesOf(boss, run.id)).map(({ id }) => id)).toEqual([third.id, first.id]);
    expect(await entryNow(boss, second.id)).toMatchObject({ runId: other.id });
    // The fuel is shared among those that are left.
    expect(await sharesOf(boss, run.id)).toEqual([15, 45]);
  });
});

describe('the fuel of a run', () => {
  test('is shared when it is known, and the answer to an entry shows its share', async () => {
    const { boss, world } = await start();
    const run = await begin(boss, world);
    const first = await log(boss, world, { runId: run.id, totalHours: 1 });
    const second = await log(boss, world, { runId: run.id, totalHours: 2 });
    expect([first, second]).toMatchObject([
      { fuel: null, version: 1 },
      { fuel: null, version: 1 },
    ]);
    await change(boss, run.id, { fuel: 60 });
    expect(await sharesOf(boss, run.id)).toEqual([20, 40]);

    const third = await log(boss, world, { runId: run.id, totalHours: 3 });
    expect(third).toMatchObject({ fuel: 30 });
    expect(third).toEqual(await entryNow(boss, third.id));
    expect(await sharesOf(boss, run.id)).toEqual([10, 20, 30]);
  });

  test('is shared anew with every change of it or of an entry', async () => {
    const { boss, world, run, first, second, third } = await runOfThree();
    expect(await sharesOf(boss, run.id)).toEqual([10, 20, 30]);
    await change(boss, run.id, { fuel: 84.9 });
    expect(await sharesOf(boss, run.id)).toEqual([14.2, 28.3, 42.4]);
    await change(boss, run.id, { fuel: 60 });

    expect(await correct(boss, first.id, { totalHours: 7 })).toMatchObject({ fuel: 35 });
    expect(await sharesOf(boss, run.id)).toEqual([35, 10, 15]);

    await boss.ok(contract.jobEntries.remove, { params: first });
    expect(await sharesOf(boss, run.id)).toEqual([24, 36]);
    await undoDeletion(boss, kindOf('job_entry'), first.id);
    expect(await sharesOf(boss, run.id)).toEqual([35, 10, 15]);

    // An entry that leaves takes no share along; one that comes gets one.
    expect(await correct(boss, first.id, { runId: null })).toMatchObject({ fuel: null });
    expect(await sharesOf(boss, run.id)).toEqual([24, 36]);
    const another = await log(boss, world, { totalHours: 5, fuel: 3 });
    expect(await correct(boss, another.id, { runId: run.id })).toMatchObject({ fuel: 30 });
    expect(await sharesOf(boss, run.id)).toEqual([12, 18, 30]);

    // With the job go its entries.
    await boss.ok(contract.jobs.remove, { params: { id: third.jobId } });
    expect(await sharesOf(boss, run.id)).toEqual([17.1, 42.9]);
    await undoDeletion(boss, kindOf('job'), third.jobId);
    expect(await sharesOf(boss, run.id)).toEqual([12, 18, 30]);
    expect((await entryNow(boss, second.id)).fuel).toBe(12);
  });

  test('moves between two runs with an entry', async () => {
    const { boss, world, run, third } = await runOfThree();
    const other = await begin(boss, world, { fuel: 8 });
    expect(await correct(boss, third.id, { runId: other.id })).toMatchObject({ fuel: 8 });
    expect(await sharesOf(boss, run.id)).toEqual([20, 40]);
  });

  test('is shared by area and by loads, too', async () => {
    const { boss, world } = await start();
    const params = { orgId: boss.orgId };
    await boss.ok(contract.customDataFields.create, { params, body: { name: 'Hectares', fieldType: 'number' } });
    const run = await begin(boss, world, { fuel: 84.9, shareBy: 'area' });
    for (const [index, Hectares] of [4.83, 4.05, 1.95].entries()) {
      await log(boss, world, { runId: run.id, loads: index, customFieldValues: { Hectares } });
    }
    expect(await sharesOf(boss, run.id)).toEqual([37.9, 31.7, 15.3]);
    await change(boss, run.id, { shareBy: 'loads' });
    expect(await sharesOf(boss, run.id)).toEqual([0, 28.3, 56.6]);
    // Nobody said how many hours: all are equal.
    await change(boss, run.id, { shareBy: 'hours' });
    expect(await sharesOf(boss, run.id)).toEqual([28.3, 28.3, 28.3]);
  });

  test('is shared by hand as soon as somebody types fuel on an entry, and the others keep theirs', async () => {
    const { boss, world, run, second } = await runOfThree();
    expect(await correct(boss, second.id, { fuel: 25 })).toMatchObject({ fuel: 25 });
    expect(await boss.ok(contract.runs.get, { params: run })).toMatchObject({ fuel: 60, shareBy: 'hand' });
    expect(await sharesOf(boss, run.id)).toEqual([10, 25, 30]);
    await log(boss, world, { runId: run.id, totalHours: 9 });
    await change(boss, run.id, { fuel: 100 });
    expect(await sharesOf(boss, run.id)).toEqual([10, 25, 30, null]);
    await change(boss, run.id, { shareBy: 'hours' });
    expect(await sharesOf(boss, run.id)).toEqual([6.7, 13.3, 20, 60]);

    const typed = await log(boss, world, { runId: run.id, totalHours: 9, fuel: 1 });
    expect(typed).toMatchObject({ fuel: 1 });
    expect(await boss.ok(contract.runs.get, { params: run })).toMatchObject({ shareBy: 'hand' });
  });

  test('the number that an entry has already is not typed', async () => {
    const { boss, run, second } = await runOfThree();
    await correct(boss, second.id, { fuel: 20, notes: 'as it was' });
    expect(await boss.ok(contract.runs.get, { params: run })).toMatchObject({ shareBy: 'hours' });
  });

  test('that is not known any more is nobody’s', async () => {
    const { boss, run } = await runOfThree();
    await change(boss, run.id, { fuel: null });
    expect(await sharesOf(boss, run.id)).toEqual([null, null, null]);
  });

  test('leaves billed entries as they are, and what they hold is taken off first', async () => {
    const { boss, run, first, second, third } = await runOfThree();
    await bill(boss, second.jobId);
    const billed = await entryNow(boss, second.id);
    await change(boss, run.id, { fuel: 90 });
    expect(await sharesOf(boss, run.id)).toEqual([17.5, 20, 52.5]);
    expect(await entryNow(boss, second.id)).toEqual(billed);
    // Less than the billed one holds: nobody has less than nothing.
    await change(boss, run.id, { fuel: 15 });
    expect(await sharesOf(boss, run.id)).toEqual([0, 20, 0]);

    await bill(boss, first.jobId);
    await bill(boss, third.jobId);
    const before = await entriesOf(boss, run.id);
    await change(boss, run.id, { fuel: 70 });
    await boss.ok(contract.runs.remove, { params: run });
    expect(await Promise.all(before.map(({ id }) => entryNow(boss, id)))).toMatchObject(before.map(({ fuel }) => ({ fuel, runId: null })));
  });

  test('is no news of its own: devices hear of it, the history does not', async () => {
    const { boss, run, first } = await runOfThree();
    const query = { entityType: 'job_entry', entityId: first.id } as const;
    const before = await boss.ok(contract.auditLogs.list, { params: boss, query });
    const { version } = await entryNow(boss, first.id);
    const { cursor } = await boss.ok(contract.changes.since, { params: boss });
    await change(boss, run.id, { fuel: 66 });
    expect(await entryNow(boss, first.id)).toMatchObject({ fuel: 11, version: version + 1 });
    expect(await boss.ok(contract.auditLogs.list, { params: boss, query })).toEqual(before);
    const { upserts } = await boss.ok(contract.changes.since, { params: boss, query: { cursor } });
    expect(upserts.jobEntries.map(({ fuel }) => fuel).toSorted()).toEqual([11, 22, 33]);
    expect(upserts.runs).toMatchObject([{ id: run.id, fuel: 66 }]);
  });

  test('counts as a use of the field', async () => {
    const { boss, run } = await runOfThree();
    const params = { orgId: boss.orgId };
    const field = await boss.ok(contract.customDataFields.create, { params, body: { name: 'Fuel', fieldType: 'number' } });
    expect(field).toMatchObject({ usageCount: 3 });
    await change(boss, run.id, { fuel: null });
    expect(await boss.ok(contract.customDataFields.get, { params: field })).toMatchObject({ usageCount: 0 });
  });

  test('takes away the mark of having been checked from whom it changes', async () => {
    const { boss, run, first } = await runOfThree();
    const { id, version } = await entryNow(boss, first.id);
    await boss.ok(contract.entryChecks.set, { params: boss, body: { entries: [{ id, version }], isChecked: true } });
    await change(boss, run.id, { notes: 'nothing else' });
    expect((await entryNow(boss, id)).checkedAt).not.toBeNull();
    await change(boss, run.id, { fuel: 10 });
    expect((await entryNow(boss, id)).checkedAt).toBeNull();
  });

  describe('when ten devices write at once', () => {
    const expectSums = async (who: Person, ids: readonly number[]): Promise<void> => {
      for (const id of ids) {
        const { fuel } = await who.ok(contract.runs.get, { params: { id } });
        const shares = (await sharesOf(who, id)).map((share) => share ?? 0);
        expect(shares.length === 0 ? fuel : exactSum(shares)).toBe(fuel);
      }
    };
    const deadlocks = (): Promise<unknown[]> =>
      testApp.db.query({ text: 'select deadlocks from pg_stat_database where datname = current_database()', values: [] });
    const crewOf = async (boss: Member): Promise<Member[]> => [
      boss,
      ...(await Promise.all(Array.from({ length: 9 }, () => testApp.member(boss, 'advanced')))),
    ];

    test('nobody is refused, the shares add up, and no lock has to be broken', async () => {
      const { boss, world, run, first, second, third } = await runOfThree();
      const crew = await crewOf(boss);
      const before = await deadlocks();
      const body = { serviceTypeId: world.serviceTypeId, date: '2025-06-16', runId: run.id };
      const write = async (who: Member, lane: number): Promise<number[]> => {
        const params = { id: lane % 2 === 0 ? first.jobId : second.jobId };
        const made = await who.try(contract.jobEntries.create, { params, body: { ...body, totalHours: lane + 1 } });
        const answers = [
          made,
          await who.try(contract.jobEntries.update, { params: lane % 2 === 0 ? second : third, body: { totalHours: lane + 2 } }),
          await who.try(contract.runs.update, { params: run, body: { fuel: 60 + lane / 10 } }),
          await who.try(contract.jobEntries.update, { params: first, body: { loads: lane } }),
        ];
        return answers.map(({ status }) => status);
      };
      const statuses = (await Promise.all(crew.map(write))).flat();
      expect(new Set(statuses)).toEqual(new Set([200, 201]));
      expect(await entriesOf(boss, run.id)).toHaveLength(13);
      await expectSums(boss, [run.id]);
      expect(await deadlocks()).toEqual(before);
    });

    // Which run the entry is in is not known before its run is locked: such a deadlock is broken, and the write is done again.
    test('nobody is refused who moves an entry to another run', async () => {
      const { boss, world, run, second, third } = await runOfThree();
      const other = await begin(boss, world, { fuel: 33.3 });
      const moves = (await crewOf(boss)).map((who, index) =>
        who.try(contract.jobEntries.update, {
          params: index % 2 === 0 ? second : third,
          body: { runId: index % 3 === 0 ? other.id : run.id },
        }),
      );
      expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]));
      await expectSums(boss, [run.id, other.id]);
    });
  });
});

describe('days off', () => {
  test.each(ACCESS_LEVELS)('%s changes and deletes their own, and others’ where the table of roles says', async (level) => {
    const { boss, world } = await start();
    const actor = level === 'owner' ? boss : await testApp.member(boss, level);
    const colleague = await testApp.member(boss, 'basic');
    const take = (who: Member) =>
      who.ok(contract.daysOff.create, { params: { orgId: who.orgId }, body: { employeeId: world.employeeId, date: '2025-06-20' } });
    const [own, theirs] = [await take(actor), await take(colleague)];
    const corrects = ['owner', 'admin', 'manager', 'advanced'].includes(level);
    const no = { status: 403, body: { detail: 'You can only change or delete your own days off' } };
    const refused = await actor.try(contract.daysOff.update, { params: theirs, body: { date: '2025-06-21' } });
    expect(refused).toMatchObject(corrects ? { status: 200 } : no);
    expect(await actor.try(contract.daysOff.remove, { params: theirs })).toMatchObject(corrects ? { status: 204 } : no);
    expect(await actor.ok(contract.daysOff.update, { params: own, body: { date: '2025-06-21' } })).toMatchObject({ date: '2025-06-21' });
    expect(await actor.try(contract.daysOff.remove, { params: own })).toMatchObject({ status: 204 });
  });

  test('are of an employee that there is', async () => {
    const { boss } = await start();
    const body = { employeeId: UNKNOWN_ID, date: '2025-06-20' };
    const refused = refusedFor('employeeId', `Employee not found: ${UNKNOWN_ID}`);
    expect(await boss.try(contract.daysOff.create, { params: boss, body })).toMatchObject(refused);
  });
});
