import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { closeToast, openBrowser, openPage } from '../support/browser.ts';
import { BUILT_CLIENT } from '../support/offline-app.ts';
import { giveSession, readStore } from '../support/offline-device.ts';
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts';

type Member = Person & { readonly orgId: number };

/** So many jobs and entries has the big company: more entries than a device keeps. */
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

/** A company after years: entered into the database itself, for nobody waits for so many calls. */
const furnishMany = async (test: TestApp, boss: Member): Promise<number> => {
  const { id: orgId } = await boss.ok(contract.organizations.create, { body: { name: 'Big Outfit' } });
  const params = { orgId };
  await boss.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed' } });
  const { id: customerId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Far Acres' } });
  // The older half is of one whose name would make its column wider.
  const { id: olderId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Far Away Land and Cattle Company' } });
  const { id: serviceId } = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Planting' } });
  const { id: rareId } = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Zeppelin hauling' } });
  // Every seventh has a name of several lines on a phone, so that rows are not all equally high.
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

/** Somebody's browser, with everything of the organization on it. */
export const openDesk = async (context: BrowserContext, url: string, person: Person, orgId: number) => {
  await giveSession(context, url, person);
  await context.addInitScript((id) => localStorage.setItem('selectedOrganizationId', String(id)), orgId);
  const { page, problems } = await openPage(context);
  await page.goto(`${url}/jobs`);
  const isThere = async () => expect((await readStore(page, 'meta')).map(({ key }) => key)).toContain(`cursor:${orgId}`);
  await vi.waitFor(isThere, { timeout: 25_000, interval: 100 });
  /** Goes to an address of the app as a link in it does. */
  const go = (path: string): Promise<void> => page.evaluate((to) => history.pushState(null, '', to), path);
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const choose = async (of: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `More actions for ${of}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  /** What the menu of a row offers. */
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

/** The app with a small and a big company, and a browser for everybody. */
export const openCompanies = async () => {
  const test = await createTestApp({ clientFolder: BUILT_CLIENT });
  const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const boss = await test.owner();
  const ids = await furnish(test, boss);
  const bigOrgId = await furnishMany(test, boss);
  const browser = await openBrowser();
  const desk = async (person: Person, orgId: number): Promise<Desk> =>
    openDesk(await browser.newContext({ locale: 'en-US', timezoneId: 'America/Chicago', reducedMotion: 'reduce' }), url, person, orgId);
  return {
    test,
    boss,
    ids,
    bigOrgId,
    desk,
    close: async () => {
      await browser.close();
      await test.close();
    },
  };
};
export type Companies = Awaited<ReturnType<typeof openCompanies>>;

/** Texts of a column of the table, from its top. */
export const columnOf = (page: Page, place: number): Promise<string[]> =>
  page.locator(`tbody tr[data-index] td:nth-child(${place})`).allTextContents();
