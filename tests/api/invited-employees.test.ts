import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { accept, DAY, invitationsField, ORIGIN } from './invitations-field.ts';
import type { Member } from './world.ts';

// People whom the company has added, and how they get in (decision 0032): by the link that is made for them, or by their verified address.

const field = invitationsField();

const HOUR = 3_600_000;
const LUIS = { firstName: 'Luis', lastName: 'Ortega', accessLevel: 'employee', isOperator: true, phoneNumber: '555 0117' } as const;
const freshEmail = () => `${randomUUID()}@example.com`;
const hire = (values: object = {}, who: Member = field.boss) =>
  who.ok(contract.employees.create, { params: { orgId: who.orgId }, body: { ...LUIS, ...values } });
const linkFor = (employeeId: number, who: Member = field.boss) =>
  who.ok(contract.invitations.create, { params: { orgId: who.orgId }, body: { employeeId } });
const tryLinkFor = (employeeId: number, who: Member = field.boss) =>
  who.try(contract.invitations.create, { params: { orgId: who.orgId }, body: { employeeId } });
const employeeOf = (id: number) => field.boss.ok(contract.employees.get, { params: { id } });
const stateOf = async (token: string | null) =>
  (await field.testApp.nobody.ok(contract.invitations.look, { body: { token: token ?? '' } })).state;
const waiting = () => field.boss.ok(contract.invitations.list, { params: field.boss });
const members = (who: Member = field.boss) => who.ok(contract.employees.members, { params: { orgId: who.orgId } });
const change = (id: number, body: object) => field.boss.ok(contract.employees.update, { params: { id }, body });
const tryAccept = (who: Pick<Member, 'try'>, token: string | null) =>
  who.try(contract.invitations.accept, { body: { token: token ?? '' } });

describe('an employee with an address and access', () => {
  test('waits, is invited, joins as who they are, with their level, and is on the list since then', async () => {
    const email = freshEmail();
    const { id } = await hire({ email, isUser: true });
    expect(await waiting()).toEqual([]);
    const made = await linkFor(id);
    const { token, isMailed, ...listed } = made;
    expect(listed).toMatchObject({ employeeId: id, name: 'Luis Ortega', email, accessLevel: 'employee', state: 'open' });
    expect([isMailed, await waiting(), (await members()).length]).toEqual([false, [listed], 1]);
    // With mail, an account counts only once its owner has followed the mailed link; created without one, it represents an account that
    // did.
    const luis = await field.testApp.person({ email: freshEmail() });
    await field.testApp.db.query({
      text: 'update users set email = $2, email_key = lower($2) where id = $1',
      values: [luis.userId, email.toUpperCase()],
    });
    expect(await accept(luis, made)).toMatchObject({ id: field.boss.orgId, employeeId: id, role: 'employee' });
    expect(await employeeOf(id)).toMatchObject({ ...LUIS, email, isUser: true, userId: luis.userId });
    expect([await stateOf(token), await waiting()]).toEqual(['used', []]);
    const joined = (await members()).find(({ employeeId }) => employeeId === id);
    expect(Date.now() - Date.parse(joined?.joinedAt ?? '')).toBeLessThan(60_000);
    expect(await tryLinkFor(id)).toMatchObject({
      status: 409,
      body: { detail: 'This employee has already joined. There is nobody to invite.' },
    });
  });

  test('gets in by the address alone when it is verified, and the waiting link opens nothing any longer', async () => {
    const email = freshEmail();
    const { id } = await hire({ email, isUser: true });
    const { token } = await linkFor(id);
    const luis = await field.testApp.person({ email });
    expect(await luis.ok(contract.organizations.list, {})).toMatchObject([{ id: field.boss.orgId, employeeId: id, role: 'employee' }]);
    expect([await stateOf(token), await waiting()]).toEqual(['used', []]);
    // Nor does it open again when their access is taken away.
    await change(id, { isUser: false });
    expect(await stateOf(token)).toBe('revoked');
    expect(await tryAccept(luis, token)).toMatchObject({ status: 409 });
  });

  test('is nobody’s whose address is not verified', async () => {
    const stranger = await field.testApp.person();
    await field.testApp.db.query({ text: 'update users set email_verified = false where id = $1', values: [stranger.userId] });
    const { id } = await hire({ email: stranger.email, isUser: true });
    expect(await stranger.ok(contract.organizations.list, {})).toEqual([]);
    expect(await tryAccept(stranger, (await linkFor(id)).token)).toMatchObject({ status: 403 });
    expect((await employeeOf(id)).userId).toBeNull();
  });
});

