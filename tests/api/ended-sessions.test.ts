import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { PASSWORD } from '#tests/support/test-app.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { givePassword, PASSWORD as GIVEN } from '#tests/support/offline-app.ts';

// Finding S12: a device learns that its session was ended and must delete what it keeps; if the session expired, it is only asked to sign
// in.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const MARK = /(^|,)headland_left=1; Max-Age=34560000; Path=\/; SameSite=Lax/;
const cookies = ({ headers }: { readonly headers: Record<string, unknown> }): string => {
  const set = headers['set-cookie'];
  return Array.isArray(set) ? set.join(',') : typeof set === 'string' ? set : '';
};
const firstCookie = (answer: { readonly headers: Record<string, unknown> }): string => cookies(answer).split(';')[0] ?? '';
const whoIs = (cookie: string) => testApp.nobody.send('GET', '/api/auth/user', undefined, { cookie });

/** A person with two devices: this one, and another that is to be signed out. */
const twoDevices = async (): Promise<{ person: Person; other: string }> => {
  const person = await testApp.person();
  await givePassword(testApp, person);
  const answer = await testApp.nobody.send('POST', '/api/login', { email: person.email, password: GIVEN });
  expect(answer.status).toBe(200);
  return { person, other: firstCookie(answer) };
};

describe('a session that was ended elsewhere', () => {
  test.each([
    [
      'by name',
      async (person: Person) => {
        const [, { id } = { id: 0 }] = (await person.ok(contract.account.sessions, {})).toSorted(
          (a, b) => Number(b.isCurrent) - Number(a.isCurrent),
        );
        await person.ok(contract.account.endSession, { body: { id } });
      },
    ],
    ['with all others', (person: Person) => person.ok(contract.account.endOtherSessions, {})],
    [
      'by a change of the password',
      (person: Person) => person.ok(contract.account.changePassword, { body: { currentPassword: GIVEN, password: `${PASSWORD} anew` } }),
    ],
  ] as const)('%s answers with a word of its own and marks the browser, however often it is asked', async (_, end) => {
    const { person, other } = await twoDevices();
    expect((await whoIs(other)).status).toBe(200);
    await end(person);
    for (const answer of [await whoIs(other), await whoIs(other)]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended', detail: 'This session was ended. Sign in again.' } });
      expect(cookies(answer)).toMatch(MARK);
      expect(answer.headers['clear-site-data']).toBe('"cache"');
    }
    expect((await whoIs(person.cookie)).status).toBe(200);
  });

  test('is not one that ran out, which marks nothing', async () => {
    const { person, other } = await twoDevices();
    await testApp.db.query({ text: `update sessions set expires_at = '2001-01-01' where user_id = $1`, values: [person.userId] });
    const answer = await whoIs(other);
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(cookies(answer)).toBe('');
    expect(answer.headers['clear-site-data']).toBeUndefined();
  });

  test('is not one that nobody ever had', async () => {
    const answer = await whoIs('headland_session=made-up');
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(cookies(answer)).toBe('');
  });
});

describe('signing out', () => {
  test.each([
    ['by the call', 'POST', 204],
    ['by the address', 'GET', 302],
  ])('%s marks the browser and empties its cache, and a copy of the cookie opens nothing', async (_, method, status) => {
    const { other } = await twoDevices();
    const answer = await testApp.nobody.send(method, '/api/logout', undefined, { cookie: other });
    expect(answer.status).toBe(status);
    expect(cookies(answer)).toMatch(MARK);
    // Not "storage": what waits to be sent lies there.
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect((await whoIs(other)).body).toMatchObject({ code: 'session_ended' });
  });

  test('by the address also marks the browser of a person whose session had expired', async () => {
    expect(cookies(await testApp.nobody.send('GET', '/api/logout'))).toMatch(MARK);
  });

  test('by a link of another site does nothing', async () => {
    const { other } = await twoDevices();
    const answer = await testApp.nobody.send('GET', '/api/logout', undefined, { cookie: other, 'sec-fetch-site': 'cross-site' });
    expect(cookies(answer)).toBe('');
    expect((await whoIs(other)).status).toBe(200);
  });

  test('ends with the next sign-in, which takes the mark away', async () => {
    const { person } = await twoDevices();
    const answer = await testApp.nobody.send('POST', '/api/login', { email: person.email, password: GIVEN }, { cookie: 'headland_left=1' });
    expect(cookies(answer)).toMatch(/headland_left=; .*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
  });

  test('in again in the same browser silently ends the session before', async () => {
    const { person, other } = await twoDevices();
    await testApp.nobody.send('POST', '/api/login', { email: person.email, password: GIVEN }, { cookie: other });
    expect((await whoIs(other)).body).toMatchObject({ code: 'unauthenticated' });
  });
});
