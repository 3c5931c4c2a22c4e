import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Binaries } from './binaries.ts';
import type { Connection } from './connection.ts';
import { codeOf, EmbeddedError } from './embedded-error.ts';
import { clusterOf, type Place } from './place.ts';
import type { Program } from './program.ts';
import type { ServerLog } from './server-log.ts';
import { startTied, type TiedProcess } from './tied-process.ts';

/** The arguments of `startServer`; `settings` override the program's own. */
export interface ServerOptions {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly connection: Connection;
  readonly log: ServerLog;
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
  /** The message if the database takes a while to answer, and when to give up. */
  readonly waiting?: { readonly sentence: string; readonly atMostMs: number };
  readonly say: (line: string) => void;
}

// Passed at each start rather than stored in the cluster, so that they change with the program.
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '64MB',
  max_connections: '40',
  synchronous_commit: 'on',
  // Solid-state disks: the default of 4 prefers reading whole tables.
  random_page_cost: '1.1',
  // Compiling costs more than our statements take.
  jit: 'off',
  // Our statements are prepared once, by name; planning them again for each value costs more than it gains.
  plan_cache_mode: 'force_generic_plan',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A slot keeps the write-ahead log until a backup has it. If backups fail for long, it may use this much of the disk and no more.
  max_slot_wal_keep_size: '1GB',
};

// For tests: need not survive a power cut, but does survive a killed server, so synchronous_commit stays on (it costs next to nothing without fsync).
const FORGETFUL: Readonly<Record<string, string>> = { fsync: 'off', full_page_writes: 'off' };

// Starting, recovering or shutting down; anything else is an answer.
const NOT_YET = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03']);
const NO_SUCH_DATABASE = '3D000';
const SAY_AFTER_MS = 5_000;
const REPAIR = { sentence: 'The database was not closed properly and is being repaired: this may take a minute.', atMostMs: 300_000 };

const run = async (url: string, sql: string): Promise<void> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A server that dies under the connection also emits an error here; without a listener it would end the program.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
};

const answers = async (connection: Connection, { key }: Program): Promise<boolean> => {
  try {
    await run(connection.url(key), 'SELECT 1');
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === NO_SUCH_DATABASE) {
      // The first start of this cluster, or a server that just ended here.
      await run(connection.url('postgres'), `CREATE DATABASE ${key}`);
      return true;
    }
    if (code === undefined || NOT_YET.has(code)) {
      return false;
    }
    throw error;
  }
};

const untilReady = async (server: TiedProcess, { place, connection, log, say, waiting = REPAIR }: ServerOptions): Promise<void> => {
  const began = Date.now();
  let said = false;
  while (!(await answers(connection, place.program))) {
    const elapsed = Date.now() - began;
    if (server.isOver()) {
      throw new EmbeddedError(`The database did not start: PostgreSQL ended with ${(await server.ended).how}.\n${log.lastLines()}`);
    }
    if (elapsed > waiting.atMostMs) {
      throw new EmbeddedError(`The database did not start within ${waiting.atMostMs / 1_000} s.\n${log.lastLines()}`);
    }
    if (elapsed > SAY_AFTER_MS && !said) {
      said = true;
      say(waiting.sentence);
    }
    // Each query to a server that is not ready is a line in its log.
    await Promise.race([sleep(Math.min(10 + elapsed / 5, 500)), server.ended]);
  }
};

// Together less than the ten seconds in which the whole program has to stop.
const STOPPING = [
  ['INT', 7_000],
  ['QUIT', 1_500],
  ['KILL', 500],
] as const;

/** Stops the server: cleanly if possible within 7 s, otherwise so that the next start recovers. Returns when it has ended, within 9 s. */
export const stopServer = async (server: TiedProcess): Promise<void> => {
  for (const [signal, patience] of STOPPING) {
    if (server.isOver()) {
      return;
    }
    server.signal(signal);
    const timer = new AbortController();
    await Promise.race([server.ended, sleep(patience, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
  }
};

/** Starts the server on an existing cluster that nothing else uses; resolves when the database answers. */
export const startServer = async (options: ServerOptions): Promise<TiedProcess> => {
  const { place, binaries, connection, log, durable } = options;
  const settings = {
    cluster_name: place.program.key,
    ...SETTINGS,
    ...(durable ? {} : FORGETFUL),
    ...options.settings,
    ...connection.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  log.mark();
  const server = startTied({
    file: binaries.postgres,
    args: ['-D', clusterOf(place.home), ...args],
    account: process.platform === 'win32' ? undefined : place.account,
    log,
    pgCtl: binaries.pgCtl,
  });
  try {
    await untilReady(server, options);
    return server;
  } catch (error) {
    await stopServer(server);
    throw error;
  }
};
