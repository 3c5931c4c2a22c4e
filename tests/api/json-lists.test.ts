import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { COLLECTIONS } from '#shared/domain/changes.ts';
import { contract } from '#shared/contract.ts';
import { ENTITIES } from '#shared/kinds/registry.ts';
import { auditedOf, collectionOf, kindOfCollection, tableOf } from '#shared/kinds/spellings.ts';
import { recountUses } from '#server/data/field-uses.ts';
import * as tables from '#server/db/tables/index.ts';
import { isData, placesWhere } from '#tests/conformance/call.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { pageAt } from './list-pages.ts';
import { operations, urlOf } from './samples.ts';
import { buildWorld, type Member, type World } from './world.ts';

// Lists leave the database as JSON (decision 0056). Here each field of every list is compared with the row as it is read in another way.

type Table = PgTable & { readonly id: PgColumn };
type Row = Readonly<Record<string, unknown>>;

const byName = new Map(Object.values<unknown>(tables).flatMap((table) => (is(table, PgTable) ? [[getTableName(table), table]] : [])));
const tableNamed = (name: string): Table => byName.get(name) as Table;

const elementOf = (response: unknown): z.core.$ZodType | undefined =>
  response instanceof z.ZodMiniArray ? response.def.element : undefined;

/** The table that the items of a list are rows of, by their schema. */
const TABLES = new Map<z.core.$ZodType | undefined, Table>([
  ...ENTITIES.map((kind) => [elementOf(contract[collectionOf(kind)].list.response), tableNamed(tableOf(kind))] as const),
  [elementOf(contract.auditLogs.list.response), tableNamed('audit_logs')],
  [elementOf(contract.auditLogs.acts.response), tableNamed('audit_logs')],
  [elementOf(contract.billingRecords.list.response), tableNamed('billing_records')],
]);

/** Lists whose items are no rows: their fields are computed, or read of several tables. */
const COMPUTED = [
  'account.sessions',
  'account.passkeys',
  'account.events',
  'organizations.list',
  'employees.members',
  'employees.signIns',
  'jobEntries.hints',
  'imports.list',
  'imports.rows',
  'invitations.list',
  'entryStats.list',
  'entryViews.list',
  'unbilledJobs.list',
  'unbilledBills.list',
  'billingRuns.list',
  'bankLines.list',
  'apiKeys.list',
  'devices.list',
];

const lists = placesWhere(({ endpoint }) => isData(endpoint.response) && elementOf(endpoint.response) !== undefined);
const ofRows = lists.filter(([, , { operation }]) => TABLES.has(elementOf(operation.endpoint.response)));

/** Everything that JSON escapes or that is escaped elsewhere, and what has more than one byte or unit. */
const AWKWARD = 'q" b\\ /s t\t n\n r\r f\f b\b \u0001\u001F\u007F % $1 \'x\' {"a":1} é ß 日本 😀 \u2028\u2029 \uFEFF';
const JSON_VALUE = { [AWKWARD]: AWKWARD, '': '', n: 0.1, big: 12_345_678_901_234.5, deep: [{ a: null, b: [true, -1.5] }, []], none: null };
const MOMENTS = ['1969-12-31T23:59:59.000Z', '2024-02-29T23:59:59.999Z', '2025-01-01T00:00:00.120Z', '1000-01-01T00:00:00.001Z'];
const DATES = ['1895-02-28', '2024-02-29', '0099-01-01', '9999-12-31'];
const NUMBERS = [0.1, 123_456_789.123_456, -0, 1e21, 1e-7, 12_345_678_901_234.5];

let testApp: TestApp;
let boss: Member;
let world: World;

