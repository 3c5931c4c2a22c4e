import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createSay, loggedError, wordsOf } from '#server/log.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';

// Finding S9 and P2-12: what is in the log, and what must not be.

type Line = Record<string, unknown> & { level: number; msg: string };

let testApp: TestApp;
let boss: Person & { orgId: number };
const lines: Line[] = [];

beforeAll(async () => {
  const hear = (line: string): void => {
    lines.push(JSON.parse(line) as Line);
  };
  testApp = await createTestApp({ logLevel: 'debug', logStream: { write: hear } });
  boss = await testApp.owner();
});
afterAll(() => testApp.close());

/** The lines of a request. */
const linesOf = async (method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}): Promise<Line[]> => {
  lines.length = 0;
  const answer = await testApp.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  const id = answer.headers['x-request-id'];
  await vi.waitUntil(() => lines.some(({ reqId }) => reqId === id));
  return [...lines];
};

test('a request is one line: its pattern, its record, the caller and their organization', async () => {
  const customer = await boss.ok(contract.customers.create, { params: { orgId: boss.orgId }, body: { businessName: 'Pine Ridge' } });
  const told = await linesOf('GET', `/api/customers/${customer.id}?secret=word`, undefined, { cookie: boss.cookie });
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({
    level: 30,
    method: 'GET',
    route: '/api/customers/:id',
    record: customer.id,
    status: 200,
    user: boss.userId,
    org: boss.orgId,
    ip: '127.0.0.1',
  });
});

const SECRET_WORD = `3-${'k'.repeat(43)}`;

test.each([
  ['GET', `/invitation/${SECRET_WORD}`],
  ['GET', `/${SECRET_WORD}`],
  ['GET', `/api/login/callback?code=${SECRET_WORD}&state=${SECRET_WORD}`],
  ['GET', `/api/login?returnTo=/invitation/${SECRET_WORD}`],
  ['GET', `/api/nowhere/${SECRET_WORD}`],
  ['GET', `/api/customers/${SECRET_WORD}`],
  ['GET', `/api/photos/${SECRET_WORD}`],
  ['GET', `/api/customers/%zz?${SECRET_WORD}`],
  ['POST', `/api/${SECRET_WORD}`],
] as const)('nothing that may be a secret stands in a line: %s %s', async (method, url) => {
  const told = JSON.stringify(await linesOf(method, url, undefined, { cookie: `headland_session=${SECRET_WORD}`, referer: url }));
  expect(told).not.toContain('kkkk');
  expect(told).toContain('"reqId"');
});

test('an address that nobody knows makes no long line', async () => {
  const told = await linesOf('GET', `/${'a'.repeat(5000)}/${'b'.repeat(5000)}`);
  expect(JSON.stringify(told).length).toBeLessThan(1000);
  expect(told.at(-1)).toMatchObject({ route: '/…/…', status: 404 });
});

test.each(['/api/health', '/api/ready'])('who asks whether the program is up fills no log: %s', async (url) => {
  expect((await linesOf('GET', url)).map(({ level }) => level)).toEqual([20]);
});

test('a failed sign-in is a warning, which tells the account apart and neither its address nor the password', async () => {
  const fail = (email: string) => linesOf('POST', '/api/login', { email, password: 'wrong horse battery' });
  const [one] = await fail('Dana.Secret@example.com');
  const [again] = await fail('dana.secret@example.com');
  const [other] = await fail('luis.secret@example.com');
  expect(one).toMatchObject({
    level: 40,
    msg: 'sign-in refused',
    status: 401,
    route: '/api/login',
    account: expect.stringMatching(/^[\da-f]{16}$/),
  });
  expect(again?.['account']).toBe(one?.['account']);
  expect(other?.['account']).not.toBe(one?.['account']);
  expect(JSON.stringify([one, again, other])).not.toMatch(/secret@|horse/i);
});

test('an unexpected error is logged without the values of its statement', async () => {
  const broken = await createTestApp({ logLevel: 'info', logStream: { write: (chunk) => void lines.push(JSON.parse(chunk) as Line) } });
  try {
    await broken.db.query({ text: `alter table users add constraint none_of_us check (email_key <> 'hidden@example.com')`, values: [] });
    lines.length = 0;
    const payload = { email: 'hidden@example.com', password: 'correct horse battery', firstName: 'Unseen' };
    expect((await broken.app.inject({ method: 'POST', url: '/api/register', payload })).statusCode).toBe(500);
    await vi.waitUntil(() => lines.length > 1);
    const told = JSON.stringify(lines);
    expect(told).toContain('none_of_us');
    expect(told).not.toMatch(/hidden@example|Unseen|argon2/);
  } finally {
    await broken.close();
  }
});

test('what the program says is a line with time and level, and at a terminal a sentence', () => {
  const said: string[] = [];
  const outlet = { write: (text: string) => void said.push(text), now: () => new Date('2026-06-01T00:00:00Z') };
  createSay({ ...outlet, isTerminal: false })('Mails wait: two\nlines', 'warn');
  createSay({ ...outlet, isTerminal: true })('Stopped.');
  expect(said[0]).toMatch(/^[^\n]*\n$/);
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ level: 40, time: Date.parse('2026-06-01T00:00:00Z'), msg: 'Mails wait: two\nlines' });
  expect(said[1]).toBe('Stopped.\n');
});

test('an error is logged with its causes, up to a limit, and without what a statement was given', () => {
  const inner = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(dana@example.com) exists.' });
  const told = loggedError(new Error('Failed query: insert\nparams: dana@example.com,hash', { cause: inner }));
  expect(told).toMatchObject({ message: 'Failed query: insert', cause: { message: 'duplicate key', code: '23505' } });
  expect(JSON.stringify(told)).not.toContain('dana');
  const loop = new Error('round');
  loop.cause = loop;
  expect(JSON.stringify(loggedError(loop)).match(/round/g)?.length).toBeLessThan(20);
  expect(wordsOf('plain')).toBe('plain');
});
