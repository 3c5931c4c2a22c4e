import { afterAll, beforeAll, expect, test } from 'vitest';
import { KIND_NAMES } from '#shared/kinds/registry.ts';
import { tableOf } from '#shared/kinds/spellings.ts';
import { createTestDatabase, type TestDatabase } from './support/databases.ts';
import { SHARED } from './support/shared-tables.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});

afterAll(() => db.close());

const rows = <Row extends object>(text: string, from: Pick<TestDatabase, 'query'> = db): Promise<Row[]> =>
  from.query<Row>({ text, values: [] });

/** What follows the organization in the primary key, where that is not the id: rows that nobody addresses by an id of their own. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  bill_standings: ['record_id'],
  billed_jobs: ['job_id'],
  billing_numbers: ['series', 'year'],
  billing_run_items: ['run_id', 'place'],
  billing_settings: [],
  billing_shares: ['record_id', 'place'],
  changes: ['seq'],
  devices: ['user_id', 'device_id'],
  entry_hints: ['entry_id'],
  entry_stats: ['equipment_id', 'service_type_id', 'measure'],
  field_uses: ['key'],
  former_authors: ['user_id'],
  hint_progress: [],
  import_rows: ['import_id', 'row'],
  incomplete_entries: ['entry_id'],
  member_times: ['user_id'],
  // On its way for some hours: no address names one.
  notices: ['id'],
  organization_seq: [],
  photos: ['name'],
  sync_ops: ['user_id', 'key'],
};

/** Looked up before the organization is known: a record by its id, a photo by its name. */
const lookedUpBy = (table: string): string | null => (table === 'photos' ? 'name' : table in KEYS ? null : 'id');

/** Organization-owned tables that row-level security leaves alone, and why. */
const UNBOUND: Readonly<Record<string, string>> = {
  sync_ops: 'keeps the outcomes of writes outside of any organization too (under 0), such as the one that makes an organization',
};

const LARGEST_ID = 2_147_483_647;

const ownedTables = async (from = db): Promise<string[]> => {
  const tables = await rows<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    from,
  );
  return tables.map(({ name }) => name).filter((name) => !SHARED.has(name));
};

interface Index {
  readonly table: string;
  readonly name: string;
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  readonly isPartial: boolean;
  /** Expressions are null. */
  readonly columns: (string | null)[];
}

const indexes = (from = db): Promise<Index[]> =>
  rows<Index>(
    `
    select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as name, i.indisprimary as "isPrimary",
           i.indisunique as "isUnique", i.indpred is not null as "isPartial",
           array(select a.attname::text from unnest(i.indkey::int[]) with ordinality as k (number, place)
                   left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number and k.number > 0
                  order by k.place) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace order by name`,
    from,
  );

interface ForeignKey {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly columns: string[];
  readonly toColumns: string[];
}

