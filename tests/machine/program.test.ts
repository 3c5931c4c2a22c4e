import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../support/databases.ts';
import { PROGRAM, type Program, removeFolder, startProgram } from '../support/program.ts';

// Some start the program four times, on a machine that runs other tests as well.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
const started: Program[] = [];

const start = async (env: Record<string, string> = {}, args: readonly string[] = []): Promise<Program> => {
  const program = await startProgram({ DATA_DIR: folder, ...env }, args);
  started.push(program);
  return program;
};

const json = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
};

/** Without `fetch`, which asks for fresh answers whenever a condition is given. */
const statusOf = async (url: string, headers: Record<string, string>): Promise<number | undefined> => {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
};

const register = (program: Program, email: string) =>
  json(`${program.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'three words and more' }),
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-program-'));
});
afterEach(async () => {
  for (const program of started.splice(0)) {
    if (program.process.exitCode === null && program.process.signalCode === null) {
      await program.end('SIGKILL');
    }
  }
  await removeFolder(folder);
});

test('from an empty folder it is ready, and ends with 0 on SIGTERM', async () => {
  const program = await start();
  expect(await json(`${program.url}/api/health`)).toMatchObject({ status: 200, body: { status: 'up' } });
  expect(await json(`${program.url}/api/ready`)).toMatchObject({ status: 200, body: { status: 'ready' } });
  const many = await Promise.all(Array.from({ length: 20 }, () => json(`${program.url}/api/ready`)));
  expect(many.every(({ status }) => status === 200)).toBe(true);
  expect(await program.end('SIGTERM')).toBe(0);
  expect(program.output()).toContain('Stopped.');
  expect(program.output()).not.toMatch(/warning|deprecat/i);
});

test('SIGINT ends it as cleanly', { tags: ['proof'] }, async () => {
  const program = await start();
  expect(await program.end('SIGINT')).toBe(0);
});

test('a request in flight at SIGTERM is answered before it ends', async () => {
  const program = await start();
  await register(program, 'dana@example.com');
  // Signing in takes the time of a password hash: long enough for the signal to overtake it.
  const answers = Array.from({ length: 8 }, () =>
    json(`${program.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'dana@example.com', password: 'three words and more' }),
    }),
  );
  await answers[0];
  const [code, ...rest] = await Promise.all([
    program.end('SIGTERM'),
    ...answers.map((answer) =>
      answer.then(
        ({ status }) => status,
        () => 'cut off',
      ),
    ),
  ]);
  expect(code).toBe(0);
  // What was accepted is answered in full; a connection that came too late may be refused, but none is cut off half-way with a 5xx.
  expect(rest.filter((status) => status !== 200 && status !== 'cut off')).toEqual([]);
  expect(rest.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
});

test('an acknowledged write survives SIGKILL', async () => {
  const first = await start();
  expect((await register(first, 'dana@example.com')).status).toBe(201);
  await first.end('SIGKILL');
  const second = await start();
  const again = await register(second, 'dana@example.com');
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('a second program on the same folder is refused in a sentence, and the first goes on', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(/Headland could not start\.\\n.*DATA_DIR/);
  expect((await json(`${first.url}/api/ready`)).status).toBe(200);
});

test('with DATABASE_URL it works on that server, and starts none of its own', async () => {
  const database = await createTestDatabase();
  try {
    const program = await start({ DATABASE_URL: database.url });
    expect((await register(program, 'luis@example.com')).status).toBe(201);
    expect(await database.query({ text: 'select email from users', values: [] })).toEqual([{ email: 'luis@example.com' }]);
    expect(program.output()).not.toContain('Opening the database');
    expect(await program.end('SIGTERM')).toBe(0);
  } finally {
    await database.close();
  }
});

test('two programs that start at once on one empty database both become ready', async () => {
  const database = await createTestDatabase('template0');
  try {
    const programs = await Promise.all([
      start({ DATABASE_URL: database.url }),
      start({ DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(32) }),
    ]);
    expect(await Promise.all(programs.map(async ({ url }) => (await json(`${url}/api/ready`)).status))).toEqual([200, 200]);
  } finally {
    for (const program of started.splice(0)) {
      await program.end('SIGTERM');
    }
    await database.close();
  }
});

test('a port that is taken is named, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(start({ PORT: String(port) })).rejects.toThrow(/Another program listens there: stop it, or set PORT/);
  other.close();
});

test.each([
  ['PORT', 'eighty', /PORT must be a number/],
  ['PUBLIC_URL', 'headland.example', /PUBLIC_URL must be an address such as/],
  ['DATABASE_URL', 'mysql://x', /DATABASE_URL must begin with postgresql/],
  ['SESSION_SECRET', 'short', /SESSION_SECRET must have at least 32 characters/],
  ['LOG_LEVEL', 'loud', /LOG_LEVEL must be one of/],
  ['HOST', '0.0.0.0', /The program ended with 1:[\s\S]*HOST=0\.0\.0\.0 opens Headland to a network[\s\S]*ALLOW_UNVERIFIED_ACCOUNTS=true/],
  ['TRUST_PROXY', 'proxy.example', /TRUST_PROXY must be the number of proxies/],
])('a wrong %s is refused before anything is done', async (name, value, sentence) => {
  await expect(start({ [name]: value })).rejects.toThrow(sentence);
});

test('the demo is not opened to a network unless that is said', async () => {
  const open = { PUBLIC_URL: 'https://farm.example', ALLOW_UNVERIFIED_ACCOUNTS: 'true' };
  await expect(start(open, ['--demo'])).rejects.toThrow(/ended with 1:[\s\S]*ALLOW_PUBLIC_DEMO=true/);
});

