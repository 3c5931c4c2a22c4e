import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { DueLetter, RemindersInput } from '#shared/billing/schemas/reminder.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createReminding } from '#server/billing/commands/first-reminders.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { DEFAULT_LIMITS } from '#server/limits.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { openDatabase } from '#server/db/open.ts';
import { watchEpoch } from '#server/db/epoch/watch.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { codesOf } from '#tests/support/pdf-codes.ts';
import { pdfPages } from '#tests/support/pdf-text.ts';
import { toCreditorReference } from '#shared/billing/payment-references.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Owed, owedTo } from './receivables-field.ts';

let mailbox: Mailbox;
let testApp: TestApp;
let clock = 0;
const at = (moment: string): void => {
  clock = Date.parse(moment);
};
const today = (day: string): void => at(`${day}T12:00:00Z`);

beforeAll(async () => {
  mailbox = await openMailbox();
  testApp = await createTestApp({ publicUrl: 'http://farm.test', hasMail: true, now: () => new Date(clock) });
});
beforeEach(() => {
  today('2026-03-01');
  mailbox.answer = null;
});
afterAll(async () => {
  await testApp.close();
  await mailbox.close();
});

const post = () =>
  sendMails({
    db: testApp.db.app,
    post: createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' }),
    now: () => new Date(clock),
    say: () => undefined,
  });

type Wish = RemindersInput['letters'][number];

const wishFor = ({ customerId, bills, openCents, level }: DueLetter, way: Wish['way'] = 'mail', more: Partial<Wish> = {}): Wish => ({
  customerId,
  recordIds: bills.map(({ recordId }) => recordId),
  openCents,
  level,
  way,
  ...more,
});

const remindersOf = async () => {
  const owed = await owedTo(testApp);
  const { boss, params } = owed;
  const due = async (): Promise<DueLetter[]> => (await boss.ok(contract.reminders.due, { params })).letters;
  const send = async (letters: Wish[]) => (await boss.ok(contract.reminders.send, { params, body: { letters } })).letters;
  /** Sends all that is due. */
  const sendAll = async (way: Wish['way'] = 'post') => send((await due()).map((letter) => wishFor(letter, way)));
  const eventsOf = async (id: number) => (await boss.ok(contract.paymentStatuses.get, { params: { ...params, id } })).events;
  const settings = (body: object) => boss.send('PATCH', `/api/organizations/${boss.orgId}/billing-settings`, body);
  return { ...owed, due, send, sendAll, eventsOf, settings };
};

const pdfText = (bytes: Buffer): string => pdfPages(bytes).join('\n');

/** Makes a customer whose address nobody else has. */
const customerOf = ({ addCustomer }: Owed, more: object = {}): Promise<number> =>
  addCustomer('Sunny Slope Orchards', { email: `${randomUUID()}@example.com`, ...more });

