import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const ACCOUNT = { email: 'driver@example.com', password: 'correct horse battery' };

/** The cookie that signing in sets: its name and its attributes, sorted. */
const cookieOf = async (testApp: TestApp) => {
  await testApp.nobody.send('POST', '/api/register', ACCOUNT);
  const { headers } = await testApp.nobody.send('POST', '/api/login', ACCOUNT);
  const [pair = '', ...attributes] = String([headers['set-cookie']].flat()[0]).split('; ');
  const [name = '', value = ''] = pair.split('=');
  return { name, value, attributes: attributes.toSorted() };
};

describe.each([
  ['on plain HTTP', null, 'headland_session', []],
  ['at a public address on plain HTTP', 'http://farm.lan:3000', 'headland_session', []],
  ['at an https address', 'https://headland.example', '__Host-headland_session', ['Secure']],
])('%s', (_, publicUrl, name, more) => {
  let testApp: TestApp;

  beforeAll(async () => {
    testApp = await createTestApp({ publicUrl });
  });

  afterAll(() => testApp.close());

  test('the session cookie is out of reach for scripts and other sites', async () => {
    const cookie = await cookieOf(testApp);
    expect(cookie.name).toBe(name);
    expect(cookie.attributes).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax', ...more]);
  });

  test('the cookie of the device is as well, outlasts the session, and opens nothing', async () => {
    const { headers } = await testApp.nobody.send('POST', '/api/login', ACCOUNT);
    const [pair = '', ...attributes] = String([headers['set-cookie']].flat()[1]).split('; ');
    expect(pair.split('=')[0]).toBe(name.replace('session', 'device'));
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax', ...more]);
    const answer = await testApp.nobody.send('GET', '/api/auth/user', undefined, { cookie: pair });
    expect(answer.status).toBe(401);
  });

  test('it opens the session, and no cookie of another name does', async () => {
    const { value } = await cookieOf(testApp);
    const read = (as: string) => testApp.nobody.send('GET', '/api/auth/user', undefined, { cookie: `${as}=${value}` });
    expect((await read(name)).status).toBe(200);
    expect((await read(name === 'headland_session' ? '__Host-headland_session' : 'headland_session')).status).toBe(401);
  });

  test('signing out clears it with the attributes it was set with', async () => {
    const { headers } = await testApp.nobody.send('POST', '/api/logout');
    const parts = String(headers['set-cookie']).split('; ');
    expect(parts).toEqual(expect.arrayContaining([`${name}=`, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...more]));
  });
});
