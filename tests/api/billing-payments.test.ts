import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf, issue } from './billing-field.ts';
import { fingerprint } from './world.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2025-12-20T12:00:00Z') });
});

afterAll(() => testApp.close());

const start = async () => {
  const billing = await billingOf(await testApp.owner());
  const { boss, addJob, log, setStatus } = billing;
  const params = { orgId: boss.orgId };
  await billing.setRate('100');
  const standing = (id: number) => boss.ok(contract.paymentStatuses.get, { params: { ...params, id } });
  /** The bill of the job as it is now, live. */
  const billed = async (jobId: number): Promise<number> => {
    await setStatus(jobId, 'billed');
    return liveOf(jobId);
  };
  const liveOf = async (jobId: number): Promise<number> =>
    (await billing.records()).find((each) => each.kind === 'bill' && each.reversedById === null && each.jobIds.includes(jobId))?.id ?? 0;
  const pay = (id: number, amountCents: number) =>
    boss.ok(contract.paymentStatuses.pay, { params: { ...params, id }, body: { paidOn: '2025-12-01', amountCents } });
  const reopen = (id: number, payments?: 'credit' | 'refund') =>
    boss.send('PATCH', `/api/jobs/${id}`, { status: 'open', ...(payments ? { payments } : {}) });
  const work = async (name: string, hours: number): Promise<number> => {
    const id = await addJob(name);
    await log(id, hours);
    return id;
  };
  return { ...billing, params, standing, billed, liveOf, pay, reopen, work };
};

const money = ({ paidCents, creditCents, state }: { paidCents: number; creditCents: number; state: string }) => [
  paidCents,
  creditCents,
  state,
];