describe('letters that are due', () => {
  test('come 7, 21 and 35 days after the due date, and never sooner after each other than these lie apart', async () => {
    const field = await remindersOf();
    const { bill, due, sendAll } = field;
    await bill(await customerOf(field), 1);
    const levelsOn = async (day: string) => {
      today(day);
      return (await due()).map(({ level }) => level);
    };
    // Due on 31 March.
    expect(await levelsOn('2026-04-06')).toEqual([]);
    expect(await levelsOn('2026-04-07')).toEqual([1]);
    // Sent three days later, so the second comes 14 days after that.
    expect(await levelsOn('2026-04-10')).toEqual([1]);
    await sendAll();
    expect(await levelsOn('2026-04-10')).toEqual([]);
    expect(await levelsOn('2026-04-23')).toEqual([]);
    expect(await levelsOn('2026-04-24')).toEqual([2]);
    await sendAll();
    expect(await levelsOn('2026-05-07')).toEqual([]);
    expect(await levelsOn('2026-05-08')).toEqual([3]);
    await sendAll();
    expect(await levelsOn('2026-08-01')).toEqual([]);
  });

  test('are one for each customer, with all that is overdue, and none for those who are not reminded', async () => {
    const field = await remindersOf();
    const { bill, due } = field;
    const [one, other] = [await customerOf(field), await customerOf(field, { isReminded: false })];
    const [first, second] = [await bill(one, 1), await bill(one, 2)];
    await bill(other, 1);
    today('2026-03-20');
    await bill(one, 4);
    today('2026-04-10');
    expect(await due()).toMatchObject([
      { customerId: one, level: 1, currency: 'USD', openCents: 30_000, bills: [{ recordId: first }, { recordId: second }] },
    ]);
  });

  test('leave out what is disputed or promised, and name what was reminded of lately without reminding again', async () => {
    const field = await remindersOf();
    const { bill, due, sendAll, boss, params, eventsOf } = field;
    const customer = await customerOf(field);
    const [early, disputed, promised] = [await bill(customer, 1), await bill(customer, 2), await bill(customer, 3)];
    today('2026-03-08');
    const late = await bill(customer, 4);
    today('2026-04-08');
    for (const [id, kind, until] of [
      [disputed, 'dispute', null],
      [promised, 'promise', '2026-04-30'],
    ] as const) {
      await boss.ok(contract.receivables.note, { params, body: { recordIds: [id], kind, until } });
    }
    // Due on 7 April: one day late, in the letter, not reminded of.
    expect(await due()).toMatchObject([
      {
        bills: [
          { recordId: early, level: 1 },
          { recordId: late, level: 0 },
        ],
      },
    ]);
    await sendAll();
    expect((await eventsOf(late)).filter(({ kind }) => kind === 'reminder')).toEqual([]);
    today('2026-04-14');
    expect(await due()).toMatchObject([
      {
        level: 1,
        bills: [
          { recordId: early, level: 0 },
          { recordId: late, level: 1 },
        ],
      },
    ]);
  });

  test('are of one currency each', async () => {
    const field = await remindersOf();
    const { bill, due, boss } = field;
    const customer = await customerOf(field);
    await bill(customer, 1);
    await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { currency: 'EUR' } });
    await bill(customer, 2);
    today('2026-05-01');
    expect((await due()).map(({ currency, openCents }) => [currency, openCents]).toSorted()).toEqual([
      ['EUR', 20_000],
      ['USD', 10_000],
    ]);
  });

  test('have a fee, and interest to the cent, which stand in the letter and in no bill', async () => {
    const field = await remindersOf();
    const { bill, due, settings, openBills } = field;
    await settings({
      reminders: [
        { afterDays: 7, feeCents: 0 },
        { afterDays: 21, feeCents: 500, interestPercent: '9.12' },
      ],
    });
    const customer = await customerOf(field);
    const [one, two] = [await bill(customer, 12.34), await bill(customer, 0.07)];
    today('2026-04-07');
    await field.sendAll();
    today('2026-05-03');
    // 33 days: 1234.00 × 9.12 % × 33 / 365 = 10.1748…; 7.00 × 9.12 % × 33 / 365 = 0.0577…
    expect(await due()).toMatchObject([{ level: 2, feeCents: 500, interestCents: 1017 + 6, openCents: 124_100 }]);
    await field.sendAll();
    expect([(await openBills()).get(one)?.openCents, (await openBills()).get(two)?.openCents]).toEqual([123_400, 700]);
  });

  test('have the interest of the level that each bill has reached, and one fee', async () => {
    const field = await remindersOf();
    const { bill, due, settings, sendAll } = field;
    await settings({
      reminders: [
        { afterDays: 7, feeCents: 0 },
        { afterDays: 21, feeCents: 500, interestPercent: '3.65' },
        { afterDays: 35, feeCents: 900, interestPercent: '7.3' },
      ],
    });
    const customer = await customerOf(field);
    const old = await bill(customer, 10);
    today('2026-04-07');
    await sendAll();
    today('2026-03-23');
    const younger = await bill(customer, 10);
    today('2026-04-23');
    const fresh = await bill(customer, 10);
    // 30 days late at the second level, 8 at the first: 1000.00 × 3.65 % × 30 / 365 = 3.00.
    today('2026-04-30');
    expect(await due()).toMatchObject([
      {
        level: 2,
        feeCents: 500,
        interestCents: 300,
        bills: [
          { recordId: old, level: 2 },
          { recordId: younger, level: 1 },
        ],
      },
    ]);
    await sendAll();
    // The old one is at the third, 44 days late: 8.80. The younger one is reminded of a second time, 22 days late: 2.20.
    today('2026-05-14');
    expect(await due()).toMatchObject([
      {
        level: 3,
        feeCents: 900,
        interestCents: 880 + 220,
        bills: [
          { recordId: old, level: 3 },
          { recordId: younger, level: 2 },
        ],
      },
    ]);
    await sendAll();
    // Listed beside one that is due, they bear what they reached: 69 and 47 days at 7.3 % and 3.65 %. The fresh one bears none.
    today('2026-06-08');
    expect(await due()).toMatchObject([
      {
        level: 3,
        feeCents: 900,
        bills: [
          { recordId: old, level: 0 },
          { recordId: younger, level: 3 },
          { recordId: fresh, level: 1 },
        ],
        interestCents: 1380 + 940,
      },
    ]);
  });

  test('are in the customer’s language, with the organization’s own words where it has some', async () => {
    const field = await remindersOf();
    const { bill, due, settings, boss } = field;
    await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { language: 'es' } });
    await settings({
      reminders: [
        { afterDays: 7, feeCents: 0 },
        { afterDays: 21, feeCents: 0, text: 'Pay {total} for {numbers}.' },
      ],
    });
    await bill(await customerOf(field, { language: 'de', firstName: 'Ana', lastName: 'Alvarez' }), 94.6015);
    await bill(await customerOf(field), 1);
    today('2026-04-10');
    const texts = async () => (await due()).map(({ text }) => text.replaceAll('\u00a0', ' '));
    expect(await texts()).toEqual([
      'Guten Tag Ana Alvarez,\n\ndie Rechnung 2026-1 über 9.460,15 $ war am 31. März 2026 fällig. Falls die Zahlung schon unterwegs ist: vielen Dank.',
      'Buenos días:\n\nLa factura 2026-2 por $100.00 venció el 31 de marzo de 2026. Si el pago ya está en camino, muchas gracias.',
    ]);
    await field.sendAll();
    today('2026-04-24');
    expect((await texts())[0]).toBe('Guten Tag Ana Alvarez,\n\nPay 9.460,15 $ for 2026-1.');
  });
});

