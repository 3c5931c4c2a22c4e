import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';

let testApp: TestApp;
let billing: Billing;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2026-06-20T12:00:00Z') });
});

afterAll(() => testApp.close());

/** A contractor at 50.00 an hour with 19 % on top. */
beforeEach(async () => {
  billing = await billingOf(await testApp.owner());
  await billing.boss.ok(contract.organizations.update, { params: params(), body: { taxRate: 1900, currency: 'EUR' } });
  await billing.setRate('50');
});

const params = () => ({ orgId: billing.boss.orgId });
const line = (price: string, more: object = {}) => ({
  label: 'By hand',
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
const pay = (id: number, amountCents: number) =>
  billing.boss.ok(contract.paymentStatuses.pay, { params: { ...params(), id }, body: { paidOn: '2026-06-20', amountCents } });
const credit = (id: number, body: object) =>
  billing.boss.try(contract.corrections.credit, { params: { ...params(), id }, body: body as never });
const reverse = (id: number, body: object = {}) => billing.boss.try(contract.corrections.reverse, { params: { ...params(), id }, body });
const deposit = (jobIds: number[], body: object) =>
  billing.boss.try(contract.corrections.deposit, { params: params(), body: { jobIds, ...body } as never });

/** A job of so many hours. */
const worked = async (hours: number): Promise<number> => {
  const id = await billing.addJob('North');
  await billing.log(id, hours);
  return id;
};
/** Its bill. */
const billed = async (jobId: number): Promise<number> => {
  await billing.setStatus(jobId, 'billed');
  const [head] = await billing.records();
  return head?.id ?? 0;
};
const revenue = async (): Promise<number> => {
  const { currencies } = await billing.boss.ok(contract.reports.money, { params: params(), query: { by: 'customer' } });
  return currencies.reduce((sum, { totals }) => sum + totals.revenueCents, 0);
};

describe('a credit note', () => {
  test('gives a part of a bill back, in the range of corrections, and settles what is open', async () => {
    await billing.boss.ok(contract.billingSettings.update, { params: params(), body: { correctionPrefix: 'G-' } });
    const id = await billed(await worked(10));
    const { status, body: note } = await credit(id, { lines: [line('100')], grossCents: 11_900, notes: 'Two hours too many' });
    expect(status).toBe(201);
    expect(note).toMatchObject({
      kind: 'credit',
      label: 'G-2026-1',
      creditsId: id,
      netCents: -10_000,
      taxCents: -1900,
      grossCents: -11_900,
    });
    expect(await standing(id)).toMatchObject({ paidCents: 11_900, state: 'partlyPaid' });
    await pay(id, 47_600);
    expect(await standing(id)).toMatchObject({ state: 'paid' });
    expect(await revenue()).toBe(40_000);
  });

  test('of a bill that was paid is the customer’s credit, which the next bill takes', async () => {
    const id = await billed(await worked(2));
    await pay(id, 11_900);
    const { body: note } = await credit(id, { lines: [line('50')], grossCents: 5950 });
    expect(await standing(Object(note).id)).toMatchObject({ creditCents: 5950 });
    const next = await billed(await worked(1));
    expect(await standing(next)).toMatchObject({ paidCents: 5950, state: 'paid' });
    expect(await standing(Object(note).id)).toMatchObject({ creditCents: 0 });
    expect(await reverse(Object(note).id)).toMatchObject({ status: 409 });
  });

  test('gives back no more than was billed at that tax, and only the total that was seen', async () => {
    const id = await billed(await worked(2));
    expect(await credit(id, { lines: [line('60')], grossCents: 7140 })).toMatchObject({ status: 201 });
    expect(await credit(id, { lines: [line('41')], grossCents: 4879 })).toMatchObject({
      status: 400,
      body: { issues: [{ message: 'At 19% tax only 40.00 EUR of this bill is left to credit.' }] },
    });
    expect(await credit(id, { lines: [line('10', { taxPercent: '7' })], grossCents: 1070 })).toMatchObject({ status: 400 });
    expect(await credit(id, { lines: [line('40')], grossCents: 4000 })).toMatchObject({ status: 400 });
    expect((await credit(id, { lines: [line('40')], grossCents: 4760 })).status).toBe(201);
    expect(await standing(id)).toMatchObject({ state: 'paid' });
  });

  test('is never dated before its bill, also in a range of its own', async () => {
    await billing.boss.ok(contract.billingSettings.update, { params: params(), body: { correctionPrefix: 'G-' } });
    const id = await billed(await worked(2));
    const body = { lines: [line('50')], grossCents: 5950 };
    expect(await credit(id, { ...body, issuedOn: '2026-06-19' })).toMatchObject({
      status: 400,
      body: { issues: [{ message: 'Bill 2026-1 is dated 2026-06-20. A credit note of it cannot be dated earlier.' }] },
    });
    expect((await credit(id, { ...body, issuedOn: '2026-06-20' })).status).toBe(201);
  });

  test('is voided with its bill, or alone, and then nothing of it is left', async () => {
    const jobId = await worked(2);
    const id = await billed(jobId);
    await credit(id, { lines: [line('50')], grossCents: 5950 });
    await billing.boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'open' } });
    const records = await Promise.all((await billing.records()).map((head) => read(head.id)));
    expect(records.map(({ kind, grossCents, state }) => [kind, grossCents, state])).toEqual([
      ['reversal', -11_900, 'reversal'],
      ['reversal', 5950, 'reversal'],
      ['credit', -5950, 'void'],
      ['bill', 11_900, 'void'],
    ]);
    expect(await revenue()).toBe(0);
    const again = await billed(jobId);
    const { body: note } = await credit(again, { lines: [line('50')], grossCents: 5950 });
    expect((await reverse(Object(note).id)).status).toBe(201);
    expect(await standing(again)).toMatchObject({ paidCents: 0, state: 'open' });
    expect((await reverse(Object(note).id)).status).toBe(409);
    expect((await credit(Object(note).id, { lines: [line('1')], grossCents: 119 })).status).toBe(409);
  });
});

