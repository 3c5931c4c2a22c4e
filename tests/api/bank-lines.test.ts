import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BankLine, BankStatement } from '#shared/billing/schemas/bank-statement.ts';
import { contract } from '#shared/contract.ts';
import { camtOf, type CamtEntry } from '#tests/support/camt.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';

let testApp: TestApp;
let billing: Billing;

let now = '2026-07-01T10:00:00Z';

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(now) });
  billing = await billingOf(await testApp.owner());
  await billing.boss.ok(contract.organizations.update, { params: params(), body: { currency: 'EUR' } });
  await billing.setRate('100');
});

afterAll(() => testApp.close());

const params = () => ({ orgId: billing.boss.orgId });
const read = (content: string, fileName = 'camt.xml', csv?: string): Promise<BankStatement> =>
  billing.boss.ok(contract.bankStatements.read, {
    params: params(),
    query: { fileName, ...(csv === undefined ? {} : { csv }) },
    body: Buffer.from(content),
  });
const bring = (entries: readonly CamtEntry[]): Promise<BankStatement> => read(camtOf([{ entries }]));
const linesIn = (state: 'open' | 'matched' | 'ignored'): Promise<BankLine[]> =>
  billing.boss.ok(contract.bankLines.list, { params: params(), query: { state } });
const lineWith = async (text: string): Promise<BankLine> => {
  const lines = [...(await linesIn('open')), ...(await linesIn('matched')), ...(await linesIn('ignored'))];
  const found = lines.find((line) => line.text === text);
  if (!found) {
    throw new Error(`No line says ${text}.`);
  }
  return found;
};
/** A bill of that many hundreds. */
const billFor = async (hundreds: number) => {
  const id = await billing.addJob(randomUUID());
  await billing.log(id, hundreds);
  await billing.setStatus(id, 'billed');
  const [head] = await billing.boss.ok(contract.billingRecords.list, { params: params(), query: { jobId: String(id) } });
  if (!head) {
    throw new Error('The job is on no bill.');
  }
  return { ...head, jobId: id };
};
const standing = (id: number) => billing.boss.ok(contract.paymentStatuses.get, { params: { ...params(), id } });
const partsOf = ({ match }: BankLine) =>
  (match?.parts ?? []).map(({ recordId, amountCents, discountCents }) => ({ recordId, amountCents, discountCents }));
const book = (lineId: number, parts: { recordId: number; amountCents: number; discountCents?: number }[]) => ({
  params: params(),
  body: { items: [{ lineId, parts }] },
});

