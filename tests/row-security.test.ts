import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { buildWorld, type Member } from './api/world.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

let testApp: TestApp;
let ours: Member;
let theirs: Member;
let tables: readonly { name: string; owner: string; columns: string }[];

beforeAll(async () => {
  testApp = await createTestApp();
  ours = await testApp.owner();
  theirs = await testApp.owner('Ortega Harvesting');
  for (const { fresh, pay } of [await buildWorld(ours), await buildWorld(theirs)]) {
    await fresh.rate();
    await fresh.draft();
    await fresh.entryView();
    await pay(await fresh.record());
    await fresh.bookedLine();
    await fresh.billingRun();
  }
  for (const member of [ours, theirs]) {
    const organizationId = member.orgId;
    await testApp.db.query({
      text: `insert into former_authors (organization_id, user_id, email) values ($1, -1, 'dana@example.com')`,
      values: [organizationId],
    });
    await member.ok(contract.billingSettings.update, { params: member, body: { paymentDays: 14 } });
    await testApp.db.query({
      text: `insert into reminder_letters (organization_id, customer_id, level, way, issued_on, content)
             select organization_id, min(id), 1, 'post', '2025-06-14', '{}' from customers where organization_id = $1 group by 1`,
      values: [organizationId],
    });
    await testApp.db.query({
      text: `insert into notices (organization_id, user_id, subscription_id, kind, entry_id, said) values ($1, 1, 1, 'question', 1, '{}')`,
      values: [organizationId],
    });
    // Of everything that follows the entries.
    await member.ok(contract.entryStats.list, { params: member });
    await testApp.db.query({
      text: `insert into entry_hints (organization_id, entry_id, date, hints) values ($1, 1, '2025-06-14', '[]')`,
      values: [organizationId],
    });
    for (const values of [`entry_stats values ($1, 0, 1, 'fuel', 1, 1, 1)`, `incomplete_entries values ($1, 1, '2025-06-14')`]) {
      await testApp.db.query({ text: `insert into ${values} on conflict do nothing`, values: [organizationId] });
    }
    await member.ok(contract.devices.heartbeat, { body: { organizationId, deviceId: 'tablet', name: 'Tablet', pending: 0, attention: 0 } });
  }
  tables = await testApp.db.query({
    text: `select t.table_name as name, case t.table_name when 'organizations' then 'id' else 'organization_id' end as owner,
                  string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) filter (where c.is_generated = 'NEVER') as columns
             from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
            where t.table_schema = 'public' group by t.table_name
           having t.table_name = 'organizations' or bool_or(c.column_name = 'organization_id') order by 1`,
    values: [],
  });
});

afterAll(() => testApp.close());

/** Answers stored for a key belong to a user, and some to no organization: every statement about them names the user. */
const UNBOUND = ['sync_ops'];

const bound = () => tables.filter(({ name }) => !UNBOUND.includes(name));

