import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { SecurityEvent } from '#shared/domain/security-event.ts';
import { forgetOld } from '#server/commands/forget-old.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '#tests/support/test-app.ts';

// Finding S13: what happens to the ways into an account leaves a trace that its person, and the owner of an organization, can read.

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const NEXT_PHONE = PHONE.replace('140', '141');
const TABLET = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';

let testApp: TestApp;
let mailing: TestApp;

beforeAll(async () => {
  [testApp, mailing] = await Promise.all([createTestApp(), createTestApp({ publicUrl: 'http://farm.test', hasMail: true })]);
});
afterAll(() => Promise.all([testApp.close(), mailing.close()]));

const signIn = ({ email }: Pick<Person, 'email'>, password = PASSWORD, userAgent = PHONE, on = testApp) =>
  on.nobody.send('POST', '/api/login', { email, password }, { 'user-agent': userAgent });
const signUp = async (on = testApp): Promise<Pick<Person, 'email'>> => on.person();
const refused = (status: number, code: string) => ({ status, body: { code } });
const events = (person: Person) => person.ok(contract.account.events, { query: {} });
const kinds = (list: readonly Pick<SecurityEvent, 'kind' | 'count'>[]) => list.map(({ kind, count }) => [kind, count]);

describe('of one’s own account', () => {
  test('sign-ins, failures, ended sessions and password changes are listed, newest first, with device and address', async () => {
    const person = await testApp.person();
    await signIn(person);
    await signIn(person, 'wrong wrong wrong');
    await signIn(person, 'wrong again wrong');
    await person.ok(contract.account.endOtherSessions, {});
    await person.ok(contract.account.changePassword, { body: { currentPassword: PASSWORD, password: `${PASSWORD} anew` } });
    const list = await events(person);
    expect(kinds(list)).toEqual([
      ['password-changed', 1],
      ['other-sessions-ended', 1],
      ['sign-in-failed', 2],
      ['signed-in', 1],
    ]);
    expect(list.at(-1)).toMatchObject({ userAgent: PHONE, address: '127.0.0.1', detail: null });
    expect(Date.parse(list[0]?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(list[3]?.at ?? ''));
  });

  test.each(['POST', 'GET'] as const)('signing out by %s is one of them', async (method) => {
    const person = await testApp.person();
    const cookie = String((await signIn(person)).headers['set-cookie']).split(';')[0] ?? '';
    await testApp.nobody.send(method, '/api/logout', undefined, { cookie });
    expect(kinds(await events(person))).toEqual([
      ['signed-out', 1],
      ['signed-in', 1],
    ]);
  });

  test('a failure is kept though it is refused, even when no further ones are accepted', async () => {
    const person = await testApp.person();
    for (let tries = 0; tries < 13; tries += 1) {
      expect([401, 429]).toContain((await signIn(person, 'never right at all')).status);
    }
    const failed = (await events(person)).find(({ kind }) => kind === 'sign-in-failed');
    expect(failed?.count).toBeGreaterThanOrEqual(10);
  });

  test('nobody reads those of another, nobody without a session, and no program', async () => {
    const [one, other] = [await testApp.person(), await testApp.owner()];
    await signIn(one);
    expect(await events(other)).toEqual([]);
    expect(await testApp.nobody.send('GET', '/api/account/events')).toMatchObject({ status: 401 });
    const { secret } = await other.ok(contract.apiKeys.create, {
      params: { orgId: other.orgId },
      body: { name: 'A program', accessLevel: 'basic' },
    });
    expect(await testApp.nobody.send('GET', '/api/account/events', undefined, { authorization: `Bearer ${secret}` })).toMatchObject(
      refused(403, 'forbidden'),
    );
  });

  test('they come in pages, each of them once', async () => {
    const person = await testApp.person();
    for (let times = 0; times < 5; times += 1) {
      await signIn(person);
    }
    const seen: number[] = [];
    for (let url: string | undefined = '/api/account/events?limit=2'; url !== undefined;) {
      const answer = await person.send('GET', url);
      seen.push(...(answer.body as SecurityEvent[]).map(({ id }) => id));
      url = /<([^>]*)>/.exec(JSON.stringify(answer.headers['link'] ?? ''))?.[1];
    }
    expect(seen).toEqual((await events(person)).map(({ id }) => id));
    expect(seen).toHaveLength(5);
  });

  test('an account has a thousand at most, and each is deleted after 180 days', async () => {
    const person = await testApp.person();
    await testApp.db.query({
      text: `insert into security_events (user_id, kind, at) select $1, 'signed-in', now() - interval '10 days' + n * interval '1 minute'
               from generate_series(1, 1200) n`,
      values: [person.userId],
    });
    await signIn(person);
    expect(await events(person)).toHaveLength(1000);
    await testApp.db.query({
      text: `update security_events set at = now() - interval '181 days' where user_id = $1 and at < now() - interval '1 day'`,
      values: [person.userId],
    });
    await forgetOld(testApp.db.app, new Date());
    expect(kinds(await events(person))).toEqual([['signed-in', 1]]);
  });
});

describe('of members, for the owner', () => {
  test('who came in, when and by which device, since they belong here, and not from where', async () => {
    const owner = await testApp.owner();
    const driver = await testApp.person({ firstName: 'Luis', lastName: 'Ortega' });
    await signIn(driver, PASSWORD, TABLET);
    await owner.ok(contract.employees.create, {
      params: { orgId: owner.orgId },
      body: { firstName: 'Luis', lastName: 'Ortega', email: driver.email, isUser: true, accessLevel: 'basic' },
    });
    await signIn(driver, 'wrong wrong wrong');
    const cookie = String((await signIn(driver)).headers['set-cookie']).split(';')[0] ?? '';
    await testApp.nobody.send('POST', '/api/logout', undefined, { cookie });
    const listed = async () => {
      const list = await owner.ok(contract.employees.signIns, { params: { orgId: owner.orgId }, query: {} });
      return list.map(({ kind, userAgent, firstName, userId }) => ({ kind, userAgent, firstName, userId }));
    };
    // Failures are written down after their answer.
    await expect.poll(listed).toEqual([
      { kind: 'signed-in', userAgent: PHONE, firstName: 'Luis', userId: driver.userId },
      { kind: 'sign-in-failed', userAgent: PHONE, firstName: 'Luis', userId: driver.userId },
    ]);
    const raw = await owner.send('GET', `/api/organizations/${owner.orgId}/sign-ins`);
    expect(JSON.stringify(raw.body)).not.toMatch(/127\.0\.0\.1|address|detail/);
  });

  test('nobody but the owner reads them, and never those of another organization', async () => {
    const [owner, stranger] = [await testApp.owner(), await testApp.owner()];
    const admin = await testApp.member(owner, 'admin');
    await signIn(admin);
    const params = { orgId: owner.orgId };
    expect(await admin.try(contract.employees.signIns, { params, query: {} })).toMatchObject(refused(403, 'forbidden'));
    expect(await stranger.try(contract.employees.signIns, { params, query: {} })).toMatchObject({ status: 404 });
    expect(await stranger.ok(contract.employees.signIns, { params: { orgId: stranger.orgId }, query: {} })).toEqual([]);
    expect(await owner.ok(contract.employees.signIns, { params, query: {} })).toMatchObject([{ kind: 'signed-in', userId: admin.userId }]);
  });
});

describe('a sign-in on a new device', () => {
  const mails = ({ email }: Pick<Person, 'email'>) =>
    mailing.db.query<{ subject: string; body: string }>({
      text: 'select subject, body from mails where recipient = $1 order by id',
      values: [email],
    });

  test('is mailed to its person, in their language; the first one, and another version of a browser that is known, are not', async () => {
    const person = { ...(await signUp(mailing)) };
    await mailing.db.query({
      text: `delete from sessions where user_id = (select id from users where email = $1)`,
      values: [person.email],
    });
    await signIn(person, PASSWORD, PHONE, mailing);
    await signIn(person, PASSWORD, NEXT_PHONE, mailing);
    expect(await mails(person)).toEqual([]);
    await mailing.db.query({ text: `update users set language = 'de' where email = $1`, values: [person.email] });
    await signIn(person, PASSWORD, TABLET, mailing);
    await signIn(person, PASSWORD, TABLET, mailing);
    const [mail, ...more] = await mails(person);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Anmeldung auf einem neuen Gerät' });
    expect(mail?.body).toContain('Safari on iPad');
    expect(mail?.body).toContain('http://farm.test/api/login?with=mail');
  });

  test('fills no mailbox, whatever a browser calls itself', async () => {
    const person = await mailing.person();
    for (let times = 0; times < 12; times += 1) {
      await signIn(
        person,
        PASSWORD,
        `${randomUUID()} Chrome/${times} ${['Windows', 'Linux', 'Android', 'iPhone'][times % 4] ?? ''}`,
        mailing,
      );
    }
    expect((await mails(person)).length).toBeLessThanOrEqual(5);
  });
});
