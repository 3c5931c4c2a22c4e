import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { attemptLimits } from '#server/auth/attempt-limits.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf } from './billing-field.ts';

// A bill goes out as its customer wishes, also in the step that issues it.

const NOW = new Date('2026-06-20T12:00:00Z');
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ publicUrl: 'http://farm.test', hasMail: true, now: () => NOW });
});

afterAll(() => testApp.close());

/** Addresses of nobody else: how many mails one gets is limited. */
const addressOf = (name: string): string => `${name}-${randomUUID()}@pineridge.example`;

/** A contractor with a draft of five hours at 80, for a customer who gets bills at two addresses. */
const start = async (customer: object = {}) => {
  const billing = await billingOf(await testApp.owner());
  const { boss, world, setRate, addJob, log } = billing;
  const params = { orgId: boss.orgId };
  const [office, ann] = [addressOf('office'), addressOf('ann')];
  const contacts = [
    { name: 'Ann', email: ann, getsBills: true },
    { name: 'Office again', email: office.toUpperCase(), getsBills: true },
    { name: 'Ben', email: addressOf('ben'), getsBills: false },
    { name: 'Without one', getsBills: true },
  ];
  await boss.ok(contract.customers.update, { params: { id: world.customerId }, body: { email: office, contacts, ...customer } });
  await setRate('80');
  const jobId = await addJob('North');
  await log(jobId, 5);
  const { id: draftId, version } = await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [jobId] } });
  const issued = { draftId, draftVersion: version, grossCents: 40_000 };
  const sending = () => boss.ok(contract.billPreviews.sending, { params: { id: world.customerId } });
  const mailsTo = async (to: string) =>
    testApp.db.query<{ subject: string; body: string; attachment: Buffer }>({
      text: 'select subject, body, attachment from mails where lower(recipient) = lower($1)',
      values: [to],
    });
  const eventsOf = async (id: number) => (await boss.ok(contract.paymentStatuses.get, { params: { ...params, id } })).events;
  return { ...billing, params, office, ann, issued, sending, mailsTo, eventsOf };
};

describe('how a customer gets bills', () => {
  test('is said with every address once, and the work log unless they want none', async () => {
    const { boss, world, sending, ann } = await start();
    const found = await sending();
    expect(found).toMatchObject({ way: 'mail', hasAnnex: true });
    expect(found.recipients.map((address) => address.toLowerCase())).toEqual([expect.stringMatching(/^office-/), ann.toLowerCase()]);
    const change = (body: object) => boss.ok(contract.customers.update, { params: { id: world.customerId }, body });
    await change({ billWay: 'print', hasAnnex: false });
    expect(await sending()).toMatchObject({ way: 'print', hasAnnex: false, recipients: found.recipients });
    await change({ billWay: null, email: null, contacts: [] });
    expect(await sending()).toMatchObject({ way: 'print', recipients: [] });
  });

  test('is the same in a billing run', async () => {
    const { boss, params, sending, setStatus, addJob, log } = await start();
    const jobId = await addJob('South');
    await log(jobId, 1);
    await setStatus(jobId, 'completed');
    const [customer] = await boss.ok(contract.unbilledBills.list, { params, query: {} });
    const { way, recipients } = await sending();
    expect(customer?.bills[0]).toMatchObject({ way, recipients });
  });
});

describe('a bill that is issued and mailed in one step', () => {
  test('goes to each address once, however often it is asked for with the same key', async () => {
    const { boss, params, issued, office, ann, mailsTo, eventsOf, records } = await start();
    const mail = { recipients: [office, ann, ann.toUpperCase()], message: 'Thank you for the work.' };
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/api/organizations/${params.orgId}/billing-records`;
    const answers = await Promise.all([1, 2, 3].map(() => boss.send('POST', path, { ...issued, mail }, headers)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toContain(201);
    expect((await boss.send('POST', path, { ...issued, mail }, headers)).status).toBe(201);
    const [record, ...others] = await records();
    expect(others).toEqual([]);
    expect(record).toMatchObject({ label: '2026-1', sentOn: '2026-06-20' });
    expect((await eventsOf(record?.id ?? 0)).map(({ kind, way }) => [kind, way])).toEqual([
      ['sent', 'mail'],
      ['sent', 'mail'],
    ]);
    for (const to of [office, ann]) {
      const [found, ...more] = await mailsTo(to);
      expect(more).toEqual([]);
      expect(found?.subject).toContain('Bill 2026-1');
      expect(found?.body).toContain('Thank you for the work.');
    }
  });

  test('has the work log as the customer wishes, unless somebody says otherwise', async () => {
    const { boss, params, issued, office, ann, mailsTo, records } = await start({ hasAnnex: false });
    await boss.ok(contract.billingRecords.create, { params, body: { ...issued, mail: { recipients: [office] } } });
    const [record] = await records();
    const pagesTo = async (to: string) => pdfPages((await mailsTo(to))[0]?.attachment ?? Buffer.alloc(0));
    expect(await pagesTo(office)).toHaveLength(1);
    const body = { to: ann, others: [addressOf('third')], annex: true };
    await boss.ok(contract.paymentStatuses.mail, { params: { ...params, id: record?.id ?? 0 }, body });
    expect(await pagesTo(ann)).toHaveLength(2);
    expect(await mailsTo(body.others[0] ?? '')).toHaveLength(1);
  });

  test('is not issued if it cannot be mailed', async () => {
    const { boss, params, issued, office, ann, mailsTo, records } = await start();
    const create = (mail: object) => boss.try(contract.billingRecords.create, { params, body: { ...issued, mail: mail as never } });
    const limits = attemptLimits(testApp.db.app, () => NOW);
    for (let count = 0; count < 30; count += 1) {
      await limits.reserve(['billMailToAddress', ann]);
    }
    // The first of the two could go out; both wait for each other.
    expect(await create({ recipients: [office, ann] })).toMatchObject({ status: 429 });
    expect((await create({ recipients: [] })).status).toBe(400);
    expect((await create({ recipients: ['nobody'] })).status).toBe(400);
    expect((await create({ recipients: Array.from({ length: 6 }, () => addressOf('many')) })).status).toBe(400);
    expect(await records()).toEqual([]);
    expect(await mailsTo(office)).toEqual([]);
    expect((await create({ recipients: [office] })).status).toBe(201);
    expect((await records())[0]).toMatchObject({ label: '2026-1' });
  });

  test('goes to nobody if it is another bill than the one that was seen', async () => {
    const { boss, params, issued, office, mailsTo, records } = await start();
    const body = { ...issued, grossCents: 39_999, mail: { recipients: [office] } };
    expect(await boss.try(contract.billingRecords.create, { params, body })).toMatchObject({ status: 409, body: { code: 'bill_changed' } });
    expect(await records()).toEqual([]);
    expect(await mailsTo(office)).toEqual([]);
  });
});