describe('a file', () => {
  test('is kept once: again it adds nothing, and what overlaps is known', async () => {
    const days = (from: number, to: number): CamtEntry[] =>
      Array.from({ length: to - from }, (_, at) => ({ amount: '1.00', day: `2026-03-${from + at}`, text: 'overlap' }));
    expect(await bring(days(10, 15))).toMatchObject({ read: 5, added: 5, known: 0, ignored: 0 });
    expect(await bring(days(10, 15))).toMatchObject({ read: 5, added: 0, known: 5 });
    expect(await bring(days(13, 20))).toMatchObject({ read: 7, added: 5, known: 2 });
    expect((await linesIn('open')).filter(({ text }) => text === 'overlap')).toHaveLength(10);
  });

  test('of debits leaves nothing in the database', async () => {
    const secret = randomUUID();
    expect(await bring([{ amount: '99.00', isDebit: true, text: secret, payer: secret }])).toMatchObject({ read: 0, ignored: 1 });
    const [row] = await testApp.db.query<{ found: number }>({
      text: 'select count(*)::int as found from bank_lines where text = $1 or payer_name = $1',
      values: [secret],
    });
    expect(row?.found).toBe(0);
  });

  test('of a table is asked about once, and read by itself from then on', async () => {
    const table = (day: string) => `Buchungstag;Zahlungspflichtiger;Verwendungszweck;Betrag\n${day};Hof Lindner;CSV ${day};12,50\n`;
    const asked = await read(table('01.04.2026'), 'umsatz.csv');
    expect(asked).toMatchObject({ id: null, read: 1, added: 0 });
    expect(asked.csv).toMatchObject({
      headings: ['Buchungstag', 'Zahlungspflichtiger', 'Verwendungszweck', 'Betrag'],
      rows: [{ bookedOn: '2026-04-01', amountCents: 1250, currency: 'EUR', payerName: 'Hof Lindner', text: 'CSV 01.04.2026' }],
    });
    expect((await linesIn('open')).some(({ text }) => text === 'CSV 01.04.2026')).toBe(false);
    const again = { fileName: 'umsatz.csv', csv: JSON.stringify(asked.csv?.mapping), trial: 'true' as const };
    const call = { params: params(), query: again, body: Buffer.from(table('01.04.2026')) };
    expect(await billing.boss.ok(contract.bankStatements.read, call)).toMatchObject({ id: null, added: 0, read: 1 });
    const said = JSON.stringify({ ...asked.csv?.mapping, payerName: null });
    expect(await read(table('01.04.2026'), 'umsatz.csv', said)).toMatchObject({ added: 1 });
    expect(await read(table('02.04.2026'), 'umsatz.csv')).toMatchObject({ added: 1, csv: { mapping: { payerName: null } } });
    expect(await lineWith('CSV 02.04.2026')).toMatchObject({ payerName: null, amountCents: 1250, account: null });
  });

  test('of a table read anew with other columns adds nothing, and corrects what is not booked', async () => {
    const bill = await billFor(2);
    const rows = [`05.06.2026;x;${bill.label};200,00`, '06.06.2026;Hof Lindner;anew;3,00', '07.06.2026;y;aside;4,00'];
    const table = ['Buchungstag;Kunde;Notiz;Betrag', ...rows].join('\n');
    const { csv } = await read(table, 'asked.csv', undefined);
    const wrong = { ...csv?.mapping, payerName: null, text: 'Notiz' };
    expect(await read(table, 'umsatz.csv', JSON.stringify(wrong))).toMatchObject({ added: 3, corrected: 0 });
    const [booked, aside] = [await lineWith(bill.label), await lineWith('aside')];
    await billing.boss.ok(contract.bankLines.book, book(booked.id, partsOf(booked)));
    await billing.boss.ok(contract.bankLines.ignore, { params: { ...params(), id: aside.id } });
    const right = JSON.stringify({ ...wrong, payerName: 'Kunde', dateFormat: 'mdy' });
    expect(await read(table, 'umsatz.csv', right)).toMatchObject({ read: 3, added: 0, known: 3, corrected: 1 });
    expect(await lineWith('anew')).toMatchObject({ payerName: 'Hof Lindner', bookedOn: '2026-06-06', state: 'open' });
    expect(await lineWith(bill.label)).toMatchObject({ payerName: null, bookedOn: '2026-06-05', state: 'matched' });
    expect(await lineWith('aside')).toMatchObject({ payerName: null, state: 'ignored' });
    expect(await read(table, 'umsatz.csv', right)).toMatchObject({ added: 0, known: 3, corrected: 0 });
  });

  test('of a table does not come between whoever edits how the organization bills', async () => {
    const settings = await billing.boss.ok(contract.billingSettings.get, { params: params() });
    const table = 'Buchungstag;Verwendungszweck;Betrag\n03.04.2026;meanwhile;1,50\n';
    const { csv } = await read(table, 'asked.csv');
    for (const text of ['Verwendungszweck', null]) {
      await read(table, 'umsatz.csv', JSON.stringify({ ...csv?.mapping, text }));
      expect(await billing.boss.ok(contract.billingSettings.get, { params: params() })).toEqual(settings);
    }
    // The last way is the one that is kept.
    expect(await read('Buchungstag;Verwendungszweck;Betrag\n04.04.2026;later;2,50\n')).toMatchObject({
      added: 1,
      csv: { mapping: { text: null } },
    });
  });

  test.each([
    ['another XML', '<html/>', 'begins with html'],
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><x/>', 'declares a document type'],
    ['deep nesting', `<Document><BkToCstmrStmt>${'<a>'.repeat(1_000_000)}`, 'more than a bank statement can'],
    ['a mapping that is none', 'Date,Amount\n2026-01-01,5\n', 'No row could be read', '{"date":1}'],
  ])('with %s is refused, and the server goes on', async (_, content, said, csv?: string) => {
    const query = { fileName: 'x', ...(csv === undefined ? {} : { csv }) };
    const answer = await billing.boss.try(contract.bankStatements.read, { params: params(), query, body: Buffer.from(content) });
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining(said) as string } });
  });

  test('of more than 20 MiB is refused before it is read', async () => {
    const call = { params: params(), query: { fileName: 'x' }, body: Buffer.alloc(20 * 1_048_576 + 1, 0x20) };
    expect((await billing.boss.try(contract.bankStatements.read, call)).status).toBe(413);
  });

  test('is noted in the activity, without an amount', async () => {
    await bring([{ amount: '734.29', bankReference: randomUUID() }]);
    const [log] = await billing.boss.ok(contract.auditLogs.list, { params: params(), query: { entityType: 'bank_statement' } });
    expect(log).toMatchObject({ action: 'create', subject: 'camt.xml' });
    expect(JSON.stringify(log)).not.toContain('73429');
  });
});

