import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBucketServer } from '#tests/support/bucket-server.ts';
import { sayIfMissing, startSystemPostgres, systemPrograms } from '#tests/support/system-postgres.ts';
import { blocksOf, ROOT, runLine, type Served, type Shell } from './doc-shell.ts';

/*
 * docs/backup.md, walked through as its readers do: every command of the page is run, in the order of the page, and what it promises is looked at.
 * Only what the page has made up (places, addresses, keys, the moment of the mistake) is another.
 */

vi.setConfig({ testTimeout: 300_000 });

let folder: string;
let shell: Shell;
let served: Served | undefined;
let inPlaceOf: Record<string, string>;

const blocks = new Map(blocksOf('backup.md').map(({ name, lines }) => [name, lines]));
const left = new Set(blocks.keys());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headland-page-'));
  // If we are root, the database runs as another user, who has to get in.
  chmodSync(folder, 0o755);
  shell = { cwd: ROOT, env: settings('data') };
  // The disks are plugged in.
  for (const disk of ['usb', 'weekly', 'backups']) {
    mkdirSync(join(folder, 'mnt', disk), { recursive: true });
  }
  inPlaceOf = {
    '/mnt/': `${folder}/mnt/`,
    '/tmp/rehearsal': join(folder, 'rehearsal'),
    'https://github.com/your/headland headland': `file://${ROOT} ${join(folder, 'headland')}`,
    'PORT=3100': 'PORT=0',
  };
});
afterEach(async () => {
  await served?.end('SIGKILL');
  served = undefined;
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

/** Without a folder for the data it is next to Headland. */
const settings = (data?: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: homedir(),
  LOG_LEVEL: 'info',
  // The user who runs the tests may not own the checkout.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
  ...(data === undefined ? {} : { DATA_DIR: join(folder, data) }),
});

/** Runs the commands of the page with this name, and returns what they printed. */
const walk = async (name: string): Promise<string> => {
  const lines = blocks.get(name) ?? [];
  expect(left.delete(name), `commands “${name}” that were not run yet`).toBe(true);
  const printed: string[] = [];
  for (const line of lines) {
    const ran = await runLine(line, shell, inPlaceOf);
    printed.push(ran.output);
    served = ran.served ?? served;
  }
  return printed.join('\n');
};

const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
  await served?.end(signal);
  served = undefined;
};

let cookie = '';

