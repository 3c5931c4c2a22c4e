import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { forgetOrganizations } from '#server/commands/forget-organizations.ts';
import { noteLeftovers } from '#server/data/organization-deletion.ts';
import type { Person } from '#tests/support/test-app.ts';
import { createFileApp, type FileApp, inDays } from './file-tools.ts';
import { buildWorld, expectProblem, type Member, refusedFor, type World } from './world.ts';

let fileApp: FileApp;
let boss: Member;
let admin: Member;
let world: World;
let stranger: Member;

const NAME = 'Halvorsen Custom';

beforeAll(async () => {
  fileApp = await createFileApp();
  const { testApp } = fileApp;
  [boss, stranger] = [await testApp.owner(NAME), await testApp.owner('Ortega')];
  admin = await testApp.member(boss, 'admin');
  world = await buildWorld(boss);
  await buildWorld(stranger);
});

afterAll(() => fileApp.close());

const request = (who: Person, name: string) => who.try(contract.archives.requestDeletion, { params: boss, body: { name } });
const organizationsOf = (who: Person) => who.ok(contract.organizations.list, {});

/** The housekeeping as it will run this many days from now. */
const keepHouse = (days: number) =>
  forgetOrganizations({
    db: fileApp.testApp.db.app,
    photos: fileApp.photos,
    scratchFolder: join(fileApp.folder, 'scratch'),
    now: () => inDays(days),
  });

