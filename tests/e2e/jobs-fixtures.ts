import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { closeToast, openPage } from '../support/browser.ts';
import type { Member } from '../support/offline-app.ts';
import { giveSession, readStore } from '../support/offline-device.ts';
import type { Person, TestApp } from '../support/test-app.ts';
import { test as base } from './fixtures.ts';

/** Jobs and entries of the big company: more entries than a device keeps. */
export const MANY = { jobs: 400, entries: 3_200 };

/** A small company with jobs of every kind, as the screens of jobs show them. */
const furnish = async (test: TestApp, boss: Member) => {
  const params = { orgId: boss.orgId };
  await boss.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed' } });
  const system = await boss.ok(contract.customDataFields.list, { params });
  const field = async (name: string) =>
    (await boss.ok(contract.customDataFields.create, { params, body: { name, fieldType: 'number' } })).id;
  const ids = system.filter(({ name }) => ['Equipment', 'Operator', 'Hours', 'Loads'].includes(name)).map(({ id }) => id);
  const customDataFieldIds = [...ids, await field('Fuel'), await field('Acres')];
  const service = async (name: string) =>
    (await boss.ok(contract.serviceTypes.create, { params, body: { name, customDataFieldIds, requiredFieldIds: [] } })).id;
  const [chopping, packing] = [await service('Chopping'), await service('Packing')];
  const machine = async (name: string) =>
    (await boss.ok(contract.equipment.create, { params, body: { name, serviceTypeIds: [chopping, packing] } })).id;
  const [chopper, tractor] = [await machine('Chopper 12'), await machine('Pack tractor 4')];
  const farm = async (businessName: string) => (await boss.ok(contract.customers.create, { params, body: { businessName } })).id;
  const [dairy, lindqvist] = [await farm('Prairie Ridge Dairy'), await farm('Lindqvist Farms')];
  const job = async (name: string, customerId: number, day: string, status: 'open' | 'completed' | 'billed') => {
    const { id } = await boss.ok(contract.jobs.create, { params, body: { name, customerId, status } });
    await test.db.query({ text: 'update jobs set created_at = $1 where id = $2', values: [`${day}T12:00:00Z`, id] });
    return id;
  };
  const jobs = {
    silage: await job('North Quarter silage', dairy, '2025-09-14', 'open'),
    hay: await job('Section 14 hay', lindqvist, '2025-09-08', 'open'),
    tillage: await job('Creek bottom tillage', lindqvist, '2025-08-21', 'open'),
    wheat: await job('Home place wheat', lindqvist, '2023-07-02', 'billed'),
    lagoon: await job('Lagoon 2, hauling', dairy, '2025-06-02', 'billed'),
    rye: await job('West 80 rye', lindqvist, '2024-10-02', 'billed'),
  };
  return { chopping, packing, chopper, tractor, jobs };
};

