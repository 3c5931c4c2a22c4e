import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AccessLevel } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { forgetOld } from '#server/commands/forget-old.ts';
import { accept, DAY, invitationsField, invite, ORIGIN } from './invitations-field.ts';
import { fingerprint, type Member, refusedFor } from './world.ts';

// Links by which people become members (specification 7.8, 7.12). Attacks on them are in `membership-attacks`.

const field = invitationsField();

const look = (token: string | null) => field.testApp.nobody.ok(contract.invitations.look, { body: { token: token ?? '' } });
const listOf = (who: Member) => who.ok(contract.invitations.list, { params: { orgId: who.orgId } });
const employeesOf = (who: Member) => who.ok(contract.employees.list, { params: { orgId: who.orgId } });
const freshEmail = () => `${randomUUID()}@example.com`;

describe('making one', () => {
  test('returns a token once, which is nowhere in the database, and says how long it is valid', async () => {
    const made = await invite(field.boss, { name: 'Luis', email: ' Luis@Farm.test ', accessLevel: 'manager' });
    expect(made).toMatchObject({
      organizationId: field.boss.orgId,
      name: 'Luis',
      email: 'Luis@Farm.test',
      accessLevel: 'manager',
      state: 'open',
      createdBy: field.boss.userId,
      expiresAt: new Date(field.clock + 14 * DAY).toISOString(),
      token: expect.stringMatching(new RegExp(`^${field.boss.orgId}-[\\w-]{43}$`)),
    });
    const { token, isMailed: _isMailed, ...listed } = made;
    expect(await listOf(field.boss)).toEqual([listed]);
    const secret = token?.split('-').slice(1).join('-') ?? '';
    const found = await field.testApp.db.query({
      text: `select 1 from invitations t where strpos(t::text, $1) > 0 union all select 1 from audit_logs t where strpos(t::text, $1) > 0
             union all select 1 from sync_ops t where strpos(t::text, $1) > 0`,
      values: [secret],
    });
    expect(found).toEqual([]);
  });

  test('without anything is for a basic user, whoever they are', async () => {
    expect(await invite(field.boss)).toMatchObject({ name: null, email: null, accessLevel: 'basic', isMailed: false });
  });

  test('mails the link to the e-mail that it names, and to nobody without one', async () => {
    const email = freshEmail();
    const { token, isMailed } = await invite(field.boss, { email });
    expect(isMailed).toBe(true);
    const { text, subject } = await field.mailTo(email);
    expect(subject).toBe('You are invited to an organization on Headland');
    expect(text.split(/\r?\n/)).toContain(`${ORIGIN}/invitation#${token}`);
    expect(text).toContain('“Halvorsen Custom”');
  });

  test('mails in the language of the account, else in the chosen one, else in that of who invites', async () => {
    const [stranger, speaker] = [freshEmail(), await field.testApp.person()];
    const mailFor = async (email: string, language?: 'es') => {
      await invite(field.boss, { email, ...(language ? { language } : {}) });
      return (await field.mailTo(email)).text;
    };
    await field.boss.ok(contract.account.update, { body: { language: 'de' } });
    expect(await mailFor(stranger)).toContain('Um die Einladung anzusehen');
    expect(await mailFor(stranger, 'es')).toContain('invita a trabajar con ellos');
    await speaker.ok(contract.account.update, { body: { language: 'en' } });
    expect(await mailFor(speaker.email, 'es')).toContain('has invited you to work with them');
  });

  test('fills nobody’s field.mailbox: after five mails in an hour the link is there all the same, to hand over', async () => {
    const email = freshEmail();
    const made = [];
    for (let index = 0; index < 6; index += 1) {
      made.push(await invite(field.boss, { email }));
    }
    expect(made.map(({ isMailed }) => isMailed)).toEqual([true, true, true, true, true, false]);
    expect(made.every(({ token }) => token !== null)).toBe(true);
  });

  test.each([
    ['owner', ['admin', 'manager', 'advanced', 'basic', 'employee']],
    ['admin', ['admin', 'manager', 'advanced', 'basic', 'employee']],
  ] as const)('as %s gives no level that is not to be given', async (level, may) => {
    const maker = level === 'owner' ? field.boss : await field.testApp.member(field.boss, level);
    for (const accessLevel of ['owner', 'admin', 'manager', 'advanced', 'basic', 'employee'] as const) {
      const isGiven = (may as readonly AccessLevel[]).includes(accessLevel);
      const { status } = await maker.try(contract.invitations.create, { params: field.boss, body: { accessLevel } });
      expect([accessLevel, status]).toEqual([accessLevel, isGiven ? 201 : 403]);
    }
  });

  test('refuses an e-mail that is none, and a level that there is not', async () => {
    const before = await fingerprint(field.testApp);
    const create = (body: object) => field.boss.send('POST', `/api/organizations/${field.boss.orgId}/invitations`, body);
    expect(await create({ email: 'nowhere' })).toMatchObject(refusedFor('email', 'Invalid email address'));
    expect((await create({ accessLevel: 'king' })).status).toBe(400);
    expect(await fingerprint(field.testApp)).toEqual(before);
  });
});

