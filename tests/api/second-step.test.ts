import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { codeOf } from '#tests/support/authenticator-app.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { askedOf, cookieOf, eventsOf, setUp, signIn, withCookie } from './second-step-field.ts';
import { refusedFor } from './world.ts';

const WRONG = 'Wrong code. Wait for the next one and enter that.';
const HALF_MINUTE = 30_000;

let testApp: TestApp;
let clock = Date.parse('2025-06-01T12:00:00Z');

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock), hasMail: true, publicUrl: 'http://farm.test' });
});

afterAll(() => testApp.close());

const subjectsTo = async (email: string): Promise<string[]> => {
  const rows = await testApp.db.query<{ subject: string }>({
    text: 'select subject from mails where recipient = $1 order by id',
    values: [email],
  });
  return rows.map(({ subject }) => subject);
};
const finish = (token: string, code: string) => testApp.nobody.send('POST', '/api/login/second-step', { token, code });

test('nothing is asked for before the app has shown a right code', async () => {
  const dana = await testApp.person();
  const { token, secret, address } = await dana.ok(contract.secondSteps.begin, {});
  expect(address).toContain(`otpauth://totp/Headland:${encodeURIComponent(dana.email)}?`);
  expect(address).toContain(`secret=${secret}`);
  expect(await dana.try(contract.secondSteps.add, { body: { token, code: '000000' } })).toMatchObject(refusedFor('code', WRONG));
  expect((await signIn(testApp, dana)).status).toBe(200);
  expect(await dana.ok(contract.secondSteps.get, {})).toMatchObject({ since: null, recoveryCodesLeft: 0 });
  await dana.ok(contract.secondSteps.add, { body: { token, code: codeOf(secret, clock) } });
  expect(await dana.ok(contract.secondSteps.get, {})).toEqual({
    since: new Date(clock).toISOString(),
    recoveryCodesLeft: 10,
    requiredBy: [],
  });
  expect((await signIn(testApp, dana)).status).toBe(202);
  expect(await subjectsTo(dana.email)).toEqual(['Your sign-in now has a second step']);
  expect(await eventsOf(testApp, dana.userId)).toEqual(['signed-in', 'second-step-added']);
});

test('what one person began another does not finish', async () => {
  const [dana, other] = [await testApp.person(), await testApp.person()];
  const { token, secret } = await dana.ok(contract.secondSteps.begin, {});
  const body = { token, code: codeOf(secret, clock) };
  expect(await other.try(contract.secondSteps.add, { body })).toMatchObject(refusedFor('token', 'This took too long. Try again.'));
  clock += 11 * 60_000;
  const late = { token, code: codeOf(secret, clock) };
  expect(await dana.try(contract.secondSteps.add, { body: late })).toMatchObject(refusedFor('token', 'This took too long. Try again.'));
});

test('the password alone begins no session; with a code it does', async () => {
  const dana = await testApp.person();
  const app = await setUp(dana, () => clock);
  clock += HALF_MINUTE;
  const { token, next, hasPasskey } = askedOf(await signIn(testApp, dana));
  expect([next, hasPasskey]).toEqual(['code', false]);
  const answer = await finish(token, codeOf(app.secret, clock).replace(/^(...)/, '$1 '));
  expect(answer).toMatchObject({ status: 200, body: { id: dana.userId } });
  const again = withCookie(testApp, dana, cookieOf(answer));
  expect((await again.send('GET', '/api/user')).status).toBe(200);
  // The sign-in is used up.
  clock += HALF_MINUTE;
  expect(await finish(token, codeOf(app.secret, clock))).toMatchObject(
    refusedFor('token', 'This sign-in has expired. Start again with your password.'),
  );
});

test('a code counts once, also one of the step before, and not one of two steps away', async () => {
  const dana = await testApp.person();
  const { secret } = await setUp(dana, () => clock);
  const { token } = askedOf(await signIn(testApp, dana));
  // The one that turned it on.
  expect(await finish(token, codeOf(secret, clock))).toMatchObject(refusedFor('code', WRONG));
  expect(await finish(token, codeOf(secret, clock + 2 * HALF_MINUTE))).toMatchObject(refusedFor('code', WRONG));
  expect((await finish(token, codeOf(secret, clock + HALF_MINUTE))).status).toBe(200);
  const next = askedOf(await signIn(testApp, dana));
  clock += HALF_MINUTE;
  expect(await finish(next.token, codeOf(secret, clock))).toMatchObject(refusedFor('code', WRONG));
});