describe('a letter that is sent', () => {
  const dueNow = async (more: object = {}) => {
    const field = await remindersOf();
    const to = `${randomUUID()}@example.com`;
    const customer = await customerOf(field, { email: to, ...more });
    const ids = [await field.bill(customer, 1), await field.bill(customer, 2)];
    today('2026-04-10');
    const [letter] = await field.due();
    if (!letter) {
      throw new Error('No letter is due.');
    }
    return { ...field, to, customer, ids, letter };
  };

  test('by mail arrives once, with its PDF, and is noted on each of its bills', async () => {
    const { send, letter, to, ids, eventsOf, boss, due } = await dueNow();
    const [sent] = await send([wishFor(letter)]);
    expect(sent).toMatchObject({ customerId: letter.customerId, letterId: expect.any(Number), reason: null });
    await post();
    const mail = await mailbox.newest(to);
    expect(mailbox.countOf(to)).toBe(1);
    expect(mail).toMatchObject({ subject: 'First reminder from Halvorsen Custom', replyTo: boss.email });
    expect(mail.text).toContain('2026-1, 2026-2');
    expect(mail.attachments.map(({ name, bytes }) => [name, bytes.subarray(0, 5).toString()])).toEqual([
      ['First reminder 2026-1.pdf', '%PDF-'],
    ]);
    const text = pdfText(mail.attachments[0]?.bytes ?? Buffer.alloc(0));
    for (const words of ['First reminder', 'Sunny Slope Orchards', '2026-1', '2026-2', '$300.00']) {
      expect(text).toContain(words);
    }
    for (const id of ids) {
      expect(await eventsOf(id)).toMatchObject([
        { kind: 'reminder', level: 1, way: 'mail', recipient: to, happenedOn: '2026-04-10', letterId: sent?.letterId },
      ]);
    }
    expect(await due()).toEqual([]);
  });

  test('goes to all who get the customer’s bills, and is one reminder, also if it comes back from one of them', async () => {
    const own = `${randomUUID()}@example.com`;
    const office = `${randomUUID()}@example.com`;
    const contacts = [
      { name: 'Office', email: office, getsBills: true },
      { name: 'Office again', email: own.toUpperCase(), getsBills: true },
      { name: 'Yard', email: `${randomUUID()}@example.com`, getsBills: false },
    ];
    const { send, letter, ids, eventsOf, openBills, boss, params } = await dueNow({ email: own, contacts });
    expect(letter.recipients.map((to) => to.toLowerCase())).toEqual([own, office]);
    expect(await send([wishFor(letter)])).toMatchObject([{ reason: null }]);
    const reminders = async () => (await eventsOf(ids[0] ?? 0)).filter(({ kind }) => kind === 'reminder');
    expect((await reminders()).map(({ level, recipient }) => [level, recipient?.toLowerCase()])).toEqual([
      [1, own],
      [1, office],
    ]);
    expect((await openBills()).get(ids[0] ?? 0)).toMatchObject({ sentLevel: 1, remindedOn: '2026-04-10' });
    mailbox.refuses = office;
    await post();
    mailbox.refuses = null;
    expect([mailbox.countOf(own), mailbox.countOf(office)]).toEqual([1, 0]);
    expect((await openBills()).get(ids[0] ?? 0)).toMatchObject({ sentLevel: 1 });
    const came = (await eventsOf(ids[1] ?? 0)).filter(({ kind }) => kind === 'undelivered');
    expect(came.map(({ recipient }) => recipient)).toEqual([office]);
    // Nothing more is due to anybody.
    expect((await boss.ok(contract.reminders.due, { params })).letters).toEqual([]);
  });

  test('for the post can be printed, alone and with others, and says what it said then', async () => {
    const { send, letter, boss, params, pay, ids } = await dueNow();
    const [sent] = await send([wishFor(letter, 'post', { text: 'Dear neighbor, please pay.' })]);
    await pay(ids[0] ?? 0, 10_000, '2026-04-11');
    const read = async (path: string): Promise<{ status: number; text: string }> => {
      const answer = await testApp.app.inject({
        method: 'GET',
        url: `/api/organizations/${params.orgId}/${path}`,
        headers: { cookie: boss.cookie },
      });
      return { status: answer.statusCode, text: answer.statusCode === 200 ? pdfText(answer.rawPayload) : '' };
    };
    const { status, text } = await read(`reminder-letters/${sent?.letterId}/document`);
    expect(status).toBe(200);
    expect(text).toContain('Dear neighbor, please pay.');
    expect(text).toContain('$300.00');
    expect((await read(`reminder-letters-print?ids=${sent?.letterId}`)).text).toContain('Dear neighbor, please pay.');
    expect((await read(`reminder-letters-print?ids=${sent?.letterId},2147483646`)).status).toBe(404);
    expect((await read('reminder-letters-print?ids=')).status).toBe(400);
    const stranger = await testApp.owner();
    expect((await stranger.send('GET', `/api/organizations/${stranger.orgId}/reminder-letters/${sent?.letterId}/document`)).status).toBe(
      404,
    );
    const driver = await testApp.member(boss, 'advanced');
    expect((await driver.send('GET', `/api/organizations/${params.orgId}/reminder-letters/${sent?.letterId}/document`)).status).toBe(403);
  });

  test('is paid by the code at its foot, with the reference of its bill', async () => {
    const field = await remindersOf();
    const { boss, params, settings, bill, due, send } = field;
    const body = { currency: 'EUR', country: 'DE', bankAccount: 'DE89370400440532013000' };
    await boss.ok(contract.organizations.update, { params, body });
    await settings({ hasReference: true, reminders: [{ afterDays: 7, text: null, feeCents: 500, interestPercent: null }] });
    await bill(await customerOf(field), 1);
    today('2026-04-10');
    const [sent] = await send((await due()).map((letter) => wishFor(letter, 'post')));
    const url = `/api/organizations/${params.orgId}/reminder-letters/${sent?.letterId}/document`;
    const { rawPayload } = await testApp.app.inject({ method: 'GET', url, headers: { cookie: boss.cookie } });
    const [code] = await codesOf(rawPayload);
    expect(code?.split('\n').slice(6, 10)).toEqual(['DE89370400440532013000', 'EUR105.00', '', toCreditorReference('20261')]);
  });

  test('is not sent as it was seen if something is paid, promised or sent meanwhile; the others go', async () => {
    const { send, letter, boss, params, ids, due, bill, addCustomer } = await dueNow();
    today('2026-03-01');
    await bill(await addCustomer('Other Farm'), 1);
    today('2026-04-10');
    const both = (await due()).map((each) => wishFor(each, 'post'));
    await boss.ok(contract.receivables.pay, {
      params,
      body: { paidOn: '2026-04-10', parts: [{ recordId: ids[0] ?? 0, amountCents: 10 }] },
    });
    const answers = await send(both);
    expect(answers.map(({ reason }) => reason).toSorted()).toEqual(['changed', null].toSorted());
    expect(answers.find(({ customerId }) => customerId === letter.customerId)?.reason).toBe('changed');
  });

  test('that is asked for twice in one call goes once', async () => {
    const { send, letter, ids, eventsOf } = await dueNow();
    const answers = await send([wishFor(letter, 'post'), wishFor(letter, 'post')]);
    expect(answers.map(({ reason }) => reason)).toEqual([null, 'changed']);
    expect(await eventsOf(ids[0] ?? 0)).toHaveLength(1);
  });

  test('needs an address to be mailed', async () => {
    const { send, letter, eventsOf, ids } = await dueNow({ email: '' });
    expect(letter.recipients).toEqual([]);
    expect(await send([wishFor(letter)])).toEqual([{ customerId: letter.customerId, letterId: null, reason: 'noAddress' }]);
    expect(await eventsOf(ids[0] ?? 0)).toEqual([]);
  });

  test('of two who press at once, in two programs, one sends it', async () => {
    const { letter, boss, params, to, ids, eventsOf } = await dueNow();
    const other = await testApp.twin();
    try {
      const press = (app: typeof testApp.app) =>
        app.inject({
          method: 'POST',
          url: `/api/organizations/${params.orgId}/reminders`,
          headers: { cookie: boss.cookie, 'idempotency-key': randomUUID() },
          payload: { letters: [wishFor(letter)] },
        });
      const answers = await Promise.all([testApp.app, other.app, testApp.app, other.app].map(press));
      // Where too many wait for the drawing of a paper, one hears so, and nothing of theirs is written.
      const reasons = answers
        .filter(({ statusCode }) => statusCode === 201)
        .map((answer) => answer.json<{ letters: { reason: string | null }[] }>().letters[0]?.reason);
      expect(reasons.filter((reason) => reason === null)).toHaveLength(1);
      expect(reasons.every((reason) => reason === null || reason === 'changed')).toBe(true);
    } finally {
      await other.close();
    }
    await post();
    expect(mailbox.countOf(to)).toBe(1);
    expect(await eventsOf(ids[0] ?? 0)).toHaveLength(1);
  });

  test('that no mail server takes was no reminder, for any of its bills', async () => {
    const { send, letter, due, ids, eventsOf } = await dueNow();
    await send([wishFor(letter)]);
    mailbox.answer = { code: 550, text: 'no such mailbox' };
    await post();
    expect(await due()).toMatchObject([{ customerId: letter.customerId, level: 1 }]);
    for (const id of ids) {
      expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['reminder', 'undelivered']);
    }
  });
});