/** The pages of a preview, or what it was refused with. */
const preview = async (path: string, query: Record<string, unknown>) => {
  const said = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const url = `/api/organizations/${billing.boss.orgId}/${path}?${said}`;
  const { statusCode: status, headers, rawPayload } = await testApp.app.inject({ url, headers: { cookie: billing.boss.cookie } });
  return {
    status,
    name: String(headers['content-disposition']),
    page: status === 200 ? pdfPages(rawPayload).join(' ') : rawPayload.toString(),
  };
};

describe('before a credit note or a deposit is issued', () => {
  const next = (range?: 'bill' | 'correction') =>
    billing.boss.ok(contract.billingRecords.next, { params: params(), query: range === undefined ? {} : { range } });

  test('the number to come is of its own range, and its paper is looked at without taking it', async () => {
    await billing.boss.ok(contract.billingSettings.update, { params: params(), body: { correctionPrefix: 'G-' } });
    const id = await billed(await worked(10));
    const lines = JSON.stringify([line('100', { label: 'Two hours too many' })]);
    const { status, page, name } = await preview(`billing-records/${id}/credit-preview`, { lines, reason: 'Sorry for that' });
    expect(status).toBe(200);
    expect(page).toMatch(/Credit note for 2026-1.*PREVIEW.*Two hours too many.*119\.00.*Sorry for that/);
    expect(name).toContain('preview');
    expect((await next('correction')).numbers).toEqual([
      { year: 2025, number: 1, label: 'G-2025-1' },
      { year: 2026, number: 1, label: 'G-2026-1' },
    ]);
    expect((await next()).numbers.at(-1)?.label).toBe('2026-2');
    expect(await billing.records()).toHaveLength(1);
    expect(await standing(id)).toMatchObject({ state: 'open', events: [] });
    expect(await credit(id, { lines: [line('100')], grossCents: 11_900 })).toMatchObject({ body: { label: 'G-2026-1' } });
  });

  test('corrections without a range of their own come next among the bills', async () => {
    await billed(await worked(1));
    expect((await next('correction')).numbers.at(-1)?.label).toBe('2026-2');
  });

  test('a deposit shows when it is due, of the day that was chosen', async () => {
    const jobId = await worked(5);
    const lines = JSON.stringify([line('200', { label: 'Deposit' })]);
    const { page } = await preview('deposit-preview', { jobIds: jobId, lines, issuedOn: '2026-06-10' });
    expect(page).toMatch(/Deposit.*PREVIEW.*June 10, 2026/);
    expect(page).toContain('July 10, 2026');
    expect(page).toContain('238.00');
    expect(await billing.records()).toEqual([]);
  });

  test('a preview is refused as what it is of would be', async () => {
    const jobId = await worked(2);
    const id = await billed(jobId);
    const path = `billing-records/${id}/credit-preview`;
    expect(await preview(path, { lines: JSON.stringify([line('101')]) })).toMatchObject({ status: 400 });
    expect(await preview(path, { lines: JSON.stringify([line('1')]), issuedOn: '2026-06-19' })).toMatchObject({
      status: 400,
      page: expect.stringContaining('2026-06-20'),
    });
    for (const lines of ['', '[]', '{', '{"label":"x"}', `["${'x'.repeat(9000)}"]`]) {
      expect((await preview(path, { lines })).status).toBe(400);
    }
    const deposited = { jobIds: jobId, lines: JSON.stringify([line('1')]) };
    expect((await preview('deposit-preview', deposited)).status).toBe(409);
    expect((await preview('deposit-preview', { ...deposited, jobIds: 999_999 })).status).toBe(400);
  });
});

