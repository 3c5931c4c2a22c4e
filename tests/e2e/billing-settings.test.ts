import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { EVERY_LOOK, looksGood } from '../support/looks.ts';
import { started, test as base } from './fixtures.ts';

// How the organization bills: numbers, terms, ways to pay, tax, reminders, and how long bills are kept.

vi.setConfig({ testTimeout: 90_000 });

const test = base.extend('settings', { scope: 'file' }, { now: () => new Date('2026-06-20T12:00:00Z') });

test.beforeAll(started);

const SCREEN = '/organization/billing/settings';

test('each part is changed in its place, and says what it does before it is saved', async ({ company, visit }) => {
  const { boss } = company;
  const params = { orgId: boss.orgId };
  await boss.ok(contract.organizations.update, { params, body: { country: 'DE', currency: 'EUR', language: 'de' } });
  const { page, open, press, said, toast, type, heading, follow, at } = await visit(boss);
  const dialog = page.getByRole('dialog');
  await open('/organization');
  await follow('Billing settings');
  await at(SCREEN);
  await heading('Billing settings');
  await said('Germany: bills must be kept for at least 8 years (§ 147 AO, § 14b UStG).');
  await looksGood(page, 'billing-settings', EVERY_LOOK);

  await press('Edit numbers');
  await type('Prefix', 'RE-');
  await page.getByLabel('Zeros in front').selectOption('0147');
  await dialog.getByLabel('Next number').fill('147');
  await dialog.getByText('RE-2026-0147').waitFor();
  await page.getByLabel('Corrections have numbers of their own').check();
  await type('Prefix of corrections', 'RE-');
  await looksGood(page, 'billing-settings-numbers');
  await press('Save');
  await dialog.getByText('Corrections with a range of their own need another prefix than bills.', { exact: true }).waitFor();
  await type('Prefix of corrections', 'l-');
  await press('Save');
  await dialog.getByText(/^Work records are numbered with L-\. Choose another prefix/).waitFor();
  await type('Prefix of corrections', 'K-');
  await dialog.getByText('K-2026-0001').waitFor();
  await press('Save');
  await toast('Billing settings saved');
  await said('RE-2026-0147');

  await press('Edit terms');
  await type('Days to pay', 'soon');
  await press('Save');
  await dialog.getByText('Must be a whole number from 0 to 365').waitFor();
  await type('Days to pay', '14');
  await type('Discount for paying early, percent', '2');
  await press('Save');
  await dialog.getByText('A discount needs a percentage and days', { exact: true }).waitFor();
  await type('Within days', '8');
  await page.getByRole('radio', { name: /^For each job/ }).check();
  await looksGood(page, 'billing-settings-terms');
  await press('Save');
  await said('2% within 8 days');

  await press('Edit tax');
  expect(await dialog.getByRole('status').count()).toBe(1);
  await page.getByRole('radio', { name: /^Small business/ }).check();
  // In the language of the company, as on its bills.
  await dialog.getByText('Es gilt die Steuerbefreiung für Kleinunternehmer (§ 19 UStG).').waitFor();
  await type('Second tax number', '12/345/67890');
  await looksGood(page, 'billing-settings-tax');
  await press('Save');
  await said('12/345/67890');

  await press('Edit reminders');
  // The usual words, in the language of the company.
  await dialog
    .getByText(/^Empty: die Rechnung {numbers} über {amount} war am {due} fällig\./)
    .first()
    .waitFor();
  await dialog.getByText('Your own words may hold {numbers} {amount} {due} {total} {until}, which are filled in.').waitFor();
  await page.getByRole('group', { name: 'First reminder' }).getByLabel('Days overdue').fill('10');
  const final = page.getByRole('group', { name: 'Final reminder' });
  await final.getByLabel('Fee (EUR)').fill('7,50');
  await press('Save');
  await dialog.getByText(/7,50/).first().waitFor();
  await final.getByLabel('Fee (EUR)').fill('7.50');
  await final.getByLabel('Yearly interest, %').fill('9');
  await final.getByLabel('Own words').fill('We now hand this over.');
  await looksGood(page, 'billing-settings-reminders');
  await press('Save');
  await said('35 days overdue, fee €7.50, interest 9%');

  await press('Edit ways to pay');
  expect(await dialog.getByLabel('QR-IBAN').count()).toBe(0);
  await type('Other ways to pay', 'Cash at the yard');
  await press('Save');
  await said('Cash at the yard');
  await press('Edit Bank details');
  await dialog.getByLabel('IBAN or account number').fill('DE89370400440532013000');
  await press('Update Organization');
  await said('DE89 3704 0044 0532 0130 00');
  await press('Test code');
  await dialog.getByRole('img', { name: 'Test code of one cent' }).waitFor();
  for (const shown of ['DE89 3704 0044 0532 0130 00', '€0.01', 'TEST']) {
    await dialog.getByText(shown, { exact: true }).waitFor();
  }
  await looksGood(page, 'billing-settings-test-code');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await press('Edit footer');
  await type('Footer of bills', 'HRB 4711, Amtsgericht Straubing');
  await press('Save');
  await said('HRB 4711, Amtsgericht Straubing');
  await looksGood(page, 'billing-settings-set', EVERY_LOOK);

  expect(await boss.ok(contract.billingSettings.get, { params })).toMatchObject({
    prefix: 'RE-',
    digits: 4,
    correctionPrefix: 'K-',
    nextBill: { number: 147 },
    paymentDays: 14,
    discountPercent: '2',
    discountDays: 8,
    grouping: 'job',
    taxScheme: 'smallBusiness',
    taxRegistration: '12/345/67890',
    paymentText: 'Cash at the yard',
    footer: 'HRB 4711, Amtsgericht Straubing',
    reminders: [
      { afterDays: 10, feeCents: 0 },
      { afterDays: 21 },
      { afterDays: 35, feeCents: 750, interestPercent: '9', text: 'We now hand this over.' },
    ],
  });
});

