import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { expectProblem } from './world.ts';

let testApp: TestApp;
let folder = '';
let person: Person;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-client-'));
  const client = join(folder, 'client');
  await mkdir(join(client, 'assets'), { recursive: true });
  await writeFile(join(client, 'index.html'), '<!doctype html><title>The app</title>');
  await writeFile(join(client, 'sign-in.html'), '<!doctype html><title>Sign in</title>');
  await writeFile(join(client, 'assets', 'app-1a2b3c.js'), 'export {};');
  await writeFile(join(client, 'sw.js'), 'self;');
  await writeFile(join(folder, 'outside.txt'), 'not to be served');
  testApp = await createTestApp({ clientFolder: client });
  person = await testApp.person();
});

afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const PAGE = { accept: 'text/html,application/xhtml+xml' };
const visit = (url: string, who: Person = testApp.nobody, headers: Record<string, string> = PAGE) =>
  who.send('GET', url, undefined, headers);

describe('the web app', () => {
  test.each(['/', '/dashboard', '/jobs/17/entries', '/onboarding/step-employees?orgId=3', '/no/such/page'])(
    'answers %s, and knows its own routes',
    async (url) => {
      const answer = await visit(url);
      expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('The app') });
      expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    },
  );

  test('caches files whose name contains their hash for ever, and revalidates the others', async () => {
    expect((await visit('/assets/app-1a2b3c.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await visit('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    ['/api/nothing', PAGE],
    ['/assets/gone.js', { accept: '*/*' }],
    ['/../outside.txt', { accept: '*/*' }],
    ['/..%2Foutside.txt', { accept: '*/*' }],
  ])('does not answer for %s', async (url, headers) => {
    const answer = await visit(url, testApp.nobody, headers);
    expect([400, 403, 404]).toContain(answer.status);
    expectProblem(answer);
  });
});

describe('the landing button', () => {
  test('leads to the sign-in page', async () => {
    expect(await visit('/api/login')).toMatchObject({ status: 200, body: expect.stringContaining('Sign in') });
  });

  test('leads on at once for a person who is signed in', async () => {
    const answer = await visit('/api/login?returnTo=%2Fjobs%3Fstatus%3Dopen', person);
    expect([answer.status, answer.headers['location']]).toEqual([302, '/jobs?status=open']);
    expect((await visit('/api/login', person)).headers['location']).toBe('/');
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\evil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
    '/api/logout',
    '',
    '/ x',
  ])('leads nobody to %s', async (returnTo) => {
    const answer = await visit(`/api/login?returnTo=${encodeURIComponent(returnTo)}`, person);
    expect(answer.status).toBe(302);
    expect(new URL(String(answer.headers['location']), 'http://farm.example').host).toBe('farm.example');
    expect(answer.headers['location']).not.toBe('/api/logout');
  });

  test('takes a return address that is given twice as none', async () => {
    const answer = await visit('/api/login?returnTo=/a&returnTo=//evil.example', person);
    expect([answer.status, answer.headers['location']]).toEqual([302, '/']);
  });
});

describe('signing out by an address', () => {
  test('ends the session and leads to the start page', async () => {
    const somebody = await testApp.person();
    const answer = await visit('/api/logout', somebody);
    expect([answer.status, answer.headers['location']]).toEqual([302, '/']);
    expect(String(answer.headers['set-cookie'])).toMatch(/\bheadland_session=;/);
    expect((await visit('/api/user', somebody)).status).toBe(401);
  });

  test("another site's link signs nobody out", async () => {
    const somebody = await testApp.person();
    const answer = await somebody.send('GET', '/api/logout', undefined, { 'sec-fetch-site': 'cross-site' });
    expect([answer.status, answer.headers['location']]).toEqual([302, '/']);
    expect((await visit('/api/user', somebody)).status).toBe(200);
  });
});