/** A company after years of work, written straight into the database: as many calls would take too long. */
const furnishMany = async (test: TestApp, boss: Member): Promise<number> => {
  const { id: orgId } = await boss.ok(contract.organizations.create, { body: { name: 'Big Outfit' } });
  const params = { orgId };
  await boss.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed' } });
  const { id: customerId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Far Acres' } });
  // The older half belongs to a customer whose name would widen its column.
  const { id: olderId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Far Away Land and Cattle Company' } });
  const { id: serviceId } = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Planting' } });
  const { id: rareId } = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Zeppelin hauling' } });
  // Every seventh name takes several lines on a phone, so that rows differ in height.
  await test.db.query({
    text: `insert into jobs (organization_id, name, customer_id, created_at)
           select $1, 'Field ' || i || case when i % 7 = 0 then ' beyond the creek, the old orchard and both of the gravel roads to the pit' else '' end,
                  case when i <= $4 then $5::int else $2::int end, '2024-01-01T12:00:00Z'::timestamptz + make_interval(hours => i) from generate_series(1, $3) i`,
    values: [orgId, customerId, MANY.jobs, MANY.jobs / 2, olderId],
  });
  await test.db.query({
    text: `insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season, total_hours, created_by)
           select $1, (select min(id) from jobs where organization_id = $1) + i % 400, $2, case when i % 500 = 100 then $4::int else $3::int end,
                  '2024-01-01'::date + i / 10, '2024', i % 9 + 0.5, $5::int from generate_series(1, $6) i`,
    values: [orgId, customerId, serviceId, rareId, boss.userId, MANY.entries],
  });
  return orgId;
};

/** Opens a person's browser and waits until it has everything of the organization. */
export const openDesk = async (context: BrowserContext, url: string, person: Person, orgId: number) => {
  await giveSession(context, url, person);
  await context.addInitScript((id) => localStorage.setItem('selectedOrganizationId', String(id)), orgId);
  const { page, problems } = await openPage(context);
  await page.goto(`${url}/jobs`);
  const isThere = async () => expect((await readStore(page, 'meta')).map(({ key }) => key)).toContain(`cursor:${orgId}`);
  await vi.waitFor(isThere, { timeout: 25_000, interval: 100 });
  /** Goes to an address of the app like one of its links. */
  const go = (path: string): Promise<void> => page.evaluate((to) => history.pushState(null, '', to), path);
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const choose = async (of: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `More actions for ${of}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  /** Returns the items of a row's menu. */
  const offered = async (of: string): Promise<string[]> => {
    await page.getByRole('button', { name: `More actions for ${of}` }).click();
    const items = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return items;
  };
  const toast = async (title: string, text: string | RegExp): Promise<void> => {
    const region = page.getByRole('region', { name: /Notifications/ });
    await region.getByText(text).waitFor();
    await region.getByText(title, { exact: true }).waitFor();
    await closeToast(page);
  };
  return { page, problems, context, go, dialog, choose, offered, toast };
};
export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Entries of the small company; its driver has logged the newest. */
const logEntries = async (boss: Member, ids: Awaited<ReturnType<typeof furnish>>, luis: Person & { readonly employeeId: number }) => {
  const entry = (jobId: number, serviceTypeId: number, date: string, more: object) =>
    boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date, ...more } });
  const chopping = (date: string, totalHours: number, fuel: number, loads: number) =>
    entry(ids.jobs.silage, ids.chopping, date, { totalHours, fuel, loads, equipmentIds: [ids.chopper], operatorIds: [luis.employeeId] });
  await chopping('2025-09-15', 8.1, 96, 41);
  await chopping('2025-09-16', 10.2, 112, 49);
  await entry(ids.jobs.silage, ids.packing, '2025-09-15', {
    totalHours: 9,
    equipmentIds: [ids.tractor],
    customFieldValues: { Acres: 12.5 },
  });
  // The newest of the group has no fuel: then its column is not shown, though there is a total.
  await entry(ids.jobs.silage, ids.packing, '2025-09-14', { totalHours: 2, fuel: 7, equipmentIds: [ids.tractor] });
  await luis.ok(contract.jobEntries.create, {
    params: { id: ids.jobs.silage },
    body: { serviceTypeId: ids.chopping, date: '2025-09-17', totalHours: 9.5, fuel: 104, loads: 46, equipmentIds: [ids.chopper] },
  });
  await entry(ids.jobs.tillage, ids.packing, '2025-08-22', { totalHours: 4 });
  await boss.ok(contract.jobs.update, { params: { id: ids.jobs.tillage }, body: { status: 'completed' } });
};

/**
 * A small company with jobs of every kind and a big one, and desks of their people. A desk is opened for the first test that asks for it, and its
 * page stays for the others of the file.
 */
export const test = base
  .extend('small', { scope: 'file' }, async ({ server }) => {
    const boss = await server.owner();
    const luis = await server.member(boss, 'basic');
    const ids = await furnish(server, boss);
    await logEntries(boss, ids, luis);
    return { boss, luis, ids };
  })
  /** The owner of both companies. */
  .extend('boss', { scope: 'file' }, ({ small }) => small.boss)
  .extend('ids', { scope: 'file' }, ({ small }) => small.ids)
  .extend(
    'desk',
    { scope: 'file' },
    ({ app }) =>
      async (person: Person, orgId: number): Promise<Desk> =>
        openDesk(
          await app.browser.newContext({ locale: 'en-US', timezoneId: 'America/Chicago', reducedMotion: 'reduce' }),
          app.url,
          person,
          orgId,
        ),
  )
  .extend('owner', { scope: 'file' }, ({ desk, small }) => desk(small.boss, small.boss.orgId))
  .extend('driver', { scope: 'file' }, ({ desk, small }) => desk(small.luis, small.boss.orgId))
  /** The owner's desk in the big company. */
  .extend('big', { scope: 'file' }, async ({ desk, server, boss }) => desk(boss, await furnishMany(server, boss)));

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const count = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();
// Refusals and records that are not there, which these tests ask for; and what the browser says about a lost network.
const EXPECTED = /status of (404|409)|net::ERR_|Failed to load resource|EventSource/;
export const unexpected = (...desks: readonly Desk[]): string[] =>
  desks.flatMap(({ problems }) => problems).filter((problem) => !EXPECTED.test(problem));

/** Returns the texts of a column of the table, top down. */
export const columnOf = (page: Page, place: number): Promise<string[]> =>
  page.locator(`tbody tr[data-index] td:nth-child(${place})`).allTextContents();
