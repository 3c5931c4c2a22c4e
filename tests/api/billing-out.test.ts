import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { attemptLimits } from '#server/auth/attempt-limits.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';
import { UNKNOWN_ID } from './world.ts';

const HOUR = 3_600_000;
let mailbox: Mailbox;
let testApp: TestApp;
let clock = Date.parse('2025-10-02T12:00:00Z');

beforeAll(async () => {
  mailbox = await openMailbox();
  testApp = await createTestApp({ publicUrl: 'http://farm.test', hasMail: true, now: () => new Date(clock) });
});

afterAll(async () => {
  await testApp.close();
  await mailbox.close();
});

// Each test has a day of its own.
beforeEach(() => {
  clock = Date.parse('2025-10-02T12:00:00Z');
  mailbox.answer = null;
});

const ADDRESS = 'Hauptstraße 1\n17192 Waren\nDeutschland';

/** A contractor with bills of 475.00 and 8.25 % tax on top. */
const start = async (bills = 1): Promise<Billing & { recordIds: number[]; at: (id: number) => string }> => {
  const billing = await billingOf(await testApp.owner());
  const { boss, world, setRate, addJob, log, setStatus, records } = billing;
  const settings = { address: ADDRESS, taxNumber: 'DE123456789', taxName: 'MwSt', taxRate: 1900, currency: 'EUR' };
  await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: settings });
  await setRate('95');
  for (let count = 0; count < bills; count += 1) {
    const id = await addJob(`North ${count}`);
    await log(id, 5);
    await setStatus(id, 'billed');
  }
  const recordIds = (await records()).map(({ id }) => id).toReversed();
  return { ...billing, world, recordIds, at: (id) => `/api/organizations/${boss.orgId}/billing-records/${id}` };
};

const send = () =>
  sendMails({
    db: testApp.db.app,
    post: createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' }),
    now: () => new Date(clock),
    say: () => undefined,
  });

