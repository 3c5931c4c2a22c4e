import { describe, expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { walkerIn } from '#tests/support/walker.ts';
import { ORIGIN, callbackOf, problemOf, started, test as base } from './provider-fixtures.ts';

const test = base.extend(
  'query',
  ({ testApp }) =>
    (text: string, values: readonly unknown[] = []) =>
      testApp.db.query<Record<string, unknown>>({ text, values }),
);

test.beforeAll(started);

describe('the provider’s words', () => {
  test('a verified e-mail gives the access that waits for it', async ({ testApp, idp, browser, read }) => {
    const boss = await testApp.owner();
    await boss.ok(contract.employees.create, {
      params: boss,
      body: { firstName: 'Luis', lastName: 'Ortega', email: String(idp.person.email).toUpperCase(), isUser: true },
    });
    // Their first screen, which they came for no other than; later it is the overview.
    expect((await browser.go('/api/login')).url.pathname).toBe('/welcome');
    expect((await read('/api/organizations')).body).toMatchObject([{ id: boss.orgId, role: 'basic' }]);
    expect((await walkerIn(testApp.app, ORIGIN).go('/api/login')).url.pathname).toBe('/');
  });

  test('an e-mail that is not verified gives nothing, not even an account', async ({ testApp, idp, browser, expectNobody, query }) => {
    const boss = await testApp.owner();
    idp.person = { ...idp.person, email_verified: false };
    await boss.ok(contract.employees.create, {
      params: boss,
      body: { firstName: 'Luis', lastName: 'Ortega', email: String(idp.person.email), isUser: true },
    });
    expect(problemOf(await browser.go('/api/login'))).toEqual(['/api/login', 'email-unverified']);
    await expectNobody();
    expect(await query('select id from users where email = $1', [idp.person.email])).toEqual([]);
  });

  test('without an e-mail there is no account', async ({ idp, browser }) => {
    idp.person = { sub: 'somebody' };
    expect(problemOf(await browser.go('/api/login'))).toEqual(['/api/login', 'email-missing']);
  });

  test('somebody with another e-mail is the same person, and keeps what he has', async ({ testApp, idp, browser, user, read }) => {
    const boss = await testApp.owner();
    const { id } = await boss.ok(contract.employees.create, {
      params: boss,
      body: { firstName: 'Luis', lastName: 'Ortega', email: String(idp.person.email), isUser: true },
    });
    await browser.go('/api/login');
    const before = await user();
    idp.person = { ...idp.person, email: `new-${idp.person.email}` };
    const later = walkerIn(testApp.app, ORIGIN);
    await later.go('/api/login');
    expect(await user(later)).toMatchObject({ id: before.id, email: idp.person.email });
    // Nor does he lose it when the office changes something else of him.
    await boss.ok(contract.employees.update, { params: { id }, body: { phoneNumber: '555 0100' } });
    expect((await read('/api/organizations', later)).body).toMatchObject([{ id: boss.orgId }]);
  });

  test('another e-mail that is not verified changes nothing', async ({ browser, user, idp, testApp }) => {
    await browser.go('/api/login');
    const before = await user();
    idp.person = { ...idp.person, email: 'boss@farm.test', email_verified: false };
    const later = walkerIn(testApp.app, ORIGIN);
    await later.go('/api/login');
    expect(await user(later)).toEqual(before);
  });

  test('another e-mail that is somebody else’s changes nothing', async ({ testApp, browser, user, idp }) => {
    const other = await testApp.person();
    await browser.go('/api/login');
    const before = await user();
    idp.person = { ...idp.person, email: other.email };
    const later = walkerIn(testApp.app, ORIGIN);
    await later.go('/api/login');
    expect(await user(later)).toEqual(before);
  });

  test('two people of the provider with the same e-mail are not one: the second is told so', async ({
    browser,
    user,
    idp,
    testApp,
    expectNobody,
  }) => {
    await browser.go('/api/login');
    const first = await user();
    idp.person = { ...idp.person, sub: 'who has the address now' };
    const second = walkerIn(testApp.app, ORIGIN);
    expect(problemOf(await second.go('/api/login'))).toEqual(['/api/login', 'email-taken']);
    await expectNobody(second);
    expect(await user()).toEqual(first);
  });

  test('an account of this installation with the verified e-mail is the same person', async ({ testApp, idp, browser, user }) => {
    const account = await testApp.person({ email: String(idp.person.email).toUpperCase() });
    await browser.go('/api/login');
    expect((await user()).id).toBe(account.userId);
    expect((await account.send('GET', '/api/user')).status).toBe(200);
  });

  test('who made an account with somebody’s e-mail, and never showed that it is his, is out when that person comes', async ({
    testApp,
    idp,
    query,
    browser,
    user,
  }) => {
    const squatter = await testApp.person({ email: String(idp.person.email) });
    await query('update users set email_verified = false where id = $1', [squatter.userId]);
    await browser.go('/api/login');
    expect((await user()).id).toBe(squatter.userId);
    expect((await squatter.send('GET', '/api/user')).status).toBe(401);
    expect(await query('select password_hash as hash, email_verified as verified from users where id = $1', [squatter.userId])).toEqual([
      { hash: null, verified: true },
    ]);
  });

  test('who comes in two tabs at once for the first time is one person', async ({ browser, testApp, user }) => {
    const [one, other] = [browser, walkerIn(testApp.app, ORIGIN)];
    const callbacks = [await callbackOf(one), await callbackOf(other)] as const;
    await Promise.all([one.go(callbacks[0]), other.go(callbacks[1])]);
    expect((await user(one)).id).toBe((await user(other)).id);
  });
});
