import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { Member } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

/** A company with two services, a field for acres, and a machine. */
const company = async (seasonStartDate: string | null = null) => {
  const boss = await testApp.owner();
  const params = { orgId: boss.orgId };
  await boss.ok(contract.organizations.update, { params: boss, body: { seasonStartDate } });
  const acres = await boss.ok(contract.customDataFields.create, { params, body: { name: 'Acres', fieldType: 'number' } });
  const moisture = await boss.ok(contract.customDataFields.create, { params, body: { name: 'Moisture %', fieldType: 'number' } });
  const service = (name: string) =>
    boss.ok(contract.serviceTypes.create, { params, body: { name, customDataFieldIds: [acres.id, moisture.id] } });
  const { id: chopping } = await service('Chopping');
  const { id: tillage } = await service('Tillage');
  const machine = await boss.ok(contract.equipment.create, { params, body: { name: 'Claas 970', serviceTypeIds: [chopping, tillage] } });
  return { boss, params, chopping, tillage, machineId: machine.id };
};
type Company = Awaited<ReturnType<typeof company>>;

const customerOf = async ({ boss, params }: Company, businessName: string, more: object = {}): Promise<number> =>
  (await boss.ok(contract.customers.create, { params, body: { businessName, ...more } })).id;
const jobOf = async ({ boss, params }: Company, customerId: number, name: string): Promise<number> =>
  (await boss.ok(contract.jobs.create, { params, body: { name, customerId } })).id;
const work = ({ boss, machineId }: Company, jobId: number, serviceTypeId: number, date: string, values: object = {}) =>
  boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date, equipmentIds: [machineId], ...values } });

const listOf = (
  { params }: Pick<Company, 'params'>,
  by: Pick<Member, 'ok'>,
  query: { season: string; of?: string; serviceTypeId?: string },
) => by.ok(contract.seasonRepeats.list, { params, query });
const makeOf = ({ boss, params }: Company, jobIds: number[], season = '2026') =>
  boss.ok(contract.seasonRepeats.make, { params, body: { jobIds, season } });