const foreignKeys = (database = db): Promise<ForeignKey[]> => {
  const names = (table: string, numbers: string) =>
    `array(select a.attname::text from unnest(${numbers}) with ordinality as k (number, place)
             join pg_attribute a on a.attrelid = ${table} and a.attnum = k.number order by k.place)`;
  return rows<ForeignKey>(
    `
    select conname::text as name, conrelid::regclass::text as "from", confrelid::regclass::text as "to",
           ${names('conrelid', 'conkey')} as columns, ${names('confrelid', 'confkey')} as "toColumns"
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
    database,
  );
};

/** Everything in the catalogue that would keep the tables from being spread by organization. */
const violations = async (database = db): Promise<string[]> => {
  const [owned, allIndexes, allKeys] = [await ownedTables(database), await indexes(database), await foreignKeys(database)];
  const found: string[] = [];
  for (const table of owned) {
    const key = ['organization_id', ...(KEYS[table] ?? ['id'])].join(', ');
    const lookedUp = lookedUpBy(table);
    const own = allIndexes.filter((index) => index.table === table);
    if (!own.some(({ isPrimary, columns }) => isPrimary && columns.join(', ') === key)) {
      found.push(`${table}: the primary key is not (${key})`);
    }
    if (lookedUp !== null && !own.some(({ columns, isPartial }) => columns[0] === lookedUp && !isPartial)) {
      found.push(`${table}: no index begins with ${lookedUp}`);
    }
    for (const { name } of own.filter(({ isUnique, columns }) => isUnique && columns[0] !== 'organization_id')) {
      found.push(`${table}: the unique index ${name} does not lead with organization_id`);
    }
  }
  for (const { name, from, to, columns, toColumns } of allKeys.filter((key) => owned.includes(key.from) || owned.includes(key.to))) {
    const organizationOf = (table: string) => (table === 'organizations' ? 'id' : 'organization_id');
    if (columns[0] !== organizationOf(from) || toColumns[0] !== organizationOf(to)) {
      found.push(`${from}: the foreign key ${name} does not lead with the organization`);
    }
  }
  const identities = await rows<{ table: string; column: string; largest: number | null; type: string }>(
    `
    select a.attrelid::regclass::text as "table", a.attname::text as "column", s.seqmax as largest, format_type(a.atttypid, null) as type
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      left join pg_depend d on d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.deptype = 'i' and d.classid = 'pg_class'::regclass
      left join pg_sequence s on s.seqrelid = d.objid
     where a.attname = 'id' and a.attnum > 0 order by 1`,
    database,
  );
  for (const { table, column, largest, type } of identities) {
    if (largest === null || largest > LARGEST_ID || type !== 'integer') {
      found.push(`${table}.${column} is no identity column that stays below ${LARGEST_ID + 1}`);
    }
  }
  return found;
};

test('knows every table of the organizations', async () => {
  // A table that is missing here is new: does it belong to an organization, and do the rules below apply to it?
  const ofKinds = KIND_NAMES.map(tableOf).filter((name) => !SHARED.has(name));
  const others = [
    'audit_logs',
    'bank_lines',
    'bill_standings',
    'billed_jobs',
    'billing_events',
    'billing_numbers',
    'billing_run_items',
    'billing_runs',
    'billing_shares',
    'changes',
    'devices',
    'entry_hints',
    'entry_stats',
    'entry_views',
    'field_uses',
    'former_authors',
    'hint_progress',
    'import_rows',
    'imports',
    'incomplete_entries',
    'member_times',
    'notices',
    'organization_seq',
    'photos',
    'reminder_letters',
    'sync_ops',
  ];
  expect(await ownedTables()).toEqual([...ofKinds, ...others].toSorted());
});

test('every table, unique index and foreign key of the organizations leads with the organization', async () => {
  expect(await violations()).toEqual([]);
});

test('every foreign key between records of organizations names the same organization on both sides', async () => {
  const owned = await ownedTables();
  const between = (await foreignKeys()).filter(({ from, to }) => owned.includes(from) && owned.includes(to));
  expect(between.length).toBeGreaterThanOrEqual(7);
  for (const { columns, toColumns } of between) {
    expect([columns[0], toColumns[0]]).toEqual(['organization_id', 'organization_id']);
    expect(columns).toHaveLength(2);
  }
});

interface Bound {
  readonly table: string;
  readonly isEnabled: boolean;
  readonly isForced: boolean;
  readonly policies: { command: string; kind: string; using: string | null; check: string | null }[];
}

/** Every table whose rows of another organization a request could write, as far as row-level security goes. */
const unboundTables = async (database = db): Promise<string[]> => {
  const tables = await rows<Bound>(
    `
    select c.relname::text as "table", c.relrowsecurity as "isEnabled", c.relforcerowsecurity as "isForced",
           coalesce((select json_agg(json_build_object('command', p.cmd, 'kind', p.permissive, 'using', p.qual, 'check', p.with_check))
                       from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname), '[]') as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    database,
  );
  const owned = new Set(await ownedTables(database));
  const concerned = tables.filter(({ table }) => table === 'organizations' || (owned.has(table) && !(table in UNBOUND)));
  return concerned.filter((bound) => !isBound(bound)).map(({ table }) => table);
};

