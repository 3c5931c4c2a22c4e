import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { contract } from '#shared/contract.ts';
import { MOST_VIEWS } from '#shared/domain/entry-view.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { MANAGERS_AND_UP } from './may.ts';
import { fingerprint, type Member, refusedFor, UNKNOWN_ID } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const QUERY = 'checked=false&sort=-date';

const viewsOf = (who: Person, { orgId }: { readonly orgId: number }) => who.ok(contract.entryViews.list, { params: { orgId } });
const namesFor = async (who: Person, at: { readonly orgId: number }) => (await viewsOf(who, at)).map(({ name }) => name);
const save = (who: Member, name: string, isShared = false) =>
  who.ok(contract.entryViews.create, { params: who, body: { name, isShared, query: QUERY } });
const trySave = (who: Member, name: string, isShared = false) =>
  who.try(contract.entryViews.create, { params: who, body: { name, isShared, query: QUERY } });
const change = (who: Member, id: number, body: { name?: string; isShared?: boolean; query?: string }) =>
  who.try(contract.entryViews.update, { params: { orgId: who.orgId, id }, body });
const remove = (who: Member, id: number) => who.try(contract.entryViews.remove, { params: { orgId: who.orgId, id } });
const countRows = async (orgId: number): Promise<number> =>
  (await testApp.db.query({ text: 'select from entry_views where organization_id = $1', values: [orgId] })).length;

