import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { ChangesPage } from '#shared/domain/changes.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { makeImplement } from './keyed-writes.ts';
import { buildWorld, type Member, type World } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const since = (who: Member, cursor?: string, limit?: number): Promise<ChangesPage> =>
  who.ok(contract.changes.since, {
    params: { orgId: who.orgId },
    query: { ...(cursor === undefined ? {} : { cursor }), ...(limit === undefined ? {} : { limit: String(limit) }) },
  });

/** What a page tells: `+` for a record as it is now, `-` for one that is gone. */
const told = ({ upserts, deletes }: ChangesPage): string[] =>
  [
    ...Object.entries(upserts).flatMap(([name, rows]) => rows.map(({ id }) => `+${name} ${id}`)),
    ...Object.entries(deletes).flatMap(([name, ids]) => ids.map((id) => `-${name} ${id}`)),
  ].sort();

const inNewWorld = async (): Promise<{ boss: Member; world: World; params: { orgId: number } }> => {
  const boss = await testApp.owner();
  return { boss, world: await buildWorld(boss), params: { orgId: boss.orgId } };
};

/** What devices hear of the work, and nothing of what was before. */
const heardOf = async (boss: Member, work: () => Promise<unknown>): Promise<string[]> => {
  const { cursor } = await since(boss);
  await work();
  const page = await since(boss, cursor);
  expect(page).toMatchObject({ reset: false, more: false });
  expect(told(await since(boss, page.cursor))).toEqual([]);
  return told(page);
};

describe('the cursor', () => {
  test('without one there is only the cursor of now', async () => {
    const { boss, params } = await inNewWorld();
    const first = await since(boss);
    expect(first).toMatchObject({ reset: true, more: false });
    expect(told(first)).toEqual([]);
    expect(await since(boss, first.cursor)).toEqual({ ...first, reset: false });
    const customer = await boss.ok(contract.customers.create, { params, body: { businessName: 'Blue Hill' } });
    const next = await since(boss, first.cursor);
    expect(next.upserts.customers).toEqual([customer]);
    expect(told(next)).toEqual([`+customers ${customer.id}`]);
    expect(next.cursor).not.toBe(first.cursor);
  });

  test('pages contain as many changes as asked for, and say whether there are more', async () => {
    const { boss, params } = await inNewWorld();
    let { cursor } = await since(boss);
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push((await boss.ok(contract.customers.create, { params, body: { businessName: `Customer ${n}` } })).id);
    }
    const pages: string[][] = [];
    for (let more = true; more;) {
      const page = await since(boss, cursor, 2);
      ({ cursor, more } = page);
      pages.push(told(page));
    }
    expect(pages).toEqual([
      [`+customers ${ids[0]}`, `+customers ${ids[1]}`],
      [`+customers ${ids[2]}`, `+customers ${ids[3]}`],
      [`+customers ${ids[4]}`],
    ]);
  });

  test('a record that changed often comes once, as it is now', async () => {
    const { boss, world } = await inNewWorld();
    const { cursor } = await since(boss);
    for (const address of ['A', 'B', 'C']) {
      await boss.ok(contract.customers.update, { params: { id: world.customerId }, body: { address } });
    }
    const page = await since(boss, cursor);
    expect(page.upserts.customers.map(({ address }) => address)).toEqual(['C']);
  });

  test('from another level, ahead of the server or older than what is kept, it starts over', async () => {
    const { boss, params } = await inNewWorld();
    const member = await testApp.member(boss, 'basic');
    const { cursor } = await since(member);
    await boss.ok(contract.customers.create, { params, body: { businessName: 'Blue Hill' } });
    const [seq = ''] = cursor.split('.');
    for (const other of [`${seq}.manager`, '999999999.basic']) {
      const page = await since(member, other);
      expect(page).toMatchObject({ reset: true, more: false, cursor: (await since(member)).cursor });
      expect(told(page)).toEqual([]);
    }
    await boss.ok(contract.employees.update, { params: { id: member.employeeId }, body: { accessLevel: 'manager' } });
    expect((await since(member, cursor)).reset).toBe(true);
    await boss.ok(contract.employees.update, { params: { id: member.employeeId }, body: { accessLevel: 'basic' } });
    expect((await since(member, cursor)).reset).toBe(false);

    const forget = (upTo: number) =>
      testApp.db.query({ text: 'update organization_seq set forgotten = $2 where organization_id = $1', values: [boss.orgId, upTo] });
    await forget(Number(seq));
    expect((await since(member, cursor)).reset).toBe(false);
    await forget(Number(seq) + 1);
    expect((await since(member, cursor)).reset).toBe(true);
  });

  test.each(['', '7', '7.', '.owner', '-1.owner', '7.OWNER', '7.owner.x', 'owner.7', '1e3.owner', '1234567890123456.owner', ' 7.owner'])(
    'that was never given is refused: %s',
    async (cursor) => {
      const boss = await testApp.owner();
      const url = `/api/organizations/${boss.orgId}/changes?cursor=${encodeURIComponent(cursor)}`;
      expect(await boss.send('GET', url)).toMatchObject({ status: 400, body: { code: 'invalid_input', issues: [{ path: 'cursor' }] } });
    },
  );

  test('strangers and nobody have none', async () => {
    const { boss } = await inNewWorld();
    const stranger = await testApp.owner();
    const url = `/api/organizations/${boss.orgId}/changes`;
    expect((await stranger.send('GET', url)).status).toBe(404);
    expect((await testApp.nobody.send('GET', url)).status).toBe(401);
  });

  test('tells nothing of other organizations', async () => {
    const { boss } = await inNewWorld();
    const heard = await heardOf(boss, async () => {
      const other = await inNewWorld();
      await other.boss.ok(contract.jobs.remove, { params: { id: other.world.jobId } });
      await boss.ok(contract.organizations.create, { body: { name: 'Second Wind' } });
    });
    expect(heard).toEqual([]);
    const all = await since(boss, '0.owner');
    const owners = Object.values(all.upserts).flatMap((rows) => rows.map((row) => ('organizationId' in row ? row.organizationId : row.id)));
    expect(new Set(owners)).toEqual(new Set([boss.orgId]));
  });
});

