import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';

let testApp: TestApp;
let billing: Billing;
let customerId: number;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2026-06-20T12:00:00Z') });
});

afterAll(() => testApp.close());

/** A contractor at 50.00 an hour with 19 % on top, who takes 2 % off for payment within 14 days. */
beforeEach(async () => {
  billing = await billingOf(await testApp.owner());
  await billing.boss.ok(contract.organizations.update, { params: params(), body: { taxRate: 1900, currency: 'EUR', country: 'DE' } });
  await billing.boss.ok(contract.billingSettings.update, { params: params(), body: { discountPercent: '2', discountDays: 14 } });
  await billing.setRate('50');
  ({ customerId } = billing.world);
});

const params = () => ({ orgId: billing.boss.orgId });
const line = (price: string, more: object = {}) => ({
  label: 'Too much',
  jobId: null,
  quantity: '1',
  unit: null,
  price,
  taxPercent: null,
  taxIncluded: null,
  ...more,
});
const read = (id: number) => billing.boss.ok(contract.billingRecords.get, { params: { ...params(), id } });
const standing = (id: number) => billing.boss.ok(contract.paymentStatuses.get, { params: { ...params(), id } });
const creditOf = (id: number, body: object) =>
  billing.boss.try(contract.corrections.credit, { params: { ...params(), id }, body: body as never });
const credit = async (id: number, price: string, grossCents: number): Promise<number> => {
  const { status, body } = await creditOf(id, { lines: [line(price)], grossCents });
  expect(status).toBe(201);
  return Number(Object(body).id);
};
const reverse = (id: number) => billing.boss.ok(contract.corrections.reverse, { params: { ...params(), id }, body: {} });
const settle = (recordId: number, amountCents: number, discountCents = 0) =>
  billing.boss.try(contract.receivables.pay, {
    params: params(),
    body: { paidOn: '2026-06-20', parts: [{ recordId, amountCents, ...(discountCents === 0 ? {} : { discountCents }) }] },
  });
const closing = async (): Promise<string | undefined> => {
  const { body } = await billing.boss.send('GET', `/api/customers/${customerId}/statement?format=csv`);
  return String(body).trim().split(',').at(-1);
};
const worked = async (hours: number): Promise<number> => {
  const id = await billing.addJob('North');
  await billing.log(id, hours);
  return id;
};
const billed = async (jobId: number): Promise<number> => {
  await billing.setStatus(jobId, 'billed');
  const [head] = await billing.records();
  return head?.id ?? 0;
};
const owed = async () =>
  (await billing.boss.ok(contract.receivables.list, { params: params(), query: {} })).customers.flatMap(({ bills }) => bills);