describe('a saved view', () => {
  test('is answered as it was given, with who made it and when', async () => {
    const boss = await testApp.owner();
    const { id, createdAt, ...view } = await save(boss, 'Unchecked this week', true);
    expect(view).toEqual({
      organizationId: boss.orgId,
      name: 'Unchecked this week',
      isShared: true,
      query: QUERY,
      createdBy: boss.userId,
      createdByName: 'Dana Halvorsen',
      updatedAt: createdAt,
    });
    expect(Date.now() - Date.parse(createdAt)).toBeLessThan(60_000);
    expect(await viewsOf(boss, boss)).toEqual([{ ...view, id, createdAt }]);
  });

  test('has a name of one line, as it was typed', async () => {
    const boss = await testApp.owner();
    expect((await save(boss, '  Wet   <b>corn</b>\nand “beans” ')).name).toBe('Wet   <b>corn</b> and “beans”');
    expect(await trySave(boss, ' \n ')).toMatchObject(refusedFor('name', 'Give the view a name'));
    expect(await trySave(boss, 'x'.repeat(301))).toMatchObject(refusedFor('name', 'Must be at most 300 characters'));
  });

  test('is the person’s own unless it says that it is shared', async () => {
    const boss = await testApp.owner();
    const made = await boss.ok(contract.entryViews.create, { params: boss, body: { name: 'Mine', query: '' } });
    expect(made).toMatchObject({ isShared: false, query: '' });
  });

  test('keeps a query of up to 2,000 characters', async () => {
    const boss = await testApp.owner();
    const query = 'q'.repeat(2000);
    expect(await boss.ok(contract.entryViews.create, { params: boss, body: { name: 'Long', query } })).toMatchObject({ query });
    const longer = await boss.try(contract.entryViews.create, { params: boss, body: { name: 'Longer', query: `${query}q` } });
    expect(longer).toMatchObject(refusedFor('query', 'Must be at most 2000 characters'));
  });

  test('is listed by name, whatever the case', async () => {
    const boss = await testApp.owner();
    for (const name of ['hints', 'Billing', 'amounts', 'Checked']) {
      await save(boss, name);
    }
    expect(await namesFor(boss, boss)).toEqual(['amounts', 'Billing', 'Checked', 'hints']);
  });

  test('changes only in what is said', async () => {
    const boss = await testApp.owner();
    const view = await save(boss, 'Mine', true);
    expect((await change(boss, view.id, { name: 'Ours' })).body).toMatchObject({ name: 'Ours', isShared: true, query: QUERY });
    const { body } = await change(boss, view.id, { query: 'hints=true' });
    expect(body).toMatchObject({ id: view.id, name: 'Ours', query: 'hints=true', createdAt: view.createdAt });
    expect(await viewsOf(boss, boss)).toEqual([body]);
    const before = await fingerprint(testApp);
    expect(await change(boss, view.id, { name: 'Ours', isShared: true, query: 'hints=true' })).toMatchObject({
      status: 200,
      body: Object(body),
    });
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('is neither an activity nor a change for devices', async () => {
    const boss = await testApp.owner();
    const { cursor } = await boss.ok(contract.changes.since, { params: boss, query: {} });
    const before = await boss.ok(contract.auditLogs.list, { params: boss, query: {} });
    const { id } = await save(boss, 'Mine', true);
    await change(boss, id, { name: 'Ours' });
    await remove(boss, id);
    expect(await boss.ok(contract.auditLogs.list, { params: boss, query: {} })).toEqual(before);
    expect((await boss.ok(contract.changes.since, { params: boss, query: { cursor } })).cursor).toBe(cursor);
  });
});

describe('who sees what', () => {
  test('one’s own are seen by nobody else, not even the owner; shared ones by all members', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    const driver = await testApp.member(boss, 'basic');
    await save(boss, 'Of the boss');
    await save(manager, 'Of the manager');
    await save(driver, 'Of the driver');
    await save(manager, 'Shared', true);
    expect(await namesFor(boss, boss)).toEqual(['Of the boss', 'Shared']);
    expect(await namesFor(manager, boss)).toEqual(['Of the manager', 'Shared']);
    expect(await namesFor(driver, boss)).toEqual(['Of the driver', 'Shared']);
  });

  test('what others have for themselves answers as what does not exist, and stays as it is', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    const { id } = await save(manager, 'Of the manager');
    for (const each of [id, UNKNOWN_ID]) {
      expect(await change(boss, each, { name: 'Taken' })).toMatchObject({ status: 404, body: { detail: 'View not found' } });
      expect(await remove(boss, each)).toMatchObject({ status: 404, body: { detail: 'View not found' } });
    }
    expect(await namesFor(manager, boss)).toEqual(['Of the manager']);
  });

  test('views of one organization are not in another, for a member of both either', async () => {
    const boss = await testApp.owner();
    const { id: orgId } = await boss.ok(contract.organizations.create, { body: { name: 'Second Field' } });
    const { id } = await save(boss, 'Here', true);
    expect(await namesFor(boss, { orgId })).toEqual([]);
    expect(await change({ ...boss, orgId }, id, { name: 'There' })).toMatchObject({ status: 404 });
    expect(await remove({ ...boss, orgId }, id)).toMatchObject({ status: 404 });
  });

  test('with a key one sees and changes what its maker does', async () => {
    const boss = await testApp.owner();
    const driver = await testApp.member(boss, 'basic');
    await save(boss, 'Of the boss');
    await save(driver, 'Of the driver');
    const { secret } = await boss.ok(contract.apiKeys.create, { params: boss, body: { name: 'Scales', accessLevel: 'basic' } });
    const headers = { authorization: `Bearer ${secret}` };
    const path = `/api/organizations/${boss.orgId}/entry-views`;
    expect((await testApp.nobody.send('GET', path, undefined, headers)).body).toMatchObject([{ name: 'Of the boss' }]);
    // It checks no entries, so it shares nothing.
    expect((await testApp.nobody.send('POST', path, { name: 'x', isShared: true, query: '' }, headers)).status).toBe(403);
  });
});

