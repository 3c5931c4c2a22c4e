import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { recompute } from '#shared/billing/amounts.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf, issue } from './billing-field.ts';
import { fingerprint, type Member, UNKNOWN_ID } from './world.ts';

let testApp: TestApp;
let now = new Date('2025-12-20T12:00:00Z');

beforeAll(async () => {
  testApp = await createTestApp({ now: () => now });
});

afterAll(() => testApp.close());

const start = async () => billingOf(await testApp.owner());
const recordAt = (boss: Member, id: number) => boss.ok(contract.billingRecords.get, { params: { orgId: boss.orgId, id } });

describe('a rate', () => {
  test('is kept as it was set, with what was left out', async () => {
    const { boss, world } = await start();
    const lines = [
      {
        basis: 'load' as const,
        prices: [
          { upTo: '20', price: '95.00' },
          { upTo: null, price: '88' },
        ],
      },
    ];
    const made = await boss.ok(contract.rates.create, {
      params: { orgId: boss.orgId },
      body: { serviceTypeId: world.serviceTypeId, customerId: world.customerId, validFrom: '2025-03-01', lines },
    });
    expect(made).toMatchObject({
      version: 1,
      name: null,
      jobId: null,
      taxPercent: null,
      fuel: { kind: 'included', price: null },
      lines: [{ ...lines[0], label: null, fieldId: null, per: 'entry', rounding: null, minimumCents: null }],
    });
    const changed = await boss.ok(contract.rates.update, { params: made, body: { taxPercent: '8.25', customerId: null } });
    expect(changed).toMatchObject({ version: 2, taxPercent: '8.25', customerId: null, validFrom: '2025-03-01' });
  });

  const hour = { basis: 'hour', prices: [{ upTo: null, price: '95' }] };
  test.each([
    ['no price', { lines: [] }, 'lines'],
    ['a price that is a number', { lines: [{ basis: 'hour', prices: [{ upTo: null, price: 95 }] }] }, 'lines.0.prices.0.price'],
    ['a price below zero', { lines: [{ basis: 'hour', prices: [{ upTo: null, price: '-1' }] }] }, 'lines.0.prices.0.price'],
    ['steps that end', { lines: [{ basis: 'hour', prices: [{ upTo: '5', price: '1' }] }] }, 'lines.0.prices'],
    ['steps that fall', { lines: [{ basis: 'hour', prices: ['5', '5', null].map((upTo) => ({ upTo, price: '1' })) }] }, 'lines.0.prices'],
    ['a field that is not named', { lines: [{ ...hour, basis: 'field' }] }, 'lines.0.fieldId'],
    ['an unknown field', { lines: [{ ...hour, basis: 'field', fieldId: UNKNOWN_ID }] }, 'lines'],
    ['a step of nothing', { lines: [{ ...hour, rounding: { step: '0.00', direction: 'up', on: 'entry' } }] }, 'lines.0.rounding.step'],
    ['fuel without its price', { lines: [hour], fuel: { kind: 'billed' } }, 'fuel.price'],
    ['a tax of 101 percent', { lines: [hour], taxPercent: '101' }, 'taxPercent'],
    ['an unknown customer', { lines: [hour], customerId: UNKNOWN_ID }, 'customerId'],
  ])('is refused with %s', async (_, body, path) => {
    const { boss, world } = await start();
    const before = await fingerprint(testApp);
    const whole = { serviceTypeId: world.serviceTypeId, ...body };
    const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/rates`, whole);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', issues: [{ path }] } });
    expect(await fingerprint(testApp)).toEqual(before);
  });
});

describe('a draft bill', () => {
  test('follows entries and rates, with lines by hand and discounts', async () => {
    const { boss, setRate, addJob, log } = await start();
    const jobIds = [await addJob('North'), await addJob('South')];
    await setRate('100');
    await log(jobIds[0] ?? 0, 2.5);
    const draft = await boss.ok(contract.billDrafts.create, { params: { orgId: boss.orgId }, body: { jobIds } });
    expect(draft.bill).toMatchObject({ grossCents: 25_000, currency: 'USD', warnings: [] });
    const south = await log(jobIds[1] ?? 0, 1);
    const lines = [{ label: 'Twine', jobId: null, quantity: '3', unit: 'roll', price: '40', taxPercent: '10', taxIncluded: null }];
    const discounts = [{ label: 'Friend', percent: '10', cents: null }];
    const changed = await boss.ok(contract.billDrafts.update, { params: draft, body: { lines, discounts, notes: 'Thank you' } });
    // 350.00 and 120.00, less a tenth of each; 10 % of 108.00.
    expect(changed.bill).toMatchObject({ netCents: 42_300, taxCents: 1080, grossCents: 43_380 });
    expect(changed.bill.lines.map(({ explanation, cents }) => recompute(explanation) === cents)).toEqual([true, true, true, true, true]);
    await boss.ok(contract.jobEntries.remove, { params: { id: south } });
    expect((await boss.ok(contract.billDrafts.get, { params: draft })).bill.netCents).toBe(33_300);
  });

  test('goes by the organization’s currency and tax', async () => {
    const { boss, world, setRate, addJob, log, setStatus, records } = await start();
    const id = await addJob('North');
    await setRate('100');
    await log(id, 1);
    const settings = { currency: 'EUR', taxRate: 887.55, taxNumber: 'DE 1', address: 'Hof 1' };
    await boss.ok(contract.organizations.update, { params: { orgId: world.orgId }, body: settings });
    const { bill } = await boss.ok(contract.billDrafts.ofJob, { params: { id } });
    // 8.8755 % of 100.00 is 8.8755.
    expect(bill).toMatchObject({ currency: 'EUR', netCents: 10_000, taxCents: 888, grossCents: 10_888, taxes: [{ taxPercent: '8.8755' }] });
    await setStatus(id, 'billed');
    const recordId = (await records())[0]?.id ?? 0;
    const lines = await boss.send('GET', `/api/organizations/${boss.orgId}/billing-records/${recordId}/document?format=csv`);
    expect(lines.body).toContain(',100.00,100.00,8.8755,false,EUR');
    const { content } = await recordAt(boss, recordId);
    expect(content.issuer).toMatchObject({ name: 'Halvorsen Custom', taxNumber: 'DE 1', address: 'Hof 1' });
  });

  test('is of free jobs of one customer', async () => {
    const { boss, world, addJob } = await start();
    const params = { orgId: boss.orgId };
    const [one, other] = [await addJob('One'), await addJob('Other')];
    const foreign = await boss.ok(contract.jobs.create, { params, body: { name: 'Foreign', customerId: await world.fresh.customer() } });
    const begin = (...jobIds: number[]) => boss.try(contract.billDrafts.create, { params, body: { jobIds } });
    expect(await begin(one, foreign.id)).toMatchObject({ status: 400, body: { issues: [{ path: 'jobIds' }] } });
    expect(await begin(one, UNKNOWN_ID)).toMatchObject({ status: 400, body: { issues: [{ path: 'jobIds' }] } });
    expect((await begin(one)).status).toBe(201);
    expect(await begin(other, one)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await boss.ok(contract.jobs.update, { params: { id: other }, body: { status: 'billed' } });
    expect(await begin(other)).toMatchObject({ status: 409, body: { detail: 'Job Other is already billed.' } });
  });

  test('that was deleted comes back, unless its job went elsewhere', async () => {
    const { boss, addJob } = await start();
    const params = { orgId: boss.orgId };
    const jobIds = [await addJob('One')];
    const { id } = await boss.ok(contract.billDrafts.create, { params, body: { jobIds } });
    await boss.ok(contract.billDrafts.remove, { params: { id } });
    const [log] = await boss.ok(contract.auditLogs.list, { params, query: { entityType: 'bill_draft', action: 'delete' } });
    const undo = () => boss.try(contract.auditLogs.undo, { params: { ...params, id: log?.id ?? 0 } });
    await boss.ok(contract.jobs.update, { params: { id: jobIds[0] ?? 0 }, body: { status: 'billed' } });
    expect((await undo()).status).toBe(409);
    await boss.ok(contract.jobs.update, { params: { id: jobIds[0] ?? 0 }, body: { status: 'completed' } });
    expect((await undo()).status).toBe(200);
    expect((await boss.ok(contract.billDrafts.get, { params: { id } })).jobIds).toEqual(jobIds);
  });
});

describe('marking a job billed', () => {
  test('without any rate works, and makes a record of quantities', async () => {
    const { boss, world, addJob, log, setStatus, records } = await start();
    await boss.ok(contract.rates.remove, { params: { id: world.rateId } });
    const id = await addJob('North');
    const entryId = await log(id, 2.5);
    await setStatus(id, 'billed');
    const [head] = await records();
    expect(head).toMatchObject({
      kind: 'bill',
      series: 'quantities',
      label: 'L-2025-1',
      year: 2025,
      number: 1,
      jobIds: [id],
      issuedOn: '2025-12-20',
      grossCents: 0,
      reversedById: null,
    });
    const { content } = await recordAt(boss, head?.id ?? 0);
    expect(content.bill).toMatchObject({ lines: [], warnings: [{ kind: 'noRate', entryId }] });
    expect(content.quantities[0]?.groups[0]).toMatchObject({ entryCount: 1, totals: [{ key: 'totalHours', total: 2.5 }] });
    expect(content.entries).toMatchObject([{ id: entryId, totalHours: 2.5, date: '2025-06-20' }]);
    const file = `/api/organizations/${boss.orgId}/billing-records/${head?.id ?? 0}/document?format`;
    const { body: lines } = await boss.send('GET', `${file}=csv`);
    expect(String(lines).split('\r\n')[1]).toBe(
      'L-2025-1,live,2025-12-20,Pine Ridge Farms,1,quantity,Hours,Chopping,,,,2.5,hrs,,,,,,USD,,',
    );
    expect((await boss.send('GET', `${file}=pdf`)).status).toBe(200);
  });

  test('makes a record that later changes of rates, entries, customer and job do not reach', async () => {
    const { boss, world, setRate, addJob, log, setStatus, records } = await start();
    const id = await addJob('North');
    const rateId = await setRate('100');
    await log(id, 2);
    await setStatus(id, 'billed');
    const recordId = (await records())[0]?.id ?? 0;
    const first = await recordAt(boss, recordId);
    expect(first.content.bill.grossCents).toBe(20_000);
    await boss.ok(contract.rates.update, { params: { id: rateId }, body: { taxPercent: '20' } });
    await boss.ok(contract.customers.update, { params: { id: world.customerId }, body: { address: 'Elsewhere' } });
    await boss.ok(contract.jobs.update, { params: { id }, body: { name: 'Renamed' } });
    expect(await recordAt(boss, recordId)).toEqual(first);
    await expect(
      testApp.db.query({ text: `update billing_records set gross_cents = 1 where id = ${recordId}`, values: [] }),
    ).rejects.toThrow('never changed or deleted');
    await expect(testApp.db.query({ text: `delete from billing_records where id = ${recordId}`, values: [] })).rejects.toThrow(
      'never changed or deleted',
    );
  });

  test('takes what was added to its draft; a draft that it shares goes on without it, and without the lines that name it', async () => {
    const { boss, addJob, setStatus, records } = await start();
    const params = { orgId: boss.orgId };
    const [one, two] = [await addJob('One'), await addJob('Two')];
    const twine = { label: 'Twine', jobId: null, quantity: '1', unit: null, price: '40', taxPercent: null, taxIncluded: null };
    const lines = [twine];
    const named = { ...twine, label: 'Ferry', jobId: one, price: '7' };
    const draft = await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [one, two], lines: [...lines, named] } });
    expect((await boss.ok(contract.billDrafts.ofJob, { params: { id: one } })).bill.grossCents).toBe(700);
    await setStatus(one, 'billed');
    expect(await boss.ok(contract.billDrafts.get, { params: draft })).toMatchObject({ jobIds: [two], lines });
    await setStatus(two, 'billed');
    expect((await records()).map(({ jobIds, grossCents }) => [jobIds, grossCents])).toEqual([
      [[two], 4000],
      [[one], 700],
    ]);
    expect((await boss.try(contract.billDrafts.get, { params: draft })).status).toBe(404);
  });

  test('of a draft bills all its jobs in one record, once', async () => {
    const { boss, addJob, log, setRate, statusOf, records } = await start();
    const params = { orgId: boss.orgId };
    const jobIds = [await addJob('One'), await addJob('Two', 'completed')];
    await log(jobIds[0] ?? 0, 3);
    await setRate('50');
    const { id: draftId } = await boss.ok(contract.billDrafts.create, { params, body: { jobIds } });
    const record = await issue(boss, draftId);
    expect(record).toMatchObject({ jobIds, grossCents: 15_000, number: 1, customerName: 'Pine Ridge Farms' });
    expect(await Promise.all(jobIds.map(statusOf))).toEqual(['billed', 'billed']);
    expect(
      (await boss.try(contract.billingRecords.create, { params, body: { draftId, draftVersion: 1, grossCents: 15_000 } })).status,
    ).toBe(404);
    expect(await records()).toHaveLength(1);
  });

  test('has numbers of its own in each organization and year', async () => {
    const numbers = async () => {
      const { addJob, setStatus, records } = await start();
      for (const day of ['2025-12-31', '2025-12-31', '2026-01-01']) {
        now = new Date(`${day}T12:00:00Z`);
        await setStatus(await addJob(day), 'billed');
      }
      now = new Date('2025-12-20T12:00:00Z');
      return (await records()).map(({ year, number }) => `${year}-${number}`);
    };
    expect(await numbers()).toEqual(['2026-1', '2025-2', '2025-1']);
    expect(await numbers()).toEqual(['2026-1', '2025-2', '2025-1']);
  });
});

describe('reopening a job', () => {
  test('voids its record by a reversal, and completes the other jobs on it', async () => {
    const { boss, addJob, log, setRate, setStatus, statusOf, records } = await start();
    const params = { orgId: boss.orgId };
    const [one, two] = [await addJob('One'), await addJob('Two')];
    await log(one, 3);
    await setRate('50');
    const { id: draftId } = await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [one, two] } });
    const bill = await issue(boss, draftId);
    await setStatus(one, 'open');
    expect([await statusOf(one), await statusOf(two)]).toEqual(['open', 'completed']);
    const [reversal, reversed] = await records();
    expect(reversal).toMatchObject({ kind: 'reversal', number: 2, reversesId: bill.id, grossCents: -15_000, taxCents: 0 });
    expect(reversed).toMatchObject({ id: bill.id, reversedById: reversal?.id, grossCents: 15_000 });
    expect((await recordAt(boss, reversal?.id ?? 0)).content).toEqual(bill.content);
    await log(one, 1);
    await setStatus(one, 'billed');
    await setStatus(two, 'billed');
    expect((await records()).map(({ number, jobIds, grossCents }) => [number, jobIds, grossCents]).slice(0, 2)).toEqual([
      // Without any amount it takes no number of a bill.
      [1, [two], 0],
      [3, [one], 20_000],
    ]);
  });

  test('that was billed before there were records makes no reversal', async () => {
    const { addJob, setStatus, records } = await start();
    const id = await addJob('Old');
    await testApp.db.query({ text: `update jobs set status = 'billed' where id = ${id}`, values: [] });
    await setStatus(id, 'open');
    expect(await records()).toEqual([]);
  });
});