test('a Swiss company sets a QR-IBAN, and only a right one; by keyboard alone', async ({ company, visit }) => {
  const { boss } = company;
  await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { country: 'CH' } });
  const { page, open, said } = await visit(boss);
  await open(SCREEN);
  const edit = page.getByRole('button', { name: 'Edit ways to pay' });
  await edit.focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('dialog').getByLabel('QR-IBAN');
  await field.waitFor();
  await field.focus();
  await page.keyboard.type('CH93 0076 2011 6238 5295 7');
  await page.keyboard.press('Enter');
  await said('This is no QR-IBAN. Its bank number, digits 5 to 9, is from 30000 to 31999.');
  await field.fill('CH44 3199 9123 0008 8901 2');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await said('CH44 3199 9123 0008 8901 2');
  await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('while the year has numbers, the next one can no longer be chosen, and it is said why', async ({ company, visit }) => {
  const { boss, jobId, serviceTypeId } = company;
  const lines = [{ basis: 'hour' as const, prices: [{ upTo: null, price: '50' }] }];
  await boss.ok(contract.rates.create, { params: { orgId: boss.orgId }, body: { serviceTypeId, lines } });
  await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2026-06-19', totalHours: 2 } });
  await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'completed' } });
  await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'billed' } });
  const { page, open, press, said } = await visit(boss);
  await open(SCREEN);
  await press('Edit numbers');
  expect(await page.getByRole('dialog').getByLabel('Next number').isDisabled()).toBe(true);
  await said('There are numbers of 2026 already. They go on without a gap, as the law wants it.');
});

test.for([
  ['de-DE', 'de', 'Einstellungen zur Abrechnung', 'Deutschland: Rechnungen sind mindestens 8 Jahre aufzubewahren (§ 147 AO, § 14b UStG).'],
  ['es-ES', 'es', 'Ajustes de facturación', 'Alemania: las facturas deben conservarse al menos 8 años (§ 147 AO, § 14b UStG).'],
] as const)('in %s', async ([locale, language, title, kept], { company, visit }) => {
  const { boss } = company;
  await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { country: 'DE' } });
  const { page, open, heading, said } = await visit(boss, locale);
  await open(SCREEN);
  await heading(title);
  await said(kept);
  await looksGood(page, `billing-settings-${language}`);
  await page.getByRole('button', { name: language === 'de' ? 'Mahnungen bearbeiten' : 'Editar recordatorios de pago' }).click();
  await looksGood(page, `billing-settings-reminders-${language}`);
});

test('whoever sees no money sees no settings, and without a connection nothing can be changed', async ({ company, server, visit }) => {
  const { boss } = company;
  const luis = await server.member(boss, 'advanced');
  const his = await visit(luis);
  await his.open(SCREEN);
  await his.said('Only the owner, admins and managers can see billing.');
  const { context, page, open, heading } = await visit(boss);
  await open(SCREEN);
  await heading('Billing settings');
  await page.getByRole('button', { name: 'Edit terms' }).waitFor();
  await context.setOffline(true);
  await expect.poll(() => page.getByRole('button', { name: 'Edit terms' }).isDisabled()).toBe(true);
});

test('who deletes the organization is told what else goes, and for how long it has to be kept', async ({ company, visit }) => {
  const { boss } = company;
  await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { country: 'AT' } });
  const { page, open, press } = await visit(boss);
  await open('/organization/data');
  await press('Delete This Organization');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Austria: bills must be kept for at least 7 years (§ 132 BAO).').waitFor();
  await dialog.getByText('Deleting deletes the bills, too. Download the export and keep it for that long.').waitFor();
  await looksGood(page, 'delete-organization');
});
