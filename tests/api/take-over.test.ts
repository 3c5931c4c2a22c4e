import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createProvider } from '#server/auth/provider.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { sortAddresses } from '#server/data/installation.ts';
import { type IdentityProvider, startIdentityProvider } from '#tests/support/identity-provider.ts';
import { injectInto } from '#tests/support/inject.ts';
import { linkIn, type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { createTestApp, PASSWORD, type TestApp } from '#tests/support/test-app.ts';
import { type Walker, walkerIn } from '#tests/support/walker.ts';

const ORIGIN = 'http://farm.test';
const SESSION = 'headland_session';

let idp: IdentityProvider;
let mailbox: Mailbox;
/** Neither mail nor identity provider: how the attacks of the findings began. */
let testApp: TestApp;
let email = '';
let opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  [idp, mailbox, testApp] = await Promise.all([startIdentityProvider(ORIGIN), openMailbox(), createTestApp({ publicUrl: ORIGIN })]);
});

afterAll(async () => {
  await Promise.all([testApp.close(), idp.stop(), mailbox.close()]);
});

beforeEach(() => {
  email = `victim-${randomUUID()}@farm.test`;
  idp.person = { sub: email, email, email_verified: true, given_name: 'Dana', family_name: 'Halvorsen' };
});

afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  opened = [];
});

/** The same installation, started again with other settings. */
const startAgain = async (settings: Parameters<TestApp['twin']>[0]): Promise<FastifyInstance> => {
  const twin = await testApp.twin(settings);
  opened.push(twin);
  return twin.app;
};
const withProvider = (hasLocalAccounts: boolean) => startAgain({ ways: { provider: createProvider(idp.settings), hasLocalAccounts } });
const withMail = () => startAgain({ hasMail: true });

const query = <Row extends object>(text: string, ...values: unknown[]) => testApp.db.query<Row>({ text, values });

interface Sent {
  readonly status: number;
  readonly body: unknown;
  readonly cookie: string;
}
const send = async (app: FastifyInstance, method: string, url: string, { body, cookie = '' }: { body?: object; cookie?: string } = {}) => {
  const { status, text, headers } = await injectInto(app, {
    method,
    url,
    headers: { ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: body } : {}),
  });
  const set = [headers['set-cookie'] ?? []].flat().map(String);
  const session = set.find((each) => each.startsWith(`${SESSION}=`)) ?? '';
  const answer: Sent = {
    status,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    cookie: /^[^;]*/.exec(session)?.[0] ?? '',
  };
  return answer;
};

const register = async (app: FastifyInstance): Promise<Sent> => {
  const answer = await send(app, 'POST', '/api/register', { body: { email, password: 'the attacker’s own one' } });
  expect(answer.status).toBe(201);
  return answer;
};
const organizationsOf = async (app: FastifyInstance, cookie: string) => (await send(app, 'GET', '/api/organizations', { cookie })).body;
const cookieOf = (walker: Walker) => `${SESSION}=${walker.cookie(SESSION) ?? ''}`;
const isVerified = async () => (await query<{ is: boolean }>('select email_verified as is from users where email = $1', email))[0]?.is;
const mailed = async () => {
  await sendMails({
    db: testApp.db.app,
    post: createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' }),
    now: () => new Date(),
    say: () => undefined,
  });
  return mailbox.newest(email);
};

/** An organization in which an employee waits for the address. */
const waitingFor = async () => {
  const boss = await testApp.owner();
  const body = { firstName: 'Dana', lastName: 'H', email, isUser: true };
  const { id } = await boss.ok(contract.employees.create, { params: boss, body });
  const userOf = async () => (await boss.ok(contract.employees.get, { params: { id } })).userId;
  return { boss, id, userOf };
};

