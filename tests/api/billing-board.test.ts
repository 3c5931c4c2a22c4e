import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { watchStatements } from '#tests/support/sent-statements.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf } from './billing-field.ts';
import { fingerprint, type Member, UNKNOWN_ID } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2025-12-20T12:00:00Z') });
});

afterAll(() => testApp.close());

const start = async () => billingOf(await testApp.owner());
const entryAt = (who: Member, id: number) => who.ok(contract.jobEntries.get, { params: { id } });
const seen = async (who: Member, ...ids: number[]) =>
  Promise.all(ids.map(async (id) => ({ id, version: (await entryAt(who, id)).version })));
const check = (who: Member, entries: { id: number; version: number }[], isChecked = true) =>
  who.ok(contract.entryChecks.set, { params: { orgId: who.orgId }, body: { isChecked, entries } });

describe('checking entries before they are billed', () => {
  test('notes who did it and when, once, and the log tells of it', async () => {
    const { boss, addJob, log } = await start();
    const manager = await testApp.member(boss, 'manager');
    const jobId = await addJob('North');
    const ids = [await log(jobId, 2), await log(jobId, 3)];
    const entries = await seen(boss, ...ids);
    expect(await check(manager, entries)).toEqual({ entryIds: ids, changedIds: [] });
    const first = await entryAt(boss, ids[0] ?? 0);
    expect(first).toMatchObject({ checkedBy: manager.userId, checkedByName: 'Dana Halvorsen', version: 2, updatedBy: null });
    expect(Date.parse(first.checkedAt ?? '')).not.toBeNaN();
    // Again, by another person: the first one has checked it.
    const before = await fingerprint(testApp);
    await check(boss, await seen(boss, ...ids));
    expect(await fingerprint(testApp)).toEqual(before);
    const [logged] = await boss.ok(contract.auditLogs.ofJobEntry, { params: { orgId: boss.orgId, id: first.id } });
    expect(logged).toMatchObject({
      action: 'update',
      subject: 'Chopping, North',
      user: { id: manager.userId },
      changes: { old: { checkedBy: null, checkedAt: null }, new: { checkedBy: manager.userId, checkedAt: first.checkedAt } },
    });
    expect((await boss.ok(contract.billDrafts.ofJob, { params: { id: jobId } })).unchecked).toEqual([]);
    await check(boss, await seen(boss, ids[0] ?? 0), false);
    expect(await entryAt(boss, ids[0] ?? 0)).toMatchObject({ checkedBy: null, checkedAt: null, checkedByName: null });
    expect((await boss.ok(contract.billDrafts.ofJob, { params: { id: jobId } })).unchecked).toEqual([{ id: ids[0], version: 3 }]);
  });

  test('is undone by a change of the entry, by anyone, and by nothing else', async () => {
    const { boss, world, addJob, log, setStatus } = await start();
    const [jobId, otherId] = [await addJob('North'), await addJob('South')];
    const id = await log(jobId, 2);
    const again = async () => check(boss, await seen(boss, id));
    const isChecked = async () => (await entryAt(boss, id)).checkedAt !== null;
    await again();
    await boss.ok(contract.jobEntries.update, { params: { id }, body: { totalHours: 2 } });
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { name: 'North 80', customerId: await world.fresh.customer() } });
    await setStatus(jobId, 'billed');
    await setStatus(jobId, 'open');
    await boss.ok(contract.jobEntries.remove, { params: { id } });
    const [deletion] = await boss.ok(contract.auditLogs.list, { params: boss, query: { action: 'delete', limit: '1' } });
    await boss.ok(contract.auditLogs.undo, { params: { orgId: boss.orgId, id: deletion?.id ?? 0 } });
    expect(await isChecked()).toBe(true);
    for (const body of [{ totalHours: 2.5 }, { customFieldValues: { Moisture: 14 } }, { jobId: otherId }]) {
      expect(await boss.ok(contract.jobEntries.update, { params: { id }, body })).toMatchObject({ checkedBy: null, checkedByName: null });
      const [logged] = await boss.ok(contract.auditLogs.ofJobEntry, { params: { orgId: boss.orgId, id }, query: { limit: '1' } });
      expect(logged?.changes).toMatchObject({ old: { checkedBy: boss.userId }, new: { checkedBy: null, checkedAt: null } });
      await again();
      expect(await isChecked()).toBe(true);
    }
  });

  test('applies to entries as they were seen: those changed or deleted since stay as they are', async () => {
    const { boss, addJob, log } = await start();
    const jobId = await addJob('North');
    const ids = [await log(jobId, 1), await log(jobId, 2), await log(jobId, 3)];
    const entries = await seen(boss, ...ids);
    await boss.ok(contract.jobEntries.update, { params: { id: ids[1] ?? 0 }, body: { totalHours: 20 } });
    await boss.ok(contract.jobEntries.remove, { params: { id: ids[2] ?? 0 } });
    const stranger = await start();
    const foreign = await stranger.log(await stranger.addJob('Elsewhere'), 1);
    const more = [
      { id: foreign, version: 1 },
      { id: UNKNOWN_ID, version: 1 },
    ];
    expect(await check(boss, [...entries, ...more])).toEqual({ entryIds: [ids[0]], changedIds: [ids[1], ids[2], foreign, UNKNOWN_ID] });
    expect((await entryAt(boss, ids[1] ?? 0)).checkedAt).toBeNull();
    expect((await entryAt(stranger.boss, foreign)).checkedAt).toBeNull();
  });

  test('is refused for a billed job, as a whole, and to those who may not bill', async () => {
    const { boss, addJob, log, setStatus } = await start();
    const [open, billed] = [await addJob('Open'), await addJob('Billed')];
    const entries = await seen(boss, await log(open, 1), await log(billed, 1));
    await setStatus(billed, 'billed');
    const before = await fingerprint(testApp);
    const params = { orgId: boss.orgId };
    const answer = await boss.try(contract.entryChecks.set, { params, body: { isChecked: true, entries } });
    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Job Billed is billed.') } });
    const advanced = await testApp.member(boss, 'advanced');
    const after = await fingerprint(testApp);
    expect((await advanced.try(contract.entryChecks.set, { params, body: { isChecked: true, entries } })).status).toBe(403);
    expect(await fingerprint(testApp)).toEqual(after);
    expect(before).not.toEqual({});
    expect((await entryAt(boss, entries[0]?.id ?? 0)).checkedAt).toBeNull();
  });

  test('and a change at the same moment: never a check of what nobody saw', async () => {
    const { boss, addJob, log } = await start();
    const jobId = await addJob('North');
    for (let round = 0; round < 8; round += 1) {
      const id = await log(jobId, 1);
      const entries = await seen(boss, id);
      const [checked] = await Promise.all([
        check(boss, entries),
        boss.ok(contract.jobEntries.update, { params: { id }, body: { totalHours: 7 } }),
      ]);
      expect(checked.entryIds.length + checked.changedIds.length).toBe(1);
      expect(await entryAt(boss, id)).toMatchObject({ totalHours: 7, checkedAt: null });
    }
  });
});

