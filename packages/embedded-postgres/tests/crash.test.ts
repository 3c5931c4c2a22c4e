import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import {
  countRows,
  installedPostgres,
  isAlive,
  openFolder,
  ordinaryUser,
  query,
  runningServer,
  start,
  startProgram,
  TIMEOUT,
  until,
  urlOf,
  writeRows,
} from './support.ts';

const limits = { timeout: TIMEOUT };

const logOf = (home: string): string => readFileSync(join(home, 'server.log'), 'utf8');

/** Some other process, as the server would see it: of the same user. */
const spawnAsServerUser = (command: string, ...args: readonly string[]): ChildProcess => {
  const child = spawn(command, args, { ...ordinaryUser, cwd: '/', stdio: 'ignore', detached: true });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
};

test('a program that is killed takes its server along, cleanly, and the rows are there at the next start', limits, async () => {
  const folder = openFolder();
  const home = join(folder, 'postgres');
  const program = startProgram(folder);
  await writeRows(await urlOf(program));
  const server = runningServer(home);
  program.child.kill('SIGKILL');
  await until('the server stops by itself', () => !isAlive(server));

  const database = await start(folder);
  expect(database.said).toEqual([]);
  expect(logOf(home).split('starting PostgreSQL').at(-1)).toContain('database system was shut down at');
  expect(await countRows(database.url)).toEqual({ n: 1000 });
});

test('a program that is killed is started again at once, without waiting for its server', { ...limits, tags: ['proof'] }, async () => {
  const folder = openFolder();
  const program = startProgram(folder);
  await writeRows(await urlOf(program));
  program.child.kill('SIGKILL');
  await until('the program is gone', () => !isAlive(program.pid));
  expect(await countRows((await start(folder)).url)).toEqual({ n: 1000 });
});

test('a server that is killed is reported, and the next start recovers the rows', limits, async () => {
  const folder = openFolder();
  const home = join(folder, 'postgres');
  const database = await start(folder, {}, { durable: true });
  await writeRows(database.url);
  process.kill(runningServer(home), 'SIGKILL');
  const reason = await database.died;
  expect(reason.message).toContain('The database server ended by itself (signal SIGKILL). The last that it said:\n');
  await database.stop();

  const again = await start(folder, {}, { durable: true });
  expect(logOf(home).split('starting PostgreSQL').at(-1)).toContain('was interrupted');
  expect(await countRows(again.url)).toEqual({ n: 1000 });
});

test('a server that is stopped cleanly is not reported as dead', limits, async () => {
  const database = await start(openFolder());
  await database.stop();
  expect(await Promise.race([database.died, new Promise((resolve) => setImmediate(() => resolve('pending')))])).toBe('pending');
});

test('a server that hangs is still stopped within ten seconds', { ...limits, tags: ['proof'] }, async () => {
  const folder = openFolder();
  const database = await start(folder);
  await writeRows(database.url);
  const server = runningServer(join(folder, 'postgres'));
  process.kill(server, 'SIGSTOP');
  const began = Date.now();
  await database.stop();
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(isAlive(server)).toBe(false);
  expect(await countRows((await start(folder)).url)).toEqual({ n: 1000 });
});

test('a signal to the whole group, as from a terminal, leaves the server to the program', limits, async () => {
  const folder = openFolder();
  const program = startProgram(folder, { ownGroup: true });
  const url = await urlOf(program);
  await writeRows(url);
  process.kill(-program.pid, 'SIGINT');
  await until('the program heard it', () => program.wasInterrupted());
  expect(await countRows(url)).toEqual({ n: 1000 });
  expect(await program.end()).toBe(0);
});

test('a server that an earlier run left running is stopped first', { ...limits, tags: ['proof'] }, async () => {
  const folder = openFolder();
  const home = join(folder, 'postgres');
  const first = await start(folder);
  await writeRows(first.url);
  await first.stop();
  const sockets = `unix_socket_directories=${join(home, 'run')}`;
  const orphan = spawnAsServerUser(installedPostgres, '-D', join(home, 'cluster'), '-c', 'listen_addresses=', '-c', sockets);
  await until('the orphan answers', async () => (await query(first.url, 'SELECT 1').catch(() => [])).length === 1);

  const second = await start(folder);
  expect(second.said).toEqual([`An earlier run left its database server running (process ${orphan.pid}): stopping it.`]);
  expect(orphan.exitCode).toBe(0);
  expect(await countRows(second.url)).toEqual({ n: 1000 });
});

test('pid files whose number now belongs to another program do not block a start', { ...limits, tags: ['proof'] }, async () => {
  const folder = openFolder();
  const home = join(folder, 'postgres');
  const first = await start(folder);
  await writeRows(first.url);
  const pidFile = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8');
  const socketFile = readFileSync(join(home, 'run', '.s.PGSQL.5432.lock'), 'utf8');
  process.kill(runningServer(home), 'SIGKILL');
  await first.died;
  await first.stop();

  const stranger = spawnAsServerUser('sleep', '60');
  for (const [path, content] of [
    [join(home, 'cluster', 'postmaster.pid'), pidFile],
    [join(home, 'run', '.s.PGSQL.5432.lock'), socketFile],
  ] as const) {
    writeFileSync(path, content.replace(/^\d+/, String(stranger.pid)));
  }
  expect(await countRows((await start(folder)).url)).toEqual({ n: 1000 });
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
});

test('a program killed while it creates the database leaves nothing half made', limits, async () => {
  const folder = openFolder();
  const home = join(folder, 'postgres');
  const unfinished = (): string[] => (existsSync(home) ? readdirSync(home).filter((name) => name.startsWith('cluster.new-')) : []);
  const program = startProgram(folder);
  await until('initdb is at work', () => unfinished().some((name) => existsSync(join(home, name, 'base'))));
  program.child.kill('SIGKILL');
  expect(existsSync(join(home, 'cluster'))).toBe(false);
  // As a power failure leaves it, whatever the killed one still managed to clean up.
  mkdirSync(join(home, 'cluster.new-00000000', 'base'), { recursive: true });
  await until('the program is gone', () => !isAlive(program.pid));

  const database = await start(folder);
  await writeRows(database.url);
  expect(await countRows(database.url)).toEqual({ n: 1000 });
  expect(unfinished()).toEqual([]);
});
