import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { shoot } from '../support/looks.ts';
import { type Company, type OfflineApp, startOfflineApp } from '../support/offline-app.ts';
import { type Device, PATIENCE, writeStore } from '../support/offline-device.ts';
import { oneAtAPush } from '../support/proof-size.ts';

// Records made offline can be used at once in every form, and a form that refuses says why, always.

vi.setConfig({ testTimeout: 120_000 });

let app: OfflineApp;
let company: Company;
let device: Device;

beforeAll(async () => {
  app = await startOfflineApp();
});
beforeEach(async () => {
  company = await app.company();
  device = await app.device(company.boss);
});
afterEach(async () => {
  app.proxy.calm();
  await device?.close();
});
afterAll(() => app?.close());

const nameIn = (dialog: Locator, label = 'Name') => dialog.getByRole('textbox', { name: label, exact: true });
/** Fills a form in and saves it on this device. */
const make = async (open: string, name: string, boxes: readonly string[], save: string): Promise<void> => {
  await device.press(open);
  const dialog = device.dialog(open);
  await nameIn(dialog).fill(name);
  for (const box of boxes) {
    await dialog.getByRole('checkbox', { name: box, exact: true }).check();
  }
  await dialog.getByRole('button', { name: save }).click();
  await dialog.waitFor({ state: 'detached' });
};

test('what was made offline is used at once in every form, and everything arrives once with its real ids', async () => {
  const { boss, orgId } = company;
  await device.offline();
  await device.open('/service-fields');
  await make('Add Data Field', 'Bushels', [], 'Create Field');
  await device.open('/service-types');
  await make('Add Service', 'Baling', ['Include Bushels', 'Require Bushels'], 'Create Service');
  await device.open('/implements');
  await make('Add Implement', 'Round baler', ['Baling'], 'Create Implement');
  await device.open('/equipment');
  await make('Add Equipment', 'Fendt 724', ['Baling'], 'Add Equipment');
  await device.open('/service-types');
  // Its machines are asked for next: the one made offline is among them.
  await device.press('Add Service');
  await nameIn(device.dialog('Add Service')).fill('Wrapping');
  await device.dialog('Add Service').getByRole('checkbox', { name: 'Include Equipment' }).check();
  await device.dialog('Add Service').getByRole('button', { name: 'Create Service' }).click();
  const assign = device.dialog('Assign Equipment to Wrapping');
  await assign.getByRole('checkbox', { name: 'Fendt 724' }).check();
  await assign.getByRole('button', { name: 'Assign Equipment' }).click();
  await assign.waitFor({ state: 'detached' });

  await device.online();
  await device.allSent();
  const params = { orgId };
  const fields = (await boss.ok(contract.customDataFields.list, { params })).filter(({ name }) => name === 'Bushels');
  const services = await boss.ok(contract.serviceTypes.list, { params });
  const machines = await boss.ok(contract.equipment.list, { params });
  const implementsThere = await boss.ok(contract.implements.list, { params });
  const idsOf = (...names: string[]) => services.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  expect(fields).toHaveLength(1);
  const baling = services.find(({ name }) => name === 'Baling');
  expect(baling?.customDataFieldIds).toContain(fields[0]?.id);
  expect(baling?.requiredFieldIds).toContain(fields[0]?.id);
  expect(implementsThere).toMatchObject([{ name: 'Round baler', serviceTypeIds: idsOf('Baling') }]);
  expect(machines).toMatchObject([{ name: 'Fendt 724' }]);
  expect(machines[0]?.serviceTypeIds.toSorted((a, b) => a - b)).toEqual(idsOf('Baling', 'Wrapping').toSorted((a, b) => a - b));
});

test('a tick stays where it is when what it names gets its real id in an open form', { tags: ['proof'] }, async () => {
  await device.offline();
  await device.open('/service-types');
  await make('Add Service', 'Baling', [], 'Create Service');
  await device.open('/implements');
  await device.press('Add Implement');
  const dialog = device.dialog('Add Implement');
  await nameIn(dialog).fill('Round baler');
  await dialog.getByRole('checkbox', { name: 'Baling' }).check();
  await device.online();
  await device.allSent();
  await expect
    .poll(async () => (await device.rows('serviceTypes')).find(({ name }) => name === 'Baling')?.id, PATIENCE)
    .toBeLessThan(2 ** 31);
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'Baling' }).isChecked(), PATIENCE).toBe(true);
  await dialog.getByRole('button', { name: 'Create Implement' }).click();
  await dialog.waitFor({ state: 'detached' });
  await device.allSent();
  const { boss, orgId } = company;
  const [made] = await boss.ok(contract.implements.list, { params: { orgId } });
  const services = await boss.ok(contract.serviceTypes.list, { params: { orgId } });
  expect(made?.serviceTypeIds).toEqual(services.filter(({ name }) => name === 'Baling').map(({ id }) => id));
});

