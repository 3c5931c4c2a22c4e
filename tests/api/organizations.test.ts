import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { fingerprint, refusedFor } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

test('the creator of an organization is its owner and an employee who signs in', async () => {
  const someone = await testApp.person({ firstName: 'Mara', lastName: 'Olsen' });
  const made = await someone.ok(contract.organizations.create, { body: { name: '  Olsen Custom ', onboardingStep: 'employees' } });
  expect(made).toMatchObject({
    name: 'Olsen Custom',
    onboardingStep: 'employees',
    onboardingCompleted: false,
    seasonStartDate: null,
    version: 1,
    role: 'owner',
  });
  const employees = await someone.ok(contract.employees.list, { params: { orgId: made.id } });
  expect(employees).toHaveLength(1);
  expect(employees[0]).toMatchObject({
    id: made.employeeId,
    firstName: 'Mara',
    lastName: 'Olsen',
    email: someone.email,
    accessLevel: 'owner',
    isUser: true,
    userId: someone.userId,
    createdBy: someone.userId,
  });
});

test('an owner without names is called by their e-mail until the creation screen sends them', async () => {
  const { body } = await testApp.nobody.send('POST', '/api/register', { email: 'kim.berg@example.com', password: 'correct horse battery' });
  expect(body).toMatchObject({ firstName: null });
  const kim = await testApp.nobody.send('POST', '/api/login', { email: 'kim.berg@example.com', password: 'correct horse battery' });
  const headers = { cookie: /^[^;]+/.exec(String(kim.headers['set-cookie']))?.[0] ?? '' };
  const made = await testApp.nobody.send('POST', '/api/organizations', { name: 'Berg' }, headers);
  const { id } = contract.organizations.create.response.parse(made.body);
  const members = await testApp.nobody.send('GET', `/api/organizations/${id}/members`, undefined, headers);
  expect(members.body).toMatchObject([{ role: 'owner', firstName: 'kim.berg', lastName: '' }]);
});

test('a new organization has the six system fields, Equipment and Operator required', async () => {
  const boss = await testApp.owner();
  const fields = await boss.ok(contract.customDataFields.list, { params: boss });
  expect(
    fields.map(({ name, fieldType, isSystem, isActive, isRequired, usageCount }) => [
      name,
      fieldType,
      isSystem,
      isActive,
      isRequired,
      usageCount,
    ]),
  ).toEqual([
    ['Attachments', 'attachment', true, true, false, 0],
    ['Equipment', 'equipment', true, true, true, 0],
    ['Hours', 'number', true, true, false, 0],
    ['Loads', 'number', true, true, false, 0],
    ['Notes', 'text', true, true, false, 0],
    ['Operator', 'operator', true, true, true, 0],
  ]);
});

test('a new organization begins with an audit log of what was made', async () => {
  const boss = await testApp.owner('Berg Brothers');
  const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: {} });
  expect(logs.map(({ entityType, action, subject }) => `${action} ${entityType} ${subject}`).toSorted()).toEqual([
    'create custom_data_field Attachments',
    'create custom_data_field Equipment',
    'create custom_data_field Hours',
    'create custom_data_field Loads',
    'create custom_data_field Notes',
    'create custom_data_field Operator',
    'create employee Dana Halvorsen',
    'create organization Berg Brothers',
  ]);
  expect(new Set(logs.map(({ user }) => user?.id))).toEqual(new Set([boss.userId]));
});

