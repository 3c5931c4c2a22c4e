import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { owedTo } from './receivables-field.ts';
import { fingerprint } from './world.ts';

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

describe('what customers owe', () => {
  test('nothing, where nobody was billed', async () => {
    const { receivables } = await owedTo(testApp);
    expect(await receivables()).toEqual({
      today: '2026-03-01',
      counts: { open: 0, overdue: 0, paid: 0 },
      sums: [],
      levels: 3,
      customers: [],
      isMore: false,
    });
  });

  test('falls into an age by the days that each bill is late, at the borders too', async () => {
    const { addCustomer, bill, openBills, receivables } = await owedTo(testApp);
    const customer = await addCustomer('Bar T Cattle Co.');
    const id = await bill(customer, 1);
    const ageOn = async (day: string) => {
      today(day);
      const { sums, customers } = await receivables();
      expect(sums[0]?.ages).toEqual(customers[0]?.ages);
      const [age] = Object.entries(sums[0]?.ages ?? {}).find(([, cents]) => cents > 0) ?? [];
      return [age, (await openBills()).get(id)?.daysLate];
    };
    // Due on 31 March.
    expect(await ageOn('2026-03-31')).toEqual(['notDue', 0]);
    expect(await ageOn('2026-04-01')).toEqual(['to30', 1]);
    expect(await ageOn('2026-04-30')).toEqual(['to30', 30]);
    expect(await ageOn('2026-05-01')).toEqual(['to60', 31]);
    expect(await ageOn('2026-05-30')).toEqual(['to60', 60]);
    expect(await ageOn('2026-05-31')).toEqual(['over60', 61]);
  });

  test('is said customer by customer, with whom to call and what they usually do', async () => {
    const { addCustomer, bill, pay, receivables } = await owedTo(testApp);
    const late = await addCustomer('Late Farm', { firstName: 'Ana', lastName: 'Alvarez', phoneNumber: '(319) 555-0177', paymentDays: 14 });
    const soon = await addCustomer('Soon Farm', {
      email: '',
      contacts: [{ name: 'Office', email: 'office@soon.example', getsBills: true }],
    });
    const paid = [await bill(late, 1), await bill(late, 1), await bill(late, 1)];
    // Due on 15 March: 2, 12 and 30 days late.
    for (const [index, day] of ['2026-03-17', '2026-03-27', '2026-04-14'].entries()) {
      await pay(paid[index] ?? 0, 10_000, day);
    }
    const open = await bill(late, 3);
    await bill(soon, 2);
    await pay(open, 5000, '2026-03-02');
    today('2026-03-20');
    const { customers, counts, sums } = await receivables();
    expect(counts).toEqual({ open: 2, overdue: 1, paid: 3 });
    expect(sums).toMatchObject([
      { currency: 'USD', openCents: 45_000, overdueCents: 25_000, bills: { notDue: 1, to30: 1, to60: 0, over60: 0 } },
    ]);
    expect(customers).toMatchObject([
      {
        businessName: 'Late Farm',
        contactName: 'Ana Alvarez',
        phoneNumber: '(319) 555-0177',
        recipients: ['late-farm@example.com'],
        paymentDays: 14,
        usualDaysLate: 12,
        isReminded: true,
        openCents: 25_000,
        overdueCents: 25_000,
        daysLate: 5,
        bills: [{ id: open, jobNames: ['Job 4'], dueOn: '2026-03-15', daysLate: 5, grossCents: 30_000, openCents: 25_000 }],
      },
      {
        businessName: 'Soon Farm',
        recipients: ['office@soon.example'],
        paymentDays: 30,
        usualDaysLate: null,
        openCents: 20_000,
        overdueCents: 0,
      },
    ]);
    expect((await receivables('overdue')).customers.map(({ businessName }) => businessName)).toEqual(['Late Farm']);
  });

  test('stands apart in each currency, the organization’s own first', async () => {
    const { boss, params, addCustomer, bill, receivables } = await owedTo(testApp);
    const customer = await addCustomer('Bar T Cattle Co.');
    await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { currency: 'CHF' } });
    await bill(customer, 1);
    await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { currency: 'EUR' } });
    await bill(customer, 2);
    const { sums, customers, counts } = await receivables();
    expect(sums.map(({ currency, openCents }) => [currency, openCents])).toEqual([
      ['EUR', 20_000],
      ['CHF', 10_000],
    ]);
    expect(customers.map(({ currency, openCents }) => [currency, openCents])).toEqual([
      ['CHF', 10_000],
      ['EUR', 20_000],
    ]);
    expect(counts.open).toBe(2);
    expect((await boss.ok(contract.office.get, { params })).bills).toMatchObject({ currency: 'EUR', openCount: 2, openCents: 20_000 });
  });

  test('leaves out what was voided, and says what the customer has left of it', async () => {
    const { boss, addCustomer, bill, pay, receivables } = await owedTo(testApp);
    const customer = await addCustomer('Bar T Cattle Co.');
    const id = await bill(customer, 1);
    await bill(customer, 2);
    await pay(id, 4000, '2026-03-01');
    const jobId = (await boss.ok(contract.billingRecords.get, { params: { orgId: boss.orgId, id } })).jobIds[0] ?? 0;
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'open', payments: 'credit' } });
    expect((await receivables()).customers).toMatchObject([{ openCents: 20_000, creditCents: 4000, bills: [{ openCents: 20_000 }] }]);
  });
});