describe('the list', () => {
  test('adds up each job by service, exactly, with its days, machines and phone number', async () => {
    const own = await company();
    const customerId = await customerOf(own, 'Pine Ridge', { contacts: [{ name: 'Ann', phoneNumber: '308 555 0117', getsBills: false }] });
    const jobId = await jobOf(own, customerId, 'North 2025');
    const values = { totalHours: 0.1, loads: 4, customFieldValues: { Acres: 10.2, 'Moisture %': 63 } };
    await work(own, jobId, own.chopping, '2025-05-12', values);
    await work(own, jobId, own.chopping, '2025-06-03', { ...values, totalHours: 0.2, customFieldValues: { Acres: 0.1 } });
    await work(own, jobId, own.tillage, '2025-09-01', { totalHours: 3 });
    const { works, of, season } = await listOf(own, own.boss, { season: '2026' });
    expect([of, season]).toEqual(['2025', '2026']);
    const nothing = { billableHours: null, fuel: null };
    expect(works).toEqual([
      {
        jobId,
        jobName: 'North 2025',
        nextName: 'North 2026',
        customerId,
        customerName: 'Pine Ridge',
        phoneNumber: '308 555 0117',
        firstDay: '2025-05-12',
        lastDay: '2025-09-01',
        equipmentNames: ['Claas 970'],
        services: [
          {
            ...nothing,
            serviceTypeId: own.chopping,
            serviceTypeName: 'Chopping',
            entryCount: 2,
            totalHours: 0.3,
            loads: 8,
            fields: [{ name: 'Acres', total: 10.3 }],
          },
          { ...nothing, serviceTypeId: own.tillage, serviceTypeName: 'Tillage', entryCount: 1, totalHours: 3, loads: null, fields: [] },
        ],
        state: 'notYet',
        thereJobId: null,
        revenueCents: 0,
      },
    ]);
    const tilled = await listOf(own, own.boss, { season: '2026', serviceTypeId: String(own.tillage) });
    expect(tilled.works.map(({ services, firstDay }) => [services.map(({ serviceTypeName }) => serviceTypeName), firstDay])).toEqual([
      [['Tillage'], '2025-09-01'],
    ]);
  });

  test('says what there is this season: its repeat, work of the same service, or an empty job of that name', async () => {
    const own = await company();
    const names = ['Repeated', 'Done by hand', 'Prepared by hand', 'Other work', 'Not yet'];
    const ids: Record<string, number[]> = {};
    for (const name of names) {
      const customerId = await customerOf(own, name);
      const jobId = await jobOf(own, customerId, 'Silage 2025');
      await work(own, jobId, own.chopping, '2025-06-01');
      ids[name] = [customerId, jobId];
    }
    const idsOf = (name: string): [number, number] => [ids[name]?.[0] ?? 0, ids[name]?.[1] ?? 0];
    const repeated = await makeOf(own, [idsOf('Repeated')[1]]);
    const byHand = await jobOf(own, idsOf('Done by hand')[0], 'Chopping the big field');
    await work(own, byHand, own.chopping, '2026-05-30');
    await own.boss.ok(contract.jobs.update, { params: { id: byHand }, body: { status: 'completed' } });
    const prepared = await jobOf(own, idsOf('Prepared by hand')[0], 'Silage 2026');
    const other = await jobOf(own, idsOf('Other work')[0], 'Tillage 2026');
    await work(own, other, own.tillage, '2026-04-01');
    const { works } = await listOf(own, own.boss, { season: '2026' });
    expect(works.map(({ customerName, state, thereJobId }) => [customerName, state, thereJobId])).toEqual([
      ['Done by hand', 'done', byHand],
      ['Not yet', 'notYet', null],
      ['Other work', 'notYet', null],
      ['Prepared by hand', 'open', prepared],
      ['Repeated', 'open', repeated.madeIds[0]],
    ]);
  });

  test('a repeated job does not stand for another one of the same customer and service', async () => {
    const own = await company();
    const customerId = await customerOf(own, 'Pine Ridge');
    const north = await jobOf(own, customerId, 'North 2025');
    const south = await jobOf(own, customerId, 'South 2025');
    await work(own, north, own.chopping, '2025-06-01');
    await work(own, south, own.chopping, '2025-06-02');
    const { madeIds } = await makeOf(own, [north]);
    await work(own, madeIds[0] ?? 0, own.chopping, '2026-06-01');
    const { works } = await listOf(own, own.boss, { season: '2026' });
    expect(works.map(({ jobName, state }) => [jobName, state])).toEqual([
      ['North 2025', 'open'],
      ['South 2025', 'notYet'],
    ]);
  });

  test('an empty job that was made for one season does not stand for another, though it is called the same', async () => {
    const own = await company();
    const jobId = await jobOf(own, await customerOf(own, 'Pine Ridge'), 'Creek bottom');
    await work(own, jobId, own.chopping, '2025-06-01');
    await makeOf(own, [jobId]);
    const stateFor = async (season: string) => (await listOf(own, own.boss, { season, of: '2025' })).works[0]?.state;
    expect([await stateFor('2026'), await stateFor('2027')]).toEqual(['open', 'notYet']);
  });

  test('says what the work was billed with, to those who may see money, and nothing to others', async () => {
    const own = await company();
    const jobId = await jobOf(own, await customerOf(own, 'Pine Ridge'), 'North 2025');
    const lines = [{ basis: 'hour' as const, prices: [{ upTo: null, price: '95' }] }];
    await own.boss.ok(contract.rates.create, { params: own.params, body: { serviceTypeId: own.chopping, lines } });
    await work(own, jobId, own.chopping, '2025-06-01', { totalHours: 2 });
    await own.boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'billed' } });
    const manager = await testApp.member(own.boss, 'manager');
    const advanced = await testApp.member(own.boss, 'advanced');
    const basic = await testApp.member(own.boss, 'basic');
    const revenueOf = async (by: Pick<Member, 'ok'>) => (await listOf(own, by, { season: '2026' })).works.map((each) => each.revenueCents);
    expect(await revenueOf(own.boss)).toEqual([19_000]);
    expect(await revenueOf(manager)).toEqual([19_000]);
    expect(await revenueOf(advanced)).toEqual([null]);
    expect((await basic.try(contract.seasonRepeats.list, { params: own.params, query: { season: '2026' } })).status).toBe(403);
    // Reopened: it was billed with nothing.
    await own.boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'open' } });
    expect(await revenueOf(own.boss)).toEqual([0]);
  });
});