describe('an employee without an address', () => {
  test('joins by the link, and has the account’s from then on', async () => {
    const { id } = await hire();
    const luis = await field.testApp.person();
    expect(await accept(luis, await linkFor(id))).toMatchObject({ employeeId: id, role: 'employee' });
    expect(await employeeOf(id)).toMatchObject({ ...LUIS, email: luis.email, isUser: true, userId: luis.userId });
  });

  test('logs as the operator that they were chosen as before', async () => {
    const { id } = await hire();
    const luis = await field.testApp.person();
    await accept(luis, await linkFor(id));
    const params = { orgId: field.boss.orgId };
    const { id: customerId } = await field.boss.ok(contract.customers.create, { params, body: { businessName: 'Pine Ridge' } });
    const { id: jobId } = await field.boss.ok(contract.jobs.create, { params, body: { name: 'Silage', customerId } });
    const { id: serviceTypeId } = await field.boss.ok(contract.serviceTypes.create, { params, body: { name: 'Chopping' } });
    const body = { serviceTypeId, date: '2025-06-01', operatorIds: [id] };
    const entry = await luis.ok(contract.jobEntries.create, { params: { id: jobId }, body });
    expect([entry.createdBy, entry.operatorIds]).toEqual([luis.userId, [id]]);
  });
});

describe('a link with a level', () => {
  const linkAt = (employeeId: number, accessLevel: AccessLevel, who: Member = field.boss) =>
    who.try(contract.invitations.create, { params: { orgId: who.orgId }, body: { employeeId, accessLevel } });

  test('gives an employee without access and address that level, and nothing before it is accepted', async () => {
    const { id } = await hire();
    expect(await linkAt(id, 'advanced')).toMatchObject({ status: 201, body: { employeeId: id, email: null, accessLevel: 'advanced' } });
    expect(await employeeOf(id)).toMatchObject({ accessLevel: 'advanced', isUser: false, userId: null, email: null });
    const again = await linkFor(id);
    expect(again.accessLevel).toBe('advanced');
    const luis = await field.testApp.person();
    expect(await accept(luis, again)).toMatchObject({ employeeId: id, role: 'advanced' });
    expect(await employeeOf(id)).toMatchObject({ accessLevel: 'advanced', isUser: true, email: luis.email });
  });

  test('opens the level that the employee has when it is opened, never one that its maker may not give', async () => {
    const { id } = await hire();
    const admin = await field.testApp.member(field.boss, 'admin');
    const { token } = await linkFor(id, admin);
    await change(id, { accessLevel: 'basic' });
    expect((await field.testApp.nobody.ok(contract.invitations.look, { body: { token: token ?? '' } })).role).toBe('basic');
    expect(await linkAt(id, 'owner')).toMatchObject({ status: 403 });
    expect(await linkAt(id, 'owner', admin)).toMatchObject({ status: 403 });
    // A refusal changes nothing, and leaves the link that is open.
    expect([(await employeeOf(id)).accessLevel, await stateOf(token)]).toEqual(['basic', 'open']);
    expect(await accept(await field.testApp.person(), { token })).toMatchObject({ employeeId: id, role: 'basic' });
    // A member's level is not changed by a link.
    expect(await linkAt(id, 'admin')).toMatchObject({ status: 409 });
    expect((await employeeOf(id)).accessLevel).toBe('basic');
  });

  test('is made by nobody who may not invite', async () => {
    const { id } = await hire();
    for (const level of ['manager', 'advanced', 'basic', 'employee'] as const) {
      const who = await field.testApp.member(field.boss, level);
      expect(await linkAt(id, 'basic', who)).toMatchObject({ status: 403 });
    }
    expect([(await employeeOf(id)).accessLevel, await waiting()]).toEqual(['employee', []]);
  });
});