describe('looking at one', () => {
  test('tells everyone with the link what it leads to, and masks whom it is for', async () => {
    const { token, expiresAt } = await invite(field.boss, { email: 'ines@moreau.test', accessLevel: 'advanced' });
    expect(await look(token)).toEqual({
      organizationId: field.boss.orgId,
      organizationName: 'Halvorsen Custom',
      role: 'advanced',
      invitedBy: 'Dana Halvorsen',
      email: 'i…@moreau.test',
      state: 'open',
      expiresAt,
    });
  });

  test('changes nothing, and says what has become of it', async () => {
    const [used, revoked, open] = [await invite(field.boss), await invite(field.boss), await invite(field.boss)];
    await accept(await field.testApp.person(), used);
    await field.boss.ok(contract.invitations.revoke, { params: { orgId: field.boss.orgId, id: revoked.id } });
    const before = await fingerprint(field.testApp);
    const states = async () => (await Promise.all([used, revoked, open].map(({ token }) => look(token)))).map(({ state }) => state);
    expect(await states()).toEqual(['used', 'revoked', 'open']);
    field.clock += 14 * DAY;
    expect(await states()).toEqual(['used', 'revoked', 'expired']);
    expect(await fingerprint(field.testApp)).toEqual(before);
  });
});

describe('accepting one', () => {
  test('makes a person without any organization a member, as an employee with their names and verified e-mail', async () => {
    const person = await field.testApp.person({ firstName: 'Nils', lastName: 'Berg' });
    const organization = await accept(person, await invite(field.boss, { name: 'The new one', accessLevel: 'advanced' }));
    expect(organization).toMatchObject({ id: field.boss.orgId, name: 'Halvorsen Custom', role: 'advanced' });
    expect(await person.ok(contract.organizations.list, {})).toEqual([organization]);
    expect((await employeesOf(field.boss)).find(({ id }) => id === organization.employeeId)).toMatchObject({
      firstName: 'Nils',
      lastName: 'Berg',
      email: person.email,
      accessLevel: 'advanced',
      isUser: true,
      userId: person.userId,
    });
    expect(await listOf(field.boss)).toEqual([]);
    const [first, second] = await field.boss.ok(contract.auditLogs.list, { params: field.boss, query: { limit: '2' } });
    expect([first, second].map((log) => [log?.entityType, log?.action, log?.user?.id])).toEqual([
      ['invitation', 'update', person.userId],
      ['employee', 'create', person.userId],
    ]);
  });

  test('takes the invitation’s name for an account that has none', async () => {
    const person = await field.testApp.person();
    await field.testApp.db.query({ text: 'update users set first_name = null, last_name = null where id = $1', values: [person.userId] });
    const { employeeId } = await accept(person, await invite(field.boss, { name: 'Luis van der Berg' }));
    expect((await employeesOf(field.boss)).find(({ id }) => id === employeeId)).toMatchObject({
      firstName: 'Luis',
      lastName: 'van der Berg',
    });
  });

  test('completes the existing employee with this e-mail, who keeps names, number and history', async () => {
    const person = await field.testApp.person();
    const hired = { firstName: 'Luis', lastName: 'Ortega', email: person.email.toUpperCase(), phoneNumber: '555 0117', isOperator: true };
    const { id } = await field.boss.ok(contract.employees.create, { params: field.boss, body: hired });
    const { employeeId } = await accept(person, await invite(field.boss, { accessLevel: 'manager' }));
    expect(employeeId).toBe(id);
    const employees = await employeesOf(field.boss);
    expect(employees).toHaveLength(2);
    expect(employees.find((each) => each.id === id)).toMatchObject({
      ...hired,
      accessLevel: 'manager',
      isUser: true,
      userId: person.userId,
      version: 2,
    });
  });

  test('keeps what a member is, and leaves the invitation to another person', async () => {
    const driver = await field.testApp.member(field.boss, 'basic');
    const made = await invite(field.boss, { accessLevel: 'admin' });
    expect(await accept(driver, made)).toMatchObject({ id: field.boss.orgId, role: 'basic' });
    expect((await look(made.token)).state).toBe('open');
    expect(await accept(await field.testApp.person(), made)).toMatchObject({ role: 'admin' });
  });

  test('sent twice with its key takes effect once, and answers the same', async () => {
    const person = await field.testApp.person();
    const { token } = await invite(field.boss);
    const send = () => person.send('POST', '/api/invitations/accept', { token }, { 'idempotency-key': 'accept-once' });
    const first = await send();
    const after = await fingerprint(field.testApp);
    const again = await send();
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([200, first.body, 'true']);
    expect(await fingerprint(field.testApp)).toEqual(after);
  });

  test('devices of the others hear of the new member', async () => {
    const { cursor } = await field.boss.ok(contract.changes.since, { params: field.boss });
    const { employeeId } = await accept(await field.testApp.person(), await invite(field.boss));
    const { upserts } = await field.boss.ok(contract.changes.since, { params: field.boss, query: { cursor } });
    expect(upserts.employees.map(({ id }) => id)).toEqual([employeeId]);
  });
});