describe('first reminders that go by themselves', () => {
  const morning = async (timeZone: string, wants = true) => {
    const field = await remindersOf();
    const { boss, settings } = field;
    await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { timeZone } });
    await settings({ sendsFirstReminder: wants });
    const to = `${randomUUID()}@example.com`;
    const id = await field.bill(await customerOf(field, { email: to }), 1);
    const reminded = async () => (await field.eventsOf(id)).filter(({ kind }) => kind === 'reminder').length;
    return { ...field, to, id, reminded };
  };
  const deps = () => ({
    db: testApp.db.app,
    photos: photoFolder('/nowhere'),
    now: () => new Date(clock),
    limits: DEFAULT_LIMITS,
    say: () => undefined,
  });
  const run = (work: ReturnType<typeof createReminding>) => work.work(new AbortController().signal);

  test('go at seven of the organization’s clock, once a day, also where the clock was moved forward that night', async () => {
    const { reminded, to } = await morning('Europe/Berlin');
    const program = createReminding(deps());
    // Due on 31 March, reminded of from 7 April on; summer time began on 29 March.
    for (const [moment, count] of [
      ['2026-04-06T05:30:00Z', 0],
      ['2026-04-07T04:59:00Z', 0],
      ['2026-04-07T05:00:00Z', 1],
      ['2026-04-07T05:30:00Z', 1],
      ['2026-04-08T05:30:00Z', 1],
    ] as const) {
      at(moment);
      await run(program);
      expect([moment, await reminded()]).toEqual([moment, count]);
    }
    await post();
    expect((await mailbox.newest(to)).subject).toBe('First reminder from Halvorsen Custom');
    expect(mailbox.countOf(to)).toBe(1);
  });

  test('go by the day of the organization, where it is another one than in UTC', async () => {
    const { reminded } = await morning('Pacific/Auckland');
    const program = createReminding(deps());
    // It was 2 March there when the bill was made, and is 08:00 on 8 April now.
    at('2026-04-07T20:00:00Z');
    await run(program);
    expect(await reminded()).toBe(1);
  });

  test('go only where somebody wants that, and not in the afternoon', async () => {
    const [wants, doesNot] = [await morning('Europe/Berlin'), await morning('Europe/Berlin', false)];
    const program = createReminding(deps());
    at('2026-04-09T12:00:00Z');
    await run(program);
    expect(await wants.reminded()).toBe(0);
    at('2026-04-10T05:00:00Z');
    await run(program);
    expect([await wants.reminded(), await doesNot.reminded()]).toEqual([1, 0]);
  });

  test('leave the second and the final one to a person', async () => {
    const { reminded, sendAll } = await morning('Europe/Berlin');
    today('2026-04-09');
    await sendAll();
    at('2026-05-20T05:10:00Z');
    await run(createReminding(deps()));
    expect(await reminded()).toBe(1);
  });

  test('do not go again to an address that takes no mail, until there is another one', async () => {
    const { reminded, boss, id, params } = await morning('Europe/Berlin');
    const program = createReminding(deps());
    at('2026-04-07T05:00:00Z');
    await run(program);
    mailbox.answer = { code: 550, text: 'no such mailbox' };
    await post();
    mailbox.answer = null;
    at('2026-04-08T05:00:00Z');
    await run(program);
    expect(await reminded()).toBe(1);
    const { customerId } = await boss.ok(contract.billingRecords.get, { params: { ...params, id } });
    const email = `${randomUUID()}@example.com`;
    await boss.ok(contract.customers.update, { params: { id: customerId }, body: { email } });
    at('2026-04-09T05:00:00Z');
    await run(program);
    expect(await reminded()).toBe(2);
  });

  test('of two programs, each goes once', async () => {
    const { reminded, to } = await morning('Europe/Berlin');
    at('2026-04-10T05:10:00Z');
    const pool = openDatabase(testApp.db.url, () => undefined, inject('role'), undefined, {
      epochs: await watchEpoch(testApp.db, () => undefined),
    });
    try {
      const [one, other] = [createReminding(deps()), createReminding({ ...deps(), db: pool })];
      await Promise.all([run(one), run(other), run(one), run(other)]);
      await run(other);
    } finally {
      await pool.close();
    }
    expect(await reminded()).toBe(1);
    await post();
    expect(mailbox.countOf(to)).toBe(1);
  });
});

