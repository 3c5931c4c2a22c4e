import type pg from 'pg';
import { hashPassword } from '#server/auth/passwords.ts';
import { type OrganizationPlan, FIELDS, SERVICES } from './season.ts';
import { BOOKKEEPING, SEASON } from './season-sql.ts';

/** The password of every account of the season. */
export const BENCH_PASSWORD = 'a-season-of-numbers';

/** The account of an organization's owner. */
export const emailOf = (organizationId: number): string => `owner-${organizationId}@bench.example`;

const KINDS = ['entries', 'jobs', 'customers', 'machines', 'employees'] as const;

/** The rows of `plan`: row counts and, as `before_<kind>`, how many ids the previous organizations have taken. */
const planRows = (plan: readonly OrganizationPlan[]): Record<string, number>[] => {
  const before = new Map<string, number>();
  return plan.map((organization) => {
    const row: Record<string, number> = { id: organization.id };
    for (const kind of KINDS) {
      row[kind] = organization[kind];
      row[`before_${kind}`] = before.get(kind) ?? 0;
      before.set(kind, (before.get(kind) ?? 0) + organization[kind]);
    }
    return row;
  });
};

const PLAN_COLUMNS = ['id', ...KINDS.flatMap((kind) => [kind, `before_${kind}`])].map((name) => `${name} int`).join(', ');

const prepare = async (client: pg.Client, plan: readonly OrganizationPlan[]): Promise<void> => {
  // The keys are valid by construction; checking five per entry would double the time. Durability begins with the checkpoint at the end.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '256MB'`);
  await client.query(`create function pg_temp.h(id bigint, salt int) returns int language sql immutable
    as 'select (hashint8extended(id, salt) & 1073741823)::int'`);
  await client.query(`create temporary table plan (${PLAN_COLUMNS})`);
  await client.query(`insert into plan select * from json_populate_recordset(null::plan, $1)`, [JSON.stringify(planRows(plan))]);
  await client.query('analyze plan');
};

const SEQUENCES = [
  'users',
  'organizations',
  'employees',
  'custom_data_fields',
  'service_types',
  'equipment',
  'customers',
  'jobs',
  'job_entries',
];

/** The next record gets the next id. */
const advanceSequences = async (client: pg.Client): Promise<void> => {
  for (const table of SEQUENCES) {
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
};

/**
 * Fills a migrated, empty database with the season: the same rows in every run. Finally gathers statistics and flushes everything to disk,
 * so that what is measured next does not pay for it.
 */
export const loadSeason = async (client: pg.Client, plan: readonly OrganizationPlan[], say: (line: string) => void): Promise<void> => {
  await prepare(client, plan);
  const hash = client.escapeLiteral(await hashPassword(BENCH_PASSWORD));
  for (const [what, sql] of SEASON) {
    const began = performance.now();
    const { rowCount } = await client.query(sql.replace('$hash', () => hash));
    say(`  ${rowCount} ${what} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  for (const [table, sql] of BOOKKEEPING) {
    const { rows } = await client.query<{ is: boolean }>('select to_regclass($1) is not null as is', [table]);
    if (rows[0]?.is === true) {
      await client.query(sql);
    }
  }
  await advanceSequences(client);
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
};

/** How many ids of a kind the organizations before this one have; its own begin after them. */
export const idsBefore = (plan: readonly OrganizationPlan[], organizationId: number, kind: (typeof KINDS)[number]): number =>
  plan.filter(({ id }) => id < organizationId).reduce((sum, organization) => sum + organization[kind], 0);

/** Ids of services and fields, of which every organization has the same number. */
export const setupIds = (organizationId: number): { readonly service: number; readonly field: number } => ({
  service: (organizationId - 1) * SERVICES + 1,
  field: (organizationId - 1) * FIELDS + 1,
});