describe('what was credited of a bill', () => {
  /** Two bills of a customer, 100.00 and 200.00, due on 31 March and long overdue; the first was paid in part. */
  const credited = async () => {
    const owed = await owedTo(testApp);
    const { boss, params, addCustomer, bill, pay } = owed;
    const customer = await addCustomer('Bar T Cattle Co.');
    const [first, second] = [await bill(customer, 1), await bill(customer, 2)];
    await pay(first, 2500, '2026-03-01');
    today('2026-04-20');
    const credit = async (id: number, price: number): Promise<number> => {
      const words = { label: 'Too much', jobId: null, quantity: '1', unit: null, taxPercent: null, taxIncluded: null };
      const body = { lines: [{ ...words, price: String(price) }], grossCents: price * 100 };
      return (await boss.ok(contract.corrections.credit, { params: { ...params, id }, body })).id;
    };
    const letters = async () => (await boss.ok(contract.reminders.due, { params })).letters;
    const closing = async (): Promise<string | undefined> => {
      const { body } = await boss.send('GET', `/api/customers/${customer}/statement?format=csv`);
      return String(body).trim().split(',').at(-1);
    };
    return { ...owed, customer, first, second, credit, letters, closing };
  };

  test('is not open any more: in no sum, no age, no letter, and the account says the same', async () => {
    const { first, credit, receivables, letters, closing } = await credited();
    await credit(first, 30);
    const { customers, sums } = await receivables();
    expect(customers).toMatchObject([{ openCents: 24_500, overdueCents: 24_500, ages: { to30: 24_500 }, creditCents: 0 }]);
    expect(customers[0]?.bills.map(({ id, openCents }) => [id, openCents])).toContainEqual([first, 4500]);
    expect(sums).toMatchObject([{ openCents: 24_500, overdueCents: 24_500 }]);
    expect(await letters()).toMatchObject([{ openCents: 24_500 }]);
    expect(await closing()).toBe('245.00');
  });

  test('all of what is open: the bill is paid, and nobody is reminded of it', async () => {
    const { boss, params, first, second, credit, receivables, letters, pay } = await credited();
    await credit(first, 75);
    expect((await receivables()).customers).toMatchObject([{ openCents: 20_000, bills: [{ id: second }] }]);
    expect((await letters()).flatMap(({ bills }) => bills.map(({ recordId }) => recordId))).toEqual([second]);
    expect(await boss.ok(contract.paymentStatuses.get, { params: { ...params, id: first } })).toMatchObject({ state: 'paid' });
    await expect(pay(first, 100, '2026-04-20')).rejects.toThrow('already paid in full');
  });

  test('beyond what is open is the customer’s credit, until the note is voided', async () => {
    const { boss, params, first, credit, receivables, closing } = await credited();
    const note = await credit(first, 90);
    expect((await receivables()).customers).toMatchObject([{ openCents: 20_000, creditCents: 1500 }]);
    expect(await closing()).toBe('185.00');
    await boss.ok(contract.corrections.reverse, { params: { ...params, id: note }, body: {} });
    expect((await receivables()).customers).toMatchObject([{ openCents: 27_500, creditCents: 0 }]);
    expect(await closing()).toBe('275.00');
  });
});