describe('the unbilled board', () => {
  const board = (who: Member) => who.ok(contract.unbilledJobs.list, { params: { orgId: who.orgId } });

  test('has completed jobs only, the longest completed first, with what each comes to and what would be lost', async () => {
    const { boss, world, setRate, addJob, log, setStatus } = await start();
    await boss.ok(contract.rates.remove, { params: { id: world.rateId } });
    await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { taxRate: 887.5, currency: 'EUR' } });
    const { id: other } = await boss.ok(contract.serviceTypes.create, { params: { orgId: boss.orgId }, body: { name: 'Hauling' } });
    await setRate('100', { serviceTypeId: other });
    const [late, plain, shared, open] = [await addJob('Late'), await addJob('Plain'), await addJob('Shared'), await addJob('Open')];
    const haul = (id: number, totalHours: number | null) =>
      boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId: other, date: '2025-06-20', totalHours, loads: 3 } });
    const { id: checked } = await haul(late, 2.5);
    await haul(late, null);
    await log(plain, 4.25);
    await log(plain, 1);
    const lines = [{ label: 'Twine', jobId: shared, quantity: '1', unit: null, price: '40', taxPercent: '0', taxIncluded: null }];
    const draft = await boss.ok(contract.billDrafts.create, { params: { orgId: boss.orgId }, body: { jobIds: [shared, open], lines } });
    for (const [id, day] of [
      [plain, '2025-12-18T13:00:00Z'],
      [late, '2025-12-01T00:00:00Z'],
      [shared, '2025-12-20T12:00:00Z'],
    ] as const) {
      await setStatus(id, 'completed');
      await testApp.db.query({ text: `update jobs set completed_at = '${day}' where id = ${id}`, values: [] });
    }
    await check(boss, await seen(boss, checked));
    const [first, second, third, ...rest] = await board(boss);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      id: late,
      name: 'Late',
      customerName: 'Pine Ridge Farms',
      days: 19,
      entryCount: 2,
      uncheckedCount: 1,
      currency: 'EUR',
      hasAmount: true,
      netCents: 25_000,
      // 8.875 % of 250.00 is 22.1875.
      grossCents: 27_219,
      warnings: [{ kind: 'noQuantity', count: 1 }],
      quantities: [
        { key: 'totalHours', total: 2.5 },
        { key: 'loads', total: 6 },
      ],
    });
    expect(second).toMatchObject({ id: plain, days: 2, hasAmount: false, grossCents: null, quantities: [{ label: 'Hours', total: 5.25 }] });
    expect(second?.warnings).toEqual([{ kind: 'noRate', count: 2 }]);
    expect(third).toMatchObject({ id: shared, days: 0, draftId: draft.id, grossCents: 4000, entryCount: 0 });
    const bill = await boss.ok(contract.billDrafts.ofJob, { params: { id: late } });
    expect(first?.grossCents).toBe(bill.bill.grossCents);
  });

  test('counts the days from when the job was completed, whatever happens to it later', async () => {
    const { boss, addJob, setStatus } = await start();
    const id = await addJob('North');
    const at = async () => (await board(boss)).find((job) => job.id === id)?.completedAt;
    await setStatus(id, 'completed');
    const first = await at();
    expect(Date.parse(first ?? '')).not.toBeNaN();
    await boss.ok(contract.jobs.update, { params: { id }, body: { name: 'Renamed' } });
    await setStatus(id, 'billed');
    expect(await at()).toBeUndefined();
    await setStatus(id, 'completed');
    expect(await at()).toBe(first);
    await setStatus(id, 'open');
    await setStatus(id, 'completed');
    expect(Date.parse((await at()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
  });

  test('costs as many statements for twelve jobs as for two, and is read page by page', async () => {
    const { boss, setRate, addJob, log, setStatus } = await start();
    await setRate('100');
    const addCompleted = async (count: number) => {
      for (let done = 0; done < count; done += 1) {
        const id = await addJob(`Job ${done}`);
        await log(id, 1);
        await setStatus(id, 'completed');
      }
    };
    const cost = async (): Promise<number> => {
      let count = 0;
      const watch = watchStatements(() => {
        count += 1;
        return undefined;
      });
      try {
        await boss.send('GET', `/api/organizations/${boss.orgId}/unbilled-jobs?limit=50`);
      } finally {
        watch.restore();
      }
      return count;
    };
    await addCompleted(2);
    const ofTwo = await cost();
    await addCompleted(10);
    expect(await cost()).toBe(ofTwo);
    const all = (await board(boss)).map(({ id }) => id);
    expect(all).toHaveLength(12);
    const paged: number[] = [];
    let url: string | undefined = `/api/organizations/${boss.orgId}/unbilled-jobs?limit=5`;
    while (url !== undefined) {
      const { body, headers } = await boss.send('GET', url);
      paged.push(...contract.unbilledJobs.list.response.parse(body).map(({ id }) => id));
      url = /^<([^>]+)>/.exec(String(headers['link']))?.[1];
    }
    expect(paged).toEqual(all);
  });

  test('shows the other jobs, too, where one comes to more than there can be', async () => {
    const { boss, setRate, addJob, log, setStatus } = await start();
    const line = { basis: 'hour' as const, prices: [{ upTo: null, price: '999999.999999' }] };
    await setRate('1', { lines: Array.from({ length: 20 }, () => line) });
    const [absurd, fine] = [await addJob('Absurd'), await addJob('Fine')];
    for (let count = 0; count < 5; count += 1) {
      await log(absurd, 1_000_000);
    }
    await log(fine, 1);
    await setStatus(absurd, 'completed');
    await setStatus(fine, 'completed');
    expect((await boss.try(contract.billDrafts.ofJob, { params: { id: absurd } })).status).toBe(409);
    expect(await board(boss)).toMatchObject([
      { id: absurd, hasAmount: true, grossCents: null, quantities: [{ total: 5_000_000 }] },
      { id: fine, grossCents: 2_000_000_000 },
    ]);
  });
});