describe('a person who registered another’s address first is out when that person comes by the identity provider', () => {
  test('next to accounts of this installation: neither session nor password opens what the owner makes (proof A)', async () => {
    const app = await withProvider(true);
    const attacker = await register(app);
    const victim = walkerIn(app, ORIGIN);
    await victim.go('/api/login');
    const made = await send(app, 'POST', '/api/organizations', { body: { name: 'Victim Secret Farm' }, cookie: cookieOf(victim) });
    expect(made.status).toBe(201);
    expect((await send(app, 'GET', '/api/organizations', { cookie: attacker.cookie })).status).toBe(401);
    const again = await send(app, 'POST', '/api/login', { body: { email, password: 'the attacker’s own one' } });
    expect(again.status).toBe(401);
    expect(
      await query(
        `select kind from security_events e join users u on u.id = e.user_id where u.email = $1 and kind <> 'sign-in-failed' order by e.id`,
        email,
      ),
    ).toEqual([{ kind: 'account-made' }, { kind: 'account-taken-over' }, { kind: 'signed-in-by-provider' }]);
  });

  test('registered before there was a provider, with accounts of this installation off since: the session ends (proof B)', async () => {
    const attacker = await register(testApp.app);
    const app = await withProvider(false);
    expect((await send(app, 'GET', '/api/user', { cookie: attacker.cookie })).status).toBe(200);
    const victim = walkerIn(app, ORIGIN);
    await victim.go('/api/login');
    expect((await send(app, 'GET', '/api/user', { cookie: cookieOf(victim) })).body).toMatchObject({ email });
    expect((await send(app, 'GET', '/api/user', { cookie: attacker.cookie })).status).toBe(401);
  });

  test('API keys, passkeys, identities, known devices and links on their way end as well; organization and membership stay', async () => {
    const attacker = await register(testApp.app);
    const { id } = (await send(testApp.app, 'GET', '/api/user', { cookie: attacker.cookie })).body as { id: number };
    const { id: orgId } = (
      await send(testApp.app, 'POST', '/api/organizations', { body: { name: 'Made before' }, cookie: attacker.cookie })
    ).body as { id: number };
    const key = await send(testApp.app, 'POST', `/api/organizations/${orgId}/api-keys`, {
      body: { name: 'Scales', accessLevel: 'manager' },
      cookie: attacker.cookie,
    });
    const { secret } = key.body as { secret: string };
    await query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name) values ($1, $2, '\\x00', 0, '{}', 'planted')`,
      id,
      randomUUID(),
    );
    await query(`insert into identities (issuer, subject, user_id) values ('https://other.example', $2, $1)`, id, email);
    await query(
      `insert into one_time_tokens (token_hash, purpose, data, expires_at)
       values (sha256(convert_to($2, 'UTF8')), 'password-reset', jsonb_build_object('userId', $1::int, 'email', $2::text), now() + interval '1 hour')`,
      id,
      email,
    );
    const app = await withProvider(true);
    const victim = walkerIn(app, ORIGIN);
    await victim.go('/api/login');
    expect(await organizationsOf(app, cookieOf(victim))).toMatchObject([{ id: orgId, role: 'owner' }]);
    const byKey = await testApp.nobody.send('GET', `/api/organizations/${orgId}`, undefined, { authorization: `Bearer ${secret}` });
    expect(byKey.status).toBe(401);
    const left = await query(
      `select (select count(*)::int from passkeys where user_id = $1) as passkeys,
              (select count(*)::int from identities where user_id = $1 and issuer = 'https://other.example') as identities,
              (select count(*)::int from one_time_tokens where data->>'email' = $2) as links,
              (select count(*)::int from known_devices where user_id = $1) as devices`,
      id,
      email,
    );
    // The browser that took it over is known from here on.
    expect(left).toEqual([{ passkeys: 0, identities: 0, links: 0, devices: 1 }]);
  });
});

describe('by a mailed link', () => {
  test('a person who registers the address again and follows the link gets the account with their password', async () => {
    const attacker = await register(testApp.app);
    const app = await withMail();
    await send(app, 'POST', '/api/register', { body: { email, password: PASSWORD } });
    const { token } = linkIn(await mailed());
    const confirmed = await send(app, 'POST', '/api/register/confirm', { body: { token, password: PASSWORD } });
    expect(confirmed.status).toBe(201);
    expect((await send(app, 'GET', '/api/user', { cookie: attacker.cookie })).status).toBe(401);
    expect((await send(app, 'POST', '/api/login', { body: { email, password: 'the attacker’s own one' } })).status).toBe(401);
    expect((await send(app, 'POST', '/api/login', { body: { email, password: PASSWORD } })).status).toBe(200);
    expect(await isVerified()).toBe(true);
  });

  test('a person who resets its password gets the account', async () => {
    const { userOf } = await waitingFor();
    const app = await withMail();
    await query(`insert into users (email, email_key, email_verified, password_hash) values ($1, $1, false, 'x')`, email);
    await send(app, 'POST', '/api/password/forgot', { body: { email } });
    const { token } = linkIn(await mailed());
    expect(await userOf()).toBeNull();
    expect((await send(app, 'POST', '/api/password/reset', { body: { token, password: PASSWORD } })).status).toBe(200);
    expect(await isVerified()).toBe(true);
    expect(await userOf()).toEqual(expect.any(Number));
  });

  test('the person who made the account confirms it by link and password, and claims what waits', async () => {
    const maker = await register(testApp.app);
    const app = await withMail();
    const { boss, id, userOf } = await waitingFor();
    // Marked while the installation could not tell: nothing is undone. Here it was marked since.
    await query('update employees set user_id = null where organization_id = $1 and id = $2', boss.orgId, id);
    expect((await send(app, 'GET', '/api/user', { cookie: maker.cookie })).body).toMatchObject({ confirmBy: 'mail' });
    expect((await send(app, 'POST', '/api/account/confirm-email', { cookie: maker.cookie })).status).toBe(204);
    const { token } = linkIn(await mailed());
    expect((await send(app, 'POST', '/api/register/confirm', { body: { token, password: 'what a victim guesses' } })).status).toBe(401);
    const body = { token, password: 'the attacker’s own one' };
    const confirmed = await send(app, 'POST', '/api/register/confirm', { body });
    expect(confirmed.status).toBe(201);
    expect((await send(app, 'GET', '/api/user', { cookie: confirmed.cookie })).body).not.toHaveProperty('confirmBy');
    expect(await userOf()).toEqual(expect.any(Number));
    // There is nothing left to confirm.
    expect((await send(app, 'POST', '/api/account/confirm-email', { cookie: confirmed.cookie })).status).toBe(409);
  });
});

describe('what an unverified address may do depends on the installation at the time', () => {
  test('with neither mail nor provider it claims what waits for it, and nobody is asked to confirm', async () => {
    const { userOf } = await waitingFor();
    const { cookie } = await register(testApp.app);
    expect(await userOf()).toEqual(expect.any(Number));
    expect(await isVerified()).toBe(false);
    expect((await send(testApp.app, 'GET', '/api/account', { cookie })).body).toMatchObject({ emailVerified: false, confirmBy: null });
  });

  test('with a provider registering claims nothing: neither at once, nor at the next sign-in, nor when marked later (S4)', async () => {
    const first = await waitingFor();
    const app = await withProvider(true);
    const { cookie } = await register(app);
    expect(await first.userOf()).toBeNull();
    await send(app, 'POST', '/api/login', { body: { email, password: 'the attacker’s own one' } });
    expect(await organizationsOf(app, cookie)).toEqual([]);
    const boss = await testApp.owner();
    const marked = await send(app, 'POST', `/api/organizations/${boss.orgId}/employees`, {
      body: { firstName: 'Dana', lastName: 'H', email, isUser: true },
      cookie: boss.cookie,
    });
    expect(marked).toMatchObject({ status: 201, body: { userId: null } });
    expect((await send(app, 'GET', '/api/account', { cookie })).body).toMatchObject({ confirmBy: 'provider' });
  });

  test('it accepts no invitation once the installation can verify, and does where it cannot', async () => {
    const boss = await testApp.owner();
    const invite = async () => (await boss.ok(contract.invitations.create, { params: boss, body: { email, accessLevel: 'admin' } })).token;
    const { cookie } = await register(testApp.app);
    const app = await withMail();
    const token = await invite();
    const refused = await send(app, 'POST', '/api/invitations/accept', { body: { token }, cookie });
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining("Confirm your account's email address") } });
    expect((await send(testApp.app, 'POST', '/api/invitations/accept', { body: { token }, cookie })).status).toBeLessThan(300);
  });

  test('what it made and where it is a member stays its own', async () => {
    const { boss } = await waitingFor();
    const { cookie } = await register(testApp.app);
    await send(testApp.app, 'POST', '/api/organizations', { body: { name: 'Own' }, cookie });
    const app = await withMail();
    expect(await organizationsOf(app, cookie)).toMatchObject([{ id: boss.orgId }, { name: 'Own' }]);
  });
});

describe('accounts of earlier versions', () => {
  const before = async () => {
    const fresh = await createTestApp();
    opened.push(fresh);
    const [known, unknown] = [await fresh.person(), await fresh.person()];
    await fresh.db.query({
      text: `insert into identities (issuer, subject, user_id) values ('https://idp', 'k', $1)`,
      values: [known.userId],
    });
    const verified = async () =>
      (await fresh.db.query<{ id: number }>({ text: 'select id from users where email_verified order by id', values: [] })).map(
        ({ id }) => id,
      );
    return { db: fresh.db, known: known.userId, unknown: unknown.userId, verified };
  };

  test('are unverified where only the provider can have verified them and did not; once, and never again', async () => {
    const { db, known, unknown, verified } = await before();
    expect(await sortAddresses(db, { hasMail: false }, new Date())).toBe(1);
    expect(await verified()).toEqual([known]);
    await db.query({ text: 'update users set email_verified = true where id = $1', values: [unknown] });
    expect(await sortAddresses(db, { hasMail: false }, new Date())).toBe(0);
    expect(await verified()).toEqual([known, unknown]);
  });

  test('stay as they are where mail is sent: a link may have verified each', async () => {
    const { db, known, unknown, verified } = await before();
    expect(await sortAddresses(db, { hasMail: true }, new Date())).toBe(0);
    expect(await verified()).toEqual([known, unknown]);
  });
});