/** A value for a column, other ones in other rows; undefined: the database has one. */
const valueFor = (name: string, column: PgColumn, index: number): unknown => {
  const { customerId, jobId, runId, serviceTypeId, equipmentId, implementId, employeeId, fieldId } = world;
  const known: Row = {
    id: undefined,
    organizationId: boss.orgId,
    deletedAt: undefined,
    customerId,
    jobId,
    runId,
    serviceTypeId,
    equipmentId,
    implementId,
    employeeId,
    serviceTypeIds: [serviceTypeId],
    equipmentIds: index % 2 === 0 ? [equipmentId, equipmentId] : [equipmentId],
    operatorIds: [employeeId],
    customDataFieldIds: [fieldId],
    requiredFieldIds: [fieldId],
    // Of a person who came with an import.
    checkedBy: index % 2 === 0 ? boss.userId : -5,
    userId: column.table === tables.auditLogs ? (index % 2 === 0 ? boss.userId : -5) : 900_000 + index,
    accessLevel: 'admin',
    isPlaceholder: false,
    equipmentCount: 1 + index,
    contacts: index % 2 === 0 ? [] : [{ name: AWKWARD, email: null, phoneNumber: AWKWARD, getsBills: true, unlisted: 1 }],
    spans: index % 2 === 0 ? [] : [{ from: '2025-06-14T07:05:00-05:00', to: '2025-06-14T12:05:00.001Z', unlisted: 1 }],
    choices: index % 2 === 0 ? null : { measure: AWKWARD, values: NUMBERS, unlisted: 1 },
    repeatsJobId: jobId,
    // With something in it that no schema lists any more.
    expected: [null, [], [{ serviceTypeId, measure: AWKWARD, value: 0.1, unlisted: 1 }]][index % 3],
    // With something in it that no schema lists any more.
    changes: { old: index % 2 === 0 ? JSON_VALUE : null, new: JSON_VALUE, unlisted: 1 },
  };
  if (name in known) {
    return known[name];
  }
  switch (column.getSQLType()) {
    case 'text':
      return column.enumValues?.at(-1 - (index % 2)) ?? `${index} ${AWKWARD} ${index}`;
    case 'text[]':
      return [AWKWARD, '', '{}', 'null', `${index}`];
    case 'boolean':
      return index % 2 === 0;
    case 'date':
      return DATES[index % DATES.length];
    case 'numeric':
      return NUMBERS[index % NUMBERS.length];
    case 'jsonb':
      return JSON_VALUE;
    case 'integer':
      return 2_147_483_647 - index;
    default:
      return MOMENTS[index % MOMENTS.length];
  }
};

/** A row with all columns filled, or with no more than has to be. */
const rowOf = (table: Table, index: number, isFull: boolean): Row =>
  Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => column.generated === undefined && (isFull || (column.notNull && !column.hasDefault)))
      .map(([name, column]) => [name, valueFor(name, column, index)]),
  );

/** Columns that must not be filled together. */
const EITHER: Readonly<Record<string, readonly string[]>> = { cost_rates: ['employeeId', 'equipmentId'] };

const FILLED = [
  'customers',
  'employees',
  'custom_data_fields',
  'service_types',
  'equipment',
  'implements',
  'days_off',
  'jobs',
  'runs',
  'job_entries',
];

const fill = async (): Promise<void> => {
  for (const name of [...FILLED, 'cost_rates', 'audit_logs']) {
    for (const [index, isFull] of [true, true, true, true, false].entries()) {
      const row = { ...rowOf(tableNamed(name), index, isFull) };
      for (const either of (EITHER[name] ?? []).slice(index % 2, 1 + (index % 2))) {
        Reflect.deleteProperty(row, either);
      }
      await testApp.db.orm.insert(tableNamed(name)).values(row);
    }
  }
};

const run = (text: string) => testApp.db.query({ text, values: [boss.orgId] });

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
  await world.fresh.record();
  await run(`insert into former_authors (organization_id, user_id, email, first_name) values ($1, -5, 'o"\\@x.test', 'José "x"')`);
  await fill();
  // Fields that fill a column of entries, by their name.
  await run(
    `insert into custom_data_fields (organization_id, name, field_type) values ($1, 'FUEL', 'number'), ($1, 'billable Hours', 'number')`,
  );
  await recountUses({ db: testApp.db, orgId: boss.orgId });
  for (const collection of COLLECTIONS) {
    const kind = kindOfCollection(collection);
    await run(`insert into changes (organization_id, seq, entity_type, entity_id)
               select $1, s.seq + row_number() over (), '${auditedOf(kind)}', t.id from organization_seq s, ${tableOf(kind)} t
                where s.organization_id = $1 and t.organization_id = $1`);
    await run('update organization_seq set seq = (select max(seq) from changes where organization_id = $1) where organization_id = $1');
  }
});