describe('booking', () => {
  test('pays the bill that the number names, on the day of the bank', async () => {
    const bill = await billFor(3);
    await bring([{ amount: '300.00', day: '2026-06-20', text: `Rechnung ${bill.label}` }]);
    const line = await lineWith(`Rechnung ${bill.label}`);
    expect(line.match).toMatchObject({ sureness: 'sure', because: { found: 'number', value: bill.label, fit: 'exact' } });
    const answer = await billing.boss.ok(contract.bankLines.book, book(line.id, partsOf(line)));
    expect(answer).toMatchObject({ refused: [], lines: [{ id: line.id, state: 'matched', bookedCents: 30_000, match: null }] });
    expect(answer.lines[0]?.bookings).toEqual([
      { recordId: bill.id, label: bill.label, customerName: bill.customerName, amountCents: 30_000, chargeCents: 0, discountCents: 0 },
    ]);
    const { state, paidCents, events } = await standing(bill.id);
    expect({ state, paidCents }).toEqual({ state: 'paid', paidCents: 30_000 });
    expect(events).toMatchObject([{ kind: 'payment', happenedOn: '2026-06-20', amountCents: 30_000, bankLineId: line.id }]);
  });

  test('takes the discount that was agreed', async () => {
    const { customerId } = billing.world;
    await billing.boss.ok(contract.customers.update, { params: { id: customerId }, body: { discountPercent: '2', discountDays: 14 } });
    const bill = await billFor(5);
    await billing.boss.ok(contract.customers.update, { params: { id: customerId }, body: { discountPercent: null, discountDays: null } });
    await bring([{ amount: '490.00', day: '2026-07-01', text: bill.label }]);
    const line = await lineWith(bill.label);
    expect(line.match).toMatchObject({
      sureness: 'sure',
      because: { fit: 'discount' },
      parts: [{ amountCents: 49_000, discountCents: 1000 }],
    });
    await billing.boss.ok(contract.bankLines.book, book(line.id, partsOf(line)));
    expect(await standing(bill.id)).toMatchObject({ state: 'paid', paidCents: 50_000 });
    expect((await lineWith(bill.label)).bookings).toMatchObject([{ amountCents: 49_000, discountCents: 1000 }]);
  });

  test('of one payment on several bills, and what is left stays with the payment', async () => {
    const [one, two] = [await billFor(7), await billFor(9)];
    const text = `${one.label} ${two.label} mehr`;
    await bring([{ amount: '1650.00', text }]);
    const line = await lineWith(text);
    const parts = [
      { recordId: one.id, amountCents: 70_000 },
      { recordId: two.id, amountCents: 90_000 },
    ];
    const { lines } = await billing.boss.ok(contract.bankLines.book, book(line.id, parts));
    expect(lines).toMatchObject([{ state: 'open', bookedCents: 160_000, amountCents: 165_000 }]);
    const later = await billFor(1);
    const more = await billing.boss.try(contract.bankLines.book, book(line.id, [{ recordId: later.id, amountCents: 5001 }]));
    expect(more).toMatchObject({ status: 409, body: { detail: 'Only 50.00 EUR of this payment is left.' } });
    await billing.boss.ok(contract.bankLines.book, book(line.id, [{ recordId: later.id, amountCents: 5000 }]));
    expect(await lineWith(text)).toMatchObject({ state: 'matched', bookedCents: 165_000 });
    expect(await standing(later.id)).toMatchObject({ state: 'partlyPaid', paidCents: 5000 });
  });

  test('is refused with how the bill stands where it was paid in the meantime; the other lines are booked', async () => {
    const [paid, open] = [await billFor(11), await billFor(13)];
    await bring([
      { amount: '1100.00', text: paid.label },
      { amount: '1300.00', text: open.label },
    ]);
    const [first, second] = [await lineWith(paid.label), await lineWith(open.label)];
    const payment = { paidOn: '2026-06-30', amountCents: 60_000 };
    await billing.boss.ok(contract.paymentStatuses.pay, { params: { ...params(), id: paid.id }, body: payment });
    const alone = await billing.boss.try(contract.bankLines.book, book(first.id, partsOf(first)));
    expect(alone).toMatchObject({ status: 400, body: { detail: expect.stringContaining('Only 500.00 EUR is unpaid') as string } });
    const items = [first, second].map((line) => ({ lineId: line.id, parts: partsOf(line) }));
    const answer = await billing.boss.ok(contract.bankLines.book, { params: params(), body: { items } });
    expect(answer.lines.map(({ id }) => id)).toEqual([second.id]);
    expect(answer.refused).toMatchObject([{ lineId: first.id, messageCode: 'lessOpenOnBill' }]);
    // It is proposed anew, for what is open now.
    expect((await lineWith(paid.label)).match).toMatchObject({ sureness: 'partly', parts: [{ amountCents: 50_000 }] });
  });

  test('undone is taken back on the bill, and the payment is open again; put aside it pays nothing', async () => {
    const bill = await billFor(17);
    await bring([{ amount: '1700.00', text: bill.label }]);
    const line = await lineWith(bill.label);
    const about = { params: { ...params(), id: line.id } };
    expect((await billing.boss.try(contract.bankLines.undo, about)).status).toBe(409);
    await billing.boss.ok(contract.bankLines.book, book(line.id, partsOf(line)));
    expect((await billing.boss.try(contract.bankLines.ignore, about)).status).toBe(409);
    expect(await billing.boss.ok(contract.bankLines.undo, about)).toMatchObject({
      state: 'open',
      bookedCents: 0,
      match: { sureness: 'sure' },
    });
    const { paidCents, events } = await standing(bill.id);
    expect([paidCents, events.map(({ amountCents }) => amountCents)]).toEqual([0, [170_000, -170_000]]);
    expect(await billing.boss.ok(contract.bankLines.ignore, about)).toMatchObject({ state: 'ignored', match: null });
    expect((await billing.boss.try(contract.bankLines.book, book(line.id, partsOf(line)))).status).toBe(409);
    expect(await billing.boss.ok(contract.bankLines.undo, about)).toMatchObject({ state: 'open' });
    await billing.boss.ok(contract.bankLines.book, book(line.id, partsOf(line)));
    expect(await standing(bill.id)).toMatchObject({ state: 'paid' });
  });

  test('pays what a letter of reminder claims: the bill, and fee and interest besides, which go when it is undone', async () => {
    const { boss } = billing;
    const bill = await billFor(23);
    const path = `/api/organizations/${boss.orgId}/billing-settings`;
    await boss.send('PATCH', path, { reminders: [{ afterDays: 7, feeCents: 500, interestPercent: null }] });
    now = '2026-09-01T10:00:00Z';
    const { letters } = await boss.ok(contract.reminders.due, { params: params() });
    const [letter] = letters;
    const wish = {
      customerId: letter?.customerId ?? 0,
      recordIds: letter?.bills.map(({ recordId }) => recordId) ?? [],
      openCents: letter?.openCents ?? 0,
      level: 1,
      way: 'post' as const,
    };
    await boss.ok(contract.reminders.send, { params: params(), body: { letters: [wish] } });
    const [claim, others] = [letter?.openCents ?? 0, (letter?.bills.length ?? 0) - 1];
    await bring([{ amount: ((claim + 500) / 100).toFixed(2), text: bill.label, day: '2026-09-01' }]);
    const line = await lineWith(bill.label);
    expect(line.match).toMatchObject({ sureness: 'sure', because: { found: 'number', fit: 'charges' } });
    expect(line.match?.parts).toHaveLength(others + 1);
    const parts = (line.match?.parts ?? []).map(({ recordId, amountCents, chargeCents }) => ({ recordId, amountCents, chargeCents }));
    const [booked] = (await boss.ok(contract.bankLines.book, { params: params(), body: { items: [{ lineId: line.id, parts }] } })).lines;
    expect(booked).toMatchObject({ state: 'matched', bookedCents: claim + 500 });
    expect(booked?.bookings.reduce((sum, { chargeCents }) => sum + chargeCents, 0)).toBe(500);
    expect(await standing(bill.id)).toMatchObject({ state: 'paid', paidCents: 230_000, chargeCents: 0 });
    const undone = await boss.ok(contract.bankLines.undo, { params: { ...params(), id: line.id } });
    expect(undone).toMatchObject({ state: 'open', bookedCents: 0, match: { sureness: 'sure', because: { fit: 'charges' } } });
    expect(await standing(bill.id)).toMatchObject({ paidCents: 0, chargeCents: 500 });
    now = '2026-07-01T10:00:00Z';
    await boss.send('PATCH', path, { reminders: null });
  });

  test('undone on the bill, the payment is open again, too', async () => {
    const bill = await billFor(19);
    await bring([{ amount: '1900.00', text: bill.label }]);
    const line = await lineWith(bill.label);
    await billing.boss.ok(contract.bankLines.book, book(line.id, partsOf(line)));
    const [payment] = (await standing(bill.id)).events;
    const body = { paymentId: payment?.id ?? 0 };
    await billing.boss.ok(contract.paymentStatuses.correct, { params: { ...params(), id: bill.id }, body });
    expect(await lineWith(bill.label)).toMatchObject({ state: 'open', bookedCents: 0, bookings: [], match: { sureness: 'sure' } });
  });

  test('a discount that is undone on the bill leaves the payment booked', async () => {
    const bill = await billFor(23);
    await bring([{ amount: '2250.00', text: bill.label }]);
    const line = await lineWith(bill.label);
    await billing.boss.ok(contract.bankLines.book, book(line.id, [{ recordId: bill.id, amountCents: 225_000, discountCents: 5000 }]));
    const discount = (await standing(bill.id)).events.find(({ kind }) => kind === 'discount');
    const body = { paymentId: discount?.id ?? 0 };
    await billing.boss.ok(contract.paymentStatuses.correct, { params: { ...params(), id: bill.id }, body });
    expect(await standing(bill.id)).toMatchObject({ state: 'partlyPaid', paidCents: 225_000 });
    expect(await lineWith(bill.label)).toMatchObject({ state: 'matched', bookedCents: 225_000 });
  });

  test('on a voided bill, on one of another currency or on none is refused', async () => {
    const voided = await billFor(21);
    await billing.setStatus(voided.jobId, 'completed');
    await bring([
      { amount: '2100.00', text: 'for a void one' },
      { amount: '2100.00', currency: 'CHF', text: 'in francs' },
    ]);
    const open = await billFor(21);
    const euros = await lineWith('for a void one');
    const part = { amountCents: 100 };
    const refused = async (lineId: number, recordId: number) => {
      const { status, body } = await billing.boss.try(contract.bankLines.book, book(lineId, [{ ...part, recordId }]));
      return [status, body.detail];
    };
    expect(await refused(euros.id, voided.id)).toEqual([409, 'This bill was voided and cannot be paid.']);
    expect(await refused((await lineWith('in francs')).id, open.id)).toEqual([
      400,
      expect.stringContaining(`Bill ${open.label} is in EUR`),
    ]);
    expect((await refused(euros.id, 2_147_483_646))[0]).toBe(404);
    expect((await refused(2_147_483_646, open.id))[0]).toBe(404);
  });

  test('an account that paid a customer’s bill is known the next time', async () => {
    const [first, second] = [await billFor(23), await billFor(24)];
    const payerAccount = 'DE75512108001245126199';
    await bring([{ amount: '2300.00', text: first.label, payer: 'Nobody Known', payerAccount }]);
    const line = await lineWith(first.label);
    await billing.boss.ok(contract.bankLines.book, book(line.id, partsOf(line)));
    await bring([{ amount: '2400.00', text: 'same account', payer: 'Nobody Known', payerAccount }]);
    expect((await lineWith('same account')).match).toMatchObject({
      sureness: 'likely',
      because: { found: 'account', fit: 'exact' },
      parts: [{ recordId: second.id }],
    });
  });
});

