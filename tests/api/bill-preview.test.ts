import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf } from './billing-field.ts';

// A bill is looked at on paper before it takes a number.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2025-10-02T12:00:00Z') });
});

afterAll(() => testApp.close());

/** A contractor in euros with two completed jobs of five hours each, at 80 an hour. */
const start = async () => {
  const billing = await billingOf(await testApp.owner());
  const { boss, world, setRate, addJob } = billing;
  await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { currency: 'EUR' } });
  await setRate('80');
  const jobIds: number[] = [];
  for (const name of ['North', 'South']) {
    const id = await addJob(name);
    const entry = { serviceTypeId: world.serviceTypeId, date: '2025-06-20', totalHours: 5 };
    await boss.ok(contract.jobEntries.create, { params: { id }, body: entry });
    jobIds.push(id);
  }
  const pagesAt = async (path: string) => {
    const { statusCode: status, headers, rawPayload } = await testApp.app.inject({ url: path, headers: { cookie: boss.cookie } });
    return { status, headers, pages: status === 200 ? pdfPages(rawPayload) : [] };
  };
  return { ...billing, jobIds, pagesAt };
};

test('jobs and drafts are previewed as they would be issued, and take no number', async () => {
  const { boss, jobIds, pagesAt, records } = await start();
  const at = `/api/organizations/${boss.orgId}/bill-preview?jobIds=${jobIds.join(',')}`;
  const { pages, headers } = await pagesAt(at);
  expect(headers['content-type']).toBe('application/pdf');
  expect(pages).toHaveLength(2);
  expect(pages[0]).toMatch(/PREVIEW.*North.*South.*€800\.00/);
  expect(pages[0]).not.toContain('2025-1');
  const draft = await boss.ok(contract.billDrafts.create, { params: boss, body: { jobIds, notes: 'Thank you for the work' } });
  const [page = ''] = (await pagesAt(`/api/bill-drafts/${draft.id}/preview?annex=false`)).pages;
  expect(page).toMatch(/Thank you for the work.*page 1 of 1/);
  // The draft of just these jobs is theirs here as well.
  expect((await pagesAt(`${at}&annex=false`)).pages).toEqual([page]);
  expect(await records()).toEqual([]);
  expect((await boss.ok(contract.billingRecords.next, { params: boss })).numbers.at(-1)?.label).toBe('2025-1');
});

test('jobs that are billed, gone or of several customers are refused', async () => {
  const { boss, jobIds, pagesAt, setStatus, addJob } = await start();
  const of = async (ids: readonly number[]) =>
    (await pagesAt(`/api/organizations/${boss.orgId}/bill-preview?jobIds=${ids.join(',')}`)).status;
  await setStatus(jobIds[0] ?? 0, 'billed');
  expect(await of(jobIds)).toBe(409);
  expect(await of([999_999])).toBe(400);
  const other = await boss.ok(contract.customers.create, { params: boss, body: { businessName: 'Other' } });
  const theirs = await addJob('West');
  await boss.ok(contract.jobs.update, { params: { id: theirs }, body: { customerId: other.id } });
  expect(await of([jobIds[1] ?? 0, theirs])).toBe(400);
});
