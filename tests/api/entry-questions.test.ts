import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { EntryQuestionInput } from '#shared/domain/entry-question.ts';
import type { JobEntryPatch } from '#shared/domain/job-entry.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member, refusedFor, type World } from './world.ts';

// What the office asks the author of an entry (decision 0081).

let testApp: TestApp;
let boss: Member;
let driver: Member;
let world: World;
let id: number;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  driver = await testApp.member(boss, 'basic');
  world = await buildWorld(boss);
});

afterAll(() => testApp.close());

const log = async (who: Person, more: object = {}, jobId = world.jobId): Promise<number> => {
  const body = { serviceTypeId: world.serviceTypeId, date: '2025-06-14', fuel: 380, ...more };
  return (await who.ok(contract.jobEntries.create, { params: { id: jobId }, body })).id;
};
beforeEach(async () => {
  id = await log(driver);
});

const FUEL: EntryQuestionInput = { text: 'Was it 38 or 380 gal?', choices: { measure: 'fuel', values: [38, 380] } };
const entry = (of = id) => boss.ok(contract.jobEntries.get, { params: { id: of } });
const ask = (body: EntryQuestionInput = FUEL, of = id) => boss.ok(contract.entryQuestions.ask, { params: { id: of }, body });
const tryAsk = (body: EntryQuestionInput = FUEL, of = id) => boss.try(contract.entryQuestions.ask, { params: { id: of }, body });
const withdraw = () => boss.ok(contract.entryQuestions.withdraw, { params: { id } });
const change = (who: Person, body: JobEntryPatch) => who.ok(contract.jobEntries.update, { params: { id }, body });
const tryChange = (who: Person, body: JobEntryPatch) => who.try(contract.jobEntries.update, { params: { id }, body });
const check = async () =>
  boss.ok(contract.entryChecks.set, { params: boss, body: { isChecked: true, entries: [{ id, version: (await entry()).version }] } });
const asked = async (query: Readonly<Record<string, string>>) =>
  (await boss.ok(contract.jobEntries.list, { params: boss, query })).map(({ id: each }) => each);
const setStatus = (jobId: number, status: JobStatus) => boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status } });
const newJob = async () =>
  (await boss.ok(contract.jobs.create, { params: boss, body: { name: 'South silage', customerId: world.customerId } })).id;

const NOTHING = {
  question: null,
  choices: null,
  isSentBack: false,
  askedBy: null,
  askedAt: null,
  askedByName: null,
  answer: null,
  answeredAt: null,
};