/** How many rows of the organization there are, by table. */
const rowsOf = async (orgId: number): Promise<Record<string, number>> => {
  const { db } = fileApp.testApp;
  const tables = await db.query<{ name: string; column: string }>({
    text: `select table_name as name, column_name as column from information_schema.columns
            where table_schema = 'public' and (column_name = 'organization_id' or (table_name = 'organizations' and column_name = 'id'))`,
    values: [],
  });
  const counted = await Promise.all(
    tables.map(async ({ name, column }) => {
      const [row] = await db.query<{ count: number }>({ text: `select count(*) from ${name} where ${column} = $1`, values: [orgId] });
      return [name, row?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
};

describe('an organization that is to be deleted', () => {
  test('needs its name typed, by its owner in person', async () => {
    expect(await request(boss, 'halvorsen custom')).toMatchObject(
      refusedFor('name', `Type the organization's name exactly as shown: ${NAME}`),
    );
    expect((await request(admin, NAME)).status).toBe(403);
    const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Office', accessLevel: 'manager' } });
    const read = (url: string) => fileApp.testApp.nobody.send('GET', url, undefined, { authorization: `Bearer ${secret}` });
    const byKey = [`/api/organizations/${boss.orgId}`, `/api/jobs/${world.jobId}`, `/api/photos/${world.photoName}`];
    const statuses = () => Promise.all(byKey.map(async (url) => (await read(url)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await organizationsOf(boss)).toMatchObject([{ deletionDueAt: null }]);

    expect((await request(boss, ` ${NAME} `)).status).toBe(204);
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await read('/api/organizations')).body).toEqual([]);
  });

  test('is seen by nobody but its owner from the next request on, and by them with its day', async () => {
    const day = inDays(30).getTime();
    const [seen] = await organizationsOf(boss);
    const due = new Date(seen?.deletionDueAt ?? 0).getTime();
    expect(Math.abs(due - day)).toBeLessThan(60_000);
    expect(await boss.ok(contract.jobs.list, { params: boss })).not.toEqual([]);
    expect((await boss.send('GET', `/api/photos/${world.photoName}`)).status).toBe(200);

    expect(await organizationsOf(admin)).toEqual([]);
    for (const [method, url, body] of [
      ['GET', `/api/organizations/${boss.orgId}`],
      ['GET', `/api/organizations/${boss.orgId}/jobs`],
      ['GET', `/api/organizations/${boss.orgId}/export`],
      ['GET', `/api/jobs/${world.jobId}`],
      ['GET', `/api/photos/${world.photoName}`],
      ['POST', `/api/jobs/${world.jobId}/entries`, { serviceTypeId: world.serviceTypeId, date: '2025-06-20' }],
    ] as const) {
      const answer = await admin.send(method, url, body);
      expect([url, answer.status]).toEqual([url, 404]);
      expectProblem(answer);
    }
    const live = await admin.send('GET', contract.live.events.path);
    expect(String(live.body)).not.toContain(`"organizationId":${boss.orgId}`);
    // A person who is marked as a user while nobody sees it gets in when it is back.
    expect((await request(boss, NAME)).status).toBe(204);
    expect((await organizationsOf(boss))[0]?.deletionDueAt).toBe(seen?.deletionDueAt);
  });

  test('is there again for everyone when its owner cancels that', async () => {
    await keepHouse(29);
    await boss.ok(contract.archives.cancelDeletion, { params: boss });
    expect(await organizationsOf(admin)).toMatchObject([{ id: boss.orgId, deletionDueAt: null }]);
    const log = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'organization', limit: '2' } });
    expect(log.map(({ action, changes }) => [action, Object.keys(changes.new ?? {})])).toEqual([
      ['update', ['deletionDueAt']],
      ['update', ['deletionDueAt']],
    ]);
    await keepHouse(365);
    expect(await organizationsOf(boss)).toHaveLength(1);
  });

  test('is gone after 30 days with every row and file, and nothing of others is', async () => {
    const [job] = await boss.ok(contract.jobs.list, { params: boss, query: { status: 'open', limit: '1' } });
    for (const status of ['billed', 'open', 'billed'] as const) {
      await boss.ok(contract.jobs.update, { params: { id: job?.id ?? 0 }, body: { status } });
    }
    const headers = { 'idempotency-key': 'deletion-1' };
    const url = `/api/organizations/${boss.orgId}/deletion`;
    expect((await boss.send('POST', url, { name: NAME }, headers)).status).toBe(204);
    const deviceId = 'tablet';
    await boss.ok(contract.devices.heartbeat, { body: { organizationId: boss.orgId, deviceId, name: 'Tablet', pending: 3, attention: 0 } });
    await world.fresh.entryView();
    await boss.ok(contract.entryViews.create, { params: boss, body: { name: 'Of all', isShared: true, query: '' } });
    expect(await rowsOf(boss.orgId)).toMatchObject({ entry_views: 2 });
    await fileApp.testApp.db.query({
      text: `insert into billing_records (organization_id, kind, year, number, customer_id, job_ids, issued_on, currency, net_cents, tax_cents, gross_cents, content)
             values ($1, 'bill', 2025, 1, $2, '{}', '2025-07-01', 'USD', 100, 0, 100, '{}')`,
      values: [boss.orgId, world.customerId],
    });
    const others = [await rowsOf(stranger.orgId), await fileApp.filesOf(stranger.orgId)];
    expect(Object.keys(await rowsOf(boss.orgId)).length).toBeGreaterThan(14);

    await keepHouse(29.9);
    expect((await fileApp.filesOf(boss.orgId)).length).toBe(1);
    await keepHouse(30.1);
    expect(await rowsOf(boss.orgId)).toEqual({});
    expect(await fileApp.filesOf(boss.orgId)).toEqual([]);
    expect([await rowsOf(stranger.orgId), await fileApp.filesOf(stranger.orgId)]).toEqual(others);
    expect(await organizationsOf(boss)).toEqual([]);
    expect((await boss.send('GET', `/api/organizations/${boss.orgId}`)).status).toBe(404);
    // Their accounts stay.
    expect((await boss.send('GET', '/api/user')).status).toBe(200);
    const left = await fileApp.testApp.db.query({ text: 'select from store_leftovers', values: [] });
    expect(left).toEqual([]);
  });
});

test('files of a removal or an import that was cut off go a day later, and what lies in the scratch folder too', async () => {
  const gone = 2_000_000_001;
  const folder = join(fileApp.folder, String(gone), 'ab');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${'ab'.repeat(32)}.png`), 'x');
  const scratch = join(fileApp.folder, 'scratch');
  await mkdir(join(scratch, 'export-1', 'lists'), { recursive: true });
  await writeFile(join(scratch, 'import-1.zip'), 'x');
  await utimes(join(scratch, 'import-1.zip'), new Date(), new Date());
  await noteLeftovers(fileApp.testApp.db, gone, new Date());
  await noteLeftovers(fileApp.testApp.db, stranger.orgId, new Date());

  await keepHouse(0.9);
  expect(await fileApp.filesOf(gone)).toHaveLength(1);
  expect(await readdir(scratch)).toEqual(['export-1', 'import-1.zip']);
  await keepHouse(1.1);
  expect(await fileApp.filesOf(gone)).toEqual([]);
  expect(await readdir(scratch)).toEqual([]);
  // Existing members keep theirs.
  expect(await fileApp.filesOf(stranger.orgId)).toHaveLength(1);
});
