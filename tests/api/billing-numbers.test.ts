import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';

let testApp: TestApp;
let billing: Billing;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2026-06-20T12:00:00Z') });
});

afterAll(() => testApp.close());

beforeEach(async () => {
  billing = await billingOf(await testApp.owner());
  await billing.setRate('50');
});

const params = () => ({ orgId: billing.boss.orgId });
const set = (body: object) => billing.boss.try(contract.billingSettings.update, { params: params(), body });
const labels = async () => (await billing.records()).map(({ label }) => label);
const bill = async (name: string) => {
  const id = await billing.addJob(name);
  await billing.log(id, 2);
  await billing.setStatus(id, 'billed');
  return id;
};

describe('numbers of bills', () => {
  test('begin where another program ended, with the organization’s prefix and digits', async () => {
    expect((await set({ prefix: 'RE-', digits: 4, nextBillNumber: 147 })).status).toBe(200);
    expect(await billing.boss.ok(contract.billingRecords.next, { params: params() })).toMatchObject({
      numbers: [{ year: 2025 }, { year: 2026, number: 147, label: 'RE-2026-0147' }],
    });
    await bill('A');
    await bill('B');
    expect(await labels()).toEqual(['RE-2026-0148', 'RE-2026-0147']);
  });

  test('never go back, nor leave a gap: once the year has one they go on', async () => {
    await bill('A');
    expect(await set({ nextBillNumber: 40 })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'nextBillNumber', message: 'Bills of 2026 have been numbered already. The next one is 2.' }] },
    });
    expect((await set({ nextBillNumber: 2 })).status).toBe(200);
    await bill('B');
    expect(await labels()).toEqual(['2026-2', '2026-1']);
  });

  test('keep what they were when the prefix changes', async () => {
    await bill('A');
    await set({ prefix: 'B' });
    await bill('B');
    expect(await labels()).toEqual(['B2026-2', '2026-1']);
  });

  test('are never those of work records, which have a prefix of their own', async () => {
    const message = 'Work records are numbered with L-. Choose another prefix.';
    for (const prefix of ['L-', 'l-']) {
      expect(await set({ prefix })).toMatchObject({ status: 400, body: { issues: [{ path: 'prefix', message }] } });
      expect(await set({ correctionPrefix: prefix })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'correctionPrefix', message }] },
      });
    }
    // Only what is alike is refused.
    expect((await set({ prefix: 'L', correctionPrefix: 'LK-' })).status).toBe(200);
  });

  test('are told from those of corrections in any case; no prefix is one, too', async () => {
    const alike = { status: 400, body: { issues: [{ message: expect.stringContaining('need another prefix than bills') }] } };
    expect(await set({ correctionPrefix: '' })).toMatchObject(alike);
    expect(await set({ prefix: 'RE-', correctionPrefix: 're-' })).toMatchObject(alike);
    expect((await set({ prefix: 'RE-', correctionPrefix: 'G-' })).status).toBe(200);
    expect(await set({ prefix: 'g-' })).toMatchObject({ ...alike, body: { issues: [{ path: 'prefix' }] } });
    // What has nothing to do with it can be changed.
    expect((await set({ footer: 'Thank you' })).status).toBe(200);
  });

  test('never begin as those of another range did, so no number is there twice', async () => {
    await bill('A');
    expect((await set({ prefix: 'RE-', correctionPrefix: 'G-' })).status).toBe(200);
    const id = await bill('B');
    await billing.setStatus(id, 'open');
    expect(await labels()).toEqual(['G-2026-1', 'RE-2026-2', '2026-1']);
    const message = 'Other numbers already begin like this. Choose another prefix.';
    expect(await set({ correctionPrefix: '' })).toMatchObject({ status: 400, body: { issues: [{ path: 'correctionPrefix', message }] } });
    expect((await set({ correctionPrefix: null })).status).toBe(200);
    expect(await set({ prefix: 'g-' })).toMatchObject({ status: 400, body: { issues: [{ path: 'prefix' }] } });
    // Its own it may take again: its numbers have gone on.
    expect((await set({ prefix: '' })).status).toBe(200);
    await bill('C');
    expect((await labels())[0]).toBe('2026-3');
  });

  test('are refused with a prefix that no accounting program reads', async () => {
    expect((await set({ prefix: 'R E' })).status).toBe(400);
    expect((await set({ prefix: '<b>' })).status).toBe(400);
  });
});

describe('corrections', () => {
  test('are numbered among the bills unless they have a range of their own', async () => {
    await billing.setStatus(await bill('A'), 'open');
    expect(await labels()).toEqual(['2026-2', '2026-1']);
  });

  test('have their own range with a prefix of its own', async () => {
    expect(await set({ correctionPrefix: '' })).toMatchObject({ status: 400 });
    expect((await set({ correctionPrefix: 'G-', nextCorrectionNumber: 12 })).status).toBe(200);
    await billing.setStatus(await bill('A'), 'open');
    await bill('B');
    expect(await labels()).toEqual(['2026-2', 'G-2026-12', '2026-1']);
  });

  test('have it in Spain from the beginning (RD 1619/2012)', async () => {
    await billing.boss.ok(contract.organizations.update, { params: params(), body: { country: 'ES' } });
    await billing.setStatus(await bill('A'), 'open');
    expect(await labels()).toEqual(['R-2026-1', '2026-1']);
  });
});