describe('one payment of several bills', () => {
  const three = async () => {
    const owed = await owedTo(testApp);
    const customer = await owed.addCustomer('Bar T Cattle Co.');
    const ids = [await owed.bill(customer, 1), await owed.bill(customer, 2), await owed.bill(customer, 3)];
    const post = (body: object, headers: Record<string, string> = {}) =>
      owed.boss.send('POST', `/api/organizations/${owed.boss.orgId}/payments`, body, headers);
    return { ...owed, ids, customer, post };
  };
  const whole = (ids: readonly number[]) => ids.map((recordId, index) => ({ recordId, amountCents: (index + 1) * 10_000 }));

  test('pays them in full, and is one press however often it is sent', async () => {
    const { ids, post, receivables, boss, params } = await three();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { paidOn: '2026-03-05', parts: whole(ids), note: 'Transfer' };
    const first = await post(body, headers);
    expect(first).toMatchObject({
      status: 201,
      body: { bills: ids.map((recordId, index) => ({ recordId, paidCents: (index + 1) * 10_000, openCents: 0, state: 'paid' })) },
    });
    expect((await post(body, headers)).body).toEqual(first.body);
    expect(await receivables()).toMatchObject({ counts: { open: 0, paid: 3 }, customers: [] });
    const { events } = await boss.ok(contract.paymentStatuses.get, { params: { ...params, id: ids[0] ?? 0 } });
    expect(events).toMatchObject([{ kind: 'payment', amountCents: 10_000, happenedOn: '2026-03-05', note: 'Transfer' }]);
  });

  test('is refused whole if one of them has less open, and says how all of them stand', async () => {
    const { ids, post, pay } = await three();
    await pay(ids[1] ?? 0, 15_000, '2026-03-02');
    const before = await fingerprint(testApp);
    const answer = await post({ paidOn: '2026-03-05', parts: whole(ids) });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        detail: 'Only 50.00 USD is unpaid on bill 2026-2. Record that amount here and the rest on another bill.',
        issues: [{ path: 'parts.1.amountCents' }],
      },
    });
    expect((answer.body as { current: { openCents: number }[] }).current.map(({ openCents }) => openCents)).toContain(5000);
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test.each([
    [{ parts: [] }, 'Choose a bill'],
    [{ parts: [{ recordId: 1, amountCents: 0 }] }, 'Must be an amount above zero, with at most two decimals'],
    [
      {
        parts: [
          { recordId: 1, amountCents: 5 },
          { recordId: 1, amountCents: 6 },
        ],
      },
      'Each only once',
    ],
  ])('%j is refused: %s', async (body, message) => {
    const { post } = await three();
    const answer = await post({ paidOn: '2026-03-05', ...body });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(message);
  });

  test('of two at once for the same bills, one is taken', async () => {
    const { ids, boss } = await three();
    const other = await testApp.twin();
    try {
      const body = { paidOn: '2026-03-05', parts: whole(ids) };
      const send = (app: typeof testApp.app, parts: typeof body.parts) =>
        app.inject({
          method: 'POST',
          url: `/api/organizations/${boss.orgId}/payments`,
          headers: { cookie: boss.cookie, 'idempotency-key': randomUUID() },
          payload: { ...body, parts },
        });
      const answers = await Promise.all([
        send(testApp.app, body.parts),
        send(other.app, body.parts.toReversed()),
        send(testApp.app, body.parts.toReversed()),
        send(other.app, body.parts),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400, 400, 400]);
    } finally {
      await other.close();
    }
    const { events } = await boss.ok(contract.paymentStatuses.get, { params: { orgId: boss.orgId, id: ids[2] ?? 0 } });
    expect(events.map(({ amountCents }) => amountCents)).toEqual([30_000]);
  });
});

