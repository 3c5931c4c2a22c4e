import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { localDate } from '#shared/lib/dates.ts';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { settle } from '../support/offline-app.ts';
import { readStore } from '../support/offline-device.ts';
import { readXlsx } from '../support/read-xlsx.ts';
import type { Person } from '../support/test-app.ts';
import { started, test as base } from './fixtures.ts';

// Every list leaves as CSV and as a workbook: as it is filtered and sorted, with all fields, whole.

vi.setConfig({ testTimeout: 60_000 });

const test = base.extend('company', async ({ server }) => {
  const boss = await server.owner();
  const company = await settle(boss);
  const params = { orgId: boss.orgId };
  const customer = (businessName: string, more: object = {}) =>
    boss.ok(contract.customers.create, { params, body: { businessName, ...more } });
  await customer('Lindqvist "Old" Farms, Inc.', { firstName: 'Ida', lastName: 'Lindqvist', address: '1 Mill Rd', phoneNumber: '555-0102' });
  await customer('=HYPERLINK("http://x","Farm")', { address: 'B Farm\nRoad', phoneNumber: '555-0100' });
  const parts = { street: '9 Elevator St', town: 'Hanska', region: 'MN', postalCode: '56041', country: 'US' };
  await customer('Prairie Ridge Farm', {
    phoneNumber: '555-0101',
    externalNumber: '1003',
    paymentDays: 30,
    notes: 'Gate code 4410',
    discountPercent: '2',
    discountDays: 10,
    buyerReference: 'PO 4711',
    billWay: 'print',
    taxTreatment: 'exempt',
    contacts: [
      { name: 'Ann Lee', email: 'ann@ridge.example', phoneNumber: null, getsBills: true },
      { name: 'Bo Lee', email: null, phoneNumber: '555 0100', getsBills: false },
    ],
    ...parts,
  });
  return company;
});

test.beforeAll(started);

const CUSTOMER_HEADS =
  'Customer Number,Business Name,First Name,Last Name,Email,Phone Number,Address,Street,ZIP,Town,State,Country,Tax Number,Payment Days,Discount Percent,Discount Days,Reference,Bills By,Language,Contact 2 Name,Contact 2 Email,More Contacts,Tax Treatment,Tax Note,Notes';

const save = async (page: Page, format: 'CSV' | 'Excel (.xlsx)', label = 'Export'): Promise<Download> => {
  await page.getByRole('button', { name: label, exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: format }).click()]);
  return file;
};
const csvOf = async (file: Download): Promise<string> => readFile(await file.path(), 'utf8');
const linesOf = async (file: Download): Promise<string[]> => (await csvOf(file)).replace('\uFEFF', '').trimEnd().split('\r\n');
const bookOf = async (file: Download) => readXlsx(await readFile(await file.path()));
const headsOf = async (file: Download): Promise<unknown[]> => Object.values((await bookOf(file)).rows[0] ?? {});

