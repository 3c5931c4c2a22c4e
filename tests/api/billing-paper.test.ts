import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf } from './billing-field.ts';

// What customers and accountants read of a bill says what the office saw, and nothing that is the office's own affair.

let mailbox: Mailbox;
let testApp: TestApp;
const now = () => new Date('2025-10-02T12:00:00Z');

beforeAll(async () => {
  mailbox = await openMailbox();
  testApp = await createTestApp({ publicUrl: 'http://farm.test', hasMail: true, now });
});

afterAll(async () => {
  await testApp.close();
  await mailbox.close();
});

const send = () =>
  sendMails({
    db: testApp.db.app,
    post: createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' }),
    now,
    say: () => undefined,
  });

const NOTE = 'Gate was open';

/** A contractor in euros with one bill of an entry of five hours and fuel, by a rate in steps with a call-out. */
const start = async (settings: object = { currency: 'EUR' }) => {
  const billing = await billingOf(await testApp.owner());
  const { boss, world, setRate, addJob, setStatus, records } = billing;
  await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: settings });
  const lines = [
    { basis: 'flat', label: 'Call-out', per: 'job', prices: [{ upTo: null, price: '150' }] },
    {
      basis: 'hour',
      prices: [
        { upTo: '3', price: '100' },
        { upTo: null, price: '90.3' },
      ],
    },
  ];
  const rateId = await setRate('1', { lines });
  const id = await addJob('North');
  const entry = { serviceTypeId: world.serviceTypeId, date: '2025-06-20', totalHours: 5.1, fuel: 77, notes: NOTE };
  await boss.ok(contract.jobEntries.create, { params: { id }, body: entry });
  await setStatus(id, 'billed');
  const recordId = (await records())[0]?.id ?? 0;
  return { ...billing, rateId, recordId, at: `/api/organizations/${boss.orgId}/billing-records/${recordId}` };
};

test('steps and call-out are in the CSV and in the accounting file', async () => {
  const { boss, at } = await start();
  const file = async (format: string): Promise<string> => String((await boss.send('GET', `${at}/document?format=${format}`)).body);
  const csv = (await file('csv')).replaceAll('\u00A0', ' ');
  expect(csv).toContain('Up to 3: 3 hrs × €100.00 = €300.00. Above 3: 2.1 hrs × €90.30 = €189.63');
  expect(csv).toContain('Flat amount, once for the job');
  expect(await file('xero')).toContain('(5.1 hrs). Up to 3: 3 hrs × €100.00 = €300.00');
});

test.each([
  [{}, false],
  [{ notes: true }, true],
])('a mail with %j has the work on it, no fuel that is not billed, and drivers’ notes: %s', async (wish, isSaid) => {
  const { boss, recordId } = await start();
  const to = `office-${recordId}-${String(isSaid)}@pineridge.example`;
  await boss.ok(contract.paymentStatuses.mail, { params: { orgId: boss.orgId, id: recordId }, body: { to, ...wish } });
  await send();
  const pages = pdfPages((await mailbox.newest(to)).attachments[0]?.bytes ?? Buffer.alloc(0));
  expect(pages).toHaveLength(2);
  expect(pages[1]).toContain('Hours');
  expect(pages[1]).not.toContain('77');
  expect(pages[1]?.includes(NOTE)).toBe(isSaid);
});

test('a PDF leaves drivers’ notes out unless they are asked for; other words than true and false are refused', async () => {
  const { boss, at } = await start();
  const sizeOf = async (query: string): Promise<number> =>
    Number((await boss.send('GET', `${at}/document${query}`)).headers['content-length'] ?? 0) ||
    String((await boss.send('GET', `${at}/document${query}`)).body).length;
  expect(await sizeOf('?notes=true')).toBeGreaterThan(await sizeOf(''));
  expect((await boss.send('GET', `${at}/document?notes=yes`)).status).toBe(400);
});

test('a bill in yen comes to whole yen, and so does its tax', async () => {
  const { boss, recordId } = await start({ currency: 'JPY', taxRate: 1050 });
  const { content, grossCents } = await boss.ok(contract.billingRecords.get, { params: { orgId: boss.orgId, id: recordId } });
  // 3 × 100 + 2.1 × 90.3 = 489.63, rounded 490; with the call-out 640; 10.5 % of it is 67.2.
  expect(content.bill.lines.map(({ cents }) => cents)).toEqual([15_000, 49_000]);
  expect([content.bill.netCents, content.bill.taxCents, grossCents]).toEqual([64_000, 6700, 70_700]);
});

test('a rate names what it is for, also when that is deleted', async () => {
  const { boss, world, setRate } = await start();
  const rateId = await setRate('80', { customerId: world.customerId, equipmentId: world.equipmentId });
  const names = async () => (await boss.ok(contract.rates.list, { params: boss })).find(({ id }) => id === rateId)?.names;
  const before = await names();
  expect(before).toMatchObject({ service: 'Chopping', customer: 'Pine Ridge Farms', job: null });
  expect(before?.equipment).toBeTruthy();
  await testApp.db.query({ text: 'update service_types set deleted_at = now() where id = $1', values: [world.serviceTypeId] });
  expect(await names()).toEqual(before);
  expect((await boss.ok(contract.rates.get, { params: { id: rateId } })).names).toEqual(before);
});

test('a price by the acre finds the field that the service offers, where another has the unit’s name before it', async () => {
  const { boss, addJob, setStatus, records } = await billingOf(await testApp.owner());
  const params = { orgId: boss.orgId };
  const field = async (name: string) =>
    (await boss.ok(contract.customDataFields.create, { params, body: { name, fieldType: 'number' } })).id;
  await field('Acres');
  const offered = await field('acres (GPS)');
  const service = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Spraying', customDataFieldIds: [offered] } });
  const lines = [{ basis: 'acre' as const, prices: [{ upTo: null, price: '10' }] }];
  await boss.ok(contract.rates.create, { params, body: { serviceTypeId: service.id, lines } });
  const id = await addJob('North');
  const entry = { serviceTypeId: service.id, date: '2025-06-20', customFieldValues: { 'acres (GPS)': 12.5 } };
  await boss.ok(contract.jobEntries.create, { params: { id }, body: entry });
  expect((await boss.ok(contract.billDrafts.ofJob, { params: { id } })).bill).toMatchObject({ grossCents: 12_500, warnings: [] });
  await setStatus(id, 'billed');
  expect(await records()).toMatchObject([{ grossCents: 12_500 }]);
});
