import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isRoot, unprivilegedAccount } from '#embedded-postgres';
import { HEADLAND } from '#server/db/embedded.ts';

const ROOT = '/usr/lib/postgresql';

/** The folder of the programs of a PostgreSQL that the system has installed (Debian's package), the newest; undefined: there is none. */
export const systemPrograms = (): string | undefined => {
  const majors = existsSync(ROOT) ? readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, 'bin', 'initdb'))) : [];
  const newest = majors.map(Number).sort((a, b) => b - a)[0];
  return newest === undefined || newest < 15 ? undefined : join(ROOT, String(newest), 'bin');
};

/** Says once a file why its tests are skipped. */
export const sayIfMissing = (found: unknown, what: string): void => {
  if (found === undefined) {
    process.stdout.write(`SKIPPED: ${what}\n`);
  }
};

export interface SystemPostgres {
  /** As the superuser, or as a role that may log in without a password. */
  url(database: string, role?: string): string;
  run(sql: string, database?: string): Promise<unknown[]>;
  stop(): Promise<void>;
}

/** A separate server: the system's PostgreSQL on a new cluster in a temporary folder, reached through a socket. */
export const startSystemPostgres = async (programs: string): Promise<SystemPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'headland-system-'));
  const account = isRoot() ? unprivilegedAccount(HEADLAND) : undefined;
  chmodSync(folder, 0o755);
  if (account) {
    chownSync(folder, account.uid, account.gid);
  }
  const cluster = join(folder, 'cluster');
  const how = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } };
  execFileSync(join(programs, 'initdb'), ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...how,
    stdio: 'ignore',
  });
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'full_page_writes=off', 'shared_buffers=32MB'];
  const server = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], {
    ...how,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => {
    server.once('exit', resolve);
  });
  const url = (database: string, role = 'postgres') =>
    `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(folder)}&sslmode=disable`;
  const run = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: url(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await run('select');
      break;
    } catch (error) {
      if (Date.now() > deadline) {
        throw error;
      }
      await sleep(50);
    }
  }
  return {
    url,
    run,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
