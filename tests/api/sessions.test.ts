import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DEFAULT_LIMITS } from '#server/limits.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '#tests/support/test-app.ts';

const DAY = 86_400_000;
const BEGINNING = Date.parse('2025-06-01T12:00:00Z');

let testApp: TestApp;
let clock = BEGINNING;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date(clock), sessionMaxDays: 100 });
});

afterAll(() => testApp.close());

const statusOf = async (who: Person) => (await who.send('GET', '/api/user')).status;
/** A day passes, on which the session is used. */
const useAfterADay = async (who: Person) => {
  clock += DAY;
  return statusOf(who);
};

test('a session that is used every day ends all the same, as many days after its beginning as the settings say', async () => {
  const dana = await testApp.person();
  for (const day of Array.from({ length: 99 }, (_, index) => index + 1)) {
    expect([day, await useAfterADay(dana)]).toEqual([day, 200]);
  }
  await useAfterADay(dana);
  expect(await useAfterADay(dana)).toBe(401);
});

test('one that is not used ends after ninety days', async () => {
  const dana = await testApp.person();
  clock += 89 * DAY;
  expect(await statusOf(dana)).toBe(200);
  const luis = await testApp.person();
  clock += 90 * DAY;
  expect(await statusOf(luis)).toBe(401);
});

test('one that began under an earlier version ends as well', async () => {
  const dana = await testApp.person();
  const old = new Date(clock - 120 * DAY);
  await testApp.db.query({ text: 'update sessions set created_at = $2, last_seen_at = $2 where user_id = $1', values: [dana.userId, old] });
  await statusOf(dana);
  expect(await statusOf(dana)).toBe(401);
});

test('an account has as many as the limit says; the one unused longest ends', async () => {
  const dana = await testApp.person();
  for (const _ of Array.from({ length: DEFAULT_LIMITS.sessionsPerAccount - 1 })) {
    clock += 1000;
    await testApp.nobody.send('POST', '/api/login', { email: dana.email, password: PASSWORD });
  }
  expect(await dana.ok(contract.account.sessions, {})).toHaveLength(DEFAULT_LIMITS.sessionsPerAccount);
  await testApp.nobody.send('POST', '/api/login', { email: dana.email, password: PASSWORD });
  expect(await statusOf(dana)).toBe(401);
});
