import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { looksGood } from '../support/looks.ts';
import { type Company, type OfflineApp, startOfflineApp } from '../support/offline-app.ts';
import { type Device, PATIENCE, sentBody } from '../support/offline-device.ts';

// The office corrects a wrongly chosen service, and entries of a service that is deleted (specification 5.24).

let app: OfflineApp;
let company: Company;
let device: Device;
let page: Page;
let services: { readonly chopping: number; readonly combine: number };
let ids: { readonly machine: number; readonly operator: number };

beforeAll(async () => {
  app = await startOfflineApp();
  company = await app.company();
  const { boss, orgId } = company;
  const params = { orgId };
  const add = async (name: string, fieldType: 'text' | 'number') =>
    (await boss.ok(contract.customDataFields.create, { params, body: { name, fieldType } })).id;
  const own = { variety: await add('Variety', 'text'), moisture: await add('Moisture', 'number'), acres: await add('Acres', 'number') };
  const system = await boss.ok(contract.customDataFields.list, { params });
  const fieldNamed = (name: string): number => system.find((field) => field.name === name)?.id ?? 0;
  const service = async (name: string, customDataFieldIds: number[]) =>
    (await boss.ok(contract.serviceTypes.create, { params, body: { name, customDataFieldIds, requiredFieldIds: [] } })).id;
  const both = [...['Equipment', 'Hours', 'Loads', 'Notes'].map(fieldNamed), own.acres];
  services = {
    chopping: await service('Chopping', [...both, fieldNamed('Operator'), own.variety, own.moisture]),
    combine: await service('Combine', both),
  };
  const [me] = await boss.ok(contract.employees.list, { params });
  await boss.ok(contract.employees.update, { params: { id: me?.id ?? 0 }, body: { isOperator: true } });
  // Linked to the one service alone: on the entry it stays all the same.
  const { id: machine } = await boss.ok(contract.equipment.create, {
    params,
    body: { name: 'Chopper 12', serviceTypeIds: [services.chopping] },
  });
  await boss.ok(contract.equipment.create, { params, body: { name: 'Combine 3', serviceTypeIds: [services.combine] } });
  ids = { machine, operator: me?.id ?? 0 };
});
afterAll(async () => {
  await device?.close();
  await app?.close();
});

const HELD = { Variety: 'Ronaldinio', Moisture: 31.5, Acres: 80, Gone: 'kept under an unknown name' };

/** An entry as a driver logged it, with the wrong service. */
const logged = async (serviceTypeId: number, notes: string): Promise<number> => {
  const body = {
    serviceTypeId,
    date: '2026-05-04',
    totalHours: 3,
    loads: 4,
    notes,
    equipmentIds: [ids.machine],
    operatorIds: [ids.operator],
    customFieldValues: HELD,
  };
  return (await company.boss.ok(contract.jobEntries.create, { params: { id: company.jobId }, body })).id;
};
const stored = (id: number) => company.boss.ok(contract.jobEntries.get, { params: { id } });
const edit = (): Locator => device.dialog('Edit Job Entry');
const value = (label: string): Promise<string> => edit().getByRole('textbox', { name: label, exact: true }).inputValue();
const chosen = (label: string): Promise<string | null> => edit().getByLabel(label).locator('option:checked').textContent();
const note = (): Locator => edit().getByText("Combine doesn't ask for Operator, Moisture, and Variety, so it won't be kept.");

const openEdit = async (service: string): Promise<void> => {
  await device.open(`/jobs/${company.jobId}/entries`);
  await device.press(new RegExp(`^Edit ${service}`));
  await edit().getByLabel('Service').waitFor();
};
/** Saves, and returns what was sent. */
const update = async (): Promise<unknown> => {
  const sent = sentBody(page, 'PATCH', /job-entries/);
  await edit().getByRole('button', { name: 'Update Entry' }).click();
  const body = await sent;
  await edit().waitFor({ state: 'detached' });
  await device.allSent();
  return body;
};