describe('at the border of a season', () => {
  // Season 2025 is from October 2025 to September 2026.
  test('that starts on 1 October, each day counts to its season and a job over two of them to both', async () => {
    const own = await company('2020-10-01');
    const jobId = await jobOf(own, await customerOf(own, 'Pine Ridge'), 'Cover crop 2024/25');
    for (const [date, totalHours] of [
      ['2024-09-30', 1],
      ['2024-10-01', 2],
      ['2025-09-30', 4],
      ['2025-10-01', 8],
    ] as const) {
      await work(own, jobId, own.chopping, date, { totalHours });
    }
    const hoursOf = async (season: string) =>
      (await listOf(own, own.boss, { season })).works.map(({ services, firstDay, lastDay }) => [
        services[0]?.totalHours,
        firstDay,
        lastDay,
      ]);
    expect(await hoursOf('2024')).toEqual([[1, '2024-09-30', '2024-09-30']]);
    expect(await hoursOf('2025')).toEqual([[6, '2024-10-01', '2025-09-30']]);
    expect(await hoursOf('2026')).toEqual([[8, '2025-10-01', '2025-10-01']]);
    // In season 2025 it goes on by itself; for 2026 it is made once, from whichever season it is repeated.
    expect((await listOf(own, own.boss, { season: '2025' })).works.map(({ state, thereJobId }) => [state, thereJobId])).toEqual([
      ['open', jobId],
    ]);
    const [first, second] = [
      await own.boss.ok(contract.seasonRepeats.make, { params: own.params, body: { jobIds: [jobId], season: '2026', of: '2024' } }),
      await own.boss.ok(contract.seasonRepeats.make, { params: own.params, body: { jobIds: [jobId], season: '2026', of: '2025' } }),
    ];
    expect(second).toEqual({ madeIds: [], thereIds: first.madeIds, leftOutIds: [] });
    const made = await own.boss.ok(contract.jobs.get, { params: { id: first.madeIds[0] ?? 0 } });
    expect(made).toMatchObject({
      name: 'Cover crop 2026/27',
      expected: [{ serviceTypeId: own.chopping, measure: 'totalHours', value: 6 }],
    });
  });

  test('that starts on 29 February, it is 1 March in other years', async () => {
    const own = await company('2024-02-29');
    const jobId = await jobOf(own, await customerOf(own, 'Pine Ridge'), 'Spring');
    for (const [date, totalHours] of [
      ['2024-02-28', 1],
      ['2024-02-29', 2],
      ['2025-02-28', 4],
      ['2025-03-01', 8],
    ] as const) {
      await work(own, jobId, own.chopping, date, { totalHours });
    }
    const hoursOf = async (season: string) =>
      (await listOf(own, own.boss, { season })).works.map(({ services }) => services[0]?.totalHours);
    expect(await hoursOf('2024')).toEqual([1]);
    expect(await hoursOf('2025')).toEqual([6]);
    expect(await hoursOf('2026')).toEqual([8]);
  });
});

