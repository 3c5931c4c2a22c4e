import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { JobEntryInput } from '#shared/domain/job-entry.ts';
import { readStore } from '../support/offline-device.ts';
import type { Member } from '../support/offline-app.ts';
import type { Person } from '../support/test-app.ts';
import { test as base } from './fixtures.ts';

const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A Thursday: what the app takes for today. */
export const NOW = new Date('2026-06-18T15:00:00Z');
export const WIDE = { width: 1440, height: 900 };

/** A hauling and chopping company whose drivers logged a usual spring, and a week with a slip, a gap and a double in it. */
const furnish = async (boss: Member, ben: Person & { readonly employeeId: number }) => {
  const params = { orgId: boss.orgId };
  await boss.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed', timeZone: 'UTC' } });
  const system = await boss.ok(contract.customDataFields.list, { params });
  const idOf = (name: string) => system.find((field) => field.name === name)?.id ?? 0;
  const number = async (name: string) =>
    (await boss.ok(contract.customDataFields.create, { params, body: { name, fieldType: 'number' } })).id;
  const [fuel, acres] = [await number('Fuel'), await number('Acres')];
  const usual = [idOf('Equipment'), idOf('Operator'), idOf('Hours'), idOf('Notes'), idOf('Attachments'), fuel];
  const service = async (name: string, customDataFieldIds: number[], requiredFieldIds: number[]) =>
    (await boss.ok(contract.serviceTypes.create, { params, body: { name, customDataFieldIds, requiredFieldIds } })).id;
  const hauling = await service('Hauling', [...usual, idOf('Loads')], [idOf('Hours'), idOf('Loads')]);
  const chopping = await service('Chopping', [...usual, idOf('Loads'), acres], [idOf('Hours')]);
  const tillage = await service('Tillage', [...usual, acres], [idOf('Hours')]);
  const machine = async (name: string) => (await boss.ok(contract.equipment.create, { params, body: { name } })).id;
  const [truck, chopper, tractor] = [await machine('Truck 7'), await machine('Chopper 12'), await machine('Tractor 3')];
  const farm = async (businessName: string) => (await boss.ok(contract.customers.create, { params, body: { businessName } })).id;
  const [dairy, farms] = [await farm('Prairie Ridge Dairy'), await farm('Lindqvist Farms')];
  const job = async (name: string, customerId: number) =>
    (await boss.ok(contract.jobs.create, { params, body: { name, customerId, status: 'open' } })).id;
  const [silage, lagoon, creek] = [
    await job('North Quarter silage', dairy),
    await job('Lagoon 2', dairy),
    await job('Creek bottom tillage', farms),
  ];
  const log = (jobId: number, body: JobEntryInput, person: Person = boss) =>
    person.ok(contract.jobEntries.create, { params: { id: jobId }, body });
  const haul = (date: string, more: Partial<JobEntryInput> = {}, person?: Person) =>
    log(
      silage,
      { serviceTypeId: hauling, date, equipmentIds: [truck], operatorIds: [ben.employeeId], totalHours: 9.5, fuel: 40, loads: 23, ...more },
      person,
    );
  // What is usual: a spring of it, checked long ago.
  const before = [];
  for (let day = 1; day <= 14; day += 1) {
    before.push(await haul(`2026-05-${String(day).padStart(2, '0')}`, { fuel: 39 + (day % 4), totalHours: 9 + (day % 3) / 2 }));
  }
  await boss.ok(contract.entryChecks.set, {
    params,
    body: { isChecked: true, entries: before.map(({ id, version }) => ({ id, version })) },
  });
  const week = {
    chop: await log(silage, {
      serviceTypeId: chopping,
      date: '2026-06-16',
      equipmentIds: [chopper],
      totalHours: 9.5,
      fuel: 104,
      loads: 46,
      customFieldValues: { Acres: 32.5 },
    }),
    slip: await haul('2026-06-16', { fuel: 380, notes: 'Filled up at the yard. Creek crossing is soft.', photos: [PIXEL] }, ben),
    gap: await haul('2026-06-17', { loads: null, totalHours: 6, fuel: 25 }, ben),
    till: await log(creek, {
      serviceTypeId: tillage,
      date: '2026-06-15',
      equipmentIds: [tractor],
      totalHours: 8,
      fuel: 122,
      customFieldValues: { Acres: 74 },
    }),
    twice: await log(creek, {
      serviceTypeId: tillage,
      date: '2026-06-15',
      equipmentIds: [tractor],
      totalHours: 8,
      fuel: 122,
      customFieldValues: { Acres: 74 },
    }),
  };
  return { week, jobs: { silage, lagoon, creek }, services: { hauling, chopping, tillage } };
};

const deskOn = (page: Page) => {
  const grid = page.getByRole('grid', { name: 'Job entries' });
  const row = (text: string | RegExp): Locator => grid.getByRole('row').filter({ hasText: text });
  const inHand = grid.locator('[data-current]');
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      await page.keyboard.press(key);
    }
  };
  const tab = (name: string | RegExp): Locator => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  const cells = async (of: Locator): Promise<string[]> =>
    (await of.getByRole('gridcell').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
  return { grid, row, inHand, press, tab, cells, panel: page.locator('.desk-panel') };
};

/** The company, and the desk of one of its people at the fixed day. */
export const test = base
  .extend('boss', { scope: 'file' }, ({ server }) => server.owner())
  .extend('ben', { scope: 'file' }, ({ server, boss }) => server.member(boss, 'basic'))
  .extend('work', { scope: 'file' }, ({ boss, ben }) => furnish(boss, ben))
  .extend('deskOf', ({ visit, work, boss }) => async (person: Person, query = 'when=week&checked=no', locale = 'en-US', size = WIDE) => {
    const visited = await visit(person, locale, 'block', { viewport: size, isMobile: size.width < 768, hasTouch: size.width < 768 });
    const { page } = visited;
    await page.clock.setFixedTime(NOW);
    await visited.open('/dashboard');
    await vi.waitFor(
      async () => {
        if (!(await readStore(page, 'meta')).some(({ key }) => key === `cursor:${boss.orgId}`)) {
          throw new Error('The copy is not filled yet.');
        }
      },
      { timeout: 25_000, interval: 100 },
    );
    await visited.open(`/job-entries/desk?${query}`);
    await page.locator('.desk-row, .desk-card, .desk-scroll p').first().waitFor();
    return { ...visited, ...deskOn(page), ids: work };
  });
