import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { PASSWORD } from '#tests/support/test-app.ts';
import { linkIn } from '#tests/support/mailbox.ts';
import { invitationsField } from './invitations-field.ts';

// What a password reset by a mailed link ends, and what it leaves.

const field = invitationsField();
const OTHER = 'staple and then some';

const post = (path: string, body: object) => field.testApp.nobody.send('POST', path, body);
const linkTo = async (email: string) => {
  await post('/api/password/forgot', { email });
  return linkIn(await field.mailTo(email)).token;
};
const reset = (token: string, password = OTHER) => post('/api/password/reset', { token, password });
const query = (text: string, ...values: unknown[]) => field.testApp.db.query({ text, values });

test('other links that are on their way end, and passkeys and known devices; the mail tells of keys that stay', async () => {
  const { boss } = field;
  const [first, second] = [await linkTo(boss.email), await linkTo(boss.email)];
  await post('/api/register', { email: boss.email, password: OTHER });
  await query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name) values ($1, $2, '\\x00', 0, '{}', 'Phone of nobody')`,
    boss.userId,
    randomUUID(),
  );
  await query(`insert into known_devices (user_id, token_hash, last_used_at) values ($1, '\\x00', now())`, boss.userId);
  const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Scales', accessLevel: 'manager' } });

  expect((await reset(second)).status).toBe(200);

  expect((await reset(first)).status).toBe(400);
  expect((await boss.send('GET', '/api/user')).status).toBe(401);
  const left = await query(
    `select (select count(*)::int from passkeys where user_id = $1) as passkeys,
            (select count(*)::int from known_devices where user_id = $1) as devices,
            (select count(*)::int from one_time_tokens where data->>'email' = $2) as links`,
    boss.userId,
    boss.email,
  );
  // The browser in which it was reset is the only known one.
  expect(left).toEqual([{ passkeys: 0, devices: 1, links: 0 }]);
  const byKey = await field.testApp.nobody.send('GET', '/api/organizations', undefined, { authorization: `Bearer ${secret}` });
  expect(byKey.status).toBe(200);
  const { text } = await field.mailTo(boss.email);
  expect(text).toContain('These passkeys were removed because one of them could belong to someone else: Phone of nobody.');
  expect(text).toContain('API keys you created for other programs keep working: Scales.');
});

test('a password that is known from leaks is refused, and the link stays good', async () => {
  const token = await linkTo(field.boss.email);
  expect((await reset(token, 'Administrator')).status).toBe(400);
  expect((await reset(token)).status).toBe(200);
});

test('where an organization asks for a second step the passkey stays, and is what comes next: a mailbox alone is not enough', async () => {
  const boss = await field.testApp.owner();
  await query('update organizations set requires_second_step = true where id = $1', boss.orgId);
  await query(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name) values ($1, $2, '\\x00', 0, '{}', 'Phone')`,
    boss.userId,
    randomUUID(),
  );
  const answer = await reset(await linkTo(boss.email));
  expect(answer).toMatchObject({ status: 202, body: { next: 'passkey' } });
  expect(String(answer.headers['set-cookie'])).not.toContain('headland_session');
  expect(await query('select name from passkeys where user_id = $1', boss.userId)).toEqual([{ name: 'Phone' }]);
  expect((await field.mailTo(boss.email)).text).not.toContain('These passkeys were removed');
});

test('a sign-in that was begun with the old password and waits for a second step ends, too', async () => {
  const boss = await field.testApp.owner();
  await query('update organizations set requires_second_step = true where id = $1', boss.orgId);
  const begun = await post('/api/login', { email: boss.email, password: PASSWORD });
  expect(begun).toMatchObject({ status: 202, body: { next: 'set-up' } });
  const goOn = () => post(contract.secondSteps.setUpOptions.path, { token: Reflect.get(Object(begun.body), 'token') as string });
  expect((await goOn()).status).toBe(200);
  expect((await reset(await linkTo(boss.email))).status).toBe(202);
  expect((await goOn()).status).toBe(400);
});