test('a corrected service keeps hours, notes, machines, loads and fields of both; what goes is said, with a way back', async () => {
  device = await app.device(company.boss);
  ({ page } = device);
  const id = await logged(services.chopping, 'soft gate');
  await openEdit('Chopping');
  await edit().getByLabel('Service').selectOption({ label: 'Combine' });
  await note().waitFor();
  expect([await value('Hours'), await value('Loads'), await value('Acres'), await edit().getByLabel('Notes').inputValue()]).toEqual([
    '3',
    '4',
    '80',
    'soft gate',
  ]);
  expect(await chosen('Equipment')).toBe('Chopper 12');
  expect(await edit().getByLabel('Variety').count()).toBe(0);
  await looksGood(page, 'entry-other-service');
  await edit().getByRole('button', { name: 'Back to Chopping' }).click();
  await note().waitFor({ state: 'detached' });
  expect([await value('Variety'), await value('Moisture'), await chosen('Operator')]).toEqual([
    'Ronaldinio',
    '31.5',
    'Dana Halvorsen (you)',
  ]);
  await edit().getByLabel('Service').selectOption({ label: 'Combine' });
  expect(await update()).toEqual({
    serviceTypeId: services.combine,
    operatorIds: [],
    customFieldValues: { Variety: null, Moisture: null, Acres: 80, Gone: HELD.Gone },
  });
  const { customFieldValues, ...entry } = await stored(id);
  expect(entry).toMatchObject({ totalHours: 3, loads: 4, notes: 'soft gate', equipmentIds: [ids.machine], operatorIds: [] });
  expect(Object.fromEntries(Object.entries(customFieldValues).filter(([, held]) => held !== null))).toEqual({ Acres: 80, Gone: HELD.Gone });
});

test('a new entry keeps them, too, and sends nothing that its service does not ask for', async () => {
  await device.open('/dashboard');
  await device.press(/New Job Entry/);
  const entry = device.dialog('New Job Entry');
  await entry.getByLabel('Customer').selectOption({ label: company.customer });
  await entry.getByLabel('Service').selectOption({ label: 'Chopping' });
  await entry.getByRole('textbox', { name: 'Hours' }).fill('6');
  await entry.getByRole('textbox', { name: 'Variety' }).fill('Agrogas');
  await entry.getByLabel('Notes').fill('second cut');
  await entry.getByLabel('Service').selectOption({ label: 'Combine' });
  await entry.getByText("Combine doesn't ask for Variety, so it won't be kept.").waitFor();
  const sent = sentBody(page, 'POST', /\/entries$/);
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  expect(await sent).toEqual({
    serviceTypeId: services.combine,
    date: expect.any(String),
    // The only machine there is.
    equipmentIds: [ids.machine],
    totalHours: 6,
    loads: null,
    notes: 'second cut',
    customFieldValues: { Acres: null },
  });
  await device.allSent();
});

test(
  'an entry of a deleted service is edited under its name, also without a connection; a changed note is all that is sent',
  { tags: ['proof'] },
  async () => {
    const { boss, orgId } = company;
    const body = { name: 'Rolling', customDataFieldIds: [] };
    const rolling = await boss.ok(contract.serviceTypes.create, { params: { orgId }, body });
    const id = await logged(rolling.id, 'before');
    const other = await logged(rolling.id, 'wrong one');
    await boss.ok(contract.serviceTypes.remove, { params: { id: rolling.id } });
    await device.open('/dashboard');
    await expect.poll(async () => (await device.rows('serviceTypes')).some(({ name }) => name === 'Rolling'), PATIENCE).toBe(false);
    await expect.poll(async () => (await device.rows('jobEntries')).filter((row) => row.id === other).length, PATIENCE).toBe(1);
    await device.offline();
    await device.open(`/jobs/${company.jobId}/entries`);
    await page
      .getByRole('button', { name: /^Edit Rolling/ })
      .last()
      .click();
    await edit().getByLabel('Service').waitFor();
    expect(await chosen('Service')).toBe('Rolling');
    expect([await value('Hours'), await value('Loads'), await value('Variety'), await chosen('Equipment')]).toEqual([
      '3',
      '4',
      'Ronaldinio',
      'Chopper 12',
    ]);
    await edit().getByLabel('Notes').fill('after');
    await edit().getByRole('button', { name: 'Update Entry' }).click();
    await edit().waitFor({ state: 'detached' });
    const sent = sentBody(page, 'PATCH', /job-entries/);
    await device.online();
    expect(await sent).toEqual({ notes: 'after' });
    await device.allSent();
    const changed = (await stored(id)).notes === 'after' ? id : other;
    expect(await stored(changed)).toMatchObject({ notes: 'after', serviceTypeId: rolling.id, serviceTypeName: 'Rolling', totalHours: 3 });
    // Another service is chosen as from any other, and the deleted one stays the way back.
    await openEdit('Rolling');
    await edit().getByLabel('Service').selectOption({ label: 'Combine' });
    await note().waitFor();
    expect([await value('Hours'), await chosen('Equipment')]).toEqual(['3', 'Chopper 12']);
    await edit().getByRole('button', { name: 'Back to Rolling' }).click();
    expect(await chosen('Service')).toBe('Rolling');
    expect(await value('Variety')).toBe('Ronaldinio');
  },
);