test('what is opened to a network without mail says so', { tags: ['proof'] }, async () => {
  const closed = await start();
  expect(closed.output()).toContain('this installation answers this machine only');
  await closed.end('SIGTERM');
  const open = await start({ HOST: '0.0.0.0', ALLOW_UNVERIFIED_ACCOUNTS: 'true' });
  expect(open.output()).toContain('HOST=0.0.0.0 opens this installation to a network');
});

test('a DATA_DIR that is a file is refused in a sentence', async () => {
  const path = join(folder, 'file');
  await writeFile(path, '');
  await expect(start({ DATA_DIR: path })).rejects.toThrow(/Headland could not start\./);
});

test('the web app is compressed, hashed files are kept for ever and pages revalidated', async () => {
  const { url } = await start();
  const page = await fetch(url, { headers: { 'accept-encoding': 'br', accept: 'text/html' } });
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1];
  const asset = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-encoding')).toBe('br');
  expect(asset.headers.get('content-type')).toContain('javascript');
  const etag = page.headers.get('etag') ?? '';
  expect(await statusOf(url, { 'if-none-match': etag, 'accept-encoding': 'br' })).toBe(304);
});

test('every address of the app answers with the app; what is not there is a problem document', async () => {
  const { url } = await start();
  const page = await fetch(`${url}/jobs/17/entries`, { headers: { accept: 'text/html' } });
  expect([page.status, (await page.text()).includes('id="root"')]).toEqual([200, true]);
  expect(await json(`${url}/api/nowhere`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await json(`${url}/assets/nowhere.js`)).toMatchObject({ status: 404 });
  expect((await fetch(`${url}/..%2f..%2fpackage.json`)).status).toBeGreaterThanOrEqual(400);
});

test('everything that the program says is a line of JSON with time and level', async () => {
  const program = await start();
  const answer = await fetch(`${program.url}/api/login/ways?token=secret-token`, { headers: { cookie: 'headland_session=secret-token' } });
  const id = answer.headers.get('x-request-id') ?? 'none';
  await expect.poll(() => program.output()).toContain(`"reqId":"${id}"`);
  expect(program.output()).not.toContain('secret-token');
  await program.end('SIGTERM');
  const lines = program.output().trim().split('\n');
  const records = lines.map((line) => JSON.parse(line) as { level: number; time: number; msg: string });
  expect(records.every(({ level, time, msg }) => level >= 30 && time > 0 && msg !== '')).toBe(true);
  expect(records.map(({ msg }) => msg).join('\n')).toMatch(
    /Opening the database[^]*Headland is ready: http:\S+ [^]*SIGTERM: finishing[^]*Stopped\.$/,
  );
});

test('the demo loads once, says how to sign in, and lets one in', { tags: ['proof'] }, async () => {
  const first = await start({}, ['--demo']);
  const [, password, email] = /password (\S+)[\s\S]*?\n\s+(\S+@\S+)/.exec(first.output()) ?? [];
  const signIn = (program: Program) =>
    json(`${program.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
  expect((await signIn(first)).status).toBe(200);
  expect(await first.end('SIGTERM')).toBe(0);
  const second = await start({}, ['--demo']);
  expect(second.output()).toContain('Sign in with one of these');
  expect((await signIn(second)).status).toBe(200);
});

/** The built program, run for one command; its exit code and all that it said. */
const runCommand = async (args: readonly string[], env: Record<string, string> = {}): Promise<{ code: unknown; said: string }> => {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...env } });
  const chunks: string[] = [];
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)));
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)));
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, said: chunks.join('') };
};

const epochOf = async (program: Program): Promise<string | undefined> =>
  /headland_info\{[^}]*epoch="([0-9a-f-]{36})"/.exec(await (await fetch(`${program.url}/metrics`)).text())?.[1];

test('a restart keeps the epoch; `restored` begins another one, once, and not while the program runs', async () => {
  const first = await start();
  const before = await epochOf(first);
  const refused = await runCommand(['restored']);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Headland could not do “restored”.') });
  await first.end('SIGTERM');
  const second = await start();
  expect(await epochOf(second)).toBe(before);
  await second.end('SIGTERM');

  expect(await runCommand(['restored'])).toMatchObject({ code: 0, said: expect.stringContaining('A new epoch begins') });
  expect(await runCommand(['restored'])).toMatchObject({ code: 0, said: expect.stringContaining('nothing was written since') });
  const third = await start();
  const after = await epochOf(third);
  expect(after).not.toBe(before);
  await register(third, 'dana@example.com');
  await third.end('SIGTERM');
  expect(await runCommand(['restored'])).toMatchObject({ code: 0, said: expect.stringContaining('A new epoch begins') });
  expect(await runCommand(['restored', '--again'])).toMatchObject({ code: 0, said: expect.stringContaining('A new epoch begins') });
});

test(
  'on a database of others `restored` refuses while a program is connected, and says by how many connections',
  { tags: ['proof'] },
  async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url };
    try {
      // The connections of this test count as well, until they have been idle for a while.
      await expect.poll(() => runCommand(['restored', '--again'], env), { timeout: 60_000 }).toMatchObject({ code: 0 });
      const program = await start(env);
      expect(await runCommand(['restored', '--again'], env)).toMatchObject({
        code: 1,
        said: expect.stringMatching(/Other Headland programs hold [1-9]\d* connections to this database\. Stop them all first/),
      });
      await program.end('SIGTERM');
      expect(await runCommand(['restored', '--again'], env)).toMatchObject({ code: 0 });
    } finally {
      await database.close();
    }
  },
);

test('--restored refuses to start, and names the command', async () => {
  await expect(start({}, ['--restored'])).rejects.toThrow('npm run restored');
});
