import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { codeOf } from '#tests/support/authenticator-app.ts';
import { softPasskey } from '#tests/support/soft-passkey.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '#tests/support/test-app.ts';
import { operations, urlOf } from './samples.ts';
import { eventsOf, setUp } from './second-step-field.ts';
import { buildWorld, expectProblem, type Member, refusedFor, type World } from './world.ts';

const MINUTE = 60_000;

let testApp: TestApp;
let boss: Member;
let world: World;
let clock = Date.parse('2025-06-01T12:00:00Z');

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock), publicUrl: 'http://localhost:3000' });
  boss = await testApp.owner();
  world = await buildWorld(boss);
});

afterAll(() => testApp.close());

const confirm = (who: Person, body: Record<string, unknown>) => who.send('POST', '/api/account/confirm', body);
const isAsked = async (who: Person): Promise<boolean> => (await who.send('GET', '/api/account/confirm')).status === 403;

const sensitive = operations.filter(({ endpoint }) => endpoint.isSensitive === true);

/** What the issue names; whatever is added asks for its line here. */
test('what is sensitive is known', () => {
  expect(sensitive.map(({ id }) => id).toSorted()).toEqual([
    'account.addPasskey',
    'account.endOtherSessions',
    'account.endSession',
    'account.passkeyOptions',
    'account.remove',
    'account.removePasskey',
    'apiKeys.create',
    'archives.export',
    'archives.requestDeletion',
    'confirmations.get',
    'secondSteps.add',
    'secondSteps.begin',
    'secondSteps.remove',
    'secondSteps.renewCodes',
    'secondSteps.require',
  ]);
  expect(operations.filter(({ endpoint }) => endpoint.isSensitive === 'in-part').map(({ id }) => id)).toEqual(['employees.update']);
});

describe('fifteen minutes after the sign-in', () => {
  test.each(sensitive.map((operation) => [operation.id, operation] as const))('%s asks again who it is', async (_, operation) => {
    const someone = operation.endpoint.scope === 'user' ? await testApp.person() : boss;
    const send = async () => {
      const call = await operation.sample(world);
      const [address = ''] = operation.addresses;
      return someone.send(operation.endpoint.method, urlOf(address, call, world.orgId), call.body);
    };
    clock += 15 * MINUTE;
    const answer = await send();
    expect(answer).toMatchObject({ status: 403, body: { code: 'confirm_needed', detail: "First confirm that it's you." } });
    expectProblem(answer);
    expect((await confirm(someone, { password: PASSWORD })).status).toBe(200);
    expect(await send()).not.toMatchObject({ body: { code: 'confirm_needed' } });
    if (operation.id === 'archives.requestDeletion') {
      await boss.send('DELETE', `/api/organizations/${world.orgId}/deletion`);
    }
  });

  test('handing over the ownership asks, and other changes of employees do not', async () => {
    const owner = await testApp.owner();
    const next = await testApp.member(owner, 'admin');
    const change = (body: object) => owner.send('PATCH', `/api/employees/${next.employeeId}`, body);
    clock += 15 * MINUTE;
    expect((await change({ accessLevel: 'manager' })).status).toBe(200);
    expect(await change({ accessLevel: 'owner' })).toMatchObject({ status: 403, body: { code: 'confirm_needed' } });
    await confirm(owner, { password: PASSWORD });
    expect(await change({ accessLevel: 'owner' })).toMatchObject({ status: 200, body: { accessLevel: 'owner' } });
  });
});

test('a minute before nothing is asked', async () => {
  const dana = await testApp.person();
  clock += 14 * MINUTE;
  expect(await dana.ok(contract.confirmations.get, {})).toEqual({ confirmedUntil: new Date(clock + MINUTE).toISOString() });
});

test('a program with a key goes on with its nightly export', async () => {
  const owner = await testApp.owner();
  const { secret } = await owner.ok(contract.apiKeys.create, {
    params: { orgId: owner.orgId },
    body: { name: 'Nightly', accessLevel: 'manager', isReadOnly: true },
  });
  clock += 86_400_000;
  const headers = { authorization: `Bearer ${secret ?? ''}` };
  const answer = await testApp.nobody.send('GET', `/api/organizations/${owner.orgId}/export`, undefined, headers);
  expect(answer.status).toBe(200);
});

test('a person who may not do it at all is told that, and no stranger learns more', async () => {
  const [owner, stranger] = [await testApp.owner(), await testApp.person()];
  const driver = await testApp.member(owner, 'basic');
  clock += 15 * MINUTE;
  const path = `/api/organizations/${owner.orgId}/export`;
  expect(await driver.send('GET', path)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await stranger.send('GET', path)).status).toBe(404);
});

test('a wrong password counts for that session alone', async () => {
  const dana = await testApp.person();
  clock += 15 * MINUTE;
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await confirm(dana, { password: 'not the one' })).toMatchObject(refusedFor('password', 'Wrong password'));
  }
  expect((await confirm(dana, { password: PASSWORD })).status).toBe(429);
  expect((await dana.send('GET', '/api/user')).status).toBe(200);
  expect((await testApp.nobody.send('POST', '/api/login', { email: dana.email, password: PASSWORD })).status).toBe(200);
  expect(await isAsked(dana)).toBe(true);
  clock += 16 * MINUTE;
  expect((await confirm(dana, { password: PASSWORD })).status).toBe(200);
  const [counted] = await testApp.db.query<{ count: number }>({
    text: "select count from security_events where user_id = $1 and kind = 'confirmation-failed'",
    values: [dana.userId],
  });
  expect(counted?.count).toBe(5);
  expect(await eventsOf(testApp, dana.userId)).toContain('confirmed');
});

test('with a second step the password takes a code with it', async () => {
  const dana = await testApp.person();
  const { secret } = await setUp(dana, () => clock);
  clock += 15 * MINUTE;
  expect(await dana.ok(contract.confirmations.ways, {})).toEqual({
    password: true,
    code: true,
    passkey: false,
    provider: false,
    isConfirmed: false,
  });
  expect((await confirm(dana, { password: PASSWORD })).status).toBe(400);
  expect((await confirm(dana, { password: PASSWORD, code: '000000' })).status).toBe(400);
  expect((await confirm(dana, { code: codeOf(secret, clock) })).status).toBe(400);
  expect(await isAsked(dana)).toBe(true);
  expect((await confirm(dana, { password: PASSWORD, code: codeOf(secret, clock) })).status).toBe(200);
  expect(await isAsked(dana)).toBe(false);
});

test('a passkey confirms its own person, once, and nobody else', async () => {
  const [dana, other, key] = [await testApp.person(), await testApp.person(), softPasskey('localhost')];
  const origin = 'http://localhost:3000';
  const begun = await dana.ok(contract.account.passkeyOptions, {});
  await dana.send('POST', '/api/account/passkeys', {
    token: begun.token,
    response: key.create(begun.options, origin),
    name: 'Phone',
  });
  clock += 15 * MINUTE;
  expect((await other.send('POST', '/api/account/confirm/options')).status).toBe(404);
  const answerOf = async () => {
    const { token, options } = await dana.ok(contract.confirmations.passkeyOptions, {});
    return { token, response: key.get(options, origin) };
  };
  const answer = await answerOf();
  expect((await confirm(other, answer)).status).toBe(400);
  expect((await confirm(dana, answer)).status).toBe(400);
  expect((await confirm(dana, await answerOf())).status).toBe(200);
  expect(await isAsked(dana)).toBe(false);
});
