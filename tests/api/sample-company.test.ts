import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { forgetOrganizations } from '#server/commands/forget-organizations.ts';
import { isOnlyOrganization } from '#server/data/backup-state.ts';
import { readLimits } from '#server/limits.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '#tests/support/test-app.ts';
import { expectProblem, type Member } from './world.ts';

const DAY = 86_400_000;

let folder: string;
let testApp: TestApp;
let clock = Date.parse('2026-05-20T12:00:00Z');
const photosIn = () => photoFolder(join(folder, 'photos'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-sample-'));
  testApp = await createTestApp({
    photos: photosIn(),
    now: () => new Date(clock),
    publicUrl: 'http://farm.test',
    hasMail: true,
    limits: readLimits('organizationsPerAccount=1 samplesPerAccount=3'),
  });
});

afterAll(async () => {
  testApp.app.server.closeAllConnections();
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

// Each test has days of its own.
beforeEach(() => {
  clock += 30 * DAY;
});

type Wish = { readonly language?: 'en' | 'de' | 'es'; readonly timeZone?: string };
const open = (who: Person, body: Wish = {}) => who.try(contract.samples.create, { body });
const opened = (who: Person, body: Wish = {}) => who.ok(contract.samples.create, { body });
const mine = (who: Person) => who.ok(contract.organizations.list, {});
const remove = (who: Person, orgId: number) => who.try(contract.samples.remove, { params: { orgId } });
const keepHouse = () =>
  forgetOrganizations({
    db: testApp.db.app,
    photos: photosIn(),
    scratchFolder: join(folder, 'scratch'),
    now: () => new Date(clock),
  });

const countIn = async (table: string, orgId: number): Promise<number> => {
  const [row] = await testApp.db.query<{ count: number }>({
    text: `select count(*)::int as count from ${table} where organization_id = $1`,
    values: [orgId],
  });
  return row?.count ?? 0;
};
const filesOf = async (orgId: number): Promise<number> => {
  let count = 0;
  for await (const _ of photosIn().list(orgId)) {
    count += 1;
  }
  return count;
};

describe('a sample company', () => {
  test('is theirs alone, whole, and its work ends today', async () => {
    const dana = await testApp.person();
    const sample = await opened(dana, { language: 'de', timeZone: 'Pacific/Kiritimati' });
    expect(sample).toMatchObject({
      name: 'Lohnunternehmen Tammkamp',
      isSample: true,
      onboardingCompleted: true,
      role: 'owner',
      country: 'DE',
      timeZone: 'Pacific/Kiritimati',
    });
    expect(sample.deletionDueAt).toBe(new Date(clock + 7 * DAY).toISOString());
    expect((await mine(dana)).map(({ id }) => id)).toEqual([sample.id]);
    const inIt = { params: { orgId: sample.id }, query: {} };
    const entries = await dana.ok(contract.jobEntries.list, inIt);
    // There it is tomorrow already.
    const today = new Date(clock + 14 * 3_600_000).toISOString().slice(0, 10);
    expect(
      entries
        .map(({ date }) => date)
        .toSorted()
        .at(-1),
    ).toBe(today);
    expect((await dana.ok(contract.billingRecords.list, inIt)).length).toBeGreaterThan(10);
    expect(await filesOf(sample.id)).toBeGreaterThan(0);
    const members = await dana.ok(contract.employees.members, { params: { orgId: sample.id } });
    expect(members.map(({ userId }) => userId)).toEqual([dana.userId]);
  });

  test('is in the language of the person, and in English where there is none of it', async () => {
    const names = [];
    for (const wish of [{}, { language: 'en' }, { language: 'es' }, { language: 'de' }] as const) {
      names.push((await opened(await testApp.person(), wish)).name);
    }
    const [english] = names;
    expect(names).toEqual([english, english, english, 'Lohnunternehmen Tammkamp']);
    expect((await open(await testApp.person(), { language: 'fr' } as never)).status).toBe(400);
    expect((await open(await testApp.person(), { timeZone: 'Farm/Yard' })).status).toBe(400);
  });

  test('is made once, however often and however fast it is asked for', async () => {
    const dana = await testApp.person();
    const both = await Promise.all([open(dana), open(dana)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    const third = await open(dana, { language: 'de' });
    expect(third.status).toBe(200);
    expect(new Set([...both, third].map(({ body }) => Object(body)['id'])).size).toBe(1);
    expect(await mine(dana)).toHaveLength(1);
  });

  test('is made anew a few times a day, and not without end', async () => {
    const dana = await testApp.person();
    for (let count = 0; count < 3; count += 1) {
      expect((await remove(dana, (await opened(dana)).id)).status).toBe(204);
    }
    const refused = await open(dana);
    expect(refused).toMatchObject({ status: 429, body: { detail: expect.stringContaining('sample companies in one day') } });
    expectProblem(refused);
    clock += 1.1 * DAY;
    expect((await open(dana)).status).toBe(201);
  });

  test('counts towards nothing, and does not end what makes an installation one of a single company', async () => {
    const dana = await testApp.person();
    await opened(dana);
    // At most one organization is allowed here.
    expect((await dana.try(contract.organizations.create, { body: { name: 'Real Custom' } })).status).toBe(201);
    expect((await dana.try(contract.organizations.create, { body: { name: 'One more' } })).status).toBe(409);
    const alone = await createTestApp({ photos: photosIn() });
    const boss = await alone.owner();
    await opened(boss);
    expect(await isOnlyOrganization(alone.db.app)).toBe(true);
    await alone.close();
  });

  test('is removed at once with every row and file, by its owner, and no other organization is', async () => {
    const dana: Member = await testApp.owner('Real Custom');
    const other = await testApp.person();
    const { id } = await opened(dana);
    expect((await remove(other, id)).status).toBe(404);
    const wrong = await remove(dana, dana.orgId);
    expect(wrong).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Only a sample company') } });
    expect((await remove(dana, id)).status).toBe(204);
    expect((await mine(dana)).map((each) => each.id)).toEqual([dana.orgId]);
    for (const table of ['employees', 'customers', 'jobs', 'job_entries', 'billing_records', 'audit_logs', 'photos', 'changes']) {
      expect([table, await countIn(table, id)]).toEqual([table, 0]);
    }
    expect(await filesOf(id)).toBe(0);
    expect((await remove(dana, id)).status).toBe(404);
  });

  test('goes by itself after seven days, stays until then, and cannot be kept', async () => {
    const dana: Member = await testApp.owner('Real Custom');
    const { id } = await opened(dana);
    const kept = await dana.try(contract.archives.cancelDeletion, { params: { orgId: id } });
    expect(kept).toMatchObject({ status: 409, body: { detail: expect.stringContaining('cannot be kept') } });
    clock += 6.9 * DAY;
    await keepHouse();
    expect((await mine(dana)).map((each) => each.id)).toContain(id);
    clock += 0.2 * DAY;
    // Past its time another one may be opened, even before the housekeeping has come by.
    const next = await opened(dana);
    expect(next.id).not.toBe(id);
    await keepHouse();
    expect((await mine(dana)).map((each) => each.id).toSorted()).toEqual([dana.orgId, next.id].toSorted());
    expect(await countIn('job_entries', id)).toBe(0);
    expect(await filesOf(id)).toBe(0);
  });

  test('tells nobody anything: no link, no mail, no access for whoever has an address in it', async () => {
    const dana = await testApp.person();
    const { id } = await opened(dana, { language: 'de' });
    const params = { orgId: id };
    const invited = await dana.try(contract.invitations.create, { params, body: { name: 'Luis', email: 'luis@farm.test' } });
    expect(invited).toMatchObject({ status: 409, body: { detail: expect.stringContaining('nobody can be invited') } });
    const [bill] = await dana.ok(contract.billingRecords.list, { params, query: { limit: '1' } });
    const mail = { params: { orgId: id, id: bill?.id ?? 0 }, body: { to: 'customer@farm.test' } };
    const mailed = await dana.try(contract.paymentStatuses.mail, mail);
    expect(mailed).toMatchObject({ status: 409, body: { detail: expect.stringContaining('nothing is mailed') } });
    expectProblem(mailed);
    expect(await testApp.db.query({ text: 'select from mails', values: [] })).toEqual([]);

    // Somebody who has an account, and one who registers with an address that is in it.
    const known = await testApp.person();
    const body = { firstName: 'Known', lastName: 'Already', email: known.email, isUser: true };
    await dana.ok(contract.employees.create, { params, body });
    expect(await mine(known)).toEqual([]);
    const employees = await dana.ok(contract.employees.list, { params, query: {} });
    const waiting = employees.find(({ isUser, email }) => isUser && email?.endsWith('.example'));
    const late = await testApp.person({ email: waiting?.email ?? '' });
    expect(await mine(late)).toEqual([]);
    const members = await dana.ok(contract.employees.members, { params });
    expect(members.map(({ userId }) => userId)).toEqual([dana.userId]);
  });

  test('is no reason to keep an account', async () => {
    const dana = await testApp.person();
    const { id } = await opened(dana);
    await dana.ok(contract.confirmations.confirm, { body: { password: PASSWORD } });
    expect((await dana.try(contract.account.remove, { body: { email: dana.email } })).status).toBe(204);
    expect(await countIn('job_entries', id)).toBe(0);
  });

  test('stays with an account that may not go, because it owns a company, too', async () => {
    const dana: Member = await testApp.owner('Real Custom');
    const { id } = await opened(dana);
    await dana.ok(contract.confirmations.confirm, { body: { password: PASSWORD } });
    const refused = await dana.try(contract.account.remove, { body: { email: dana.email } });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Real Custom')]);
    expect(refused.body.detail).not.toContain((await dana.ok(contract.organizations.list, {})).find((each) => each.id === id)?.name ?? '-');
    expect(await countIn('job_entries', id)).toBeGreaterThan(0);
  });

  test('is made by its own call only: no change makes one of a company, or a company of one', async () => {
    const dana: Member = await testApp.owner('Real Custom');
    const { id } = await opened(dana);
    for (const [orgId, isSample] of [
      [id, true],
      [dana.orgId, false],
    ] as const) {
      const body = { isSample: !isSample } as never;
      expect(await dana.ok(contract.organizations.update, { params: { orgId }, body })).toMatchObject({ isSample });
    }
  });
});