describe('devices hear of', () => {
  test('what is made, changed, deleted and brought back, of every kind', async () => {
    const { boss, world, params } = await inNewWorld();
    const implementId = await makeImplement(world, boss);
    const { id: jobId } = await boss.ok(contract.jobs.create, { params, body: { name: 'Empty', customerId: world.customerId } });
    const paths: readonly (readonly [string, string, number, object])[] = [
      ['customers', 'customers', world.customerId, { address: 'A' }],
      ['employees', 'employees', world.employeeId, { phoneNumber: '1' }],
      ['serviceTypes', 'service-types', world.serviceTypeId, { description: 'A' }],
      ['customDataFields', 'custom-data-fields', world.fieldId, { description: 'A' }],
      ['equipment', 'equipment', world.equipmentId, { unitNumber: '1' }],
      ['implements', 'implements', implementId, { name: 'Rake' }],
      ['daysOff', 'days-off', world.dayOffId, { date: '2025-06-19' }],
      ['runs', 'runs', world.runId, { notes: 'A' }],
      ['jobEntries', 'job-entries', world.entryId, { notes: 'A' }],
      ['jobs', 'jobs', jobId, { name: 'South' }],
    ];
    const all = told(await since(boss, '0.owner'));
    for (const [name, path, id, body] of paths) {
      const url = `/api/${path}/${id}`;
      expect(all).toContain(`+${name} ${id}`);
      expect(await heardOf(boss, () => boss.send('PATCH', url, body))).toEqual([`+${name} ${id}`]);
      // A change of nothing is none.
      expect(await heardOf(boss, () => boss.send('PATCH', url, body))).toEqual([]);
      expect(await heardOf(boss, () => boss.send('DELETE', url))).toEqual([`-${name} ${id}`]);
      const [log] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1' } });
      const undo = () => boss.send('POST', `/api/organizations/${boss.orgId}/audit-logs/${log?.id}/undo`);
      expect(await heardOf(boss, undo)).toEqual([`+${name} ${id}`]);
    }
    expect(
      await heardOf(boss, () => boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { name: 'Renamed' } })),
    ).toEqual([`+organizations ${boss.orgId}`]);
  });

  test('the entries that go and come with their job', async () => {
    const { boss, world } = await inNewWorld();
    const lines = (sign: string) => [`${sign}jobEntries ${world.entryId}`, `${sign}jobs ${world.jobId}`];
    expect(await heardOf(boss, () => boss.ok(contract.jobs.remove, { params: { id: world.jobId } }))).toEqual(lines('-'));
    const [log] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1' } });
    const undo = () => boss.ok(contract.auditLogs.undo, { params: { orgId: boss.orgId, id: log?.id ?? 0 } });
    expect(await heardOf(boss, undo)).toEqual(lines('+'));
  });

  test('the entries that follow their job to another customer', async () => {
    const { boss, world, params } = await inNewWorld();
    const { id: customerId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Blue Hill' } });
    const move = () => boss.ok(contract.jobs.update, { params: { id: world.jobId }, body: { customerId } });
    expect(await heardOf(boss, move)).toEqual([`+jobEntries ${world.entryId}`, `+jobs ${world.jobId}`]);
  });

  test('the entries that follow their job, page by page in the order of their ids', async () => {
    const { boss, world, params } = await inNewWorld();
    const later = await boss.ok(contract.jobEntries.create, {
      params: { id: world.jobId },
      body: { serviceTypeId: world.serviceTypeId, date: '2025-06-10' },
    });
    // Now the row of the first one is the last one of the table.
    await boss.ok(contract.jobEntries.update, { params: { id: world.entryId }, body: { notes: 'Dry by noon.' } });
    const { id: customerId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Blue Hill' } });
    const { cursor } = await since(boss);
    await boss.ok(contract.jobs.update, { params: { id: world.jobId }, body: { customerId } });
    const heard: string[] = [];
    for (let page = await since(boss, cursor, 1); told(page).length > 0; page = await since(boss, page.cursor, 1)) {
      heard.push(...told(page));
    }
    expect(heard.filter((one) => one.startsWith('+jobEntries'))).toEqual([`+jobEntries ${world.entryId}`, `+jobEntries ${later.id}`]);
  });

  test('the entries whose values follow a renamed field, and no others', async () => {
    const { boss, world } = await inNewWorld();
    const { id } = await boss.ok(contract.jobEntries.create, {
      params: { id: world.jobId },
      body: { serviceTypeId: world.serviceTypeId, date: '2025-06-15', customFieldValues: { Moisture: 12 } },
    });
    const rename = () => boss.ok(contract.customDataFields.update, { params: { id: world.fieldId }, body: { name: 'Wetness' } });
    expect(await heardOf(boss, rename)).toEqual([`+customDataFields ${world.fieldId}`, `+jobEntries ${id}`]);
  });

  test('the entries that come into another season', async () => {
    const { boss, world, params } = await inNewWorld();
    const begin = (seasonStartDate: string) => () => boss.ok(contract.organizations.update, { params, body: { seasonStartDate } });
    expect(await heardOf(boss, begin('2025-07-01'))).toEqual([`+jobEntries ${world.entryId}`, `+organizations ${boss.orgId}`]);
    expect(await heardOf(boss, begin('2025-08-01'))).toEqual([`+organizations ${boss.orgId}`]);
  });

  test('services whose machines change, from either side', async () => {
    const { boss, world } = await inNewWorld();
    const [service, machine] = [`serviceTypes ${world.serviceTypeId}`, `equipment ${world.equipmentId}`];
    const url = `/api/equipment/${world.equipmentId}`;
    const link = () => boss.send('PATCH', url, { serviceTypeIds: [world.serviceTypeId] });
    expect(await heardOf(boss, link)).toEqual([`+${machine}`, `+${service}`]);
    const unlink = () => boss.send('PATCH', `/api/service-types/${world.serviceTypeId}`, { linkedEquipmentIds: [] });
    expect(await heardOf(boss, unlink)).toEqual([`+${machine}`, `+${service}`]);
    await link();
    expect(await heardOf(boss, () => boss.send('DELETE', url))).toEqual([`+${service}`, `-${machine}`]);
  });

  test('a person who claims their membership when they sign in', async () => {
    const { boss, params } = await inNewWorld();
    const email = `later-${boss.orgId}@example.com`;
    const { id } = await boss.ok(contract.employees.create, {
      params,
      body: { firstName: 'Ann', lastName: 'Late', email, isUser: true, accessLevel: 'basic' },
    });
    expect(await heardOf(boss, () => testApp.person({ email }))).toEqual([`+employees ${id}`]);
  });
});
