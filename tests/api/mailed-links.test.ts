import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { linkIn, type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { type Answer, createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { expectProblem, refusedFor } from './world.ts';

const ORIGIN = 'http://farm.test';
const COOKIE = 'headland_session';
const PASSWORD = 'correct horse battery';
const OTHER = 'staple and then some';
const MINUTE = 60_000;

let mailbox: Mailbox;
let testApp: TestApp;
let clock = Date.parse('2025-06-01T12:00:00Z');
let said: string[] = [];
let email = '';

beforeAll(async () => {
  mailbox = await openMailbox();
  testApp = await createTestApp({ publicUrl: ORIGIN, hasMail: true, now: () => new Date(clock) });
});

afterAll(async () => {
  await testApp.close();
  await mailbox.close();
});

// Each test has an address and an hour of its own.
beforeEach(() => {
  clock += 2 * 3_600_000;
  email = `Dana-${randomUUID()}@Farm.test`;
  said = [];
  mailbox.answer = null;
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) => testApp.nobody.send('POST', path, body, headers);
const register = (as = email, password = PASSWORD) => post('/api/register', { email: as, password, firstName: 'Dana' });
const send = () =>
  sendMails({
    db: testApp.db.app,
    post: createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' }),
    now: () => new Date(clock),
    say: (line) => said.push(line),
  });
const mailTo = async (to: string) => {
  await send();
  return mailbox.newest(to);
};
const cookieOf = ({ headers }: Answer): string => /^[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
const statusWith = async (cookie: string) => (await testApp.nobody.send('GET', '/api/user', undefined, { cookie })).status;
const waiting = () => testApp.db.query<{ tries: number }>({ text: 'select tries from mails', values: [] });

/** A person who has registered and confirmed. */
const settled = async () => {
  await register();
  const { token } = linkIn(await mailTo(email));
  const answer = await post('/api/register/confirm', { token, password: PASSWORD });
  expect(answer.status).toBe(201);
  return { cookie: cookieOf(answer), id: (answer.body as { id: number }).id };
};

test('mails speak the language that the request asks for', async () => {
  await post('/api/register', { email, password: PASSWORD, firstName: 'Dana' }, { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' });
  const mail = await mailTo(email);
  expect(mail.text).toContain('diesen Link innerhalb von drei Tagen öffnen');
  await post('/api/password/forgot', { email: `other-${email}` }, { 'accept-language': 'es' });
  expect((await mailTo(`other-${email}`)).text).toContain('Esa cuenta no existe');
  // The account's own language takes precedence over the caller's preference.
  await post('/api/register/confirm', { token: linkIn(mail).token, password: PASSWORD });
  await testApp.db.query({ text: `update users set language = 'de' where email = $1`, values: [email] });
  await post('/api/password/forgot', { email }, { 'accept-language': 'es' });
  expect((await mailTo(email)).text).toContain('diesen Link innerhalb einer Stunde öffnen');
});

describe('registering', () => {
  test('makes nothing until the link was followed with the password that was chosen', async () => {
    const answer = await register();
    expect(answer).toMatchObject({ status: 202, body: { email } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await post('/api/login', { email, password: PASSWORD })).status).toBe(401);
    const mail = await mailTo(email);
    expect(mail).toMatchObject({ subject: 'Confirm your email address' });
    const { address, token } = linkIn(mail);
    expect(address).toBe(`${ORIGIN}/api/login?with=mail#confirm=${token}`);
    const confirmed = await post('/api/register/confirm', { token, password: PASSWORD });
    expect(confirmed).toMatchObject({ status: 201, body: { email, firstName: 'Dana' } });
    expect(cookieOf(confirmed)).toMatch(`${COOKIE}=`);
    expect(await statusWith(cookieOf(confirmed))).toBe(200);
    expect((await post('/api/login', { email, password: PASSWORD })).status).toBe(200);
  });

  test('a person who registers with an invited person’s e-mail gets nothing, and does not stand in their way', async () => {
    const boss = await testApp.owner();
    await boss.send('POST', `/api/organizations/${boss.orgId}/employees`, { firstName: 'Dana', lastName: 'H', email, isUser: true });
    await register(email, 'the attacker’s own');
    const { token } = linkIn(await mailTo(email));
    // The attacker has no mail; Dana has the mail but not their password.
    const withHers = await post('/api/register/confirm', { token, password: PASSWORD });
    expect(withHers).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    expectProblem(withHers);
    expect(await testApp.db.query({ text: 'select id from users where email = $1', values: [email] })).toEqual([]);
    const dana = await settled();
    const organizations = await testApp.nobody.send('GET', '/api/organizations', undefined, { cookie: dana.cookie });
    expect(organizations.body).toMatchObject([{ id: boss.orgId }]);
    expect((await post('/api/register/confirm', { token, password: 'the attacker’s own' })).status).toBe(409);
    expect((await post('/api/login', { email, password: 'the attacker’s own' })).status).toBe(401);
  });

  test('an e-mail that has an account is answered alike; only its mailbox learns of it', async () => {
    await settled();
    const [again, fresh] = [await register(email.toUpperCase()), await register(`new-${email}`)];
    expect({ ...again, body: null, headers: null }).toEqual({ ...fresh, body: null, headers: null });
    expect(Object.keys(again.headers).toSorted()).toEqual(Object.keys(fresh.headers).toSorted());
    expect((await mailTo(email)).subject).toBe('You already have an account');
    expect((await mailTo(email)).text).not.toContain('#');
  });

  test('a link works once, for three days, and only whole', async () => {
    await register();
    const { token } = linkIn(await mailTo(email));
    const confirm = (as: string) => post('/api/register/confirm', { token: as, password: PASSWORD });
    const refused = refusedFor('token', 'This link has expired or was already used. Register again.');
    expect(await confirm(token.slice(1))).toMatchObject(refused);
    clock += 3 * 86_400_000;
    expect(await confirm(token)).toMatchObject(refused);
    await register();
    const { token: next } = linkIn(await mailTo(email));
    const answers = await Promise.all([confirm(next), confirm(next)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  });

  test('nobody’s mailbox is filled: six tries, five mails, and the same answer', async () => {
    for (const _ of Array.from({ length: 6 })) {
      expect((await register()).status).toBe(202);
    }
    await send();
    expect(mailbox.countOf(email)).toBe(5);
  });
});

describe('a forgotten password', () => {
  const forgot = (as = email) => post('/api/password/forgot', { email: as });
  const reset = (token: string, headers = {}) => post('/api/password/reset', { token, password: OTHER }, headers);

  test('is reset by a mailed link, which ends every existing session', async () => {
    const { cookie, id } = await settled();
    expect(await forgot(email.toLowerCase())).toMatchObject({ status: 204, body: '' });
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Choose a new password');
    const answer = await reset(linkIn(mail).token);
    expect(answer).toMatchObject({ status: 200, body: { id } });
    expect([await statusWith(cookie), await statusWith(cookieOf(answer))]).toEqual([401, 200]);
    expect((await post('/api/login', { email, password: PASSWORD })).status).toBe(401);
    expect((await post('/api/login', { email, password: OTHER })).status).toBe(200);
    expect((await mailTo(email)).subject).toBe('Your password was changed');
  });

  test('has the same answer without an account; the mail tells the person', async () => {
    await settled();
    const [known, unknown] = [await forgot(), await forgot(`nobody-${email}`)];
    expect({ ...known, headers: null }).toEqual({ ...unknown, headers: null });
    expect((await mailTo(`nobody-${email}`)).subject).toBe('There is no account with this address');
  });

  test('its link works once, for an hour', async () => {
    await settled();
    await forgot();
    const first = linkIn(await mailTo(email)).token;
    clock += 60 * MINUTE;
    const refused = refusedFor('token', 'This link has expired or was already used. Request a new one.');
    expect(await reset(first)).toMatchObject(refused);
    await forgot();
    const second = linkIn(await mailTo(email)).token;
    const answers = await Promise.all([reset(second), reset(second)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('the link begins with the address of the settings, whatever the request claims', async () => {
    await settled();
    await post('/api/password/forgot', { email }, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    expect(linkIn(await mailTo(email)).address).toMatch(/^http:\/\/farm\.test\/api\/login/);
  });

  test('another site cannot ask for it', async () => {
    const answer = await post('/api/password/forgot', { email }, { origin: 'https://evil.test', host: 'farm.test' });
    expect(answer.status).toBe(403);
  });

  test('a planted session does not become one that is signed in', async () => {
    await settled();
    await forgot();
    const planted = `${COOKIE}=what-an-attacker-knows`;
    const answer = await reset(linkIn(await mailTo(email)).token, { cookie: planted });
    expect(cookieOf(answer)).not.toBe(planted);
    expect(await statusWith(planted)).toBe(401);
  });
});

describe('mails', () => {
  test('are sent once, by however many processes', async () => {
    await register();
    await Promise.all([send(), send(), send()]);
    expect(mailbox.countOf(email)).toBe(1);
    expect(await waiting()).toEqual([]);
  });

  test('wait while the server does not take them, and go out when it does', async () => {
    await register();
    mailbox.answer = { code: 451, text: 'Try later' };
    await send();
    expect(said).toEqual([expect.stringContaining('is tried again')]);
    mailbox.answer = null;
    await send();
    expect(mailbox.countOf(email)).toBe(0);
    clock += MINUTE;
    await send();
    expect(mailbox.countOf(email)).toBe(1);
  });

  test('that a server refuses for good are given up, and it is said', async () => {
    await register();
    mailbox.answer = { code: 550, text: 'No such mailbox' };
    await send();
    expect(said).toEqual([expect.stringContaining('refuses a mail')]);
    expect(said.join()).not.toContain('#confirm');
    expect(await waiting()).toEqual([]);
  });

  test('that were in the hand of a process that died go out under the same id', async () => {
    await register();
    // As if it had died between handing over and forgetting.
    const [row] = await testApp.db.query<{ row: object }>({ text: 'select to_jsonb(m) as row from mails m', values: [] });
    await send();
    await testApp.db.query({ text: 'insert into mails select * from jsonb_populate_record(null::mails, $1)', values: [row?.row] });
    await send();
    const ids = mailbox.mails.filter(({ to }) => to.toLowerCase() === email.toLowerCase()).map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test('that nobody needs any longer are not sent', async () => {
    await settled();
    await post('/api/password/forgot', { email });
    const before = mailbox.countOf(email);
    clock += 61 * MINUTE;
    await send();
    expect([mailbox.countOf(email), await waiting()]).toEqual([before, []]);
  });

  test('are queued only with what they are about', async () => {
    const boss = await testApp.owner();
    expect((await boss.try(contract.users.resetPassword, { body: { token: 'x', password: OTHER } })).status).toBe(400);
    expect(await waiting()).toEqual([]);
  });
});

test('without mail nobody is told to wait for one', async () => {
  const silent = await createTestApp();
  expect((await silent.nobody.send('GET', '/api/login/ways')).body).toMatchObject({ mail: false });
  expect((await silent.nobody.send('POST', '/api/password/forgot', { email })).status).toBe(404);
  await silent.close();
});