test('what our own check refuses and no field shows stands at the head of the form, which has the focus', async () => {
  // A data field whose id the contract does not take: no field of the form is about single ids.
  const [stored] = await device.rows('customDataFields');
  await writeStore(device.page, 'customDataFields', [{ ...stored, id: 0, name: 'Broken' }]);
  await device.open('/service-types');
  await device.press('Add Service');
  const dialog = device.dialog('Add Service');
  await nameIn(dialog).fill('Baling');
  await dialog.getByRole('checkbox', { name: 'Include Broken' }).check();
  await dialog.getByRole('button', { name: 'Create Service' }).click();
  const head = dialog.getByRole('alert');
  await head.getByText('Fields: Must be the id of a record (data field)').waitFor();
  await expect.poll(() => head.evaluate((element) => element === document.activeElement)).toBe(true);
  await shoot(device.page, 'form-problems');
  expect(await device.queue()).toEqual([]);
  // A field that is wrong as well comes first.
  await nameIn(dialog).fill('');
  await dialog.getByRole('button', { name: 'Create Service' }).click();
  await dialog.getByText('Service name is required').waitFor();
  await expect.poll(() => nameIn(dialog).evaluate((input) => input === document.activeElement)).toBe(true);
  // Once its cause is gone, so is the sentence.
  await nameIn(dialog).fill('Baling');
  await dialog.getByRole('checkbox', { name: 'Include Broken' }).uncheck();
  await dialog.getByRole('button', { name: 'Create Service' }).click();
  await dialog.waitFor({ state: 'detached' });
});

const REFUSED = [
  ['customers', 'Add Customer', 'Add New Customer', 'Business Name', 'Create Customer', 'weather', 'Weather: Too wet for that.'],
  ['employees', 'Add Employee', 'Add Employee', 'First Name', 'Create Employee', 'lastName', null],
] as const;

/** Has the server refuse new records of the kind for this field. */
const refuseNew = (kind: string, path: string) =>
  app.proxy.on('POST', new RegExp(`/${kind}$`), {
    kind: 'answer',
    answer: (headers) => ({
      status: 400,
      headers: { 'content-type': 'application/problem+json', 'idempotency-key': String(headers['idempotency-key']) },
      body: JSON.stringify({ status: 400, code: 'invalid_input', detail: 'Too wet.', issues: [{ path, message: 'Too wet for that.' }] }),
    }),
  });

test.each(oneAtAPush(REFUSED, 'refused'))(
  'what the server refuses of %s is said in the form, whichever field it is about',
  async (kind, open, title, label, save, path, head) => {
    refuseNew(kind, path);
    await device.open(`/${kind}`);
    await device.press(open);
    const dialog = device.dialog(title);
    await nameIn(dialog, label).fill('Ostrander');
    if (kind === 'employees') {
      await nameIn(dialog, 'Last Name').fill('Lind');
    }
    await dialog.getByRole('button', { name: save }).click();
    const place = head === null ? nameIn(dialog, 'Last Name') : dialog.getByRole('alert');
    await dialog.getByText(head ?? 'Too wet for that.').waitFor();
    await expect.poll(() => place.evaluate((element) => element === document.activeElement), PATIENCE).toBe(true);
  },
);

test('a field that the server refuses gets the focus on a busy device, too', async () => {
  refuseNew('employees', 'lastName');
  await device.open('/employees');
  await device.press('Add Employee');
  const dialog = device.dialog('Add Employee');
  await nameIn(dialog, 'First Name').fill('Ostrander');
  await nameIn(dialog, 'Last Name').fill('Lind');
  // Frames pass before the refusal is rendered.
  await device.page.evaluate(() => {
    const post = Reflect.get(MessagePort.prototype, 'postMessage') as (message: unknown) => void;
    MessagePort.prototype.postMessage = function later(this: MessagePort, ...given: [message: unknown]) {
      setTimeout(() => Reflect.apply(post, this, given), 100);
    };
  });
  await dialog.getByRole('button', { name: 'Create Employee' }).click();
  await dialog.getByText('Too wet for that.').waitFor();
  await expect.poll(() => nameIn(dialog, 'Last Name').evaluate((element) => element === document.activeElement), PATIENCE).toBe(true);
});

test('what the server refuses of an entry stands at its field, or at the head', async () => {
  const refuse = (issues: readonly object[]) =>
    app.proxy.on('POST', /\/entries$/, {
      kind: 'answer',
      answer: (headers) => ({
        status: 400,
        headers: { 'content-type': 'application/problem+json', 'idempotency-key': String(headers['idempotency-key']) },
        body: JSON.stringify({ status: 400, code: 'invalid_input', detail: 'Too wet.', issues }),
      }),
    });
  refuse([
    { path: 'totalHours', message: 'Hours must be a valid number' },
    { path: 'implementId', message: 'Implement not found: 7' },
  ]);
  await device.press(/New Job Entry/);
  const entry = device.dialog('New Job Entry');
  await entry.getByLabel('Customer').selectOption({ label: company.customer });
  await entry.getByLabel('Service').selectOption({ label: company.service });
  await entry.getByRole('textbox', { name: 'Hours' }).fill('4');
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  await entry.getByText('Hours must be a valid number').waitFor();
  await entry.getByRole('alert').getByText('Implement: Implement not found: 7').waitFor();
  await expect.poll(() => entry.getByRole('textbox', { name: 'Hours' }).evaluate((input) => input === document.activeElement)).toBe(true);
  app.proxy.calm();
  await entry.getByRole('button', { name: 'Submit Entry' }).click();
  await entry.waitFor({ state: 'detached' });
});
