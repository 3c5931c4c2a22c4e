import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf } from './billing-field.ts';
import { fingerprint } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2025-12-20T12:00:00Z') });
});

afterAll(() => testApp.close());

/** A draft of one job of 11.90, as a user saw it. */
const drafted = async () => {
  const billing = await billingOf(await testApp.owner());
  const { boss } = billing;
  const params = { orgId: boss.orgId };
  const rateId = await billing.setRate('10', { taxPercent: '19' });
  const jobId = await billing.addJob('North', 'open');
  const entryId = await billing.log(jobId, 1);
  const draft = await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [jobId] } });
  const seen = { draftId: draft.id, draftVersion: draft.version, grossCents: draft.bill.grossCents };
  expect(seen.grossCents).toBe(1190);
  const issue = (body: object = seen) => boss.send('POST', `/api/organizations/${boss.orgId}/billing-records`, body);
  return { ...billing, params, rateId, jobId, entryId, draft, seen, issue };
};
type Drafted = Awaited<ReturnType<typeof drafted>>;

const discount = { label: 'Half', percent: '50', cents: null };

describe('a draft bill is issued as it was seen', () => {
  test.each<[string, (of: Drafted) => Promise<unknown>, string]>([
    [
      'a discount was put on it',
      ({ boss, draft }) => boss.ok(contract.billDrafts.update, { params: draft, body: { discounts: [discount] } }),
      '5.95',
    ],
    [
      'its notes were changed',
      ({ boss, draft }) => boss.ok(contract.billDrafts.update, { params: draft, body: { notes: 'Pay soon' } }),
      '11.90',
    ],
    ['an entry was added', ({ log, jobId }) => log(jobId, 1.5), '29.75'],
    ['an entry was deleted', ({ boss, entryId }) => boss.ok(contract.jobEntries.remove, { params: { id: entryId } }), '0.00'],
    [
      'the price was changed',
      ({ boss, rateId }) => boss.ok(contract.rates.update, { params: { id: rateId }, body: { taxPercent: '7' } }),
      '10.70',
    ],
  ])('and is refused where %s', async (_, change, total) => {
    const of = await drafted();
    await change(of);
    const before = await fingerprint(testApp);
    const answer = await of.issue();
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'bill_changed',
        detail: `This bill changed since you last looked. The total is now ${total} USD. Please check it again.`,
        current: { id: of.draft.id, bill: { grossCents: Math.round(Number(total) * 100) } },
      },
    });
    expect(await fingerprint(testApp)).toEqual(before);
    expect(await of.records()).toEqual([]);
    // Who looks at it again may issue it.
    const { version, bill } = await of.boss.ok(contract.billDrafts.get, { params: of.draft });
    expect((await of.issue({ ...of.seen, draftVersion: version, grossCents: bill.grossCents })).status).toBe(201);
  });

  test('and so it is', async () => {
    const of = await drafted();
    expect(await of.issue()).toMatchObject({ status: 201, body: { grossCents: 1190, jobIds: [of.jobId] } });
  });

  test.each([
    ['a version', { draftVersion: undefined }, 'Send the version of the draft bill that was seen'],
    ['a total', { grossCents: undefined }, 'Send the total of the draft bill that was seen, in cents'],
    ['a total in cents', { grossCents: 11.9 }, 'Send the total of the draft bill that was seen, in cents'],
  ])('a call without %s issues nothing', async (_, without, message) => {
    const of = await drafted();
    const answer = await of.issue({ ...of.seen, ...without });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', issues: [{ message }] } });
    expect(await of.records()).toEqual([]);
  });

  test('a job is marked billed from its menu in one step', async () => {
    const { boss, jobId, records, statusOf } = await drafted();
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'billed' } });
    expect([await statusOf(jobId), await records()]).toMatchObject(['billed', [{ jobIds: [jobId], grossCents: 1190 }]]);
  });
});