describe('revoking one', () => {
  test('ends it at once, as often as one likes; what was accepted is left to the members list', async () => {
    const [open, used] = [await invite(field.boss), await invite(field.boss)];
    await accept(await field.testApp.person(), used);
    const revoke = (id: number) => field.boss.try(contract.invitations.revoke, { params: { orgId: field.boss.orgId, id } });
    expect([(await revoke(open.id)).status, (await revoke(open.id)).status]).toEqual([204, 204]);
    expect(await revoke(used.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await revoke(2_147_483_646)).toMatchObject({ status: 404, body: { detail: 'Invitation not found' } });
    expect(await listOf(field.boss)).toEqual([]);
  });
});

test('ended ones are forgotten after a while', async () => {
  const { token } = await invite(field.boss);
  field.clock += (14 + 89) * DAY;
  await forgetOld(field.testApp.db.app, new Date(field.clock));
  expect((await look(token)).state).toBe('expired');
  field.clock += 2 * DAY;
  await forgetOld(field.testApp.db.app, new Date(field.clock));
  expect((await field.testApp.nobody.try(contract.invitations.look, { body: { token: token ?? '' } })).status).toBe(404);
});

describe('the list of members', () => {
  test('tells managers when each member was last seen, here or on a device; others only who they are', async () => {
    const [manager, driver] = [await field.testApp.member(field.boss, 'manager'), await field.testApp.member(field.boss, 'basic')];
    const members = (who: Member) => who.ok(contract.employees.members, { params: { orgId: field.boss.orgId } });
    const seenBy = async (who: Member) => (await members(who)).find(({ userId }) => userId === driver.userId)?.lastSeenAt;
    // Where else a person is active is none of this organization's business.
    expect(await seenBy(manager)).toBe(null);
    await members(driver);
    const signedIn = await seenBy(manager);
    expect(signedIn).toEqual(expect.any(String));
    expect(await seenBy(field.boss)).toBe(signedIn);
    expect((await members(driver)).map(({ lastSeenAt }) => lastSeenAt)).toEqual([null, null, null]);
    field.clock += 3 * 3_600_000;
    const report = { organizationId: field.boss.orgId, deviceId: 'cab', name: 'Cab', pending: 0, attention: 0 };
    await driver.ok(contract.devices.heartbeat, { body: report });
    expect(await seenBy(manager)).toBe(new Date(field.clock).toISOString());
    await field.testApp.db.query({ text: 'delete from sessions where user_id = $1', values: [driver.userId] });
    expect(await seenBy(manager)).toBe(new Date(field.clock).toISOString());
  });
});