test('an organization is made whole or not at all', async () => {
  const broken = await createTestApp();
  try {
    const someone = await broken.person();
    for (const text of [
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'the last of the six'; end $$`,
      `create trigger refuse before insert on custom_data_fields for each row when (new.name = 'Attachments') execute function refuse()`,
    ]) {
      await broken.db.query({ text, values: [] });
    }
    const before = await fingerprint(broken);
    expect((await someone.send('POST', '/api/organizations', { name: 'Half' })).status).toBe(500);
    expect(await fingerprint(broken)).toEqual(before);
  } finally {
    await broken.close();
  }
});

test('lists only the caller’s organizations, by name', async () => {
  const boss = await testApp.owner('beta');
  for (const name of ['Alpha', 'Gamma']) {
    await boss.ok(contract.organizations.create, { body: { name } });
  }
  const other = await testApp.owner('Aardvark');
  expect((await boss.ok(contract.organizations.list, {})).map(({ name }) => name)).toEqual(['Alpha', 'beta', 'Gamma']);
  expect((await other.ok(contract.organizations.list, {})).map(({ name }) => name)).toEqual(['Aardvark']);
});

test('takes the timestamp parameter that one screen adds', async () => {
  const boss = await testApp.owner();
  const answer = await boss.send('GET', '/api/organizations?t=1758200000123', undefined, { 'cache-control': 'no-cache' });
  expect(answer).toMatchObject({ status: 200, body: [{ id: boss.orgId }] });
});

test('names what each member is in it', async () => {
  const boss = await testApp.owner();
  const driver = await testApp.member(boss, 'basic');
  expect(await driver.ok(contract.organizations.get, { params: boss })).toMatchObject({ role: 'basic', employeeId: driver.employeeId });
  expect(await boss.ok(contract.organizations.get, { params: boss })).toMatchObject({ role: 'owner' });
});

test.each([
  ['a missing name', {}, 'name', 'Organization name is required'],
  ['a blank name', { name: '   ' }, 'name', 'Organization name is required'],
  ['a name that is too long', { name: 'x'.repeat(301) }, 'name', 'Must be at most 300 characters'],
  ['an unknown step', { name: 'X', onboardingStep: 'done' }, 'onboardingStep', 'Unknown onboarding step'],
  ['an unknown pay period', { name: 'X', payPeriod: 'decade' }, 'payPeriod', 'A pay period is week, twoWeeks, halfMonth or month'],
  ['a season start that is no date', { name: 'X', seasonStartDate: '2025-02-30' }, 'seasonStartDate', 'Must be a date, yyyy-MM-dd'],
])('refuses %s', async (_, body, path, message) => {
  const boss = await testApp.owner();
  expect(await boss.send('POST', '/api/organizations', body)).toMatchObject(refusedFor(path, message));
});

test('the wizard advances step by step and its last step completes it', async () => {
  const boss = await testApp.owner();
  for (const onboardingStep of ['service-fields', 'services', 'equipment', 'customers'] as const) {
    const after = await boss.ok(contract.organizations.update, { params: boss, body: { onboardingStep } });
    expect(after).toMatchObject({ onboardingStep, onboardingCompleted: false });
  }
  const done = await boss.ok(contract.organizations.update, { params: boss, body: { onboardingStep: 'completed' } });
  expect(done).toMatchObject({ onboardingStep: 'completed', onboardingCompleted: true });
  const back = await boss.ok(contract.organizations.update, { params: boss, body: { onboardingStep: 'services' } });
  expect(back.onboardingCompleted).toBe(true);
});

test('cannot be completed by a flag of its own', async () => {
  const boss = await testApp.owner();
  const answer = await boss.send('PATCH', `/api/organizations/${boss.orgId}`, {
    onboardingCompleted: true,
    ownerEmployeeId: 1,
    id: 1,
    version: 9,
  });
  expect(answer).toMatchObject({ status: 200, body: { id: boss.orgId, onboardingCompleted: false, version: 1 } });
});

test('a change is written to the audit log with the values before and after', async () => {
  const boss = await testApp.owner('Berg');
  await boss.ok(contract.organizations.update, { params: boss, body: { name: 'Berg & Sons', seasonStartDate: '2025-10-01' } });
  const [log] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1' } });
  expect(log).toMatchObject({
    entityType: 'organization',
    entityId: boss.orgId,
    action: 'update',
    subject: 'Berg & Sons',
    changes: { old: { name: 'Berg', seasonStartDate: null }, new: { name: 'Berg & Sons', seasonStartDate: '2025-10-01' } },
    user: { id: boss.userId, firstName: 'Dana', lastName: 'Halvorsen', username: boss.email },
  });
});

test('a pay period is that of the country, until somebody chooses another', async () => {
  const boss = await testApp.owner('Berg');
  expect(await boss.ok(contract.organizations.get, { params: boss })).toMatchObject({ payPeriod: 'month', payPeriodStart: null });
  const american = await boss.ok(contract.organizations.create, { body: { name: 'Olsen', country: 'US' } });
  expect(american.payPeriod).toBe('twoWeeks');
  const params = { orgId: american.id };
  const body = { payPeriod: 'week', payPeriodStart: '2025-10-05' } as const;
  expect(await boss.ok(contract.organizations.update, { params, body })).toMatchObject(body);
  expect(await boss.ok(contract.organizations.create, { body: { name: 'Meyer', country: 'US', payPeriod: 'halfMonth' } })).toMatchObject({
    payPeriod: 'halfMonth',
  });
});

test('a change of nothing leaves version and audit log as they are', async () => {
  const boss = await testApp.owner('Berg');
  const before = await fingerprint(testApp);
  expect((await boss.ok(contract.organizations.update, { params: boss, body: { name: 'Berg', seasonStartDate: null } })).version).toBe(1);
  expect((await boss.ok(contract.organizations.update, { params: boss, body: {} })).version).toBe(1);
  expect(await fingerprint(testApp)).toEqual(before);
});
