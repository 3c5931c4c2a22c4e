import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { type Answer, PASSWORD, type Person } from '#tests/support/test-app.ts';
import { DAY, invitationsField, invite as makeInvitation, ORIGIN } from './invitations-field.ts';
import { expectProblem, fingerprint } from './world.ts';

// Attempts to get into an organization without being invited (specification 7.5, 7.7, 7.12), each refused and nothing written. See also:
// - access by a registered e-mail that nobody confirmed: `mailed-links`, `membership`; at an identity provider: `sign-in-provider-people`
// - planted sessions (fixation) at each way to sign in: `users`, `mailed-links`, `passkeys`, `sign-in-provider`
// - open redirects after signing in: `pages`, `sign-in-provider`; requests of other sites: `problems`, for every write: `echo`
// - what a removed member's device does with its work: `tests/offline/epoch-and-membership` and the simulation

const field = invitationsField();

const invite = async (...of: Parameters<typeof makeInvitation>): Promise<string> => (await makeInvitation(...of)).token ?? '';
const accept = (who: Person, token: string) => who.try(contract.invitations.accept, { body: { token } });
const organizationsOf = (who: Person) => who.ok(contract.organizations.list, {});
const changeEmployee = (id: number, body: { accessLevel?: AccessLevel; isUser?: boolean }) =>
  field.boss.ok(contract.employees.update, { params: { id }, body });

/** Makes the attempt and expects this refusal, and that it left nothing. */
const refused = async (attempt: () => Promise<Answer>, status: number, detail: string): Promise<void> => {
  const before = await fingerprint(field.testApp);
  const answer = await attempt();
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { detail } });
  expectProblem(answer);
  expect(await fingerprint(field.testApp)).toEqual(before);
};