describe('a discount', () => {
  const agreed = async () => {
    const owed = await owedTo(testApp);
    const customer = await owed.addCustomer('Bar T Cattle Co.', { discountPercent: '2', discountDays: 10 });
    const id = await owed.bill(customer, 1);
    const post = (body: object) => owed.boss.send('POST', `/api/organizations/${owed.boss.orgId}/payments`, body);
    const standing = () => owed.boss.ok(contract.paymentStatuses.get, { params: { ...owed.params, id } });
    return { ...owed, customer, id, post, standing };
  };

  test('settles a bill that is paid in its days, and not a day later', async () => {
    const { id, post, openBills, standing } = await agreed();
    const part = { recordId: id, amountCents: 9800, discountCents: 200 };
    expect((await openBills()).get(id)).toMatchObject({ discountCents: 200, discountUntil: '2026-03-11' });
    expect(await post({ paidOn: '2026-03-12', parts: [part] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'parts.0.discountCents', messageCode: 'discountNotAgreed' }] },
    });
    expect(await post({ paidOn: '2026-03-11', parts: [{ ...part, amountCents: 9799, discountCents: 201 }] })).toMatchObject({
      status: 400,
    });
    today('2026-03-12');
    expect((await openBills()).get(id)).toMatchObject({ discountCents: 0 });
    expect(await post({ paidOn: '2026-03-11', parts: [part] })).toMatchObject({
      status: 201,
      body: { bills: [{ state: 'paid', openCents: 0 }] },
    });
    expect((await standing()).events.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['payment', 9800],
      ['discount', 200],
    ]);
  });

  test('that was not agreed is taken only if somebody accepts it, also what is left alone', async () => {
    const { id, post } = await agreed();
    const body = { paidOn: '2026-04-20', parts: [{ recordId: id, amountCents: 9700 }] };
    expect((await post(body)).status).toBe(201);
    const rest = { paidOn: '2026-04-20', parts: [{ recordId: id, amountCents: 0, discountCents: 300 }] };
    expect((await post(rest)).status).toBe(400);
    expect(await post({ ...rest, acceptsDeduction: true })).toMatchObject({ status: 201, body: { bills: [{ state: 'paid' }] } });
  });

  test('is agreed once for a bill', async () => {
    const { id, post } = await agreed();
    const part = { recordId: id, amountCents: 1000, discountCents: 100 };
    expect((await post({ paidOn: '2026-03-05', parts: [part] })).status).toBe(201);
    expect((await post({ paidOn: '2026-03-05', parts: [part] })).status).toBe(400);
  });

  test('can be taken back, and the bill is open again', async () => {
    const { id, post, standing, boss, params } = await agreed();
    await post({ paidOn: '2026-03-05', parts: [{ recordId: id, amountCents: 9800, discountCents: 200 }] });
    const discount = (await standing()).events.find(({ kind }) => kind === 'discount');
    const after = await boss.ok(contract.paymentStatuses.correct, { params: { ...params, id }, body: { paymentId: discount?.id ?? 0 } });
    expect(after).toMatchObject({ paidCents: 9800, state: 'partlyPaid' });
    // And may be agreed anew.
    expect((await post({ paidOn: '2026-03-06', parts: [{ recordId: id, amountCents: 0, discountCents: 200 }] })).status).toBe(201);
  });

  test('of a bill that is voided is nobody’s money: only what was paid becomes a credit', async () => {
    const { id, post, standing, boss, params, customer, bill, receivables } = await agreed();
    await post({ paidOn: '2026-03-05', parts: [{ recordId: id, amountCents: 9800, discountCents: 200 }] });
    const jobId = (await boss.ok(contract.billingRecords.get, { params: { ...params, id } })).jobIds[0] ?? 0;
    expect(await boss.send('PATCH', `/api/jobs/${jobId}`, { status: 'open' })).toMatchObject({
      status: 409,
      body: { detail: '98.00 USD has been paid on bill 2026-1. Reopen the job from its bill and choose where the money goes.' },
    });
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'open', payments: 'credit' } });
    expect(await standing()).toMatchObject({ paidCents: 9800, creditCents: 9800, state: 'void' });
    await boss.ok(contract.jobs.remove, { params: { id: jobId } });
    const next = await bill(customer, 2);
    expect((await receivables()).customers).toMatchObject([{ creditCents: 0, bills: [{ id: next, openCents: 10_200 }] }]);
    expect(await standing()).toMatchObject({ paidCents: 0, creditCents: 0 });
  });

  test('of a bill that was only discounted asks for nothing when it is voided', async () => {
    const { id, post, standing, boss, params } = await agreed();
    await post({ paidOn: '2026-03-05', acceptsDeduction: true, parts: [{ recordId: id, amountCents: 0, discountCents: 10_000 }] });
    const jobId = (await boss.ok(contract.billingRecords.get, { params: { ...params, id } })).jobIds[0] ?? 0;
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'open' } });
    expect(await standing()).toMatchObject({ paidCents: 0, creditCents: 0, state: 'void' });
  });
});

