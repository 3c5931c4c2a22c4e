import { contract } from '#shared/contract.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { takeTables } from '#server/backup/tables/take-tables.ts';
import { buildWorld } from '#tests/api/world.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import pg from 'pg';

export const quiet = (): void => undefined;

/** Runs statements on a connection of its own, on which moments read the same wherever the server is. */
const withConnection = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC -c search_path=public' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Runs one statement. */
export const query = <Row extends object>(url: string, sql: string): Promise<Row[]> =>
  withConnection(url, async (client) => (await client.query<Row>(sql)).rows);

/** Two organizations with at least a row of everything that one can make, and words that COPY has to take care of. */
export const fillEverything = async (testApp: TestApp): Promise<void> => {
  const members = [await testApp.owner(), await testApp.owner('Ortega Harvesting')];
  for (const member of members) {
    const { fresh, pay } = await buildWorld(member);
    await fresh.rate();
    await fresh.draft();
    await pay(await fresh.record());
    const organizationId = member.orgId;
    await member.ok(contract.devices.heartbeat, { body: { organizationId, deviceId: 'tablet', name: 'Tablet', pending: 0, attention: 0 } });
    const businessName = 'Höfe\t“Süd” \\N \\. {"a": 1}\nand more 🚜';
    await member.ok(contract.customers.create, { params: member, body: { businessName } });
  }
};

/** The content of each table, computed columns included: its number of rows, and a hash that depends only on the rows. */
export const contentOf = (url: string): Promise<Record<string, string>> =>
  withConnection(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables.rows) {
      // A restore writes its own reason into the installation's row.
      const row = name === 'installation' ? `(to_jsonb(t) - 'epoch_reason')::text` : `to_jsonb(t)::text`;
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(${row}, ',' order by ${row} collate "C")), '') as sum from "${name}" t`,
      );
      found[name] = rows[0]?.sum ?? '';
    }
    return found;
  });

/** The number of rows of each table. */
export const countsOf = async (url: string): Promise<Record<string, number>> =>
  Object.fromEntries(Object.entries(await contentOf(url)).map(([name, sum]) => [name, Number(sum.split(' ')[0])]));

/** Everything that the catalogue says of our tables: columns, keys, checks, whether triggers and security are in force. */
export const catalogueOf = async (url: string): Promise<string[]> => {
  const rows = await query<{ line: string }>(
    url,
    `select format('constraint %s %s %s valid=%s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as line
       from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select format('trigger %s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
     union all select format('security %s %s %s', relname, relrowsecurity, relforcerowsecurity) from pg_class
                where relnamespace = 'public'::regnamespace and relkind = 'r'
     union all select format('policy %s %s %s %s %s', tablename, policyname, cmd, qual, with_check) from pg_policies
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select format('column %s %s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated)
                 from pg_attribute join pg_class c on c.oid = attrelid
                where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0 and not attisdropped
     union all select format('journal %s', hash) from drizzle.__drizzle_migrations
     order by 1`,
  );
  return rows.map(({ line }) => line);
};

export const sequencesOf = (url: string) =>
  query<{ name: string; last: string | null }>(
    url,
    `select sequencename::text as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
  );

/** A backup of the rows, as a manifest says it. */
export const backUp = async (url: string, store: BackupStore): Promise<Manifest & { newBytes: number }> => {
  const { copy, rows, newBytes } = await takeTables({ url, store, say: quiet });
  const [installation] = await query<{ epoch: string }>(url, 'select epoch from installation');
  return {
    format: 1,
    name: '2026-05-04T02-00-00Z',
    version: '0.1.0',
    startedAt: '2026-05-04T02:00:00.000Z',
    completeAt: '2026-05-04T02:00:00.000Z',
    epoch: installation?.epoch ?? '',
    database: copy,
    rows,
    files: [],
    secret: null,
    newBytes,
  };
};