/** Runs the statement as the program would in a request to `organizationId`; how many rows it touched, or the word of its refusal. */
const attempt = async (text: string, organizationId: number | undefined): Promise<number | string> => {
  try {
    return await testApp.db.app.transaction(async (db) => (await db.query({ text, values: [] })).length, organizationId);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};

/** The refusal of row-level security. */
const REFUSED = '42501';

const digest = async (): Promise<string> => {
  const parts = bound().map(({ name }) => `select '${name} ' || count(*) || ' ' || sum(xmin::text::bigint) as part from ${name}`);
  const rows = await testApp.db.query<{ part: string }>({ text: parts.join(' union all '), values: [] });
  return rows.map(({ part }) => part).join(', ');
};

/** What the statement does to each table, where it is expected to do the same to all. */
const inEach = async (statement: (table: (typeof tables)[number]) => string, organizationId: number | undefined) =>
  Object.fromEntries(
    await Promise.all(bound().map(async (table) => [table.name, await attempt(statement(table), organizationId)] as const)),
  );

const allOf = (result: number | string) => Object.fromEntries(bound().map(({ name }) => [name, result]));

describe('a statement that forgets the organization', () => {
  test('has something to forget in every table', async () => {
    expect(bound().length).toBeGreaterThanOrEqual(16);
    for (const { name, owner } of bound()) {
      const rows = await testApp.db.query({
        text: `select 1 from ${name} where ${owner} in ($1, $2) group by ${owner}`,
        values: [ours.orgId, theirs.orgId],
      });
      expect([name, rows.length]).toEqual([name, 2]);
    }
  });

  test('changes no row of another organization', async () => {
    const before = await digest();
    expect(
      await inEach(({ name, owner }) => `update ${name} set ${owner} = ${owner} where ${owner} = ${theirs.orgId} returning 1`, ours.orgId),
    ).toEqual(allOf(0));
    expect(await digest()).toBe(before);
  });

  test('deletes no row of another organization', async () => {
    const before = await digest();
    expect(await inEach(({ name, owner }) => `delete from ${name} where ${owner} = ${theirs.orgId} returning 1`, ours.orgId)).toEqual(
      allOf(0),
    );
    expect(await digest()).toBe(before);
  });

  test('adds no row to another organization', async () => {
    const before = await digest();
    const copy = ({ name, owner, columns }: (typeof tables)[number]) =>
      `insert into ${name} (${columns}) select ${columns} from ${name} where ${owner} = ${theirs.orgId} limit 1`;
    expect(await inEach(copy, ours.orgId)).toEqual(allOf(REFUSED));
    expect(await digest()).toBe(before);
  });

  test('gives no row of its own to another organization', async () => {
    const before = await digest();
    const give = ({ name, owner }: (typeof tables)[number]) =>
      `update ${name} set ${owner} = ${theirs.orgId} where ${owner} = ${ours.orgId}`;
    expect(await inEach(give, ours.orgId)).toEqual(allOf(REFUSED));
    expect(await digest()).toBe(before);
  });

  test('writes nothing at all where nobody said for which organization', async () => {
    const before = await digest();
    for (const verb of ['delete from', 'update'] as const) {
      const write = ({ name, owner }: (typeof tables)[number]) =>
        `${verb} ${name} ${verb === 'update' ? `set ${owner} = ${owner}` : ''} where ${owner} = ${ours.orgId} returning 1`;
      expect(await inEach(write, undefined)).toEqual(allOf(0));
    }
    expect(await digest()).toBe(before);
  });

  test('empties no table', async () => {
    expect(await inEach(({ name }) => `truncate ${name} cascade`, ours.orgId)).toEqual(allOf(REFUSED));
  });
});

test('what one request may write, the next on the same connection may not', async () => {
  const { app } = testApp.db;
  const touch = (orgId: number) => `update customers set version = version where organization_id = ${orgId} returning 1`;
  for (let round = 0; round < 12; round += 1) {
    const [mine, foreign] = round % 2 === 0 ? [ours, theirs] : [theirs, ours];
    expect(
      await app.transaction(async (db) => (await db.query({ text: touch(mine.orgId), values: [] })).length, mine.orgId),
    ).toBeGreaterThan(0);
    expect(await attempt(touch(foreign.orgId), mine.orgId)).toBe(0);
    expect(await attempt(touch(mine.orgId), undefined)).toBe(0);
    expect(await app.query({ text: touch(mine.orgId), values: [] })).toEqual([]);
  }
});

test('a request cannot leave the organization that it is in by asking for another in the midst of it', async () => {
  const rows = await testApp.db.app.transaction(
    (db) =>
      db.transaction(
        (inside) =>
          inside.query({ text: `update customers set version = version where organization_id = ${theirs.orgId} returning 1`, values: [] }),
        theirs.orgId,
      ),
    ours.orgId,
  );
  expect(rows).toEqual([]);
});
