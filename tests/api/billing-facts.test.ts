import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf, issue } from './billing-field.ts';
import { fingerprint } from './world.ts';

// What a record and a draft say of their customer, of their last day and of what may be paid (docs/billing.md).

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2025-12-20T12:00:00Z') });
});
afterAll(() => testApp.close());

const start = async () => {
  const billing = await billingOf(await testApp.owner());
  const { boss, world } = billing;
  const params = { orgId: boss.orgId };
  await boss.ok(contract.customers.update, { params: { id: world.customerId }, body: { businessName: 'Pine Ridge', address: 'Road 9' } });
  const { id: otherId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Amsler' } });
  const work = async (name: string, hours = 1): Promise<number> => {
    const id = await billing.addJob(name);
    await billing.log(id, hours);
    return id;
  };
  const give = (jobId: number, customerId: number, more: object = {}) => boss.send('PATCH', `/api/jobs/${jobId}`, { customerId, ...more });
  const draftOf = (jobIds: number[]) => boss.ok(contract.billDrafts.create, { params, body: { jobIds } });
  const draft = (id: number) => boss.ok(contract.billDrafts.get, { params: { id } });
  return { ...billing, customerId: world.customerId, otherId, params, work, give, draftOf, draft };
};

test('a record is called after its customer as they were when it was made, in lists too', async () => {
  const { boss, params, customerId, work, setStatus, records } = await start();
  const job = await work('North');
  await setStatus(job, 'billed');
  await boss.ok(contract.customers.update, { params: { id: customerId }, body: { businessName: 'Renamed' } });
  const [head] = await records();
  const record = await boss.ok(contract.billingRecords.get, { params: { ...params, id: head?.id ?? 0 } });
  expect([head?.customerName, record.customerName, record.content.customer.businessName]).toEqual([
    'Pine Ridge',
    'Pine Ridge',
    'Pine Ridge',
  ]);
});

describe('a job that is given to another customer', () => {
  test('is refused once it is billed, and not where it is reopened by that', async () => {
    const { work, give, setStatus, otherId, customerId, boss } = await start();
    const job = await work('North');
    await setStatus(job, 'billed');
    const before = await fingerprint(testApp);
    expect(await give(job, otherId)).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: 'Job North is billed. Reopen it before you move it to another customer.' },
    });
    expect(await fingerprint(testApp)).toEqual(before);
    // Its own customer is none other: a form sends all it has.
    expect((await give(job, customerId, { name: 'North again', status: 'billed' })).status).toBe(200);
    expect((await give(job, otherId, { status: 'open' })).status).toBe(200);
    expect(await boss.ok(contract.jobs.get, { params: { id: job } })).toMatchObject({ customerId: otherId, status: 'open' });
  });

  test.each([1, 2])('takes its draft along with all of its jobs (%i), which is issued to nobody unseen', async (count) => {
    const { boss, params, work, give, draftOf, draft, otherId, records } = await start();
    const jobs: number[] = [];
    for (let at = 0; at < count; at += 1) {
      jobs.push(await work(`Job ${at}`));
    }
    const seen = await draftOf(jobs);
    expect(seen.customer).toMatchObject({ businessName: 'Pine Ridge', address: 'Road 9' });
    for (const job of jobs) {
      await give(job, otherId);
    }
    const body = { draftId: seen.id, draftVersion: seen.version, grossCents: seen.bill.grossCents };
    expect(await boss.send('POST', `/api/organizations/${boss.orgId}/billing-records`, body)).toMatchObject({
      status: 409,
      body: { code: 'bill_changed', current: { customerId: otherId, customer: { businessName: 'Amsler', address: null } } },
    });
    expect(await records()).toEqual([]);
    expect(await draft(seen.id)).toMatchObject({ customerId: otherId, customer: { id: otherId } });
    expect((await boss.ok(contract.billDrafts.list, { params, query: {} }))[0]).toMatchObject({ customerId: otherId });
    expect(await issue(boss, seen.id)).toMatchObject({ customerId: otherId, customerName: 'Amsler' });
  });

  test('leaves a draft of several customers behind, which names none and is not issued', async () => {
    const { boss, work, give, draftOf, draft, otherId } = await start();
    const jobs = [await work('One'), await work('Two')];
    const { id } = await draftOf(jobs);
    await give(jobs[0] ?? 0, otherId);
    const now = await draft(id);
    expect(now).toMatchObject({ customer: null, creditCents: 0 });
    const body = { draftId: id, draftVersion: now.version, grossCents: now.bill.grossCents };
    expect(await boss.send('POST', `/api/organizations/${boss.orgId}/billing-records`, body)).toMatchObject({
      status: 409,
      body: {
        detail: 'The jobs on this draft bill no longer belong to one customer. Delete the draft and bill each customer separately.',
      },
    });
  });

  test('shows the bill of a job to whom it goes, before there is a draft', async () => {
    const { boss, work, give, otherId } = await start();
    const job = await work('North');
    await give(job, otherId);
    expect((await boss.ok(contract.billDrafts.ofJob, { params: { id: job } })).customer).toMatchObject({ id: otherId });
  });
});

test('a record without an amount is due on no day, in answers, lists and files', async () => {
  const { boss, params, work, addJob, setStatus, setRate, records } = await start();
  await setStatus(await addJob('Without work'), 'billed');
  await setRate('100');
  await setStatus(await work('With one'), 'billed');
  const [priced, bare] = await records();
  expect([priced?.dueOn, priced?.state, bare?.dueOn, bare?.state]).toEqual(['2026-01-19', 'open', null, 'nothingDue']);
  const inDatabase = await testApp.db.query<{ dueOn: string | null }>({
    text: 'select due_on as "dueOn" from billing_records where organization_id = $1 order by id',
    values: [boss.orgId],
  });
  expect(inDatabase.map(({ dueOn }) => dueOn)).toEqual([null, '2026-01-19']);
  const { body } = await boss.send('GET', `/api/organizations/${params.orgId}/billing-records/${bare?.id}/document?format=csv`);
  expect(String(body)).not.toContain('2026-01-19');
});

describe('no more can be paid than is open', () => {
  const billed = async () => {
    const of = await start();
    await of.setRate('100');
    await of.setStatus(await of.work('North'), 'billed');
    const id = (await of.records())[0]?.id ?? 0;
    const pay = (amountCents: number) =>
      of.boss.send('POST', `/api/organizations/${of.boss.orgId}/billing-records/${id}/payments`, { paidOn: '2025-12-20', amountCents });
    return { ...of, pay };
  };
  const refusal = (message: string) => ({ status: 400, body: { issues: [{ path: 'amountCents', message }] } });

  test('of a bill, of the rest of one, and of one that is paid', async () => {
    const { pay, records } = await billed();
    const only = (open: string) =>
      refusal(`Only ${open} USD is unpaid on bill 2025-1. Record that amount here and the rest on another bill.`);
    expect(await pay(10_001)).toMatchObject(only('100.00'));
    expect((await pay(4000)).status).toBe(201);
    expect(await pay(6001)).toMatchObject(only('60.00'));
    expect((await pay(6000)).status).toBe(201);
    expect(await pay(1)).toMatchObject(refusal('Bill 2025-1 is already paid in full. Record the payment on another bill.'));
    expect((await records())[0]).toMatchObject({ paidCents: 10_000, state: 'paid' });
  });

  test('also where two pay it at once', async () => {
    const { pay, records } = await billed();
    const answers = await Promise.all([pay(6000), pay(6000), pay(6000)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
    expect((await records())[0]).toMatchObject({ paidCents: 6000 });
  });
});