describe('a billing record as a file', () => {
  let shared: Promise<Awaited<ReturnType<typeof start>>> | undefined;

  test.each([
    ['pdf', 'application/pdf', 'pdf', '%PDF-'],
    ['csv', 'text/csv; charset=utf-8', 'csv', '2025-1,live,2025-10-02,Pine Ridge Farms'],
    ['records', 'text/csv; charset=utf-8', 'csv', '475.00'],
    ['xero', 'text/csv; charset=utf-8', 'csv', '*InvoiceNumber'],
    ['quickbooks-online', 'text/csv; charset=utf-8', 'csv', '*InvoiceNo,*Customer'],
    ['quickbooks-iif', 'text/plain; charset=windows-1252', 'iif', '!TRNS'],
    ['ubl', 'application/xml; charset=utf-8', 'xml', 'urn:cen.eu:en16931:2017'],
  ])('%s has its type, its name and its words, and the log tells of it', async (format, type, ending, words) => {
    const { boss, recordIds, at } = await (shared ??= start());
    const answer = await boss.send('GET', `${at(recordIds[0] ?? 0)}/document?format=${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers['content-disposition']).toMatch(
      new RegExp(`^${format === 'pdf' ? 'inline' : 'attachment'}; filename="2025-1-pine-ridge-farms[\\w-]*\\.${ending}"$`),
    );
    expect(answer.body).toContain(words);
    const [logged] = await boss.ok(contract.auditLogs.list, { params: boss, query: { action: 'export', limit: '1' } });
    expect(logged).toMatchObject({ entityType: 'billing_record', subject: '2025-1', changes: { new: { format, records: 1 } } });
  });

  test('says what the seller was called when it was made', async () => {
    const { boss, recordIds, at } = await start();
    const file = async () => (await boss.send('GET', `${at(recordIds[0] ?? 0)}/document?format=ubl`)).body;
    const before = await file();
    const changed = { name: 'Another Name', address: 'Elsewhere', taxNumber: 'FR 1', units: 'metric' as const };
    await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: changed });
    expect(await file()).toBe(before);
    expect(before).toContain('<cbc:IdentificationCode>DE</cbc:IdentificationCode>');
  });

  test('is an e-invoice only with what one needs', async () => {
    const { boss, addJob, log, setStatus, setRate, records } = await billingOf(await testApp.owner());
    await setRate('95');
    const id = await addJob('North');
    await log(id, 5);
    await setStatus(id, 'billed');
    const recordId = (await records())[0]?.id ?? 0;
    const answer = await boss.send('GET', `/api/organizations/${boss.orgId}/billing-records/${recordId}/document?format=ubl`);
    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('the country of the organization') } });
  });

  test('is made of a period or of some, and of no others', async () => {
    const { boss, recordIds } = await start(3);
    const url = `/api/organizations/${boss.orgId}/billing-export`;
    const lines = async (query: string) => String((await boss.send('GET', `${url}?format=records${query}`)).body).match(/^2025-\d+/gm);
    expect(await lines('')).toEqual(['2025-1', '2025-2', '2025-3']);
    expect(await lines(`&ids=${recordIds[2] ?? 0},${recordIds[0] ?? 0}`)).toEqual(['2025-1', '2025-3']);
    expect(await lines('&from=2025-10-03')).toBeNull();
    const stranger = await start();
    expect((await boss.send('GET', `${url}?ids=${stranger.recordIds[0] ?? 0}`)).status).toBe(404);
    expect((await boss.send('GET', `${url}?ids=1,x`)).status).toBe(400);
    const [logged] = await boss.ok(contract.auditLogs.list, { params: boss, query: { action: 'export', limit: '1' } });
    expect(logged).toMatchObject({ subject: '2025-1 – 2025-3', changes: { new: { format: 'records', records: 2 } } });
  });

  test('is for managers, and not there for others', async () => {
    const { boss, recordIds, at } = await start();
    const url = `${at(recordIds[0] ?? 0)}/document`;
    expect((await (await testApp.member(boss, 'advanced')).send('GET', url)).status).toBe(403);
    expect((await (await testApp.member(boss, 'manager')).send('GET', url)).status).toBe(200);
    expect((await (await testApp.owner()).send('GET', url)).status).toBe(404);
    expect((await testApp.nobody.send('GET', url)).status).toBe(401);
  });
});

describe('payment status', () => {
  test('partial payments add up, and a wrong one is canceled once, with its reason', async () => {
    const { boss, recordIds, records } = await start();
    const params = { orgId: boss.orgId, id: recordIds[0] ?? 0 };
    const [gross = 0] = (await records()).map(({ grossCents }) => grossCents);
    expect(gross).toBe(56_525);
    const pay = (amountCents: number) =>
      boss.ok(contract.paymentStatuses.pay, { params, body: { paidOn: '2025-10-20', amountCents, note: 'Bank' } });
    expect(await pay(10_000)).toMatchObject({ state: 'partlyPaid', paidCents: 10_000, dueOn: '2025-11-01' });
    const whole = await pay(46_525);
    expect(whole).toMatchObject({ state: 'paid', paidCents: gross });
    const body = { paymentId: whole.events[1]?.id ?? 0, note: 'Another customer’s' };
    const back = await boss.ok(contract.paymentStatuses.correct, { params, body });
    expect(back).toMatchObject({ state: 'partlyPaid', paidCents: 10_000 });
    expect(back.events.map(({ amountCents, note }) => [amountCents, note])).toEqual([
      [10_000, 'Bank'],
      [46_525, 'Bank'],
      [-46_525, 'Another customer’s'],
    ]);
    expect((await boss.try(contract.paymentStatuses.correct, { params, body })).status).toBe(409);
    const itself = { paymentId: back.events[2]?.id ?? 0 };
    expect((await boss.try(contract.paymentStatuses.correct, { params, body: itself })).status).toBe(404);
    expect((await records())[0]).toMatchObject({ paidCents: 10_000, state: 'partlyPaid', sentOn: null });
    await expect(testApp.db.query({ text: 'update billing_events set amount_cents = 1', values: [] })).rejects.toThrow('never changed');
  });

  test('is overdue after its last day, until it is paid', async () => {
    const { boss, recordIds } = await start();
    const params = { orgId: boss.orgId, id: recordIds[0] ?? 0 };
    const state = async () => (await boss.ok(contract.paymentStatuses.get, { params })).state;
    clock = Date.parse('2025-11-01T23:59:00Z');
    expect(await state()).toBe('open');
    clock = Date.parse('2025-11-02T00:00:00Z');
    expect(await state()).toBe('overdue');
    await boss.ok(contract.paymentStatuses.pay, { params, body: { paidOn: '2025-11-02', amountCents: 56_525 } });
    expect(await state()).toBe('paid');
  });

  test('a voided bill cannot be paid, and what was paid for it can be refunded', async () => {
    const { boss, recordIds, records } = await start();
    const params = { orgId: boss.orgId, id: recordIds[0] ?? 0 };
    const body = { paidOn: '2025-10-20', amountCents: 100 };
    const { events } = await boss.ok(contract.paymentStatuses.pay, { params, body });
    const [record] = await records();
    await boss.ok(contract.jobs.update, { params: { id: record?.jobIds[0] ?? 0 }, body: { status: 'open', payments: 'credit' } });
    expect(await boss.try(contract.paymentStatuses.pay, { params, body })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const [reversal, voided] = await records();
    expect([reversal?.state, reversal?.dueOn, voided?.state]).toEqual(['reversal', null, 'void']);
    const other = { ...params, id: reversal?.id ?? 0 };
    expect((await boss.try(contract.paymentStatuses.pay, { params: other, body })).status).toBe(409);
    const correction = { paymentId: events[0]?.id ?? 0 };
    expect((await boss.try(contract.paymentStatuses.correct, { params: other, body: correction })).status).toBe(404);
    expect((await boss.ok(contract.paymentStatuses.correct, { params, body: correction })).paidCents).toBe(0);
    const credit = await boss.send('GET', `/api/organizations/${boss.orgId}/billing-records/${other.id}/document?format=ubl`);
    expect(credit).toMatchObject({ status: 200, body: expect.stringContaining('<CreditNote') });
  });

  test('a payment that is sent again is noted once, and nobody else’s record is paid', async () => {
    const { boss, recordIds, at } = await start();
    const url = `${at(recordIds[0] ?? 0)}/payments`;
    const body = { paidOn: '2025-10-20', amountCents: 100 };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await boss.send('POST', url, body, headers);
    expect((await boss.send('POST', url, body, headers)).body).toEqual(first.body);
    expect(first).toMatchObject({ status: 201, body: { paidCents: 100 } });
    const stranger = await testApp.owner();
    expect((await stranger.send('POST', url, body)).status).toBe(404);
    const params = { orgId: stranger.orgId, id: recordIds[0] ?? 0 };
    expect((await stranger.try(contract.paymentStatuses.pay, { params, body })).status).toBe(404);
    expect((await boss.try(contract.paymentStatuses.pay, { params: { ...params, orgId: boss.orgId, id: UNKNOWN_ID }, body })).status).toBe(
      404,
    );
  });
});

describe('a mailed record', () => {
  test('arrives once with its PDF, and is sent from then on', async () => {
    const { boss, recordIds, at } = await start();
    const to = `office-${randomUUID()}@pineridge.example`;
    const url = `${at(recordIds[0] ?? 0)}/mail`;
    const headers = { 'idempotency-key': randomUUID(), 'accept-language': 'de' };
    const answer = await boss.send('POST', url, { to, message: 'Danke für den Auftrag.' }, headers);
    expect(answer).toMatchObject({ status: 201, body: { sentOn: '2025-10-02', events: [{ kind: 'sent', way: 'mail', recipient: to }] } });
    await boss.send('POST', url, { to, message: 'Danke für den Auftrag.' }, headers);
    await send();
    const mail = await mailbox.newest(to);
    expect(mailbox.countOf(to)).toBe(1);
    expect(mail.subject).toBe('Rechnung 2025-1 von Halvorsen Custom');
    expect(mail.text).toContain('Danke für den Auftrag.');
    expect(mail.replyTo).toBe(boss.email);
    expect(mail.attachments.map(({ name, bytes }) => [name, bytes.subarray(0, 5).toString()])).toEqual([
      ['2025-1-pine-ridge-farms.pdf', '%PDF-'],
    ]);
    expect(await testApp.db.query({ text: 'select from mails', values: [] })).toEqual([]);
  });

  test('that no mail server takes is not sent, and says so', async () => {
    const { boss, recordIds } = await start();
    const params = { orgId: boss.orgId, id: recordIds[0] ?? 0 };
    await boss.ok(contract.paymentStatuses.markSent, { params, body: { sentOn: '2025-09-30', way: 'post' } });
    await boss.ok(contract.paymentStatuses.mail, { params, body: { to: 'nobody@pineridge.example' } });
    mailbox.answer = { code: 550, text: 'no such mailbox' };
    await send();
    const standing = await boss.ok(contract.paymentStatuses.get, { params });
    expect(standing).toMatchObject({ sentOn: '2025-09-30', events: [{ way: 'post' }, { way: 'mail' }, { kind: 'undelivered' }] });
  });

  test('goes to one address a limited number of times per hour', async () => {
    const { boss, recordIds } = await start();
    const call = { params: { orgId: boss.orgId, id: recordIds[0] ?? 0 }, body: { to: `${randomUUID()}@pineridge.example`, annex: false } };
    const limits = attemptLimits(testApp.db.app, () => new Date(clock));
    for (let count = 0; count < 30; count += 1) {
      await limits.reserve(['billMailToAddress', call.body.to]);
    }
    expect(await boss.try(contract.paymentStatuses.mail, call)).toMatchObject({ status: 429, body: { code: 'too_many' } });
    clock += 2 * HOUR;
    expect((await boss.try(contract.paymentStatuses.mail, call)).status).toBe(201);
    await testApp.db.query({ text: 'delete from mails', values: [] });
  });
});

test('without a mail server the mail is refused in plain words, and nothing is noted', async () => {
  const without = await createTestApp();
  try {
    const { boss, addJob, setStatus, records } = await billingOf(await without.owner());
    await setStatus(await addJob('North'), 'billed');
    const params = { orgId: boss.orgId, id: (await records())[0]?.id ?? 0 };
    expect(await boss.try(contract.paymentStatuses.mail, { params, body: { to: 'a@b.example' } })).toMatchObject({
      status: 409,
      body: { detail: 'Email is not set up on this server. Download the PDF and send it yourself.' },
    });
    expect((await boss.ok(contract.paymentStatuses.get, { params })).events).toEqual([]);
  } finally {
    await without.close();
  }
});