describe('a deposit', () => {
  test('is billed before the work, and the bill takes it off with its tax', async () => {
    const jobId = await worked(10);
    const { status, body: made } = await deposit([jobId], { lines: [line('200')], grossCents: 23_800 });
    expect(status).toBe(201);
    expect(made).toMatchObject({ kind: 'deposit', label: '2026-1', grossCents: 23_800, dueOn: '2026-07-20', state: 'open' });
    await pay(Object(made).id, 23_800);
    const id = await billed(jobId);
    const bill = await read(id);
    expect([bill.netCents, bill.taxCents, bill.grossCents]).toEqual([30_000, 5700, 35_700]);
    expect(bill.content.bill.lines.at(-1)).toMatchObject({
      label: 'Less deposit 2026-1 of June 20, 2026',
      cents: -20_000,
      taxPercent: '19',
    });
    expect(await reverse(Object(made).id)).toMatchObject({
      status: 409,
      body: { detail: 'Bill 2026-2 has deducted this deposit. Reopen its job first.' },
    });
    expect(await revenue()).toBe(50_000);
  });

  test('is deducted once: by the next bill when its bill was voided, less what was credited of it', async () => {
    const jobId = await worked(10);
    const { body: made } = await deposit([jobId], { lines: [line('200')], grossCents: 23_800 });
    await credit(Object(made).id, { lines: [line('50')], grossCents: 5950 });
    expect((await read(await billed(jobId))).netCents).toBe(35_000);
    const other = await worked(1);
    expect((await read(await billed(other))).netCents).toBe(5000);
    await billing.boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'open' } });
    expect((await read(await billed(jobId))).netCents).toBe(35_000);
  });

  test('keeps the credit notes that its bill reckoned with: voided, they would be asked for twice', async () => {
    const jobId = await worked(10);
    const { body: made } = await deposit([jobId], { lines: [line('200')], grossCents: 23_800 });
    const { body: before } = await credit(Object(made).id, { lines: [line('50')], grossCents: 5950 });
    const bill = await read(await billed(jobId));
    expect(bill.netCents).toBe(35_000);
    expect(await reverse(Object(before).id)).toMatchObject({
      status: 409,
      body: { detail: `Bill ${bill.label} has deducted this deposit. Reopen its job first.` },
    });
    const { body: after } = await credit(Object(made).id, { lines: [line('20')], grossCents: 2380 });
    expect((await reverse(Object(after).id)).status).toBe(201);
    await billing.setStatus(jobId, 'completed');
    expect((await reverse(Object(before).id)).status).toBe(201);
    expect((await read(await billed(jobId))).netCents).toBe(30_000);
  });

  test('stays with the customer who was billed: its job goes to another one only without it', async () => {
    const jobId = await worked(10);
    const { body: made } = await deposit([jobId], { lines: [line('200')], grossCents: 23_800 });
    const { id: customerId } = await billing.boss.ok(contract.customers.create, { params: params(), body: { businessName: 'Other Farm' } });
    const move = (more: object = {}) => billing.boss.try(contract.jobs.update, { params: { id: jobId }, body: { customerId, ...more } });
    expect(await move()).toMatchObject({
      status: 409,
      body: { detail: 'Deposit 2026-1 is billed for job North. Void it first.' },
    });
    await billed(jobId);
    expect((await move({ status: 'completed' })).status).toBe(409);
    await billing.setStatus(jobId, 'completed');
    await reverse(Object(made).id);
    expect((await move()).status).toBe(200);
    expect((await read(await billed(jobId))).netCents).toBe(50_000);
  });

  test('that is more than the work is no bill below zero', async () => {
    const jobId = await worked(1);
    const { body: made } = await deposit([jobId], { lines: [line('200')], grossCents: 23_800 });
    const answer = await billing.boss.try(contract.jobs.update, { params: { id: jobId }, body: { status: 'billed' } });
    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('-178.50 EUR') } });
    expect(await reverse(Object(made).id)).toMatchObject({ status: 201, body: { kind: 'reversal', grossCents: -23_800 } });
    expect((await read(await billed(jobId))).grossCents).toBe(5950);
  });

  test('with payments is voided only with a word where they go', async () => {
    const jobId = await worked(1);
    const { body: made } = await deposit([jobId], { lines: [line('10')], grossCents: 1190 });
    await pay(Object(made).id, 1190);
    expect(await reverse(Object(made).id)).toMatchObject({ status: 409, body: { code: 'bill_has_payments' } });
    expect((await reverse(Object(made).id, { payments: 'credit' })).status).toBe(201);
    expect(await standing(await billed(jobId))).toMatchObject({ paidCents: 1190 });
  });

  test('is of jobs of one customer that are not billed yet', async () => {
    const jobId = await worked(1);
    await billed(jobId);
    expect((await deposit([jobId], { lines: [line('10')], grossCents: 1190 })).status).toBe(409);
  });
});

test('for DATEV a bill, its credit note and what voids the note have one number to be settled by', async () => {
  const id = await billed(await worked(10));
  const { body: note } = await credit(id, { lines: [line('100')], grossCents: 11_900 });
  await reverse(Object(note).id);
  const { body } = await billing.boss.send(
    'GET',
    `/api/organizations/${billing.boss.orgId}/billing-export?format=datev&consultant=29098&client=55003`,
  );
  const rows = String(body).split('\r\n').slice(2, -1);
  expect(rows.map((row) => [0, 1, 10, 13].map((place) => row.split(';')[place]))).toEqual([
    ['595,00', '"S"', '"2026-1"', '"Pine Ridge Farms"'],
    ['119,00', '"H"', '"2026-1"', '"2026-2 Pine Ridge Farms"'],
    ['119,00', '"S"', '"2026-1"', '"2026-3 Pine Ridge Farms"'],
  ]);
});

test('credits of the same bill at once give back no more than it was', async () => {
  const id = await billed(await worked(2));
  const answers = await Promise.all(Array.from({ length: 6 }, () => credit(id, { lines: [line('60')], grossCents: 7140 })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
});
