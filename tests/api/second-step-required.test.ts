import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { codeOf } from '#tests/support/authenticator-app.ts';
import { softPasskey } from '#tests/support/soft-passkey.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { askedOf, cookieOf, setUp, signIn, withCookie } from './second-step-field.ts';
import { expectProblem } from './world.ts';

const ORIGIN = 'http://localhost:3000';
const HALF_MINUTE = 30_000;

let testApp: TestApp;
let clock = Date.parse('2025-06-01T12:00:00Z');

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock), publicUrl: ORIGIN });
});

afterAll(() => testApp.close());

type Owner = Person & { readonly orgId: number };

const requirement = (orgId: number) => `/api/organizations/${orgId}/second-step`;
const ask = (who: Owner, isRequired = true) => who.send('PUT', requirement(who.orgId), { isRequired });
const post = (path: string, body: object) => testApp.nobody.send('POST', `/api/login/second-step${path}`, body);

/** An organization that asks for it, whose owner has a second step. */
const strictOwner = async (): Promise<Owner> => {
  const owner = await testApp.owner();
  await setUp(owner, () => clock);
  expect((await ask(owner)).status).toBe(200);
  return owner;
};

const jobsOf = (who: Person, orgId: number) => who.send('GET', `/api/organizations/${orgId}/jobs`);

const expectTooWeak = async (who: Person, orgId: number): Promise<void> => {
  const answer = await jobsOf(who, orgId);
  expect(answer).toMatchObject({ status: 401, body: { code: 'second_step_needed' } });
  expect((answer.body as { detail: string }).detail).toMatch(/^Sign in again with a second step/);
  expectProblem(answer);
};

describe('asking for it', () => {
  test('is for the owner, who sees who has one, and who must have one', async () => {
    const owner = await testApp.owner();
    const [admin] = [await testApp.member(owner, 'admin'), await testApp.member(owner, 'manager')];
    expect((await admin.send('GET', requirement(owner.orgId))).status).toBe(403);
    expect((await admin.send('PUT', requirement(owner.orgId), { isRequired: true })).status).toBe(403);
    expect(await ask(owner)).toMatchObject({
      status: 409,
      body: { detail: 'You signed in without a second step. Set one up in your account first, or sign in again using yours.' },
    });
    await setUp(owner, () => clock);
    const members = [
      { employeeId: expect.any(Number) as number, firstName: 'Dana', lastName: 'Halvorsen', role: 'owner', hasSecondStep: true },
      { employeeId: admin.employeeId, firstName: 'Luis', lastName: 'Ortega', role: 'admin', hasSecondStep: false },
    ];
    expect((await owner.send('GET', requirement(owner.orgId))).body).toEqual({ isRequired: false, members });
    expect(await ask(owner)).toMatchObject({ status: 200, body: { isRequired: true, members } });
    expect(await owner.ok(contract.organizations.get, { params: { orgId: owner.orgId } })).toMatchObject({ requiresSecondStep: true });
    expect((await jobsOf(owner, owner.orgId)).status).toBe(200);
    expect(await ask(owner, false)).toMatchObject({ status: 200, body: { isRequired: false } });
  });

  test('is noted, and is no business of a form that changes the organization', async () => {
    const owner = await strictOwner();
    await owner.send('PATCH', `/api/organizations/${owner.orgId}`, { requiresSecondStep: false, address: 'Elm Road 1' });
    expect(await owner.ok(contract.organizations.get, { params: { orgId: owner.orgId } })).toMatchObject({
      requiresSecondStep: true,
      address: 'Elm Road 1',
    });
    const logs = await owner.ok(contract.auditLogs.list, { params: { orgId: owner.orgId }, query: { limit: '50' } });
    expect(logs).toContainEqual(expect.objectContaining({ action: 'update', changes: expect.anything() as unknown }));
    expect(JSON.stringify(logs)).toContain('requiresSecondStep');
  });
});