const isBound = ({ table, isEnabled, isForced, policies }: Bound): boolean => {
  const column = table === 'organizations' ? 'id' : 'organization_id';
  const own = `(${column} = ( SELECT headland_organization() AS headland_organization))`;
  const writes = policies.filter(({ command }) => command !== 'SELECT');
  // Any further policy would let more rows through: they are alternatives.
  const expected = [
    ['DELETE', own, null],
    ['INSERT', null, own],
    ['UPDATE', own, null],
  ];
  const found = writes.map(({ command, using, check }) => [command, using, check]).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return isEnabled && isForced && JSON.stringify(found) === JSON.stringify(expected);
};

test('row-level security binds every table of the organizations, the owner of the tables too', async () => {
  expect(await unboundTables()).toEqual([]);
  expect(Object.keys(UNBOUND)).toEqual(['sync_ops']);
});

test('the program acts as a role that row-level security binds', async () => {
  const [role] = await rows<{ binds: boolean }>(
    'select not rolsuper and not rolbypassrls as binds from pg_roles where rolname = current_user',
    db.app,
  );
  expect(role?.binds).toBe(true);
});

test('an organization names its owner by a deferred key to an employee of its own with the level owner', async () => {
  const [key] = await rows<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'organizations_owner_fkey'`,
  );
  expect(key?.definition).toBe(
    'FOREIGN KEY (id, owner_employee_id, owner_level) REFERENCES employees(organization_id, id, access_level) DEFERRABLE INITIALLY DEFERRED',
  );
});

test('needs no extension', async () => {
  expect(await rows('select extname from pg_extension')).toEqual([{ extname: 'plpgsql' }]);
});

test('would notice tables that break the rules', async () => {
  const broken = await createTestDatabase();
  try {
    for (const statement of [
      `create table trailers (id bigint generated always as identity primary key, organization_id integer not null, serial text unique,
                              customer_id integer, foreign key (customer_id, organization_id) references customers (id, organization_id))`,
      `create table hitches (organization_id integer, id integer, trailer_id bigint references trailers (id), primary key (organization_id, id))`,
    ]) {
      await rows(statement, broken);
    }
    expect(await violations(broken)).toEqual([
      'hitches: no index begins with id',
      'trailers: the primary key is not (organization_id, id)',
      'trailers: the unique index trailers_pkey does not lead with organization_id',
      'trailers: the unique index trailers_serial_key does not lead with organization_id',
      'hitches: the foreign key hitches_trailer_id_fkey does not lead with the organization',
      'trailers: the foreign key trailers_customer_id_organization_id_fkey does not lead with the organization',
      'hitches.id is no identity column that stays below 2147483648',
      'trailers.id is no identity column that stays below 2147483648',
    ]);
    expect(await unboundTables(broken)).toEqual(['hitches', 'trailers']);
  } finally {
    await broken.close();
  }
});

test.each([
  ['security that is not enabled', 'alter table jobs disable row level security'],
  ['security that spares the owner of the table', 'alter table jobs no force row level security'],
  ['a policy that is missing', 'drop policy delete_own on jobs'],
  ['a policy that compares nothing', 'alter policy update_own on jobs using (true)'],
  ['a policy that compares another column', 'alter policy insert_own on jobs with check (customer_id = (select headland_organization()))'],
  ['one policy more, for it lets more through', 'create policy more on jobs for update using (true)'],
])('would notice %s', async (_, statement) => {
  const broken = await createTestDatabase();
  try {
    await rows(statement, broken);
    expect(await unboundTables(broken)).toEqual(['jobs']);
  } finally {
    await broken.close();
  }
});