describe('asking', () => {
  test('stands on the entry, with who asked and when, and takes the check back', async () => {
    await check();
    const answer = await ask();
    expect(answer).toMatchObject({
      question: FUEL.text,
      choices: FUEL.choices,
      isSentBack: false,
      askedBy: boss.userId,
      askedByName: 'Dana Halvorsen',
      answer: null,
      answeredAt: null,
      checkedAt: null,
      version: 3,
    });
    expect(await entry()).toEqual(answer);
  });

  test('again takes the place of what was asked, answered or not', async () => {
    await ask();
    await change(driver, { fuel: 38, answer: '38 gal' });
    await ask({ text: '  And the loads? ', isSentBack: true });
    expect(await entry()).toMatchObject({ question: 'And the loads?', choices: null, isSentBack: true, answer: null, answeredAt: null });
  });

  test('is taken back, and nothing of it stays', async () => {
    await ask();
    expect(await withdraw()).toMatchObject(NOTHING);
    expect(await boss.try(contract.entryQuestions.withdraw, { params: { id } })).toMatchObject({
      status: 409,
      body: { detail: 'There is no open question about this entry.' },
    });
  });

  test.each<[string, object, string, string]>([
    ['no text', { text: ' \n ' }, 'text', 'Write what you want to know'],
    ['long text', { text: 'x'.repeat(501) }, 'text', 'Must be at most 500 characters'],
    ['four numbers', { text: '?', choices: { measure: 'fuel', values: [1, 2, 3, 4] } }, 'choices.values', 'At most 3'],
    ['no numbers', { text: '?', choices: { measure: 'fuel', values: [] } }, 'choices.values', 'At least one number'],
    ['a number twice', { text: '?', choices: { measure: 'fuel', values: [1, 1] } }, 'choices.values', 'Each only once'],
    ['less than nothing', { text: '?', choices: { measure: 'fuel', values: [-1] } }, 'choices.values.0', 'Must be zero or more'],
    [
      'what is no number of an entry',
      { text: '?', choices: { measure: 'notes', values: [1] } },
      'choices.measure',
      'Must be totalHours, billableHours, fuel, loads, or own: followed by the name of a number field',
    ],
    [
      'a field that the organization does not have',
      { text: '?', choices: { measure: 'own:Nothing', values: [1] } },
      'choices.measure',
      'Must be totalHours, billableHours, fuel, loads, or own: followed by the name of a number field',
    ],
  ])('refuses %s', async (_, body, field, message) => {
    expect(await boss.send('POST', `/api/job-entries/${id}/question`, body)).toMatchObject(refusedFor(field, message));
    expect(await entry()).toMatchObject(NOTHING);
  });

  test('is for those who check entries', async () => {
    for (const [level, status] of [
      ['manager', 200],
      ['advanced', 403],
      ['basic', 403],
    ] as const) {
      const someone = await testApp.member(boss, level);
      expect([level, (await someone.try(contract.entryQuestions.ask, { params: { id }, body: FUEL })).status]).toEqual([level, status]);
    }
  });

  test('finds nobody where a program logged the entry, or whoever did is gone, and says so', async () => {
    const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Scales', accessLevel: 'manager' } });
    const sent = await testApp.nobody.send(
      'POST',
      `/api/jobs/${world.jobId}/entries`,
      { serviceTypeId: world.serviceTypeId, date: '2025-06-14' },
      { authorization: `Bearer ${secret}` },
    );
    const ofProgram = (sent.body as { id: number }).id;
    expect(await tryAsk(FUEL, ofProgram)).toMatchObject({
      status: 409,
      body: { detail: 'Nobody can be asked about this entry: a program logged it.' },
    });
    const leaving = await testApp.member(boss, 'basic');
    const left = await log(leaving);
    await boss.ok(contract.employees.remove, { params: { id: leaving.employeeId } });
    expect(await tryAsk(FUEL, left)).toMatchObject({
      status: 409,
      body: { detail: 'Nobody can be asked about this entry: the person who logged it is no longer in the organization.' },
    });
  });

  test('is not for entries of billed jobs', async () => {
    const job = await newJob();
    const billed = await log(driver, {}, job);
    await ask(FUEL, billed);
    await setStatus(job, 'billed');
    const refusal = {
      status: 409,
      body: { detail: 'Job South silage is billed. It has to be reopened before anything is asked about its entries.' },
    };
    expect(await tryAsk(FUEL, billed)).toMatchObject(refusal);
    expect(await boss.try(contract.entryQuestions.withdraw, { params: { id: billed } })).toMatchObject(refusal);
  });

  test('tells the author in every browser that listens, in the transaction of the question', async () => {
    const [subscription] = await testApp.db.query<{ id: number }>({
      text: `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, language, time_zone)
             values ($1, 0, 'https://push.example/of-driver', 'k', 'a', 'en', 'UTC') returning id`,
      values: [driver.userId],
    });
    const notices = () =>
      testApp.db.query({
        text: 'select user_id, kind, said from notices where entry_id = $1 and subscription_id = $2 order by id',
        values: [id, subscription?.id],
      });
    await ask();
    await ask({ text: 'Please correct the loads', isSentBack: true });
    const said = { byName: 'Dana Halvorsen', service: 'Chopping', date: '2025-06-14' };
    expect(await notices()).toEqual([
      { user_id: driver.userId, kind: 'question', said },
      { user_id: driver.userId, kind: 'sentBack', said },
    ]);
    await tryAsk({ text: '' });
    expect(await notices()).toHaveLength(2);
  });
});