describe('a discount for paying early', () => {
  /** 119.00, paid with 116.62. */
  const paidEarly = async () => {
    const id = await billed(await worked(2));
    expect((await settle(id, 11_662, 238)).status).toBe(201);
    return id;
  };

  test('is never paid out: who credits all of a bill gives back what was paid', async () => {
    const id = await paidEarly();
    const note = await credit(id, '100', 11_900);
    expect(await standing(note)).toMatchObject({ creditCents: 11_662 });
    expect(await standing(id)).toMatchObject({ paidCents: 11_900, state: 'paid' });
    expect(await closing()).toBe('-116.62');
    await reverse(note);
    expect(await standing(id)).toMatchObject({ paidCents: 11_900, state: 'paid' });
    expect(await closing()).toBe('0.00');
  });

  test('follows each of several notes, in whatever order they are voided', async () => {
    const id = await paidEarly();
    const first = await credit(id, '50', 5950);
    expect(await standing(first)).toMatchObject({ creditCents: 5831 });
    const second = await credit(id, '50', 5950);
    expect(await standing(second)).toMatchObject({ creditCents: 5831 });
    expect(await closing()).toBe('-116.62');
    await reverse(first);
    expect(await closing()).toBe('-58.31');
    await reverse(second);
    expect(await closing()).toBe('0.00');
    const { events } = await standing(id);
    expect(events.filter(({ kind }) => kind === 'discount').reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(238);
  });

  test('is not undone by hand once it was fitted to a note', async () => {
    const id = await paidEarly();
    await credit(id, '50', 5950);
    const { events } = await standing(id);
    const fitted = events.findLast(({ kind, amountCents }) => kind === 'discount' && amountCents > 0);
    const correct = { params: { ...params(), id }, body: { paymentId: fitted?.id ?? 0 } };
    expect((await billing.boss.try(contract.paymentStatuses.correct, correct)).status).toBe(404);
  });

  test('is of what was not credited', async () => {
    const id = await billed(await worked(2));
    await credit(id, '50', 5950);
    expect(await owed()).toMatchObject([{ openCents: 5950, creditedCents: 5950, discountCents: 119 }]);
    expect((await settle(id, 5712, 238)).status).toBe(400);
    expect((await settle(id, 5831, 119)).status).toBe(201);
    expect(await owed()).toEqual([]);
  });

  test('that was undone can be taken again', async () => {
    const id = await paidEarly();
    const { events } = await standing(id);
    const paymentId = events.find(({ kind }) => kind === 'discount')?.id ?? 0;
    await billing.boss.ok(contract.paymentStatuses.correct, { params: { ...params(), id }, body: { paymentId } });
    expect(await owed()).toMatchObject([{ openCents: 238, discountCents: 238 }]);
  });
});

test('a credit note has lines above zero only, at taxes that its bill has', async () => {
  const id = await billed(await worked(2));
  const mixed = [line('100'), line('-50', { taxPercent: '7' })];
  expect(await creditOf(id, { lines: mixed, grossCents: 6550 })).toMatchObject({ status: 400, body: { issues: [{ path: 'lines' }] } });
  expect(await creditOf(id, { lines: [line('60'), line('-10')], grossCents: 5950 })).toMatchObject({ status: 400 });
});

describe('a deposit', () => {
  const deposit = (jobId: number) =>
    billing.boss.ok(contract.corrections.deposit, {
      params: params(),
      body: { jobIds: [jobId], lines: [line('200')], grossCents: 23_800 },
    });

  test('is taken off with the tax that it was billed with, also where there is none any more', async () => {
    const jobId = await worked(10);
    await deposit(jobId);
    await billing.boss.ok(contract.customers.update, {
      params: { id: customerId },
      body: { taxTreatment: 'reverseCharge', taxNumber: 'ATU12345675', country: 'AT' },
    });
    const bill = await read(await billed(jobId));
    expect([bill.netCents, bill.taxCents, bill.grossCents]).toEqual([30_000, -3800, 26_200]);
  });

  test('keeps its job, until it is voided', async () => {
    const jobId = await worked(10);
    const made = await deposit(jobId);
    const remove = () => billing.boss.try(contract.jobs.remove, { params: { id: jobId } });
    expect(await remove()).toMatchObject({ status: 409, body: { detail: 'Deposit 2026-1 is billed for job North. Void it first.' } });
    await reverse(made.id);
    expect((await remove()).status).toBe(204);
  });

  test('is in what the board says of its job', async () => {
    const jobId = await worked(10);
    await deposit(jobId);
    await billing.setStatus(jobId, 'completed');
    const [job] = await billing.boss.ok(contract.unbilledJobs.list, { params: params(), query: {} });
    expect(job).toMatchObject({ netCents: 30_000, grossCents: 35_700 });
  });
});

test('parts of a bill that are credited one by one give back all of its tax', async () => {
  await billing.boss.ok(contract.organizations.update, { params: params(), body: { taxRate: 500 } });
  const jobId = await billing.addJob('North');
  await billing.boss.ok(contract.billDrafts.create, { params: params(), body: { jobIds: [jobId], lines: [line('10.10')] } });
  const id = await billed(jobId);
  expect(await read(id)).toMatchObject({ netCents: 1010, taxCents: 51, grossCents: 1061, creditedTaxes: [] });
  await credit(id, '5.05', 530);
  expect((await read(id)).creditedTaxes).toMatchObject([{ cents: 505, taxCents: 25 }]);
  expect((await creditOf(id, { lines: [line('5.05')], grossCents: 530 })).status).toBe(400);
  await credit(id, '5.05', 531);
  expect(await standing(id)).toMatchObject({ state: 'paid', paidCents: 1061 });
});