test('two processes and 32 requests book the same payment, on one bill or another: it is there once', async () => {
  const twin = await testApp.twin();
  const { boss } = billing;
  const url = `/api/organizations/${boss.orgId}/bank-lines/book`;
  for (let round = 0; round < 5; round += 1) {
    const bills = [await billFor(31), await billFor(31)];
    const text = `for either ${round}`;
    await bring([{ amount: '3100.00', text }]);
    const line = await lineWith(text);
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, at) => {
        const headers = { 'idempotency-key': randomUUID(), cookie: boss.cookie };
        const parts = [{ recordId: bills[Math.floor(at / 2) % 2]?.id ?? 0, amountCents: 310_000 }];
        const payload = { items: [{ lineId: line.id, parts }] };
        return (await (at % 2 === 0 ? testApp.app : twin.app).inject({ method: 'POST', url, payload, headers })).statusCode;
      }),
    );
    expect(answers.toSorted((one, other) => one - other)).toEqual([200, ...Array.from({ length: 31 }, () => 409)]);
    const standings = await Promise.all(bills.map(({ id }) => standing(id)));
    expect(standings.map(({ paidCents }) => paidCents).toSorted((one, other) => one - other)).toEqual([0, 310_000]);
    expect(standings.flatMap(({ events }) => events)).toHaveLength(1);
  }
  await twin.close();
});