describe('what was said of a bill', () => {
  test('is kept, and holds reminders for as long as it holds', async () => {
    const { boss, params, addCustomer, bill, openBills } = await owedTo(testApp);
    const id = await bill(await addCustomer('Bar T Cattle Co.'), 1);
    today('2026-04-10');
    const note = (body: object) => boss.send('POST', `/api/organizations/${boss.orgId}/bill-notes`, { recordIds: [id], ...body });
    const level = async () => (await openBills()).get(id)?.dueLevel;
    expect(await level()).toBe(1);
    expect((await note({ kind: 'called', note: 'Pays on Friday' })).status).toBe(201);
    expect((await openBills()).get(id)).toMatchObject({ calledOn: '2026-04-10', dueLevel: 1 });
    expect((await note({ kind: 'promise' })).status).toBe(400);
    expect((await note({ kind: 'called', until: '2026-04-15' })).status).toBe(400);
    await note({ kind: 'promise', until: '2026-04-15' });
    expect((await openBills()).get(id)).toMatchObject({ promisedUntil: '2026-04-15', dueLevel: 0 });
    today('2026-04-15');
    expect(await level()).toBe(0);
    today('2026-04-16');
    expect(await level()).toBe(1);
    await note({ kind: 'dispute', note: 'Says it rained' });
    expect((await openBills()).get(id)).toMatchObject({ isDisputed: true, dueLevel: 0 });
    await note({ kind: 'settled' });
    expect((await openBills()).get(id)).toMatchObject({ isDisputed: false, dueLevel: 1 });
    const { events } = await boss.ok(contract.paymentStatuses.get, { params: { ...params, id } });
    expect(events.map(({ kind }) => kind)).toEqual(['called', 'promise', 'dispute', 'settled']);
  });

  test('is refused for what is no bill, or none any more', async () => {
    const { boss, params, addCustomer, bill, addJob, setStatus, records } = await owedTo(testApp);
    const note = (recordIds: number[]) => boss.try(contract.receivables.note, { params, body: { recordIds, kind: 'called' } });
    await setStatus(await addJob('Nothing'), 'billed');
    expect((await note([(await records())[0]?.id ?? 0])).status).toBe(404);
    const id = await bill(await addCustomer('Bar T Cattle Co.'), 1);
    const jobId = (await boss.ok(contract.billingRecords.get, { params: { ...params, id } })).jobIds[0] ?? 0;
    await setStatus(jobId, 'open');
    expect(await note([id])).toMatchObject({ status: 409, body: { detail: 'This bill was voided and cannot be paid.' } });
  });
});