test('customers leave as they are searched and sorted, with every field, as CSV and as a workbook, by keyboard alone', async ({
  company,
  visit,
}) => {
  const { page, open, said } = await visit(company.boss);
  await open('/customers');
  await said('4 customers');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('farm');
  await said('3 of 4 customers');
  const phones = page.getByRole('button', { name: 'Phone Number' });
  await phones.click();
  await phones.click();
  await expect.poll(() => page.locator('tbody td:nth-child(3)').allTextContents()).toEqual(['555-0102', '555-0101', '555-0100']);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(csv.suggestedFilename()).toMatch(/^customers-.+-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(csv.suggestedFilename()).toContain(localDate(new Date()));
  expect(await csvOf(csv)).toBe(
    [
      `\uFEFF${CUSTOMER_HEADS}`,
      ',"Lindqvist ""Old"" Farms, Inc.",Ida,Lindqvist,,555-0102,1 Mill Rd,,,,,,,,,,,,,,,,,,',
      '1003,Prairie Ridge Farm,,,,555-0101,"9 Elevator St\nHanska, MN 56041",9 Elevator St,56041,Hanska,MN,US,,30,2,10,PO 4711,On paper,,Ann Lee,ann@ridge.example,Bo Lee,Exempt,,Gate code 4410',
      `,"'=HYPERLINK(""http://x"",""Farm"")",,,,555-0100,"B Farm\nRoad",,,,,,,,,,,,,,,,,,`,
      '',
    ].join('\r\n'),
  );
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Export');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: 'CSV' }).waitFor();
  await page.keyboard.press('e');
  const [xlsx] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(xlsx.suggestedFilename()).toMatch(/^customers-.+\.xlsx$/);
  const { sheet, rows } = await bookOf(xlsx);
  expect(sheet).toBe('Customers');
  expect(Object.values(rows[0] ?? {})).toEqual(CUSTOMER_HEADS.split(','));
  expect(rows.slice(1)).toEqual([
    { B: 'Lindqvist "Old" Farms, Inc.', C: 'Ida', D: 'Lindqvist', F: '555-0102', G: '1 Mill Rd' },
    expect.objectContaining({
      A: '1003',
      B: 'Prairie Ridge Farm',
      F: '555-0101',
      I: '56041',
      J: 'Hanska',
      N: 30,
      O: 2,
      P: 10,
      Y: 'Gate code 4410',
    }),
    { B: '=HYPERLINK("http://x","Farm")', F: '555-0100', G: 'B Farm\nRoad' },
  ]);
  await looksGood(page, 'list-export-customers');
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    const box = await page.getByRole('button', { name: 'Export', exact: true }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

const HEADS: readonly (readonly [path: string, ready: string, heads: string])[] = [
  ['/customers', 'Ostrander', CUSTOMER_HEADS],
  ['/employees', '@', 'Personnel Number,First Name,Last Name,Email,Phone Number,Access Level,Equipment Operator,Application User'],
  ['/equipment', 'Baler', 'Name,Unit Number,Serial Number,Service Types'],
  ['/implements', 'Rake', 'Name,Service Types'],
  ['/service-types', 'Planting', 'Name,Description,Data Fields,Required Fields,Required Equipment Count,Multiple Operators'],
  ['/jobs', 'Ostrander', 'Job Name,Customer,Status,Created'],
  ['/organization/service-data-fields', 'Attachments', 'Name,Type,Options,Description,Default Value,Required,Usage Count,Active'],
];

const furnish = async (boss: Person & { readonly orgId: number }, serviceTypeId: number, jobId: number) => {
  const params = { orgId: boss.orgId };
  const machine = async (name: string) =>
    (await boss.ok(contract.equipment.create, { params, body: { name, serviceTypeIds: [serviceTypeId] } })).id;
  const equipmentIds = [await machine('Baler'), await machine('Tractor')];
  await boss.ok(contract.implements.create, { params, body: { name: 'Rake', serviceTypeIds: [serviceTypeId] } });
  await boss.ok(contract.customDataFields.create, { params, body: { name: 'Moisture', fieldType: 'number' } });
  const entry = (date: string, more: object) =>
    boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date, ...more } });
  await entry('2026-05-04', { totalHours: 8.25, equipmentIds, customFieldValues: { Moisture: 14.5 } });
  await entry('2026-05-06', { totalHours: 1204.5, notes: '-5 degrees' });
};

test('every list has the fields of its records', async ({ company, visit }) => {
  await furnish(company.boss, company.serviceTypeId, company.jobId);
  const { page, open, said } = await visit(company.boss);
  const found: string[] = [];
  for (const [path, ready] of HEADS) {
    await open(path);
    await said(ready);
    const lines = await linesOf(await save(page, 'CSV'));
    expect(lines.length).toBeGreaterThan(1);
    found.push(lines[0] ?? '');
  }
  expect(found).toEqual(HEADS.map(([, , heads]) => heads));
  await looksGood(page, 'list-export-fields');
});

const ENTRY_HEADS =
  'Date,Customer,Job,Service,Equipment,Implement,Operators,Hours,Billable Hours,Fuel,Loads,Moisture,Notes,Photos,Checked'.split(',');

test('the entries of one job leave in the order that was chosen, with their own values, numbers and days', async ({ company, visit }) => {
  await furnish(company.boss, company.serviceTypeId, company.jobId);
  const { page, open, said } = await visit(company.boss);
  await open(`/jobs/${company.jobId}/entries`);
  await said('2 entries');
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  await page.getByRole('button', { name: 'Date', exact: true }).and(page.locator('[aria-sort=ascending] button')).waitFor();
  const file = await save(page, 'Excel (.xlsx)');
  const { rows } = await bookOf(file);
  expect(Object.values(rows[0] ?? {})).toEqual(ENTRY_HEADS);
  expect(rows.slice(1)).toMatchObject([
    { A: { serial: 46146 }, B: company.customer, C: company.job, D: 'Planting', E: 'Baler; Tractor', H: 8.25, L: 14.5, N: 0, O: 'No' },
    { A: { serial: 46148 }, H: 1204.5, M: '-5 degrees' },
  ]);
  expect((await linesOf(await save(page, 'CSV'))).at(-1)).toContain(",1204.5,,,,,'-5 degrees,0,No");
  await looksGood(page, 'list-export-job');
});

const GERMAN_HEADS =
  'Kundennummer,Firmenname,Vorname,Nachname,E-Mail,Telefonnummer,Adresse,Straße,PLZ,Ort,Bundesland,Land,Steuernummer,Zahlungsziel (Tage),Skontosatz (Prozent),Skontofrist (Tage),Referenz,Rechnungen per,Sprache,Ansprechpartner 2 Name,Ansprechpartner 2 E-Mail,Weitere Ansprechpartner,Steuerbehandlung,Steuerhinweis,Notizen';
const SPANISH_HEADS =
  'Número de cliente,Razón social,Nombre,Apellidos,Correo electrónico,Teléfono,Dirección,Calle,Código postal,Localidad,Provincia,País,Número fiscal,Días de pago,Descuento por ciento,Descuento días,Referencia,Facturas por,Idioma,Contacto 2 nombre,Contacto 2 correo,Más contactos,Tratamiento fiscal,Nota fiscal,Notas';

test.for([
  ['de-DE', 'Export', GERMAN_HEADS, 'kunden'],
  ['es-ES', 'Exportación', SPANISH_HEADS, 'clientes'],
] as const)('the heads and the name are in the language of the page: %s', async ([locale, label, heads, name], { company, visit }) => {
  const { page, open, said } = await visit(company.boss, locale);
  await open('/customers');
  await said('Ostrander');
  const csv = await save(page, 'CSV', label);
  expect((await linesOf(csv))[0]).toBe(heads);
  expect(csv.suggestedFilename()).toMatch(new RegExp(`^${name}-`));
  expect((await headsOf(await save(page, 'Excel (.xlsx)', label))).join(',')).toBe(heads);
  await looksGood(page, `list-export-${locale}`);
});

/** An organization with more entries than a device keeps, written straight into the database: as many calls would take too long. */
const LONG = 10_000;

test(`a list of ${LONG} entries leaves whole, though only a part is drawn or on this device`, async ({ server, company, visit }) => {
  const { orgId, boss, jobId, customerId, serviceTypeId } = company;
  await server.db.query({
    text: `insert into job_entries (organization_id, job_id, customer_id, service_type_id, date, season, total_hours, created_by)
           select $1, $2, $3, $4, '2020-01-01'::date + i / 10, '2024', i, $5::int from generate_series(1, $6) i`,
    values: [orgId, jobId, customerId, serviceTypeId, boss.userId, LONG],
  });
  const { page, context, open, said, toast } = await visit(boss);
  await open('/job-entries');
  const isThere = async () => expect((await readStore(page, 'meta')).map(({ key }) => key)).toContain(`cursor:${orgId}`);
  await vi.waitFor(isThere, { timeout: 25_000, interval: 100 });
  await said('50+ entries');
  const expected = Array.from({ length: LONG }, (_, index) => LONG - index);
  const { rows } = await bookOf(await save(page, 'Excel (.xlsx)'));
  expect(rows.slice(1).map(({ H }) => H)).toEqual(expected);
  const lines = await linesOf(await save(page, 'CSV'));
  expect(lines.slice(1).map((line) => Number(line.split(',')[7]))).toEqual(expected);
  expect(await page.locator('[data-index]').count()).toBeLessThan(100);
  await looksGood(page, 'list-export-entries');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await toast('Failed to export: Older entries are not on this device. Connect and try again.');
});

test('without a connection too', async ({ device }) => {
  const { page } = device;
  await device.open('/customers');
  await page.getByText('4 customers').waitFor();
  await device.offline();
  expect(await headsOf(await save(page, 'Excel (.xlsx)'))).toEqual((HEADS[0]?.[2] ?? '').split(','));
  expect(await linesOf(await save(page, 'CSV'))).toHaveLength(5);
});