describe('fee and interest that are paid', () => {
  /** A bill of 1,000.00 of which a letter claimed 5.00 and 3.00 besides, and another of 500.00 in the same letter. */
  const claimed = async () => {
    const field = await remindersOf();
    const { settings, bill, due, send, boss, params } = field;
    await settings({ reminders: [{ afterDays: 7, feeCents: 500, interestPercent: '3.65' }] });
    const customer = await customerOf(field);
    const [one, two] = [await bill(customer, 10), await bill(customer, 5)];
    today('2026-04-30');
    const [letter] = await due();
    expect(letter).toMatchObject({ openCents: 150_000, feeCents: 500, interestCents: 300 + 150 });
    await send((await due()).map((each) => wishFor(each, 'post')));
    const payParts = (parts: { recordId: number; amountCents: number; chargeCents?: number }[]) =>
      boss.try(contract.receivables.pay, { params, body: { paidOn: '2026-05-02', parts } });
    const statement = async (): Promise<string[]> => {
      const url = `/api/customers/${customer}/statement?format=csv`;
      return (await testApp.app.inject({ method: 'GET', url, headers: { cookie: boss.cookie } })).body.trim().split(/\r?\n/);
    };
    return { ...field, customer, one, two, payParts, statement };
  };

  test('settle nothing of the bill, stand in its history and in the statement, and go with the payment when it is undone', async () => {
    const { one, two, payParts, openBills, eventsOf, receivables, statement, boss, params } = await claimed();
    expect([(await openBills()).get(one)?.chargeCents, (await openBills()).get(two)?.chargeCents]).toEqual([950, 0]);
    expect(await payParts([{ recordId: one, amountCents: 100_000, chargeCents: 950 }])).toMatchObject({
      status: 201,
      body: { bills: [{ paidCents: 100_000, openCents: 0, state: 'paid' }] },
    });
    const payment = (await eventsOf(one)).find(({ kind }) => kind === 'payment');
    expect(payment).toMatchObject({ amountCents: 100_000, chargeCents: 950, happenedOn: '2026-05-02' });
    today('2026-05-03');
    const { customers } = await receivables();
    expect(customers).toMatchObject([{ openCents: 50_000, bills: [{ id: two, chargeCents: 0 }] }]);
    const lines = await statement();
    expect(lines.filter((line) => line.includes('Fee and interest') || line.includes('Payment'))).toEqual([
      '2026-05-02,Fee and interest for 2026-1,,9.50,,1509.50',
      '2026-05-02,Payment of 2026-1,,,1009.50,500.00',
    ]);
    await boss.ok(contract.paymentStatuses.correct, { params: { ...params, id: one }, body: { paymentId: payment?.id ?? 0 } });
    expect((await eventsOf(one)).findLast(({ kind }) => kind === 'payment')).toMatchObject({ amountCents: -100_000, chargeCents: -950 });
    expect((await openBills()).get(one)).toMatchObject({ openCents: 100_000, chargeCents: 950 });
    expect((await statement()).at(-1)).toMatch(/,1500\.00$/);
  });

  test('are never more than a letter claimed and nobody paid yet, in one payment or several, alone or with the bill', async () => {
    const { one, two, payParts } = await claimed();
    const refused = (values: object, code: string) => ({ status: 400, body: { issues: [{ messageCode: code, ...values }] } });
    expect(await payParts([{ recordId: one, amountCents: 100, chargeCents: 951 }])).toMatchObject(
      refused({ path: 'parts.0.chargeCents' }, 'lessClaimedOnBill'),
    );
    // Both bills are in the letter, which claimed its fee once.
    const twice = [
      { recordId: one, amountCents: 100, chargeCents: 500 },
      { recordId: two, amountCents: 100, chargeCents: 500 },
    ];
    expect(await payParts(twice)).toMatchObject(refused({ path: 'parts.1.chargeCents' }, 'lessClaimedOnBill'));
    expect((await payParts([{ recordId: one, amountCents: 100_000, chargeCents: 500 }])).status).toBe(201);
    expect((await payParts([{ recordId: two, amountCents: 100, chargeCents: 451 }])).status).toBe(400);
    expect((await payParts([{ recordId: one, amountCents: 0, chargeCents: 450 }])).status).toBe(201);
    expect(await payParts([{ recordId: two, amountCents: 100, chargeCents: 1 }])).toMatchObject(refused({}, 'nothingClaimedOnBill'));
  });

  test('of two who book them at once, one does', async () => {
    const { one, two, payParts } = await claimed();
    const answers = await Promise.all([one, two].map((recordId) => payParts([{ recordId, amountCents: 100, chargeCents: 950 }])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  test('were not claimed by a letter whose mail came back', async () => {
    const field = await remindersOf();
    const { settings, bill, due, send, openBills } = field;
    await settings({ reminders: [{ afterDays: 7, feeCents: 500 }] });
    const id = await bill(await customerOf(field), 1);
    today('2026-04-30');
    await send((await due()).map((each) => wishFor(each)));
    expect((await openBills()).get(id)?.chargeCents).toBe(500);
    mailbox.answer = { code: 550, text: 'no such mailbox' };
    await post();
    expect((await openBills()).get(id)?.chargeCents).toBe(0);
  });
});