describe('a link for an employee', () => {
  test('is one at a time: another ends the one before, also when two are made at once', async () => {
    const { id } = await hire();
    const first = await linkFor(id);
    const second = await linkFor(id);
    expect([await stateOf(first.token), await stateOf(second.token)]).toEqual(['revoked', 'open']);
    const made = await Promise.all([linkFor(id), linkFor(id), linkFor(id)]);
    const states = await Promise.all(made.map(({ token }) => stateOf(token)));
    expect(states.toSorted()).toEqual(['open', 'revoked', 'revoked']);
    expect(await waiting()).toHaveLength(1);
  });

  test('lets one in of two who accept it at once', async () => {
    const { id } = await hire();
    const { token } = await linkFor(id);
    const people = [await field.testApp.person(), await field.testApp.person()];
    const answers = await Promise.all(people.map((who) => tryAccept(who, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(people.map(({ userId }) => userId)).toContain((await employeeOf(id)).userId);
  });

  test('makes no second employee for anyone: existing members stay who they are', async () => {
    const luis = await field.testApp.member(field.boss, 'basic');
    const { id } = await hire();
    const { token } = await linkFor(id);
    expect(await tryAccept(luis, token)).toMatchObject({ status: 200, body: { role: 'basic' } });
    expect([(await employeeOf(id)).userId, await stateOf(token)]).toEqual([null, 'open']);
    // Two links at once, neither of them theirs yet.
    const [other, nils] = [await hire(), await field.testApp.person()];
    const links = [token, (await linkFor(other.id)).token];
    await Promise.all(links.map((link) => tryAccept(nils, link)));
    expect((await members()).filter(({ userId }) => userId === nils.userId)).toHaveLength(1);
  });

  test('is only for the address that the employee has, and ends when that is another', async () => {
    const email = freshEmail();
    const { id } = await hire({ email });
    const { token } = await linkFor(id);
    expect(await tryAccept(await field.testApp.person(), token)).toMatchObject({ status: 403 });
    await change(id, { email: email.toUpperCase() });
    expect(await stateOf(token)).toBe('open');
    await change(id, { email: null });
    expect(await stateOf(token)).toBe('revoked');
  });

  test('ends with the access, and with the employee', async () => {
    const { id } = await hire({ email: freshEmail(), isUser: true });
    const first = await linkFor(id);
    await change(id, { isUser: false });
    const second = await linkFor(id);
    expect([await stateOf(first.token), await stateOf(second.token)]).toEqual(['revoked', 'open']);
    await field.boss.ok(contract.employees.remove, { params: { id } });
    expect(await stateOf(second.token)).toBe('revoked');
    expect(await tryLinkFor(id)).toMatchObject({ status: 404, body: { detail: 'Employee not found' } });
  });

  test('is for the level that the employee has when it is opened, if its maker may assign that', async () => {
    const admin = await field.testApp.member(field.boss, 'admin');
    const { id } = await hire();
    const { token } = await linkFor(id, admin);
    await change(id, { accessLevel: 'manager' });
    const { role } = await field.testApp.nobody.ok(contract.invitations.look, { body: { token: token ?? '' } });
    expect(role).toBe('manager');
    await change(admin.employeeId, { accessLevel: 'manager' });
    expect(await stateOf(token)).toBe('revoked');
  });

  test.each([
    ['admin', 201],
    ['manager', 403],
    ['basic', 403],
  ] as const)('is made by a member with the level %s: %i', async (level, status) => {
    const { id } = await hire();
    expect((await tryLinkFor(id, await field.testApp.member(field.boss, level))).status).toBe(status);
  });

  test('is made for nobody of another organization, and goes out of date', async () => {
    const other = await field.testApp.owner('Ostrander');
    const { id } = await hire();
    expect(await tryLinkFor(id, other)).toMatchObject({ status: 404, body: { detail: 'Employee not found' } });
    const { token } = await linkFor(id);
    field.clock += 14 * DAY;
    expect(await stateOf(token)).toBe('expired');
  });
});

describe('mailing a link', () => {
  const mail = (id: number, token: string | null, who: Member = field.boss) =>
    who.try(contract.invitations.mail, { params: { orgId: who.orgId, id }, body: { token: token ?? '', language: 'de' } });

  test('sends the very link that is on the screen, to the employee’s address', async () => {
    const email = freshEmail();
    const { id, token } = await linkFor((await hire({ email })).id);
    expect(await mail(id, token)).toMatchObject({ status: 200, body: { isMailed: true } });
    const { text } = await field.mailTo(email);
    expect(text.split(/\r?\n/)).toContain(`${ORIGIN}/invitation#${token}`);
    expect(text).toContain('Um die Einladung anzusehen');
    expect(await stateOf(token)).toBe('open');
  });

  test('is refused without an address, without the token, from elsewhere, and when the link is closed', async () => {
    const nobody = await linkFor((await hire()).id);
    expect(await mail(nobody.id, nobody.token)).toMatchObject({
      status: 409,
      body: { detail: 'This invitation has no email address. Pass the link on yourself.' },
    });
    const { id: employeeId } = await hire({ email: freshEmail() });
    const old = await linkFor(employeeId);
    const made = await linkFor(employeeId);
    expect([(await mail(made.id, nobody.token)).status, (await mail(made.id, `${field.boss.orgId}-${'x'.repeat(43)}`)).status]).toEqual([
      404, 404,
    ]);
    expect((await mail(made.id, made.token, await field.testApp.owner('Ostrander'))).status).toBe(404);
    expect((await mail(old.id, old.token)).status).toBe(409);
  });
});

describe('when members were last seen', () => {
  const seen = async (who: Member, employeeId: number) => (await members(who)).find((each) => each.employeeId === employeeId)?.lastSeenAt;

  test('is noted by the hour from what they do there, and outlives their session', async () => {
    const [manager, luis] = [await field.testApp.member(field.boss, 'manager'), await field.testApp.member(field.boss, 'basic')];
    const open = () => luis.ok(contract.customers.list, { params: { orgId: field.boss.orgId } });
    field.clock += 3 * HOUR;
    await open();
    const at = new Date(field.clock).toISOString();
    field.clock += HOUR / 2;
    await open();
    await field.testApp.db.query({ text: 'delete from sessions where user_id = $1', values: [luis.userId] });
    expect(await seen(manager, luis.employeeId)).toBe(at);
    expect((await members(luis).catch(() => [])).length).toBe(0);
  });

  test('and since when they belong there, is for managers and above', async () => {
    const luis = await field.testApp.member(field.boss, 'basic');
    expect((await members(luis)).map(({ joinedAt, lastSeenAt }) => [joinedAt, lastSeenAt])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect((await members()).find(({ employeeId }) => employeeId === luis.employeeId)?.joinedAt).toEqual(expect.any(String));
  });
});