test('of two who use the same code at once one gets in', async () => {
  const dana = await testApp.person();
  const { secret } = await setUp(dana, () => clock);
  const tokens = [askedOf(await signIn(testApp, dana)).token, askedOf(await signIn(testApp, dana)).token];
  clock += HALF_MINUTE;
  const answers = await Promise.all(tokens.map((token) => finish(token, codeOf(secret, clock))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('after five wrong codes none is accepted for a while, in other sign-ins either; a recovery code works in the meantime', async () => {
  const dana = await testApp.person();
  const { secret, recoveryCodes } = await setUp(dana, () => clock);
  const { token } = askedOf(await signIn(testApp, dana));
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await finish(token, '000000')).status).toBe(400);
  }
  clock += HALF_MINUTE;
  expect((await finish(token, codeOf(secret, clock))).status).toBe(429);
  const other = askedOf(await signIn(testApp, dana));
  expect((await finish(other.token, codeOf(secret, clock))).status).toBe(429);
  expect((await finish(other.token, recoveryCodes[0] ?? '')).status).toBe(200);
  clock += 20 * 60_000;
  expect((await finish(askedOf(await signIn(testApp, dana)).token, codeOf(secret, clock))).status).toBe(200);
});

test('a recovery code gets in once, however it is typed, and is reported', async () => {
  const dana = await testApp.person();
  const { recoveryCodes } = await setUp(dana, () => clock);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [code = ''] = recoveryCodes;
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await finish(askedOf(await signIn(testApp, dana)).token, typed)).status).toBe(200);
  expect((await finish(askedOf(await signIn(testApp, dana)).token, code)).status).toBe(400);
  expect((await dana.ok(contract.secondSteps.get, {})).recoveryCodesLeft).toBe(9);
  expect(await subjectsTo(dana.email)).toContain('A recovery code was used');
  expect(await eventsOf(testApp, dana.userId)).toContain('recovery-code-used');
  // What lies in the database opens nothing.
  const rows = await testApp.db.query<{ text: string }>({
    text: "select encode(code_hash, 'escape') as text from recovery_codes",
    values: [],
  });
  expect(rows.some(({ text }) => text.includes(code))).toBe(false);
});

test('new recovery codes end those before; without a second step there are none', async () => {
  const [dana, other] = [await testApp.person(), await testApp.person()];
  const { recoveryCodes } = await setUp(dana, () => clock);
  const fresh = await dana.ok(contract.secondSteps.renewCodes, {});
  expect(fresh.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
  const { token } = askedOf(await signIn(testApp, dana));
  expect((await finish(token, recoveryCodes[1] ?? '')).status).toBe(400);
  expect((await finish(token, fresh.recoveryCodes[1] ?? '')).status).toBe(200);
  expect((await other.try(contract.secondSteps.renewCodes, {})).status).toBe(409);
  expect(await eventsOf(testApp, dana.userId)).toContain('recovery-codes-made');
});

test('turned off, the password is enough again', async () => {
  const dana = await testApp.person();
  await setUp(dana, () => clock);
  await dana.ok(contract.secondSteps.remove, {});
  await dana.ok(contract.secondSteps.remove, {});
  expect((await signIn(testApp, dana)).status).toBe(200);
  expect(await dana.ok(contract.secondSteps.get, {})).toMatchObject({ since: null, recoveryCodesLeft: 0 });
  expect((await eventsOf(testApp, dana.userId)).filter((kind) => kind === 'second-step-removed')).toHaveLength(1);
  expect(await subjectsTo(dana.email)).toContain('Your sign-in no longer has a second step');
});

test('a password chosen by a mailed link begins no session without the second step', async () => {
  const dana = await testApp.person();
  const { secret } = await setUp(dana, () => clock);
  await testApp.nobody.send('POST', '/api/password/forgot', { email: dana.email });
  const [mail] = await testApp.db.query<{ body: string }>({
    text: "select body from mails where recipient = $1 and body like '%#reset=%'",
    values: [dana.email],
  });
  const token = /#reset=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  const asked = askedOf(await testApp.nobody.send('POST', '/api/password/reset', { token, password: 'staple and then some' }));
  clock += HALF_MINUTE;
  expect((await finish(asked.token, codeOf(secret, clock))).status).toBe(200);
});
