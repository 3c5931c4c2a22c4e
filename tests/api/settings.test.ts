import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { CURRENCIES } from '#shared/domain/currencies.ts';
import { sweepPhotosOf } from '#server/commands/sweep-photos.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { deleteAt, kindOf, undoDeletion } from './kinds.ts';
import { buildWorld, fingerprint, type Member, refusedFor } from './world.ts';

// What an organization and an account say of themselves, and what the activity page asks for (specification 6.5, 6.7, 6.9).

let testApp: TestApp;
let folder: string;
let photos: PhotoStore;
let clock = Date.parse('2025-06-01T12:00:00Z');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-logos-'));
  photos = photoFolder(folder);
  testApp = await createTestApp({ now: () => new Date(clock), photos });
});

afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true });
});

const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const update = (who: Member, body: object) => who.send('PATCH', `/api/organizations/${who.orgId}`, body);

test('an organization says what a bill needs, and the change is in the audit log', async () => {
  const boss = await testApp.owner('Berg');
  expect(await boss.ok(contract.organizations.get, { params: boss })).toMatchObject({
    address: null,
    timeZone: null,
    logo: null,
    units: 'us',
    currency: 'USD',
    taxName: null,
    taxNumber: null,
    taxRate: null,
    taxIncluded: false,
  });
  const said = {
    address: '4410 County Road 9\nGothenburg NE',
    units: 'metric',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    taxName: 'MwSt.',
    taxNumber: 'DE 123456789',
    taxRate: 887.55,
    taxIncluded: true,
  } as const;
  expect(await boss.ok(contract.organizations.update, { params: boss, body: said })).toMatchObject({ ...said, version: 2 });
  const [log] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1' } });
  expect(log?.changes).toMatchObject({ old: { units: 'us', taxRate: null }, new: { ...said } });
  // Emptied lines are nothing.
  const emptied = await boss.ok(contract.organizations.update, { params: boss, body: { address: '  ', taxName: '', taxRate: null } });
  expect(emptied).toMatchObject({ address: null, taxName: null, taxRate: null, taxNumber: said.taxNumber });
});

test('a new organization is paid in the currency of its units, unless it says another', async () => {
  const someone = await testApp.person();
  const currencyOf = async (body: object) =>
    (await someone.ok(contract.organizations.create, { body: { name: 'Berg', ...body } })).currency;
  expect(await currencyOf({})).toBe('USD');
  expect(await currencyOf({ units: 'metric' })).toBe('EUR');
  expect(await currencyOf({ units: 'metric', currency: 'CAD' })).toBe('CAD');
  expect((await someone.ok(contract.organizations.create, { body: { name: 'Berg', timeZone: 'Europe/Berlin' } })).timeZone).toBe(
    'Europe/Berlin',
  );
  expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
});

const ZONE = 'Time zone must be one of the IANA names, such as America/Chicago';
const RATE = 'Tax rate must be a number of hundredths of a percent from 0 to 10000, with at most two decimals';
const LOGO = 'The logo must be a picture: JPEG, PNG, GIF or WebP';

test.each([
  ['other units', { units: 'imperial' }, 'units', 'Units must be us or metric'],
  ['a zone that nobody knows', { timeZone: 'America/Nowhere' }, 'timeZone', ZONE],
  ['an offset in place of a zone', { timeZone: '+02:00' }, 'timeZone', ZONE],
  ['a zone that is no word', { timeZone: 5 }, 'timeZone', ZONE],
  ['an unknown currency', { currency: 'XXX' }, 'currency', 'Currency must be one of ISO 4217, such as USD or EUR'],
  ['a rate below nothing', { taxRate: -1 }, 'taxRate', RATE],
  ['a rate over all of it', { taxRate: 10_001 }, 'taxRate', RATE],
  ['a fifth decimal of a percent', { taxRate: 887.525 }, 'taxRate', RATE],
  ['an address that is too long', { address: 'x'.repeat(501) }, 'address', 'Must be at most 500 characters'],
  ['a tax that is no word', { taxName: 5 }, 'taxName', 'Must be text'],
  ['prices that include perhaps', { taxIncluded: 'yes' }, 'taxIncluded', 'Must be true or false'],
  ['a logo that is no picture', { logo: 'data:text/plain;base64,aGVsbG8=' }, 'logo', LOGO],
  ['a logo by the name of another file', { logo: `${'a'.repeat(64)}.pdf` }, 'logo', LOGO],
])('refuses %s, and nothing of it is done', async (_, body, path, message) => {
  const boss = await testApp.owner('Berg');
  expect(await update(boss, { name: 'Renamed', ...body })).toMatchObject(refusedFor(path, message));
  expect(await boss.ok(contract.organizations.get, { params: boss })).toMatchObject({ name: 'Berg', version: 1 });
});

test('only admins and the owner change it; everyone reads it', async () => {
  const boss = await testApp.owner();
  for (const [level, status] of [
    ['basic', 403],
    ['advanced', 403],
    ['manager', 403],
    ['admin', 200],
  ] as const) {
    const member = await testApp.member(boss, level);
    expect((await update(member, { taxName: level })).status).toBe(status);
    expect(await member.ok(contract.organizations.get, { params: boss })).toHaveProperty('taxRate', null);
  }
});

