import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveTree, isRoot, unprivilegedAccount } from '#embedded-postgres';
import { HEADLAND } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/open.ts';

const DEBIAN = '/usr/lib/postgresql';
const quiet = (): void => undefined;

/** The programs of a whole PostgreSQL, 15 or later, as Debian lays them; undefined: there is none here. */
export const findPostgres = (): string | undefined => {
  const majors = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const newest = Math.max(0, ...majors.filter((major) => major >= 15 && existsSync(join(DEBIAN, String(major), 'bin', 'pg_basebackup'))));
  return newest === 0 ? undefined : join(DEBIAN, String(newest), 'bin');
};

/** A way to a server that can be turned to another one, as a name or an address is after a failover. */
export const openForwarder = async (target: number) => {
  const state = { target };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(state.target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    turnTo: (port: number): void => {
      state.target = port;
    },
    close: async (): Promise<void> => {
      open.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** A primary and a replica that follows it, both on this machine; `bin` is where PostgreSQL's programs are. */
export const startReplicated = async (bin: string) => {
  const account = isRoot() ? unprivilegedAccount(HEADLAND) : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'headland-replicated-'));
  await chmod(folder, 0o755);
  if (account !== undefined) {
    giveTree(folder, account);
  }
  const run = (program: string, args: readonly string[]): void => {
    const { status, stderr } = spawnSync(join(bin, program), args, { ...account, cwd: folder, encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`${program} ended with ${String(status)}: ${stderr}`);
    }
  };
  const serve = async (name: string) => {
    const port = await freePort();
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', max_connections: 60 };
    const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const child = spawn(join(bin, 'postgres'), ['-D', join(folder, name), ...options], { ...account, cwd: folder, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const url = `postgresql://headland@127.0.0.1:${port}/postgres?sslmode=disable`;
    const ask = async <Row extends object>(text: string): Promise<Row[]> => {
      const one = openDatabase(url, quiet);
      try {
        return await one.query<Row>({ text, values: [] });
      } finally {
        await one.close();
      }
    };
    return {
      port,
      ask,
      /** At once and without a word, as when the power goes. */
      kill: async (): Promise<void> => {
        child.kill('SIGKILL');
        await ended;
      },
    };
  };
  run('initdb', ['-D', join(folder, 'primary'), '-U', 'headland', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']);
  const primary = await serve('primary');
  return {
    primary,
    /** Copies the primary as it is now, and follows it from there. */
    startReplica: async () => {
      const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'headland'];
      run('pg_basebackup', [...source, '-D', join(folder, 'replica'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
      return serve('replica');
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
  };
};