describe('answering', () => {
  test('is one write with the number, and says when', async () => {
    await ask();
    const answered = await change(driver, { fuel: 38, answer: ' 38 gal ' });
    expect(answered).toMatchObject({ fuel: 38, question: FUEL.text, choices: FUEL.choices, answer: '38 gal' });
    expect(Date.now() - Date.parse(answered.answeredAt ?? '')).toBeLessThan(60_000);
  });

  test('with other words corrects the answer; the same words again change nothing', async () => {
    await ask();
    const first = await change(driver, { answer: '38' });
    expect(await change(driver, { answer: '38' })).toEqual(first);
    expect(await change(driver, { answer: '38, I looked' })).toMatchObject({ answer: '38, I looked', version: first.version + 1 });
  });

  test('is by itself what changes the number that was asked for, and nothing else is', async () => {
    await ask();
    expect(await change(driver, { notes: 'wet' })).toMatchObject({ answer: null });
    expect(await change(driver, { fuel: 380 })).toMatchObject({ answer: null });
    expect(await change(boss, { fuel: 40 })).toMatchObject({ answer: null });
    expect(await change(driver, { fuel: 38 })).toMatchObject({ fuel: 38, answer: '' });
  });

  test('of a field of one’s own is too', async () => {
    id = await log(driver, { customFieldValues: { Moisture: 140 } });
    await ask({ text: 'Moisture?', choices: { measure: 'own:Moisture', values: [14] } });
    expect(await change(driver, { customFieldValues: { Moisture: 140, Bales: 'x' } })).toMatchObject({ answer: null });
    expect(await change(driver, { customFieldValues: { Moisture: 14 } })).toMatchObject({ answer: '' });
  });

  test('of what was sent back is any correction by its author', async () => {
    await ask({ text: 'Loads are missing', isSentBack: true });
    expect(await change(boss, { notes: 'seen' })).toMatchObject({ answer: null });
    expect(await change(driver, { loads: 12 })).toMatchObject({ isSentBack: true, answer: '' });
  });

  test('is allowed though the job was completed since, as long as the question is open; not when it is billed', async () => {
    const job = await newJob();
    id = await log(driver, {}, job);
    await setStatus(job, 'completed');
    expect(await tryChange(driver, { fuel: 38 })).toMatchObject({ status: 409, body: { code: 'job_not_open' } });
    await ask();
    expect(await change(driver, { fuel: 38, answer: '38' })).toMatchObject({ fuel: 38 });
    expect(await tryChange(driver, { fuel: 39 })).toMatchObject({ status: 409, body: { code: 'job_not_open' } });
    await ask();
    await setStatus(job, 'billed');
    expect(await tryChange(driver, { fuel: 40, answer: '40' })).toMatchObject({ status: 409, body: { code: 'job_not_open' } });
  });

  test('is not for colleagues, and for those who may change the entries of others', async () => {
    await ask();
    const colleague = await testApp.member(boss, 'basic');
    expect(await tryChange(colleague, { fuel: 38, answer: '38' })).toMatchObject({ status: 403 });
    expect(await change(boss, { fuel: 38, answer: 'He says 38' })).toMatchObject({ answer: 'He says 38' });
  });

  test('what is asked no more: the number counts, words alone are refused', async () => {
    await ask();
    await withdraw();
    expect(await change(driver, { fuel: 38, answer: '38 gal' })).toMatchObject({ fuel: 38, ...NOTHING });
    expect(await tryChange(driver, { answer: '38 gal' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: 'There is no open question about this entry.' },
    });
  });

  test('of another question that took the place of the one that was known: it stays open, the number counts, words alone are refused', async () => {
    const { askedAt } = await ask();
    const known = { answerTo: askedAt ?? '' };
    const { askedAt: later } = await ask({ text: 'Or 83?', choices: { measure: 'fuel', values: [38, 83] } });
    const open = { question: 'Or 83?', askedAt: later, answer: null, answeredAt: null };
    expect(await change(driver, { fuel: 38, answer: '38 gal', ...known })).toMatchObject({ fuel: 38, ...open });
    expect(await change(driver, { fuel: 39, ...known })).toMatchObject({ fuel: 39, ...open });
    expect(await tryChange(driver, { answer: '38 gal', ...known })).toMatchObject({
      status: 409,
      body: { code: 'conflict', detail: 'The office has asked something else about this entry since.' },
    });
    expect(await change(driver, { fuel: 83, answer: '83 gal', answerTo: later ?? '' })).toMatchObject({ fuel: 83, answer: '83 gal' });
  });

  test('of what was sent back again: a correction from before leaves it open', async () => {
    const { askedAt } = await ask({ text: 'Loads are missing', isSentBack: true });
    await ask({ text: 'The photo is missing', isSentBack: true });
    expect(await change(driver, { loads: 12, answerTo: askedAt ?? '' })).toMatchObject({ loads: 12, isSentBack: true, answer: null });
    expect(await change(driver, { answerTo: (await entry()).askedAt ?? '' })).toMatchObject({ answer: null });
    expect(await change(driver, { notes: 'It is there', answerTo: (await entry()).askedAt ?? '' })).toMatchObject({ answer: '' });
  });

  test.each(['yesterday', '2025-06-14', `2025-06-14T17:05:31.${'0'.repeat(40)}Z`, 7])('refuses %j as the question', async (known) => {
    const late = await driver.send('PATCH', `/api/job-entries/${id}`, { answer: '38', answerTo: known });
    expect(late).toMatchObject(refusedFor('answerTo', 'Must be a moment, such as 2025-06-14T17:05:31.250Z'));
  });

  test('from a device that has not heard of it is compared like any change, and loses nothing', async () => {
    const { version } = await ask();
    await change(boss, { fuel: 38, answer: 'He rang: 38' });
    const late = await driver.send('PATCH', `/api/job-entries/${id}`, { fuel: 380, answer: '380' }, { 'if-match': `"${version}"` });
    expect(late).toMatchObject({ status: 412, body: { current: { fuel: 38, answer: 'He rang: 38' } } });
    expect(await change(driver, { fuel: 380, answer: '380' })).toMatchObject({ fuel: 380, answer: '380' });
  });

  test.each([
    ['too long', 'x'.repeat(501), 'Must be at most 500 characters'],
    ['no text', 7, 'Must be text'],
  ])('refuses %s', async (_, answer, message) => {
    await ask();
    expect(await driver.send('PATCH', `/api/job-entries/${id}`, { answer })).toMatchObject(refusedFor('answer', message));
  });
});