describe.each(ACCESS_LEVELS.filter((level) => level !== 'owner'))('with the access level %s', (level) => {
  const may = MANAGERS_AND_UP.includes(level);
  const start = async () => {
    const boss = await testApp.owner();
    return { boss, member: await testApp.member(boss, level), shared: await save(boss, 'Shared', true) };
  };

  test('one has views of one’s own', async () => {
    const { member } = await start();
    const { id } = await save(member, 'Mine');
    expect(await change(member, id, { name: 'Still mine', query: 'hints=true' })).toMatchObject({ status: 200, body: { isShared: false } });
    expect((await remove(member, id)).status).toBe(204);
    expect(await namesFor(member, member)).toEqual(['Shared']);
  });

  test(`sharing is ${may ? 'allowed' : 'refused'}`, async () => {
    const { boss, member } = await start();
    const refused = {
      status: 403,
      body: { detail: 'Your access level does not allow sharing a view. Save it for yourself.' },
    };
    expect(await trySave(member, 'At once', true)).toMatchObject(may ? { status: 201 } : refused);
    const { id } = await save(member, 'Later');
    expect(await change(member, id, { isShared: true })).toMatchObject(may ? { status: 200 } : refused);
    expect(await namesFor(boss, boss)).toEqual(may ? ['At once', 'Later', 'Shared'] : ['Shared']);
  });

  test(`what others share is ${may ? 'changed and deleted' : 'left alone'}`, async () => {
    const { boss, member, shared } = await start();
    const refused = {
      status: 403,
      body: { detail: 'Only the person who made this view can change it, and people who may check entries.' },
    };
    expect(await change(member, shared.id, { name: 'Renamed' })).toMatchObject(
      may ? { status: 200, body: { name: 'Renamed', createdBy: boss.userId } } : refused,
    );
    expect(await remove(member, shared.id)).toMatchObject(may ? { status: 204 } : refused);
    expect(await namesFor(boss, boss)).toEqual(may ? [] : ['Shared']);
  });
});

describe('sharing', () => {
  test('ends by who began it; others delete the view', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    const { id } = await save(manager, 'Shared', true);
    expect(await change(boss, id, { isShared: false })).toMatchObject({
      status: 403,
      body: { detail: 'Only the person who made this view can stop sharing it. You can delete it.' },
    });
    expect(await change(boss, id, { isShared: true, name: 'Ours' })).toMatchObject({ status: 200 });
    expect(await change(manager, id, { isShared: false })).toMatchObject({ status: 200, body: { isShared: false } });
    expect(await namesFor(boss, boss)).toEqual([]);
    expect(await namesFor(manager, boss)).toEqual(['Ours']);
  });

  test('outlasts the level of who began it, who still changes, takes back and deletes it', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    const [kept, ended] = [await save(manager, 'Kept', true), await save(manager, 'Ended', true)];
    await boss.ok(contract.employees.update, { params: { id: manager.employeeId }, body: { accessLevel: 'basic' } });
    expect(await change(manager, kept.id, { name: 'Kept still', isShared: true })).toMatchObject({ status: 200, body: { isShared: true } });
    expect(await change(manager, ended.id, { isShared: false })).toMatchObject({ status: 200 });
    expect(await change(manager, ended.id, { isShared: true })).toMatchObject({ status: 403 });
    expect((await remove(manager, kept.id)).status).toBe(204);
    expect(await namesFor(boss, boss)).toEqual([]);
  });
});