describe('a session that began with the password alone', () => {
  test('of an admin is refused in that organization only, like an ended one', async () => {
    const [owner, elsewhere] = [await testApp.owner(), await testApp.owner()];
    const admin = await testApp.member(owner, 'admin');
    await elsewhere.send('POST', `/api/organizations/${elsewhere.orgId}/employees`, {
      firstName: 'In',
      lastName: 'Both',
      email: admin.email,
      isUser: true,
      accessLevel: 'admin',
    });
    await setUp(owner, () => clock);
    await ask(owner);
    await expectTooWeak(admin, owner.orgId);
    expect((await jobsOf(admin, elsewhere.orgId)).status).toBe(200);
    const mine = await admin.ok(contract.organizations.list, {});
    expect(mine.map(({ id, needsSecondStep }) => [id, needsSecondStep]).toSorted()).toEqual(
      [[owner.orgId, true] as const, [elsewhere.orgId, false] as const].toSorted(),
    );
    // The way to sign in again is not barred by being signed in.
    expect((await admin.send('GET', '/api/login')).status).not.toBe(302);
  });

  test('of a manager goes on, until they become an admin', async () => {
    const owner = await strictOwner();
    const manager = await testApp.member(owner, 'manager');
    expect((await jobsOf(manager, owner.orgId)).status).toBe(200);
    expect((await manager.send('GET', '/api/login')).status).toBe(302);
    expect((await owner.send('PATCH', `/api/employees/${manager.employeeId}`, { accessLevel: 'admin' })).status).toBe(200);
    await expectTooWeak(manager, owner.orgId);
  });

  test('becomes good enough by setting up a second step in it', async () => {
    const owner = await strictOwner();
    const admin = await testApp.member(owner, 'admin');
    await expectTooWeak(admin, owner.orgId);
    await setUp(admin, () => clock);
    expect((await jobsOf(admin, owner.orgId)).status).toBe(200);
  });

  test('and a key of that admin goes on', async () => {
    const owner = await testApp.owner();
    const admin = await testApp.member(owner, 'admin');
    const { secret } = await admin.ok(contract.apiKeys.create, { params: { orgId: owner.orgId }, body: { name: 'Nightly' } });
    await setUp(owner, () => clock);
    await ask(owner);
    const headers = { authorization: `Bearer ${secret ?? ''}` };
    expect((await testApp.nobody.send('GET', `/api/organizations/${owner.orgId}/jobs`, undefined, headers)).status).toBe(200);
  });
});

describe('an admin without a second step', () => {
  test('sets up codes of an app on the way in', async () => {
    const owner = await strictOwner();
    const admin = await testApp.member(owner, 'admin');
    const { token, next } = askedOf(await signIn(testApp, admin));
    expect(next).toBe('set-up');
    const options = contract.secondSteps.setUpOptions.response.parse((await post('/options', { token })).body);
    expect((await post('/set-up', { token, code: '000000' })).status).toBe(400);
    // A code is no way around setting it up.
    expect((await post('', { token, code: codeOf(options.secret, clock) })).status).toBe(400);
    const answer = await post('/set-up', { token, code: codeOf(options.secret, clock) });
    expect(contract.secondSteps.setUp.response.parse(answer.body).recoveryCodes).toHaveLength(10);
    expect((await jobsOf(withCookie(testApp, admin, cookieOf(answer)), owner.orgId)).status).toBe(200);
    clock += HALF_MINUTE;
    const again = askedOf(await signIn(testApp, admin));
    expect(again.next).toBe('code');
    expect((await post('', { token: again.token, code: codeOf(options.secret, clock) })).status).toBe(200);
  });

  test('or makes a passkey, which is all that counts from then on', async () => {
    const owner = await strictOwner();
    const [admin, key] = [await testApp.member(owner, 'admin'), softPasskey('localhost')];
    const other = askedOf(await signIn(testApp, admin));
    const { token } = askedOf(await signIn(testApp, admin));
    const begun = contract.secondSteps.setUpPasskeyOptions.response.parse((await post('/passkey-options', { token })).body);
    const response = key.create(begun.options, ORIGIN);
    const answer = await post('/passkey', { token, passkeyToken: begun.token, response, name: 'Phone' });
    expect(answer).toMatchObject({ status: 200, body: { id: admin.userId } });
    expect((await jobsOf(withCookie(testApp, admin, cookieOf(answer)), owner.orgId)).status).toBe(200);
    // A person who only knows the password sets up nothing of their own next to it, not even by a sign-in begun before.
    expect(askedOf(await signIn(testApp, admin)).next).toBe('passkey');
    const late = contract.secondSteps.setUpOptions.response.parse((await post('/options', { token: other.token })).body);
    expect((await post('/set-up', { token: other.token, code: codeOf(late.secret, clock) })).status).toBe(400);
  });

  test('of two who set it up at once one does', async () => {
    const owner = await strictOwner();
    const admin = await testApp.member(owner, 'admin');
    const begun = await Promise.all(
      [1, 2].map(async () => {
        const { token } = askedOf(await signIn(testApp, admin));
        return contract.secondSteps.setUpOptions.response.parse((await post('/options', { token })).body);
      }),
    );
    const answers = await Promise.all(begun.map(({ token, secret }) => post('/set-up', { token, code: codeOf(secret, clock) })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });
});