describe('reopening a job whose bill has payments', () => {
  test('is refused unless it says where they go, and nothing is changed', async () => {
    const { billed, pay, reopen, work, statusOf } = await start();
    const job = await work('North', 2);
    const bill = await billed(job);
    await pay(bill, 5000);
    const before = await fingerprint(testApp);
    expect(await reopen(job)).toMatchObject({
      status: 409,
      body: {
        code: 'bill_has_payments',
        detail: '50.00 USD has been paid on bill 2025-1. Reopen the job from its bill and choose where the money goes.',
      },
    });
    expect(await fingerprint(testApp)).toEqual(before);
    expect(await statusOf(job)).toBe('billed');
  });

  test('needs no decision if nothing is paid, or the payment was canceled', async () => {
    const { boss, params, billed, pay, reopen, work } = await start();
    const [one, two] = [await work('North', 2), await work('South', 2)];
    await billed(one);
    const bill = await billed(two);
    const { events } = await pay(bill, 5000);
    await boss.ok(contract.paymentStatuses.correct, { params: { ...params, id: bill }, body: { paymentId: events[0]?.id ?? 0 } });
    expect([(await reopen(one)).status, (await reopen(two)).status]).toEqual([200, 200]);
  });

  test('keeps them for the next bill of the job, which nobody is dunned for', async () => {
    const { boss, billed, pay, reopen, work, standing, setStatus } = await start();
    const job = await work('North', 2);
    const first = await billed(job);
    await pay(first, 20_000);
    expect((await reopen(job, 'credit')).status).toBe(200);
    expect(money(await standing(first))).toEqual([20_000, 20_000, 'void']);
    expect((await boss.ok(contract.billDrafts.ofJob, { params: { id: job } })).creditCents).toBe(20_000);
    await setStatus(job, 'completed');
    const second = await billed(job);
    expect(money(await standing(first))).toEqual([0, 0, 'void']);
    expect(money(await standing(second))).toEqual([20_000, 0, 'paid']);
    expect((await standing(second)).events).toMatchObject([{ kind: 'moved', amountCents: 20_000, otherRecordId: first }]);
    expect((await standing(first)).events.map(({ kind, amountCents, otherRecordId }) => [kind, amountCents, otherRecordId])).toEqual([
      ['payment', 20_000, null],
      ['credit', 0, null],
      ['moved', -20_000, second],
    ]);
    // And once more the same way.
    expect((await reopen(job)).status).toBe(409);
    expect((await reopen(job, 'credit')).status).toBe(200);
    const third = await billed(job);
    expect([money(await standing(second)), money(await standing(third))]).toEqual([
      [0, 0, 'void'],
      [20_000, 0, 'paid'],
    ]);
  });

  test('leaves what a smaller bill does not need for the customer’s next one, and a larger bill partly paid', async () => {
    const { boss, params, billed, pay, reopen, work, standing, addJob } = await start();
    const job = await work('North', 2);
    const first = await billed(job);
    await pay(first, 20_000);
    const entry = (await boss.ok(contract.jobEntries.list, { params }))[0]?.id ?? 0;
    await reopen(job, 'credit');
    // While the job is to be billed again, no other bill of the customer takes its money.
    const other = await work('South', 1);
    const early = await billed(other);
    expect(money(await standing(early))).toEqual([0, 0, 'open']);
    await boss.ok(contract.jobEntries.update, { params: { id: entry }, body: { totalHours: 1.5 } });
    const again = await billed(job);
    expect([money(await standing(again)), money(await standing(first))]).toEqual([
      [15_000, 0, 'paid'],
      [5000, 5000, 'void'],
    ]);
    const next = await billed(await work('West', 3));
    expect([money(await standing(next)), money(await standing(first))]).toEqual([
      [5000, 0, 'partlyPaid'],
      [0, 0, 'void'],
    ]);
    expect(money(await standing(await billed(await addJob('Nothing'))))).toEqual([0, 0, 'nothingDue']);
  });

  test('of several jobs keeps them for each of these jobs until all are billed again', async () => {
    const { boss, params, pay, reopen, work, standing, liveOf, billed } = await start();
    const [one, two] = [await work('One', 1), await work('Two', 2)];
    const { id: draftId } = await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [one, two] } });
    const bill = await issue(boss, draftId);
    await pay(bill.id, 30_000);
    expect((await reopen(one, 'credit')).status).toBe(200);
    await billed(two);
    await billed(one);
    expect([money(await standing(await liveOf(one))), money(await standing(await liveOf(two)))]).toEqual([
      [10_000, 0, 'paid'],
      [20_000, 0, 'paid'],
    ]);
    expect(money(await standing(bill.id))).toEqual([0, 0, 'void']);
  });

  test('notes that they were paid back, and the next bill is open', async () => {
    const { billed, pay, reopen, work, standing } = await start();
    const job = await work('North', 2);
    const first = await billed(job);
    await pay(first, 20_000);
    expect((await reopen(job, 'refund')).status).toBe(200);
    expect(money(await standing(first))).toEqual([0, 0, 'void']);
    expect((await standing(first)).events.at(-1)).toMatchObject({ kind: 'refund', amountCents: -20_000, happenedOn: '2025-12-20' });
    expect(money(await standing(await billed(job)))).toEqual([0, 0, 'open']);
  });

  test('waiting credit can be refunded later, once; a payment that moved cannot be canceled', async () => {
    const { boss, params, billed, pay, reopen, work, standing } = await start();
    const job = await work('North', 2);
    const first = await billed(job);
    const { events } = await pay(first, 20_000);
    await reopen(job, 'credit');
    const at = { ...params, id: first };
    const back = () => boss.try(contract.paymentStatuses.refund, { params: at, body: { paidBackOn: '2025-12-21' } });
    expect([(await back()).status, (await back()).status]).toEqual([201, 409]);
    const correct = await boss.try(contract.paymentStatuses.correct, { params: at, body: { paymentId: events[0]?.id ?? 0 } });
    expect(correct.status).toBe(409);
    expect(money(await standing(first))).toEqual([0, 0, 'void']);
    expect(money(await standing(await billed(job)))).toEqual([0, 0, 'open']);
  });

  test('a bill of another customer takes nothing', async () => {
    const { boss, params, billed, pay, reopen, work, standing } = await start();
    const job = await work('North', 2);
    const first = await billed(job);
    await pay(first, 20_000);
    await reopen(job, 'credit');
    const { id: customerId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Someone else' } });
    await boss.ok(contract.jobs.update, { params: { id: job }, body: { customerId } });
    expect(money(await standing(await billed(job)))).toEqual([0, 0, 'open']);
    expect(money(await standing(first))).toEqual([20_000, 20_000, 'void']);
  });
});