test('many payments for overlapping bills, in every order and at once, never add up to more than the bills', async () => {
  const bills = [await billFor(41), await billFor(42), await billFor(43)];
  const texts = Array.from({ length: 12 }, (_, at) => `crowd ${at}`);
  await bring(texts.map((text) => ({ amount: '6000.00', text })));
  const lines = await Promise.all(texts.map(lineWith));
  const twin = await testApp.twin();
  const url = `/api/organizations/${billing.boss.orgId}/bank-lines/book`;
  const answers = await Promise.all(
    Array.from({ length: 32 }, async (_, at) => {
      const chosen = [lines[at % 12], lines[(at * 5 + 3) % 12]].filter((line) => line !== undefined);
      const items = [...new Set(chosen)].map(({ id }, place) => ({
        lineId: id,
        parts: [bills[(at + place) % 3], bills[(at + place + 1) % 3]].flatMap((bill) =>
          bill ? [{ recordId: bill.id, amountCents: 150_000 }] : [],
        ),
      }));
      const headers = { 'idempotency-key': randomUUID(), cookie: billing.boss.cookie };
      const payload = { items };
      return (await (at % 2 === 0 ? testApp.app : twin.app).inject({ method: 'POST', url, payload, headers })).statusCode;
    }),
  );
  await twin.close();
  expect(answers.every((status) => [200, 400, 409].includes(status))).toBe(true);
  for (const bill of bills) {
    const { paidCents, events } = await standing(bill.id);
    expect(paidCents).toBeLessThanOrEqual(bill.grossCents);
    expect(paidCents).toBe(events.reduce((sum, { amountCents }) => sum + amountCents, 0));
  }
  const booked = (await Promise.all(texts.map(lineWith))).map(({ bookedCents }) => bookedCents);
  expect(booked.every((cents) => cents <= 600_000)).toBe(true);
  const sums = await Promise.all(bills.map(async ({ id }) => (await standing(id)).paidCents));
  expect(booked.reduce((sum, cents) => sum + cents, 0)).toBe(sums.reduce((sum, cents) => sum + cents, 0));
});

test('an organization sees its own payments only', async () => {
  const other = await testApp.owner();
  expect(await other.ok(contract.bankLines.list, { params: { orgId: other.orgId }, query: { state: 'open' } })).toEqual([]);
  const [line] = await linesIn('open');
  const stolen = await other.try(contract.bankLines.ignore, { params: { orgId: other.orgId, id: line?.id ?? 0 } });
  expect(stolen.status).toBe(404);
});

test('a thousand payments are read and matched in time', async () => {
  const bills = [await billFor(51), await billFor(52)];
  const [one, two] = bills;
  const entries = Array.from({ length: 1000 }, (_, at) => ({
    amount: `${at + 1}.00`,
    text: at === 0 ? `${one?.label ?? ''} ${two?.label ?? ''} first of a thousand` : `payment ${at}`,
    payer: `Somebody ${at}`,
    bankReference: `THOUSAND-${at}`,
  }));
  const file = camtOf([{ entries }]);
  const began = performance.now();
  expect(await read(file)).toMatchObject({ added: 1000 });
  await billing.boss.ok(contract.bankLines.list, { params: params(), query: { state: 'open', limit: '1000' } });
  const ms = performance.now() - began;
  expect(ms).toBeLessThan(15_000);
});