const call = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${served?.url}${path}`, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const set = response.headers.getSetCookie().map((each) => each.split(';')[0]);
  cookie = set.length > 0 ? set.join('; ') : cookie;
  const answer = (await response.json()) as Record<string, unknown>;
  expect(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(true);
  return answer;
};

let company: string;

const setUp = async (): Promise<void> => {
  cookie = '';
  await call('POST', '/api/register', { email: 'dana@example.com', password: 'three words and more', firstName: 'Dana', lastName: 'Holt' });
  const { id } = await call('POST', '/api/organizations', { name: 'Holt Custom Harvesting' });
  company = `/api/organizations/${String(id)}`;
};
const write = (businessName: string) => call('POST', `${company}/customers`, { businessName });
/** The names of all customers. The earlier session is still valid: the secret was restored, too. */
const customers = async (): Promise<string[]> => {
  const listed = (await call('GET', `${company}/customers`)) as unknown as { businessName: string }[];
  return listed.map(({ businessName }) => businessName).sort();
};

const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

const goOn = async (line: string): Promise<string> => {
  const ran = await runLine(line, shell, inPlaceOf);
  served = ran.served ?? served;
  return ran.output;
};

/** As `--at` takes it, by the clock of this machine. */
const localTime = (moment: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${date} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;
};

test('the shed: backups are made, the disk dies, and a new machine has everything', async () => {
  await walk('shed');
  await setUp();
  await write('Kept');
  expect(await walk('shed-now')).toContain('restored beside and counted');
  await walk('shed-stick');
  expect(existsSync(join(folder, 'mnt', 'weekly', 'headland', 'backups'))).toBe(true);
  await write('The last before the end');
  await stop();
  rmSync(shell.env['DATA_DIR'] ?? '', { recursive: true });

  shell = { cwd: folder, env: settings() };
  await walk('new-machine');
  expect(await customers()).toEqual(['Kept', 'The last before the end']);
});

test('the shed: a mistake is undone, and a rehearsal disturbs nobody', async () => {
  shell.env['BACKUP_DIR'] = join(folder, 'mnt', 'usb', 'headland');
  await goOn('npm start');
  await setUp();
  await write('Before');
  await goOn('npm run backup');
  await write('Just before');
  // To the second, as people name moments.
  await pause(1_100);
  inPlaceOf['2026-11-22 16:40'] = localTime(new Date());
  await pause(1_100);
  await write('A mistake');
  await stop();
  const said = await walk('shed-mistake');
  expect(await customers()).toEqual(['Before', 'Just before']);
  const [aside = ''] = /\/\S+before\S*/.exec(said) ?? [];
  expect(aside).not.toBe('');
  expect(existsSync(aside.replace(/[.,]$/, ''))).toBe(true);

  // As the program does by itself a minute or two after such a start: until then the newest is the one from before the mistake was undone.
  await goOn('npm run backup');
  const shed = served;
  await walk('rehearsal');
  expect(await customers()).toEqual(['Before', 'Just before']);
  await stop();
  served = shed;
  expect(await customers()).toEqual(['Before', 'Just before']);
});

test('the small host: encrypted in a bucket, and back from it', async () => {
  const bucket = await startBucketServer();
  try {
    const key = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(await walk('host-key'))?.[0] ?? '';
    inPlaceOf = {
      ...inPlaceOf,
      'AGE-SECRET-KEY-1…': key,
      'https://s3.example': bucket.settings.endpoint ?? '',
      'headland-backups': bucket.settings.bucket,
      'KEY_ID=…': `KEY_ID=${bucket.settings.keyId}`,
      'SECRET=…': `SECRET=${bucket.settings.secret}`,
    };
    await walk('host');
    await setUp();
    await write('Kept');
    await goOn('npm run backup');
    await stop();
    // Nothing is left but the bucket, and the settings.
    const { DATA_DIR = '', ...kept } = shell.env;
    rmSync(DATA_DIR, { recursive: true });
    rmSync(`${DATA_DIR}-backups`, { recursive: true });
    shell = { cwd: folder, env: kept };
    await walk('host-new-machine');
    expect(await customers()).toEqual(['Kept']);
  } finally {
    await bucket.close();
  }
});

const programs = systemPrograms();
sayIfMissing(programs, 'the part of docs/backup.md about a database elsewhere, for there is no PostgreSQL beside our own');

test.skipIf(programs === undefined)('a database elsewhere, and the way there from the shed', async () => {
  const server = await startSystemPostgres(programs ?? '');
  try {
    await server.run('create role headland login createdb');
    await server.run('create database first owner headland');
    const address = new URL(server.url('headland', 'headland'));
    const socket = address.searchParams.get('host') ?? '';
    inPlaceOf['createdb'] = `${programs}/createdb -h ${socket} -U headland`;
    inPlaceOf['postgresql://headland@db.example/headland'] = server.url('moved', 'headland');
    shell.env['DATABASE_URL'] = server.url('first', 'headland');
    shell.env['BACKUP_DIR'] = join(folder, 'mnt', 'backups', 'headland');
    await goOn('npm start');
    await setUp();
    await write('Kept');
    await goOn('npm run backup');
    await stop();
    await walk('elsewhere-set-back');
    shell.env['DATABASE_URL'] = server.url('headland', 'headland');
    await walk('elsewhere-back');
    expect(await customers()).toEqual(['Kept']);
    await stop();

    shell = { cwd: ROOT, env: settings('data') };
    await goOn('npm start');
    await setUp();
    await write('From the shed');
    await stop();
    await server.run('create database moved owner headland');
    await walk('move');
    expect(await customers()).toEqual(['From the shed']);
  } finally {
    await stop();
    await server.stop();
  }
});

test.skipIf(programs === undefined)('every command of the page was run', () => {
  expect([...left]).toEqual([]);
});
