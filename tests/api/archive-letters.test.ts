import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { exportOf, sendArchive } from './archive-tools.ts';
import { owedTo } from './receivables-field.ts';

let testApp: TestApp;
let clock = 0;
const today = (day: string): void => {
  clock = Date.parse(`${day}T12:00:00Z`);
};

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock) });
});
beforeEach(() => today('2026-03-01'));
afterAll(() => testApp.close());

/** Without what another installation numbers anew. */
const WITHOUT_IDS = (name: string, value: unknown): unknown => (['id', 'customerId', 'recordId'].includes(name) ? undefined : value);
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, WITHOUT_IDS));

test('letters, promises, discounts, fees that were paid and what is open come along, under the new ids', async () => {
  const { boss, params, addCustomer, bill, receivables } = await owedTo(testApp);
  const customer = await addCustomer('Bar T Cattle Co.', { discountPercent: '2', discountDays: 10 });
  const other = await addCustomer('Other Farm');
  const [late, partly, discounted] = [await bill(customer, 1), await bill(customer, 2), await bill(other, 3)];
  const pay = (parts: object[], more: object = {}) =>
    boss.send('POST', `/api/organizations/${boss.orgId}/payments`, { paidOn: '2026-03-02', parts, ...more });
  expect((await pay([{ recordId: partly, amountCents: 5000 }])).status).toBe(201);
  expect((await pay([{ recordId: discounted, amountCents: 29_000, discountCents: 1000 }], { acceptsDeduction: true })).status).toBe(201);
  await boss.send('PATCH', `/api/organizations/${boss.orgId}/billing-settings`, { reminders: [{ afterDays: 7, feeCents: 500 }] });
  today('2026-04-20');
  const [letter] = (await boss.ok(contract.reminders.due, { params })).letters;
  const wish = {
    customerId: customer,
    recordIds: letter?.bills.map(({ recordId }) => recordId) ?? [],
    openCents: letter?.openCents ?? 0,
    level: 1,
    way: 'post' as const,
  };
  await boss.ok(contract.reminders.send, { params, body: { letters: [wish] } });
  expect((await pay([{ recordId: late, amountCents: 1000, chargeCents: 300 }], { paidOn: '2026-04-20' })).status).toBe(201);
  await boss.ok(contract.receivables.note, { params, body: { recordIds: [partly], kind: 'promise', until: '2026-05-01' } });
  await boss.ok(contract.receivables.note, { params, body: { recordIds: [late], kind: 'dispute' } });
  const before = await receivables();
  expect(before.customers).toMatchObject([
    {
      bills: [
        { sentLevel: 1, isDisputed: true, openCents: 9000, chargeCents: 200 },
        { sentLevel: 1, promisedUntil: '2026-05-01' },
      ],
    },
  ]);

  // As soon after the sign-in as an export is allowed.
  today('2026-03-01');
  const { status, bytes } = await exportOf(testApp.app, boss, boss.orgId);
  expect(status).toBe(200);
  today('2026-04-20');
  const person = await testApp.person();
  const imported = await sendArchive(person, bytes);
  expect(imported.status).toBe(201);
  const orgId = (imported.body as { id: number }).id;
  expect(plain(await person.ok(contract.receivables.list, { params: { orgId } }))).toEqual(plain(before));
  const [letters, rows] = await Promise.all(
    ['select id, customer_id, content from reminder_letters', 'select id, label, year, number, customer_id from billing_records'].map(
      (text) => testApp.db.query<Record<string, unknown>>({ text: `${text} where organization_id = $1`, values: [orgId] }),
    ),
  );
  const content = letters?.[0]?.['content'] as { bills: { recordId: number; label: string }[]; customer: { id: number } };
  const labels = new Map((rows ?? []).map((row) => [row['id'], row['label'] ?? `${String(row['year'])}-${String(row['number'])}`]));
  expect(content.bills.map(({ recordId, label }) => [labels.get(recordId), label])).toEqual([
    ['2026-1', '2026-1'],
    ['2026-2', '2026-2'],
  ]);
  expect(content.customer.id).toBe(letters?.[0]?.['customer_id']);
  const id = Number(letters?.[0]?.['id']);
  expect((await person.send('GET', `/api/organizations/${orgId}/reminder-letters/${id}/document`)).status).toBe(200);
  // The events of each bill name the letter by its new id.
  const events = await testApp.db.query<{ letterId: number }>({
    text: `select letter_id as "letterId" from billing_events where organization_id = $1 and kind = 'reminder'`,
    values: [orgId],
  });
  expect(events).toEqual([{ letterId: id }, { letterId: id }]);
});
