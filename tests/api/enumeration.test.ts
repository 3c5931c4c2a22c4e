import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchStatements } from '#tests/support/sent-statements.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '#tests/support/test-app.ts';

// Nobody learns from an answer, nor from the time it takes, whether an address has an account (specification 7.3). The time is that of the same
// work: the same statements, and a password that is hashed in either case. The answers themselves are tested in `users` and `mailed-links`.

let testApp: TestApp;
let boss: Person & { orgId: number };
let known: string;

beforeAll(async () => {
  testApp = await createTestApp({ publicUrl: 'http://farm.test', hasMail: true });
  boss = await testApp.owner();
  known = (await testApp.person()).email;
});
afterAll(() => testApp.close());

const post = (path: string, body: object, who: Person = testApp.nobody) => who.send('POST', path, body);

/** The statements that the request sends, in their order. */
const statementsOf = async (request: () => Promise<{ status: number }>): Promise<{ status: number; sent: string[] }> => {
  const sent: string[] = [];
  const watching = watchStatements(({ text }) => {
    sent.push(text);
    return undefined;
  });
  try {
    const { status } = await request();
    return { status, sent };
  } finally {
    watching.restore();
  }
};

test.each([
  ['a wrong password', (email: string) => post('/api/login', { email, password: 'the password of a thief' })],
  ['a registration', (email: string) => post('/api/register', { email, password: PASSWORD })],
  ['a forgotten password', (email: string) => post('/api/password/forgot', { email })],
  ['an invitation', (email: string) => post(`/api/organizations/${boss.orgId}/invitations`, { email }, boss)],
])('%s is the same work for an address with an account and for one without', async (what, request) => {
  const unknown = `${what.replaceAll(' ', '-')}-${known}`;
  // Twice before: what a connection prepares for the first time belongs to neither, nor that the caller is seen for the first time.
  await request(`first-${unknown}`);
  await request(`second-${unknown}`);
  const [without, having] = [await statementsOf(() => request(unknown)), await statementsOf(() => request(known))];
  expect(without.sent.length).toBeGreaterThan(1);
  expect(having).toEqual(without);
});

test('an address without an account costs as much hashing as one with', async () => {
  const hashingOf = async (email: string): Promise<number> => {
    const before = process.cpuUsage();
    expect((await post('/api/login', { email, password: 'the password of a thief' })).status).toBe(401);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await hashingOf(`first-${known}`);
  const [without, having] = [await hashingOf(`nobody-${known}`), await hashingOf(known)];
  // Without it the first would be a twentieth of the second.
  expect(without).toBeGreaterThan(having / 3);
});
