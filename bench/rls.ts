import pg from 'pg';
import { withClient } from './database.ts';
import type { SizeName } from './season.ts';
import { familyCpuMs } from './processes.ts';
import { table } from './report.ts';
import { inLanes } from './requests.ts';
import { median } from './statistics.ts';

/*
 * What would row-level security cost reads? Each statement alone, and inside a transaction that first says whose rows it may see, through
 * pg alone, with and without waiting for each answer. Uses copies of the tables in a schema of their own, so that the result does not
 * depend on the program's policies.
 */

/** A statement with fixed values, with a name, so that PostgreSQL plans it once. */
export interface FixedStatement {
  readonly title: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface RowSecurityOptions {
  readonly databaseUrl: string;
  readonly databasePid: number;
  readonly organizationId: number;
  readonly reads: readonly FixedStatement[];
  readonly size: SizeName;
}

const SCHEMA = 'row_security';
const ROLE = 'bench_tenant';
const POLICY = `organization_id = (select nullif(current_setting('headland.organization', true), '')::int)`;
/** The largest organizations are copied: the one that asks, and others whose rows it must not see. */
const OTHERS = 8;
const LANES = 4;

/** Organization-owned tables that the reads use. */
const tablesOf = async (client: pg.Client, reads: readonly FixedStatement[]): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  );
  const words = new Set(reads.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  return rows.map(({ name }) => name).filter((name) => words.has(name));
};

const copyTables = async (client: pg.Client, reads: readonly FixedStatement[]): Promise<void> => {
  await client.query(
    `create schema ${SCHEMA}; create role ${ROLE}; grant usage on schema ${SCHEMA} to ${ROLE}; grant select on users to ${ROLE}`,
  );
  for (const name of await tablesOf(client, reads)) {
    const copy = `${SCHEMA}.${name}`;
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`public.${name}`],
    );
    const columns = rows.map((row) => row.name).join(', ');
    await client.query(`create table ${copy} (like public.${name} including all);
      insert into ${copy} (${columns}) select ${columns} from public.${name} where organization_id <= ${OTHERS};
      alter table ${copy} enable row level security;
      create policy own on ${copy} to ${ROLE} using (${POLICY});
      grant select on ${copy} to ${ROLE}; analyze ${copy}`);
  }
};

interface Way {
  readonly title: string;
  readonly isBound: boolean;
  readonly pipeline: boolean;
  ask(client: pg.Client, read: pg.QueryConfig, organizationId: number): Promise<unknown>;
}

const opening = (id: number): string => `begin; select set_config('headland.organization', '${id}', true)`;
const setting = (id: number, isLocal: boolean): pg.QueryConfig => ({
  name: `set-${isLocal}`,
  text: `select set_config('headland.organization', $1, ${isLocal})`,
  values: [`${id}`],
});

const WAYS: readonly Way[] = [
  { title: 'plain, no policy', isBound: false, pipeline: false, ask: (client, read) => client.query(read) },
  {
    title: 'policy, `begin; set_config` in one message, waiting for each answer',
    isBound: true,
    pipeline: false,
    ask: async (client, read, id) => {
      await client.query(opening(id));
      await client.query(read);
      await client.query('commit');
    },
  },
  {
    title: 'the same, pipelined',
    isBound: true,
    pipeline: true,
    ask: (client, read, id) => Promise.all([client.query(opening(id)), client.query(read), client.query('commit')]),
  },
  {
    title: 'the same, pipelined, every statement prepared',
    isBound: true,
    pipeline: true,
    ask: (client, read, id) =>
      Promise.all([
        client.query({ name: 'begin', text: 'begin' }),
        client.query(setting(id, true)),
        client.query(read),
        client.query({ name: 'commit', text: 'commit' }),
      ]),
  },
  {
    title: 'policy, setting of the session, pipelined, no transaction',
    isBound: true,
    pipeline: true,
    ask: (client, read, id) => Promise.all([client.query(setting(id, false)), client.query(read)]),
  },
  {
    title: 'transaction alone, pipelined, no policy',
    isBound: false,
    pipeline: true,
    ask: (client, read) => Promise.all([client.query('begin'), client.query(read), client.query('commit')]),
  },
];

const openClients = (url: string, { isBound, pipeline }: Way): Promise<pg.Client[]> =>
  Promise.all(
    Array.from({ length: LANES }, async () => {
      const options = `-c search_path=${SCHEMA},public${isBound ? ` -c role=${ROLE}` : ''}`;
      // The types do not know the option yet.
      const configuration: pg.ClientConfig & { pipeline: boolean } = { connectionString: url, options, pipeline };
      const client = new pg.Client(configuration);
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }),
  );

interface Cost {
  readonly driver: number;
  readonly database: number;
}

const costOf = async (
  way: Way,
  clients: readonly pg.Client[],
  read: FixedStatement,
  ms: number,
  options: RowSecurityOptions,
): Promise<Cost> => {
  const driverBefore = process.cpuUsage();
  const databaseBefore = familyCpuMs(options.databasePid);
  const { count } = await inLanes(LANES, ms, async (_, lane) => {
    const client = clients[lane];
    if (client) {
      await way.ask(client, { name: 'read', text: read.text, values: [...read.values] }, options.organizationId);
    }
  });
  const { user, system } = process.cpuUsage(driverBefore);
  return { driver: (user + system) / count, database: ((familyCpuMs(options.databasePid) - databaseBefore) * 1_000) / count };
};

const PACES: Record<SizeName, { readonly rounds: number; readonly ms: number }> = {
  full: { rounds: 5, ms: 1_000 },
  small: { rounds: 3, ms: 600 },
  tiny: { rounds: 1, ms: 60 },
};

const measureRead = async (read: FixedStatement, options: RowSecurityOptions): Promise<string> => {
  const { rounds, ms } = PACES[options.size];
  const clients = await Promise.all(WAYS.map((way) => openClients(options.databaseUrl, way)));
  const costs: Cost[][] = WAYS.map(() => []);
  try {
    for (let round = -1; round < rounds; round += 1) {
      for (const [place, way] of WAYS.entries()) {
        const cost = await costOf(way, clients[place] ?? [], read, round < 0 ? ms / 3 : ms, options);
        // The first round only warms up.
        costs[place]?.push(...(round < 0 ? [] : [cost]));
      }
    }
  } finally {
    await Promise.all(clients.flat().map((client) => client.end()));
  }
  const sum = ({ driver, database }: Cost): number => driver + database;
  const us = (values: readonly number[]): string => median(values).toFixed(0);
  const [plain = []] = costs;
  const rows = WAYS.map(({ title }, place) => {
    const own = costs[place] ?? [];
    const ratios = own.map((cost, round) => sum(cost) / sum(plain[round] ?? { driver: Number.NaN, database: Number.NaN }));
    const spread = `${Math.min(...own.map(sum)).toFixed(0)}–${Math.max(...own.map(sum)).toFixed(0)}`;
    const driver = us(own.map((cost) => cost.driver));
    return [title, driver, us(own.map((cost) => cost.database)), us(own.map(sum)), spread, median(ratios).toFixed(2)];
  });
  return table([read.title, 'driver CPU µs', 'database CPU µs', 'together µs', 'least–most', '÷ plain'], rows);
};

/** Measures it and returns the tables as Markdown. Leaves its copies in the database, which is discarded after the run. */
export const measureRowSecurity = async (options: RowSecurityOptions): Promise<string> => {
  await withClient(options.databaseUrl, (client) => copyTables(client, options.reads));
  const tables: string[] = [];
  for (const read of options.reads) {
    tables.push(await measureRead(read, options));
  }
  return tables.join('\n\n');
};