describe('an invitation’s link', () => {
  const USED = 'This invitation has already been used. Ask for a new one.';

  test('used twice, by another', async () => {
    const token = await invite(field.boss);
    expect((await accept(await field.testApp.person(), token)).status).toBe(200);
    const second = await field.testApp.person();
    await refused(() => accept(second, token), 409, USED);
    expect(await organizationsOf(second)).toEqual([]);
  });

  test('used again by the person whom it let in, after their access was removed', async () => {
    const [person, token] = [await field.testApp.person(), await invite(field.boss)];
    await accept(person, token);
    const [{ employeeId } = { employeeId: 0 }] = await organizationsOf(person);
    await changeEmployee(employeeId, { isUser: false });
    await refused(() => accept(person, token), 409, USED);
  });

  test('used by two at once: one gets in', async () => {
    const twin = await field.testApp.twin();
    const token = await invite(field.boss, { accessLevel: 'manager' });
    const people = await Promise.all(Array.from({ length: 6 }, () => field.testApp.person()));
    const answers = await Promise.all(
      people.map(async ({ cookie }, index) => {
        const app = index % 2 === 0 ? field.testApp.app : twin.app;
        return app.inject({ method: 'POST', url: '/api/invitations/accept', headers: { cookie }, payload: { token } });
      }),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const employees = await field.boss.ok(contract.employees.list, { params: field.boss });
    expect(employees).toHaveLength(2);
    await twin.close();
  });

  test('used late', async () => {
    const [person, token] = [await field.testApp.person(), await invite(field.boss)];
    field.clock += 14 * DAY;
    await refused(() => accept(person, token), 409, 'This invitation has expired: it was valid for 14 days. Ask for a new one.');
    field.clock -= 1;
    expect((await accept(person, token)).status).toBe(200);
  });

  test('used after it was revoked', async () => {
    const person = await field.testApp.person();
    const { id, token } = await field.boss.ok(contract.invitations.create, { params: field.boss, body: {} });
    await field.boss.ok(contract.invitations.revoke, { params: { orgId: field.boss.orgId, id } });
    await refused(() => accept(person, token ?? ''), 409, 'This invitation was withdrawn. Ask for a new one.');
  });

  test('for an e-mail that it names, used by another account', async () => {
    const [ines, thief] = [await field.testApp.person(), await field.testApp.person()];
    const token = await invite(field.boss, { email: ines.email.toUpperCase(), accessLevel: 'admin' });
    await refused(() => accept(thief, token), 403, 'This invitation is for P…@EXAMPLE.COM. Sign in with that address to accept it.');
    expect((await accept(ines, token)).status).toBe(200);
  });

  test('used by an account whose e-mail nobody has verified', async () => {
    const person = await field.testApp.person();
    await field.testApp.db.query({ text: 'update users set email_verified = false where id = $1', values: [person.userId] });
    for (const token of [await invite(field.boss), await invite(field.boss, { email: person.email })]) {
      await refused(() => accept(person, token), 403, "Confirm your account's email address first, then open the invitation again.");
    }
  });

  test('guessed, cut off, or of another organization’s number', async () => {
    const person = await field.testApp.person();
    const [token, other] = [await invite(field.boss), await field.testApp.owner()];
    const random = token.split('-').slice(1).join('-');
    for (const wrong of [
      `${field.boss.orgId}-${'x'.repeat(43)}`,
      token.slice(0, -1),
      `${other.orgId}-${random}`,
      random,
      'x',
      `0${token}`,
    ]) {
      await refused(
        () => accept(person, wrong),
        404,
        'This invitation does not exist. Make sure the whole link was copied, or ask for a new one.',
      );
    }
  });

  test('used by nobody, or by a program', async () => {
    const token = await invite(field.boss);
    await refused(() => accept(field.testApp.nobody, token), 401, 'Sign in first.');
    const { secret } = await field.boss.ok(contract.apiKeys.create, {
      params: field.boss,
      body: { name: 'Scales', accessLevel: 'manager' },
    });
    const headers = { authorization: `Bearer ${secret}` };
    await field.testApp.nobody.send('GET', '/api/organizations', undefined, headers);
    const byProgram = () => field.testApp.nobody.send('POST', '/api/invitations/accept', { token }, headers);
    await refused(byProgram, 403, "An API key can't do this. Sign in instead.");
  });

  test('into an organization that is to be deleted', async () => {
    const [person, token] = [await field.testApp.person(), await invite(field.boss)];
    await field.testApp.db.query({ text: 'update organizations set deletion_due_at = now() where id = $1', values: [field.boss.orgId] });
    await refused(() => accept(person, token), 409, 'This invitation was withdrawn. Ask for a new one.');
  });

  test('with a higher level, used by a member to raise himself', async () => {
    const driver = await field.testApp.member(field.boss, 'basic');
    expect((await accept(driver, await invite(field.boss, { accessLevel: 'admin' }))).body).toMatchObject({ role: 'basic' });
    expect((await organizationsOf(driver)).map(({ role }) => role)).toEqual(['basic']);
  });
});

describe('a person who registers with an invited person’s e-mail', () => {
  const cookieOf = ({ headers }: Answer): string => /^[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '';
  const post = (path: string, body: object, cookie = '') => field.testApp.nobody.send('POST', path, body, { cookie });
  const mailTo = async (email: string) => (await field.mailTo(email)).text;

  test('gets neither session nor access, not even with the link; she gets both', async () => {
    const email = `${randomUUID()}@example.com`;
    const token = await invite(field.boss, { email, accessLevel: 'admin' });
    const thief = await post('/api/register', { email, password: 'the password of a thief' });
    expect([thief.status, thief.headers['set-cookie']]).toEqual([202, undefined]);
    expect((await post('/api/login', { email, password: 'the password of a thief' })).status).toBe(401);
    await post('/api/register', { email, password: PASSWORD });
    const confirm = /#confirm=([\w-]+)/.exec(await mailTo(email))?.[1];
    expect((await post('/api/register/confirm', { token: confirm, password: 'the password of a thief' })).status).toBe(401);
    const her = cookieOf(await post('/api/register/confirm', { token: confirm, password: PASSWORD }));
    expect((await post('/api/invitations/accept', { token }, her)).status).toBe(200);
  });

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/api/logout', 'javascript:alert(1)', '/ x'])(
    'cannot have the mailed links lead to %s',
    async (returnTo) => {
      const email = `${randomUUID()}@example.com`;
      await post('/api/register', { email, password: PASSWORD, returnTo });
      expect(await mailTo(email)).toMatch(/\?with=mail#confirm=[\w-]+\r?\n/);
      await post('/api/password/forgot', { email, returnTo });
      expect(await mailTo(email)).not.toContain('evil');
    },
  );

  test('while the way back to the invitation is behind the link’s hash, which no log sees', async () => {
    const email = `${randomUUID()}@example.com`;
    const token = await invite(field.boss);
    await post('/api/register', { email, password: PASSWORD, returnTo: `/invitation/${token}` });
    const back = encodeURIComponent(`/invitation/${token}`);
    expect(await mailTo(email)).toMatch(new RegExp(`^${ORIGIN}/api/login\\?with=mail#confirm=[\\w-]+&returnTo=${back}\\r?$`, 'm'));
  });
});

describe('a member whose access was taken away', () => {
  test('with an open tab: it reads nothing more, and hears nothing more', async () => {
    const member = await field.testApp.member(field.boss, 'manager');
    await changeEmployee(member.employeeId, { isUser: false });
    const reads = ['customers', 'employees', 'members', 'invitations', 'changes', 'audit-logs'];
    for (const what of reads) {
      await refused(() => member.send('GET', `/api/organizations/${field.boss.orgId}/${what}`), 404, 'Organization not found');
    }
  });

  // The device keeps the work in view as 'no access': see `tests/offline/epoch-and-membership`.
  test('with queued work: it is refused, with and without its key, and takes effect once if they return', async () => {
    const member = await field.testApp.member(field.boss, 'manager');
    const send = (key: Record<string, string>) =>
      member.send('POST', `/api/organizations/${field.boss.orgId}/customers`, { businessName: 'Made in the field' }, key);
    const key = { 'idempotency-key': randomUUID(), 'x-op-user': String(member.userId) };
    await changeEmployee(member.employeeId, { isUser: false });
    await refused(() => send(key), 404, 'Organization not found');
    await refused(() => send({}), 404, 'Organization not found');
    await changeEmployee(member.employeeId, { isUser: true });
    expect([(await send(key)).status, (await send(key)).headers['idempotency-replayed']]).toEqual([201, 'true']);
    const customers = await field.boss.ok(contract.customers.list, { params: field.boss });
    expect(customers.map(({ businessName }) => businessName)).toEqual(['Made in the field']);
  });

  test('with links that they made before: they open nothing until their maker may invite again', async () => {
    const [admin, friend] = [await field.testApp.member(field.boss, 'admin'), await field.testApp.person()];
    const token = await invite({ ...admin, orgId: field.boss.orgId }, { accessLevel: 'admin' });
    await changeEmployee(admin.employeeId, { isUser: false });
    await refused(() => accept(friend, token), 409, 'This invitation was withdrawn. Ask for a new one.');
    await refused(() => accept(admin, token), 409, 'This invitation was withdrawn. Ask for a new one.');
    await changeEmployee(admin.employeeId, { isUser: true });
    expect((await accept(friend, token)).status).toBe(200);
  });

  test('and a person who left by themselves: not by their tab, nor by a key of theirs', async () => {
    const member = await field.testApp.member(field.boss, 'admin');
    const { secret } = await member.ok(contract.apiKeys.create, { params: field.boss, body: { name: 'Mine', accessLevel: 'manager' } });
    await member.ok(contract.organizations.leave, { params: { orgId: field.boss.orgId } });
    await refused(() => member.send('GET', `/api/organizations/${field.boss.orgId}/customers`), 404, 'Organization not found');
    const headers = { authorization: `Bearer ${secret}` };
    await field.testApp.nobody.send('GET', '/api/organizations', undefined, headers);
    const byKey = () => field.testApp.nobody.send('GET', `/api/organizations/${field.boss.orgId}/customers`, undefined, headers);
    await refused(byKey, 404, 'Organization not found');
  });
});

describe('a level that is lowered in mid-session', () => {
  const NOT_ALLOWED = 'Your access level does not allow this.';

  test('counts from the next request on, for members and invitations too', async () => {
    const admin = await field.testApp.member(field.boss, 'admin');
    const driver = await field.testApp.member(field.boss, 'basic');
    const token = await invite({ ...admin, orgId: field.boss.orgId });
    await changeEmployee(admin.employeeId, { accessLevel: 'advanced' });
    const address = `/api/organizations/${field.boss.orgId}/invitations`;
    await refused(() => admin.send('GET', address), 403, NOT_ALLOWED);
    await refused(() => admin.send('POST', address, {}), 403, NOT_ALLOWED);
    await refused(() => admin.send('PATCH', `/api/employees/${driver.employeeId}`, { isUser: false }), 403, NOT_ALLOWED);
    await refused(() => admin.send('PATCH', `/api/employees/${admin.employeeId}`, { accessLevel: 'admin' }), 403, NOT_ALLOWED);
    const stranger = await field.testApp.person();
    await refused(() => accept(stranger, token), 409, 'This invitation was withdrawn. Ask for a new one.');
  });

  test('a manager removes no access of levels above, and grants none', async () => {
    const [manager, admin] = [await field.testApp.member(field.boss, 'manager'), await field.testApp.member(field.boss, 'admin')];
    const own = await field.boss.ok(contract.organizations.get, { params: field.boss });
    const patch = (id: number, body: object) => () => manager.send('PATCH', `/api/employees/${id}`, body);
    await refused(patch(admin.employeeId, { isUser: false }), 403, 'You are not allowed to change an employee with the access level admin');
    await refused(patch(own.employeeId, { isUser: false }), 403, 'You are not allowed to change an employee with the access level owner');
    await refused(patch(manager.employeeId, { accessLevel: 'admin' }), 403, 'You are not allowed to give the access level admin');
    await refused(patch(manager.employeeId, { accessLevel: 'owner' }), 403, 'You are not allowed to give the access level owner');
  });
});

describe('another site’s page, in the browser of a person who is signed in', () => {
  const FOREIGN = 'This request came from another site and was refused.';

  test.each([
    ['its origin', { origin: 'https://evil.example' }],
    ['what the browser says of it', { 'sec-fetch-site': 'cross-site' }],
  ])('makes no member, ends no access and makes no link, known by %s', async (_, headers) => {
    const [person, member] = [await field.testApp.person(), await field.testApp.member(field.boss, 'admin')];
    const token = await invite(field.boss);
    await refused(() => person.send('POST', '/api/invitations/accept', { token }, headers), 403, FOREIGN);
    await refused(() => member.send('POST', `/api/organizations/${field.boss.orgId}/leave`, undefined, headers), 403, FOREIGN);
    await refused(() => member.send('POST', `/api/organizations/${field.boss.orgId}/invitations`, {}, headers), 403, FOREIGN);
    await refused(() => field.boss.send('PATCH', `/api/employees/${member.employeeId}`, { accessLevel: 'owner' }, headers), 403, FOREIGN);
  });

  test('plants no session through which a person would accept for its own account', async () => {
    const email = `${randomUUID()}@example.com`;
    const thief = await field.testApp.person();
    const victim = await field.testApp.person({ email });
    // The victim's browser carries the thief's session when she signs in: hers is another, and the planted one ends.
    const login = await field.testApp.nobody.send('POST', '/api/login', { email, password: PASSWORD }, { cookie: thief.cookie });
    const hers = /^[^;]+/.exec(String(login.headers['set-cookie']))?.[0] ?? '';
    expect(hers).not.toBe(thief.cookie);
    const accepted = await field.testApp.nobody.send(
      'POST',
      '/api/invitations/accept',
      { token: await invite(field.boss) },
      { cookie: hers },
    );
    expect(accepted.status).toBe(200);
    expect(await organizationsOf(victim)).toHaveLength(1);
    await refused(() => thief.send('GET', '/api/organizations'), 401, 'Sign in first.');
  });

  test('and a tab of one person does not accept in the name of the next at the same browser', async () => {
    const [before, now] = [await field.testApp.person(), await field.testApp.person()];
    const token = await invite(field.boss);
    const asBefore = { 'x-op-user': String(before.userId) };
    const attempt = () => now.send('POST', '/api/invitations/accept', { token }, asBefore);
    await refused(attempt, 409, 'Someone else is signed in. Sign in as the person who made this change.');
  });
});