afterAll(() => testApp.close());

const itemsAt = async ([, address, { operation }]: (typeof lists)[number]) => {
  const { query: _query, ...call } = await operation.sample(world);
  return (await pageAt(boss, urlOf(address, call, boss.orgId))).items;
};

test('every list is one of rows, or known to be computed', () => {
  expect([...new Set(lists.filter((place) => !ofRows.includes(place)).map(([, , { operation }]) => operation.id))]).toEqual(COMPUTED);
  expect(ofRows.length).toBeGreaterThanOrEqual(20);
});

describe.each(lists)('%s %s', (...place) => {
  const [, , { operation }] = place;
  const element = elementOf(operation.endpoint.response);

  test('lists what the contract does, however deep, and nothing else', async () => {
    for (const item of await itemsAt(place)) {
      expect(z.parse(element as z.ZodMiniType, item)).toEqual(item);
    }
  });
});

// Reading one goes past the JSON of the database: a row as an object, written by the serializer that was compiled from the schema.
const single = ([, , { operation }]: (typeof lists)[number]) =>
  operations.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.response === elementOf(operation.endpoint.response));

test.each(lists.filter(single))('%s %s answers with the same as reading one', async (...place) => {
  const items = await itemsAt(place);
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) {
    const one = await boss.send('GET', urlOf(single(place)?.endpoint.path ?? '', { params: { id: item.id } }, boss.orgId));
    expect(one.body).toEqual(item);
  }
});

describe.each(ofRows)('%s %s', (...place) => {
  const element = elementOf(place[2].operation.endpoint.response) as z.ZodMiniObject;
  const table = TABLES.get(element) as Table;

  test('equals the table, column by column', async () => {
    const columns = getTableColumns(table);
    const shown = Object.entries<z.core.$ZodType>(element.shape).filter(([name]) => name in columns);
    for (const item of await itemsAt(place)) {
      const [row] = (await testApp.db.orm.select().from(table).where(eq(table.id, item.id))) as Row[];
      // By way of JSON, which does not tell of -0.
      const expected = shown.map(([name, field]) => [name, JSON.parse(JSON.stringify(z.parse(field, row?.[name])))] as const);
      expect(Object.fromEntries(shown.map(([name]) => [name, item[name]]))).toEqual(Object.fromEntries(expected));
    }
  });
});

test('what was compared is awkward: every column filled, and every one that may be empty empty', async () => {
  for (const name of FILLED) {
    const table = tableNamed(name);
    const rows = (await testApp.db.orm.select().from(table)) as Row[];
    for (const [property, column] of Object.entries(getTableColumns(table)).filter(([each]) => each !== 'deletedAt')) {
      const isHeld = rows.map((row) => row[property] !== null);
      expect([name, property, isHeld.includes(true), column.notNull || isHeld.includes(false)]).toEqual([name, property, true, true]);
    }
  }
});

test.each(COLLECTIONS)('changes tell of %s as their list does', async (collection) => {
  const listed = new Map<number, unknown>(
    (await pageAt(boss, `/api/organizations/${boss.orgId}/${tableOf(kindOfCollection(collection)).replaceAll('_', '-')}`)).items.map(
      (item) => [item.id, item],
    ),
  );
  let told: Row[] = [];
  for (let cursor = '0.owner', more = true; more;) {
    const page = (await boss.send('GET', `/api/organizations/${boss.orgId}/changes?limit=7&cursor=${cursor}`)).body as {
      readonly cursor: string;
      readonly more: boolean;
      readonly upserts: Readonly<Record<string, Row[]>>;
    };
    expect(contract.changes.since.response.parse(page)).toEqual(page);
    told = [...told, ...(page.upserts[collection] ?? [])];
    ({ cursor, more } = page);
  }
  expect(new Set(told.map(({ id }) => id))).toEqual(new Set(listed.keys()));
  for (const record of told) {
    expect(record).toEqual(listed.get(record['id'] as number));
  }
});