describe('checking', () => {
  test('closes an open question', async () => {
    await ask();
    await check();
    expect(await entry()).toMatchObject({ ...NOTHING, checkedBy: boss.userId });
    const [history] = await boss.ok(contract.auditLogs.ofJobEntry, { params: { orgId: boss.orgId, id } });
    expect(history?.changes).toMatchObject({ old: { question: FUEL.text }, new: { question: null, checkedBy: boss.userId } });
  });

  test('keeps an answered one with its answer', async () => {
    await ask();
    await change(driver, { fuel: 38, answer: '38' });
    await check();
    expect(await entry()).toMatchObject({ question: FUEL.text, answer: '38', checkedBy: boss.userId });
  });

  test('taken back leaves both as they are', async () => {
    await ask();
    await change(driver, { fuel: 38, answer: '38' });
    await check();
    const { version } = await entry();
    await boss.ok(contract.entryChecks.set, { params: boss, body: { isChecked: false, entries: [{ id, version }] } });
    expect(await entry()).toMatchObject({ question: FUEL.text, answer: '38', checkedAt: null });
  });
});

describe('the office finds', () => {
  test('entries that wait for an answer, alone and with other conditions, and all others', async () => {
    const jobId = await newJob();
    const [one, two, three] = [
      await log(driver, {}, jobId),
      await log(driver, { date: '2025-06-15' }, jobId),
      await log(driver, {}, jobId),
    ];
    await ask(FUEL, one);
    await ask(FUEL, two);
    await ask(FUEL, three);
    id = three;
    await change(driver, { fuel: 38, answer: '38' });
    const all = await asked({ asked: 'true' });
    expect(all.slice(0, 1)).toEqual([two]);
    expect(all).toContain(one);
    expect(all).not.toContain(three);
    const at = { jobId: String(jobId) };
    expect(await asked({ ...at, asked: 'true' })).toEqual([two, one]);
    expect(await asked({ ...at, asked: 'false' })).toEqual([three]);
    for (const more of [
      { to: '2025-06-14' },
      { billed: 'false', to: '2025-06-14' },
      { q: 'South', to: '2025-06-14' },
      { checked: 'false', to: '2025-06-14' },
    ]) {
      const found = await asked({ ...more, asked: 'true' });
      expect([more, found.includes(one), found.includes(two), found.includes(three)]).toEqual([more, true, false, false]);
    }
    const others = await asked({ asked: 'false' });
    expect([others.includes(one), others.includes(three)]).toEqual([false, true]);
  });

  test('how many answers came back, until the entry is checked', async () => {
    const answers = async () => (await boss.ok(contract.office.get, { params: boss })).answers;
    const before = (await answers()).count;
    await ask();
    expect((await answers()).count).toBe(before);
    await change(driver, { fuel: 38, answer: '38' });
    const { count, oldestAt } = await answers();
    expect([count, oldestAt]).toEqual([before + 1, expect.any(String)]);
    await check();
    expect((await answers()).count).toBe(before);
  });
});