describe('how many there may be', () => {
  const fill = (orgId: number, by: number, isShared: boolean, count: number) =>
    testApp.db.query({
      text: `insert into entry_views (organization_id, name, is_shared, query, created_by)
             select $1, 'View ' || n, $3, '', $2 from generate_series(1, $4::int) n`,
      values: [orgId, by, isShared, count],
    });
  const own = { status: 409, body: { detail: 'You can have 50 views of your own. Delete one that you do not use.' } };
  const shared = { status: 409, body: { detail: 'An organization can share 50 views. Delete one that nobody uses.' } };

  test('fifty of one’s own: others’ and shared ones do not count', async () => {
    const boss = await testApp.owner();
    const driver = await testApp.member(boss, 'basic');
    await fill(boss.orgId, driver.userId, false, MOST_VIEWS);
    await fill(boss.orgId, boss.userId, true, 3);
    await fill(boss.orgId, boss.userId, false, MOST_VIEWS - 1);
    await save(boss, 'The last');
    expect(await trySave(boss, 'One more')).toMatchObject(own);
    expect(await trySave(boss, 'Shared', true)).toMatchObject({ status: 201 });
  });

  test('fifty shared ones, whoever shares them; what a change makes of a view counts, too', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    await fill(boss.orgId, boss.userId, true, 30);
    await fill(boss.orgId, manager.userId, true, 19);
    const last = await save(boss, 'The last', true);
    expect(await trySave(manager, 'One more', true)).toMatchObject(shared);
    const { id } = await save(manager, 'Mine');
    expect(await change(manager, id, { isShared: true })).toMatchObject(shared);
    // What stays as it is counts no further.
    expect(await change(boss, last.id, { name: 'Still the last', isShared: true })).toMatchObject({ status: 200 });
    await fill(boss.orgId, boss.userId, false, MOST_VIEWS);
    expect(await change(boss, last.id, { isShared: false })).toMatchObject(own);
    expect((await remove(boss, last.id)).status).toBe(204);
    expect(await change(manager, id, { isShared: true })).toMatchObject({ status: 200 });
  });

  test('no more, however many are saved at once', async () => {
    const boss = await testApp.owner();
    await fill(boss.orgId, boss.userId, true, MOST_VIEWS - 3);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => trySave(boss, `At once ${index}`, true)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    expect(await countRows(boss.orgId)).toBe(MOST_VIEWS);
  });
});

describe('who is gone', () => {
  test('takes their own views out of sight, and finds them again on coming back; what they shared stays', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    await save(manager, 'Mine');
    await save(manager, 'Shared', true);
    await manager.ok(contract.organizations.leave, { params: boss });
    expect(await manager.try(contract.entryViews.list, { params: boss })).toMatchObject({ status: 404 });
    expect(await viewsOf(boss, boss)).toMatchObject([{ name: 'Shared', createdByName: 'Dana Halvorsen' }]);
    await boss.ok(contract.employees.update, {
      params: { id: manager.employeeId },
      body: { email: manager.email, isUser: true, accessLevel: 'basic' },
    });
    expect(await namesFor(manager, boss)).toEqual(['Mine', 'Shared']);
  });

  test('with their account leaves nothing but what they shared, under the name that the organization knows', async () => {
    const boss = await testApp.owner();
    const manager = await testApp.member(boss, 'manager');
    const elsewhere = await testApp.owner();
    await elsewhere.ok(contract.employees.create, {
      params: elsewhere,
      body: { firstName: 'Lui', lastName: 'O.', email: manager.email, isUser: true },
    });
    await save({ ...manager, orgId: elsewhere.orgId }, 'Elsewhere');
    await manager.ok(contract.organizations.leave, { params: elsewhere });
    await save(manager, 'Mine');
    const { id } = await save(manager, 'Shared', true);
    await save(boss, 'Of the boss');
    await manager.ok(contract.account.remove, { body: { email: manager.email } });
    expect(await countRows(boss.orgId)).toBe(2);
    expect(await countRows(elsewhere.orgId)).toBe(0);
    expect(await viewsOf(boss, boss)).toMatchObject([
      { name: 'Of the boss' },
      { name: 'Shared', createdBy: manager.userId, createdByName: 'Luis Ortega' },
    ]);
    expect(await change(boss, id, { name: 'Inherited' })).toMatchObject({ status: 200, body: { createdByName: 'Luis Ortega' } });
  });

  test('of whom nothing is known has no name', async () => {
    const boss = await testApp.owner();
    await testApp.db.query({
      text: `insert into entry_views (organization_id, name, is_shared, query, created_by) values ($1, 'Old', true, '', 2000000000)`,
      values: [boss.orgId],
    });
    expect(await viewsOf(boss, boss)).toMatchObject([{ name: 'Old', createdByName: null }]);
  });
});
