import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { owedTo } from './receivables-field.ts';

let mailbox: Mailbox;
let testApp: TestApp;
let clock = 0;
const today = (day: string): void => {
  clock = Date.parse(`${day}T12:00:00Z`);
};

beforeAll(async () => {
  mailbox = await openMailbox();
  testApp = await createTestApp({ publicUrl: 'http://farm.test', hasMail: true, now: () => new Date(clock) });
});
beforeEach(() => today('2026-03-01'));
afterAll(async () => {
  await testApp.close();
  await mailbox.close();
});

/** An account on which everything happened that can. */
const account = async () => {
  const owed = await owedTo(testApp);
  const { boss, params, addCustomer, bill, pay } = owed;
  const customer = await addCustomer('Bar T Cattle Co.', { discountPercent: '2', discountDays: 10 });
  const first = await bill(customer, 1);
  await pay(first, 4000, '2026-03-02');
  today('2026-03-10');
  const second = await bill(customer, 2);
  const parts = [{ recordId: second, amountCents: 19_600, discountCents: 400 }];
  await boss.ok(contract.receivables.pay, { params, body: { paidOn: '2026-03-12', parts } });
  today('2026-03-15');
  const jobId = (await boss.ok(contract.billingRecords.get, { params: { ...params, id: second } })).jobIds[0] ?? 0;
  await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'open', payments: 'credit' } });
  await boss.ok(contract.jobs.remove, { params: { id: jobId } });
  today('2026-03-20');
  const third = await bill(customer, 3);
  const standing = await boss.ok(contract.paymentStatuses.get, { params: { ...params, id: first } });
  const paymentId = standing.events[0]?.id ?? 0;
  await boss.ok(contract.paymentStatuses.correct, { params: { ...params, id: first }, body: { paymentId } });
  today('2026-04-25');
  const csv = async (query = ''): Promise<string[][]> => {
    const answer = await boss.send('GET', `/api/customers/${customer}/statement?format=csv${query}`);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } });
    return String(answer.body)
      .trim()
      .split('\r\n')
      .map((line) => line.replace(/^\uFEFF/, '').split(','));
  };
  return { ...owed, customer, first, third, csv };
};

test('a statement says what was billed, paid and taken off, and what is owed comes to the cent', async () => {
  const { csv, receivables } = await account();
  expect(await csv()).toEqual([
    ['Date', 'What', 'Due', 'Billed', 'Paid', 'Balance'],
    ['2026-01-01', 'Balance before', '', '', '', '0.00'],
    ['2026-03-01', 'Bill 2026-1', '2026-03-31', '100.00', '', '100.00'],
    ['2026-03-02', 'Payment of 2026-1', '', '', '40.00', '60.00'],
    ['2026-03-02', 'Payment of 2026-1 taken back', '', '40.00', '', '100.00'],
    ['2026-03-10', 'Bill 2026-2', '2026-04-09', '200.00', '', '300.00'],
    ['2026-03-12', 'Payment of 2026-2', '', '', '196.00', '104.00'],
    ['2026-03-12', 'Discount on 2026-2', '', '', '4.00', '100.00'],
    ['2026-03-15', 'Discount on 2026-2 taken back', '', '4.00', '', '104.00'],
    ['2026-03-15', 'Reversal 2026-3', '', '', '200.00', '-96.00'],
    ['2026-03-20', 'Bill 2026-4', '2026-04-19', '300.00', '', '204.00'],
  ]);
  // The credit of the voided bill went to the third, so nothing waits, and what is open is what the statement says.
  expect((await receivables()).customers).toMatchObject([{ openCents: 20_400, creditCents: 0 }]);
});

test('a statement of a part of the year begins with what was owed before', async () => {
  const { csv } = await account();
  expect(await csv('&from=2026-03-12&to=2026-03-15')).toEqual([
    ['Date', 'What', 'Due', 'Billed', 'Paid', 'Balance'],
    ['2026-03-12', 'Balance before', '', '', '', '300.00'],
    ['2026-03-12', 'Payment of 2026-2', '', '', '196.00', '104.00'],
    ['2026-03-12', 'Discount on 2026-2', '', '', '4.00', '100.00'],
    ['2026-03-15', 'Discount on 2026-2 taken back', '', '4.00', '', '104.00'],
    ['2026-03-15', 'Reversal 2026-3', '', '', '200.00', '-96.00'],
  ]);
  expect(await csv('&currency=EUR')).toHaveLength(2);
});

test('it is a paper in the customer’s language, with what is open by age', async () => {
  const { boss, customer } = await account();
  const read = async (): Promise<string> => {
    const url = `/api/customers/${customer}/statement`;
    const answer = await testApp.app.inject({ method: 'GET', url, headers: { cookie: boss.cookie } });
    expect(answer.statusCode).toBe(200);
    return pdfPages(answer.rawPayload).join('\n').replaceAll('\u00a0', ' ');
  };
  const english = await read();
  for (const words of ['Statement of account', 'Bar T Cattle Co.', 'Bill 2026-4', '1 to 30 days late', '$204.00']) {
    expect(english).toContain(words);
  }
  await boss.ok(contract.customers.update, { params: { id: customer }, body: { language: 'de' } });
  expect(await read()).toContain('Kontoauszug');
});

test('it is mailed with its paper, once, and for those who may bill', async () => {
  const { boss, customer } = await account();
  const to = `${randomUUID()}@example.com`;
  const body = { customerId: customer, to, from: '2026-01-01', until: '2026-12-31' };
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => boss.send('POST', `/api/organizations/${boss.orgId}/statement-mails`, body, headers);
  expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
  await sendMails({
    db: testApp.db.app,
    post: createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' }),
    now: () => new Date(clock),
    say: () => undefined,
  });
  const mail = await mailbox.newest(to);
  expect(mailbox.countOf(to)).toBe(1);
  expect(mail).toMatchObject({ subject: 'Statement of account from Halvorsen Custom', replyTo: boss.email });
  expect(mail.attachments[0]?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const driver = await testApp.member(boss, 'advanced');
  expect((await driver.send('GET', `/api/customers/${customer}/statement`)).status).toBe(403);
  const stranger = await testApp.owner();
  expect((await stranger.send('GET', `/api/customers/${customer}/statement`)).status).toBe(404);
});