describe('the logo', () => {
  test('is kept once by its bytes, shown to members only, and outlives the sweep as long as it is the logo', async () => {
    const [boss, stranger] = [await testApp.owner(), await testApp.owner()];
    const { logo } = await boss.ok(contract.organizations.update, { params: boss, body: { logo: PNG } });
    expect(logo).toMatch(/^[0-9a-f]{64}\.png$/);
    expect((await boss.send('GET', `/api/photos/${logo}`)).status).toBe(200);
    expect((await stranger.send('GET', `/api/photos/${logo}`)).status).toBe(404);
    // Another organization's file is as unknown as one that is nowhere.
    expect(await update(stranger, { logo })).toMatchObject({ status: 400 });
    expect(await update(boss, { logo })).toMatchObject({ status: 200, body: { version: 2 } });

    const sweep = async () => {
      clock += 31 * 86_400_000;
      return sweepPhotosOf({ db: testApp.db, photos, now: () => new Date(clock) }, boss.orgId);
    };
    expect([await sweep(), await sweep()]).toMatchObject([
      { marked: 0, removed: 0 },
      { marked: 0, removed: 0 },
    ]);
    await boss.ok(contract.organizations.update, { params: boss, body: { logo: null } });
    expect([await sweep(), await sweep()]).toMatchObject([
      { marked: 1, removed: 0 },
      { marked: 0, removed: 1 },
    ]);
  });
});

test('a job’s totals are in the organization’s units; what was typed stays as it was', async () => {
  const boss = await testApp.owner();
  const { jobId, serviceTypeId } = await buildWorld(boss);
  await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-06-15', fuel: 12 } });
  const fuel = async () => {
    const { groups } = await boss.ok(contract.jobs.summary, { params: { id: jobId } });
    return groups.flatMap(({ totals }) => totals).find(({ key }) => key === 'fuel');
  };
  const before = await fuel();
  expect(before?.unit).toBe('gal');
  await boss.ok(contract.organizations.update, { params: boss, body: { units: 'metric' } });
  expect(await fuel()).toEqual({ ...before, unit: 'L' });
});

test('an account keeps its language with its name', async () => {
  const dana = await testApp.person();
  expect(await dana.ok(contract.account.get, {})).toMatchObject({ language: null, emailVerified: true });
  expect(await dana.ok(contract.account.update, { body: { language: 'es' } })).toMatchObject({ language: 'es', firstName: 'Dana' });
  expect(await dana.ok(contract.account.update, { body: { firstName: 'Daniela' } })).toMatchObject({ language: 'es' });
  expect(await dana.ok(contract.account.update, { body: {} })).toMatchObject({ firstName: 'Daniela' });
  expect(await dana.send('PATCH', '/api/account', { language: 'fr' })).toMatchObject(
    refusedFor('language', 'Language must be one of en, es, de, or null'),
  );
  expect(await dana.ok(contract.account.update, { body: { language: null } })).toMatchObject({ language: null });
});

describe('activity', () => {
  test('of a span of time: from its beginning on, up to its end', async () => {
    const boss = await testApp.owner();
    const add = (businessName: string) => boss.ok(contract.customers.create, { params: boss, body: { businessName } });
    for (const name of ['First', 'Second', 'Third']) {
      await add(name);
    }
    const spread = `update audit_logs set timestamp = '2025-06-01T05:00:00Z'::timestamptz + (id - $2) * interval '1 day'
                     where organization_id = $1 and entity_type = 'customer'`;
    const ids = (await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'customer' } })).map(({ id }) => id);
    await testApp.db.transaction((db) => db.query({ text: spread, values: [boss.orgId, Math.min(...ids)] }), boss.orgId);
    const within = async (query: { since?: string; before?: string }) => {
      const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'customer', ...query } });
      return logs.map(({ subject }) => subject);
    };
    expect(await within({ since: '2025-06-02T05:00:00Z' })).toEqual(['Third', 'Second']);
    expect(await within({ before: '2025-06-02T05:00:00Z' })).toEqual(['First']);
    expect(await within({ since: '2025-06-02T00:00:00Z', before: '2025-06-03T00:00:00Z' })).toEqual(['Second']);
    expect(await boss.send('GET', `/api/organizations/${boss.orgId}/audit-logs?since=June`)).toMatchObject(
      refusedFor('since', 'Must be a moment in UTC, such as 2025-06-14T05:00:00Z'),
    );
  });

  test('says of a deletion whether it was undone, each by itself', async () => {
    const boss = await testApp.owner();
    const world = await buildWorld(boss);
    const kind = kindOf('customer');
    const id = await world.fresh.customer();
    const deletions = async () => {
      const logs = await boss.ok(contract.auditLogs.list, { params: boss, query: { entityType: 'customer', action: 'delete' } });
      return logs.map(({ isUndone }) => isUndone);
    };
    await deleteAt(boss, kind, id);
    expect(await deletions()).toEqual([false]);
    expect((await undoDeletion(boss, kind, id)).status).toBe(200);
    expect(await deletions()).toEqual([true]);
    await deleteAt(boss, kind, id);
    expect(await deletions()).toEqual([false, true]);
    const before = await fingerprint(testApp);
    await boss.ok(contract.auditLogs.list, { params: boss });
    expect(await fingerprint(testApp)).toEqual(before);
  });
});