describe('making them', () => {
  test('makes an open job for each, with the year counted up and what is expected; a second time none', async () => {
    const own = await company();
    const customerId = await customerOf(own, 'Pine Ridge');
    const north = await jobOf(own, customerId, 'North 2025');
    const south = await jobOf(own, customerId, 'South, by the creek');
    await work(own, north, own.chopping, '2025-06-01', { totalHours: 2.5, customFieldValues: { Acres: 18, 'Moisture %': 64 } });
    await work(own, south, own.tillage, '2025-06-01', { loads: 0 });
    const first = await makeOf(own, [south, north]);
    expect(first).toMatchObject({ thereIds: [], leftOutIds: [] });
    const jobs = await own.boss.ok(contract.jobs.list, { params: own.params, query: {} });
    const made = jobs.filter(({ id }) => first.madeIds.includes(id)).sort((one, other) => one.name.localeCompare(other.name));
    const asNew = { customerId, status: 'open', season: '2026', isPlaceholder: false };
    expect(made).toEqual([
      expect.objectContaining({
        ...asNew,
        name: 'North 2026',
        repeatsJobId: north,
        expected: [
          { serviceTypeId: own.chopping, measure: 'totalHours', value: 2.5 },
          { serviceTypeId: own.chopping, measure: 'custom:Acres', value: 18 },
        ],
      }),
      expect.objectContaining({ ...asNew, name: 'South, by the creek', repeatsJobId: south, expected: [] }),
    ]);
    const second = await makeOf(own, [north, south]);
    expect({ ...second, thereIds: second.thereIds.toSorted() }).toEqual({
      madeIds: [],
      thereIds: first.madeIds.toSorted(),
      leftOutIds: [],
    });
    // For the season after that they are others.
    expect((await makeOf(own, [north, south], '2027')).madeIds).toHaveLength(2);
  });

  test('of 32 people at once each job is made once', async () => {
    const own = await company();
    const customerId = await customerOf(own, 'Pine Ridge');
    const ids: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const jobId = await jobOf(own, customerId, `Field ${index} 2025`);
      await work(own, jobId, own.chopping, '2025-06-01', { totalHours: 1 });
      ids.push(jobId);
    }
    const people: Member[] = [];
    for (let index = 0; index < 32; index += 1) {
      people.push(await testApp.member(own.boss, 'advanced'));
    }
    // Each of them ticked others, in another order.
    const answers = await Promise.all(
      people.map((person, index) =>
        person.ok(contract.seasonRepeats.make, {
          params: own.params,
          body: { season: '2026', jobIds: ids.filter((_, place) => (place + index) % 5 !== 0).toSorted(() => (index % 2 === 0 ? 1 : -1)) },
        }),
      ),
    );
    expect(new Set(answers.flatMap(({ madeIds }) => madeIds)).size).toBe(ids.length);
    expect(answers.flatMap(({ madeIds }) => madeIds)).toHaveLength(ids.length);
    const jobs = await own.boss.ok(contract.jobs.list, { params: own.params, query: {} });
    expect(
      jobs
        .filter(({ season }) => season === '2026')
        .map(({ repeatsJobId }) => repeatsJobId)
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  test('a deleted customer is not brought back, but named; jobs that moved to another customer follow them', async () => {
    const own = await company();
    const [gone, kept, merged] = [await customerOf(own, 'Gone'), await customerOf(own, 'Kept'), await customerOf(own, 'Merged into Kept')];
    const ofGone = await jobOf(own, gone, 'Silage');
    const ofMerged = await jobOf(own, merged, 'Hay');
    await work(own, ofGone, own.chopping, '2025-06-01');
    await work(own, ofMerged, own.chopping, '2025-06-01');
    await own.boss.ok(contract.jobs.update, { params: { id: ofMerged }, body: { customerId: kept } });
    await own.boss.ok(contract.customers.remove, { params: { id: merged } });
    await own.boss.ok(contract.customers.remove, { params: { id: gone } });
    const list = await listOf(own, own.boss, { season: '2026' });
    expect(list.works.map(({ customerName, jobName }) => [customerName, jobName])).toEqual([['Kept', 'Hay']]);
    expect(list.deletedCustomers).toEqual(['Gone']);
    const made = await makeOf(own, [ofGone, ofMerged]);
    expect(made).toMatchObject({ madeIds: [expect.any(Number)], leftOutIds: [ofGone] });
    expect(await own.boss.ok(contract.jobs.get, { params: { id: made.madeIds[0] ?? 0 } })).toMatchObject({ customerId: kept });
  });

  test('a deleted job is left out, and one that was deleted after it was repeated can be repeated again, but not be there twice', async () => {
    const own = await company();
    const jobId = await jobOf(own, await customerOf(own, 'Pine Ridge'), 'Silage');
    await work(own, jobId, own.chopping, '2025-06-01');
    const first = await makeOf(own, [jobId]);
    await own.boss.ok(contract.jobs.remove, { params: { id: first.madeIds[0] ?? 0 } });
    const [deletion] = await own.boss.ok(contract.auditLogs.list, { params: own.params, query: { limit: '1' } });
    expect((await listOf(own, own.boss, { season: '2026' })).works[0]?.state).toBe('notYet');
    expect((await makeOf(own, [jobId])).madeIds).toHaveLength(1);
    const back = await own.boss.try(contract.auditLogs.undo, { params: { ...own.params, id: deletion?.id ?? 0 } });
    expect([back.status, back.body.detail]).toEqual([409, 'This season’s job has been made again in the meantime. Keep one of the two.']);
    await own.boss.ok(contract.jobs.remove, { params: { id: jobId } });
    expect((await listOf(own, own.boss, { season: '2026' })).works).toEqual([]);
    expect(await makeOf(own, [jobId], '2027')).toEqual({ madeIds: [], thereIds: [], leftOutIds: [jobId] });
  });

  test('“No job yet” is not repeated', async () => {
    const own = await company();
    const customerId = await customerOf(own, 'Pine Ridge');
    const body = { customerId, serviceTypeId: own.chopping, date: '2025-06-01' };
    const entry = await own.boss.ok(contract.jobEntries.createAtCustomer, { params: own.params, body });
    expect((await listOf(own, own.boss, { season: '2026' })).works).toEqual([]);
    expect(await makeOf(own, [entry.jobId])).toEqual({ madeIds: [], thereIds: [], leftOutIds: [entry.jobId] });
  });

  test('is one line of what happened lately', async () => {
    const own = await company();
    const customerId = await customerOf(own, 'Pine Ridge');
    const ids = [await jobOf(own, customerId, 'One'), await jobOf(own, customerId, 'Two'), await jobOf(own, customerId, 'Three')];
    // Of another person: acts of one within minutes are gathered anyway.
    const advanced = await testApp.member(own.boss, 'advanced');
    await advanced.ok(contract.seasonRepeats.make, { params: own.params, body: { jobIds: ids, season: '2026' } });
    const acts = await own.boss.ok(contract.auditLogs.acts, { params: own.params, query: { limit: '1' } });
    expect(acts).toMatchObject([{ entityType: 'job', action: 'create', count: 3 }]);
  });

  test.each([
    ['no jobs', { season: '2026', jobIds: [] }, 'Choose a job'],
    ['more than 500', { season: '2026', jobIds: Array.from({ length: 501 }, (_, index) => index + 1) }, 'At most 500 jobs'],
    ['one twice', { season: '2026', jobIds: [1, 1] }, 'Each only once'],
    ['a season that is none', { season: 'spring', jobIds: [1] }, 'Must be the year a season began'],
    ['a later season to repeat', { season: '2026', of: '2026', jobIds: [1] }, 'Must be an earlier season than `season`'],
  ])('refuses %s', async (_, body, message) => {
    const { boss, params } = await company();
    const answer = await boss.try(contract.seasonRepeats.make, { params, body });
    expect([answer.status, answer.body.issues?.[0]?.message]).toEqual([400, message]);
  });

  test('refuses jobs of other organizations, and makes none', async () => {
    const own = await company();
    const jobId = await jobOf(own, await customerOf(own, 'Pine Ridge'), 'Silage');
    const other = await company();
    const foreign = await jobOf(other, await customerOf(other, 'Theirs'), 'Silage');
    const answer = await own.boss.try(contract.seasonRepeats.make, {
      params: own.params,
      body: { season: '2026', jobIds: [jobId, foreign] },
    });
    expect(answer.status).toBe(400);
    expect((await own.boss.ok(contract.jobs.list, { params: own.params, query: {} })).map(({ season }) => season)).toEqual([null]);
  });
});
