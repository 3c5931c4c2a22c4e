import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptSessionSecret } from '#server/auth/session-secret.ts';
import { createTestApp, SECRET, type TestApp } from '#tests/support/test-app.ts';

// P2-11: a secret is replaced without signing anyone out.

const NEW = 'another secret for tests, long enough';
const LATER = 'the third secret of them, long enough';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

/** Statuses of several requests at once to a process with these secrets. */
const statuses = async (sessionSecret: readonly string[], cookie: string, times = 1, url = '/api/organizations'): Promise<number[]> => {
  const process = await testApp.twin({ sessionSecret });
  try {
    const answers = await Promise.all(Array.from({ length: times }, () => process.app.inject({ method: 'GET', url, headers: { cookie } })));
    return answers.map(({ statusCode }) => statusCode);
  } finally {
    await process.close();
  }
};

test('a session that was made under an older secret goes on, by many requests at once, and then under the new one alone', async () => {
  const { cookie } = await testApp.person();
  expect(await statuses([NEW], cookie)).toEqual([401]);
  expect(await statuses([LATER, NEW, SECRET], cookie, 8)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await statuses([LATER], cookie)).toEqual([200]);
  expect(await statuses([SECRET], cookie)).toEqual([401]);
});

test('a new sign-in is under the newest', async () => {
  const person = await testApp.person();
  const process = await testApp.twin({ sessionSecret: [NEW, SECRET] });
  try {
    const answer = await process.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: person.email, password: 'correct horse battery' },
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    expect(await statuses([NEW], cookie)).toEqual([200]);
  } finally {
    await process.close();
  }
});

test('an older session ends when its owner signs out', async () => {
  const { cookie } = await testApp.person();
  const process = await testApp.twin({ sessionSecret: [NEW, SECRET] });
  try {
    await process.app.inject({ method: 'POST', url: '/api/logout', headers: { cookie } });
  } finally {
    await process.close();
  }
  expect(await statuses([NEW, SECRET], cookie)).toEqual([401]);
});

test('the kept secret may be several as well, a line each', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headland-secret-'));
  try {
    const [made = ''] = await keptSessionSecret(folder);
    expect(made).toHaveLength(43);
    const path = join(folder, 'session-secret');
    await writeFile(path, `${NEW.replaceAll(' ', '-')}\n${await readFile(path, 'utf8')}`);
    expect(await keptSessionSecret(folder)).toEqual([NEW.replaceAll(' ', '-'), made]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
