import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { PATIENCE, readStore } from '../support/offline-device.ts';
import { looksGood } from '../support/looks.ts';
import { openSettings, PASSWORD, type SettingsField, type Sitting } from './settings-field.ts';

// Organization settings, a person's own account, and the activity page (specification, chapter 6).

vi.setConfig({ testTimeout: 60_000 });

let settings: SettingsField;
let dana: Sitting;
const orgId = () => settings.company.orgId;
const organization = () => settings.company.boss.ok(contract.organizations.get, { params: { orgId: orgId() } });

beforeAll(async () => {
  settings = await openSettings();
  dana = await settings.sit(settings.company.boss);
}, 120_000);
afterAll(() => settings?.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);

test('units, currency and tax: bad input says what to do, and measures are relabelled', async () => {
  const { main, dialog, button, field, go, toast, page } = dana;
  await go('/organization', 'Organization Settings');
  await main.getByText('US (Gallons, acres, miles)').waitFor();
  await main.getByText('USD, US Dollar').waitFor();
  await button('Edit Units, Currency and Tax').click();
  await dialog.waitFor();
  expect(await dialog.getByText(/Nothing is converted/).count()).toBe(0);
  await dialog.getByRole('radio', { name: /^Metric/ }).check();
  await dialog.getByText(/20 gal now reads 20 L/).waitFor();
  // The currency follows the units as long as nobody chose one.
  expect(await field('Currency').inputValue()).toBe('EUR');
  await field('Currency').selectOption({ label: 'CAD, Canadian Dollar' });
  await field('Name of the tax').fill('Sales tax');
  await field('Tax number').fill('47-1234567');
  await field('Tax rate in percent').fill('8.87505');
  await button('Update Organization').click();
  await dialog.getByText('Tax rate must be a percentage from 0 to 100, with at most four decimals').waitFor();
  await looksGood(page, 'settings-money-dialog');
  await field('Tax rate in percent').fill('8.875');
  await button('Update Organization').click();
  await toast('Success', 'Organization updated successfully');
  await main.getByText('Sales tax 8.875%, not included in prices').waitFor();
  expect(await organization()).toMatchObject({ units: 'metric', currency: 'CAD', taxRate: 887.5, taxNumber: '47-1234567' });

  await go(`/jobs/${settings.company.jobId}/summary`, /West 80/);
  await main.getByRole('columnheader', { name: 'Fuel (L)' }).waitFor();
  await go(`/job-entries?entryId=${settings.entryId}`, 'Job Entries');
  await dialog.getByText('20 L').waitFor();
  await dana.page.keyboard.press('Escape');
});

test('name, address and logo: the picture waits on the device without a network, and is sent when it is back', async () => {
  const { context, main, dialog, button, field, go, toast, page } = dana;
  await go('/organization', 'Organization Settings');
  await button('Edit Organization').click();
  await field('Name').fill(' ');
  await field('Street').fill('4410 County Road 9');
  await field('Town').fill('Gothenburg');
  await field('State').fill('NE');
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await dialog.getByText('The logo must be a picture: JPEG, PNG, GIF or WebP').waitFor();
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
  await dialog.getByRole('img', { name: 'Logo' }).waitFor();
  await button('Update Organization').click();
  await dialog.getByText('Organization name is required').waitFor();
  await looksGood(page, 'settings-organization-dialog');
  await field('Name').fill('Halvorsen & Sons');
  await context.setOffline(true);
  await toast("You're offline");
  await button('Update Organization').click();
  await toast('Saved Offline', 'Organization updated locally and will sync when online');
  await main.getByRole('img', { name: 'Logo' }).waitFor();
  expect(await organization()).toMatchObject({ name: 'Halvorsen Custom', logo: null });
  await context.setOffline(false);
  await expect.poll(async () => (await organization()).logo, PATIENCE).toMatch(/^[0-9a-f]{64}\.png$/);
  const { logo, name } = await organization();
  expect(name).toBe('Halvorsen & Sons');
  await page.waitForFunction((src) => document.querySelector<HTMLImageElement>(`img[src$="${src}"]`)?.naturalWidth === 10, logo);
  await main.getByText('Gothenburg NE').waitFor();
  await looksGood(page, 'settings-organization');
});

test('an address that was typed as a whole stays so until somebody parts it, and its country orders the parts', async () => {
  const { main, dialog, button, field, go, toast, page } = dana;
  const params = { orgId: orgId() };
  const change = (body: object) => settings.company.boss.ok(contract.organizations.update, { params, body });
  await change({ country: 'US' });
  await change({ address: 'Old Mill\nGothenburg' });
  // The form shows what this device holds.
  const held = async () => (await readStore(page, 'organizations')).map(({ address }) => address);
  await expect.poll(held, PATIENCE).toEqual(['Old Mill\nGothenburg']);
  await go('/organization', 'Organization Settings');
  await main.getByText('Old Mill').waitFor();
  await button('Edit Organization').click();
  expect(await field('Address').inputValue()).toBe('Old Mill\nGothenburg');
  await dialog.getByRole('button', { name: 'Enter it in parts, as e-invoices need it' }).click();
  const order = async () =>
    (await dialog.getByRole('textbox').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).labels?.[0]?.textContent))).filter(
      (label) => ['ZIP', 'Town', 'State'].includes(label ?? ''),
    );
  expect(await order()).toEqual(['Town', 'State', 'ZIP']);
  await field('Street').fill('4410 County Road 9');
  await field('Town').fill('Gothenburg');
  await field('State').fill('NE');
  await field('ZIP').fill('69138');
  await looksGood(page, 'settings-organization-parts');
  await button('Update Organization').click();
  await toast('Success', 'Organization updated successfully');
  await main.getByText('Gothenburg, NE 69138').waitFor();
  await button('Edit Organization').click();
  await field('Country').selectOption({ label: 'Germany' });
  expect(await order()).toEqual(['ZIP', 'Town', 'State']);
  await button('Update Organization').click();
  await toast('Success', 'Organization updated successfully');
  await main.getByText('69138 Gothenburg').waitFor();
});

test('country, language, phone, mail and bank are changed in their place; a mistyped IBAN is noticed', async () => {
  const { main, dialog, button, field, go, toast, page } = dana;
  await go('/organization', 'Organization Settings');
  await main.getByText('No bank details yet.').waitFor();
  await button('Edit Organization').click();
  await field('Country').selectOption({ label: 'Ireland' });
  await field('Language of bills and mails').selectOption({ label: 'Deutsch' });
  await field('Phone Number').fill('+353 1 555 0100');
  await field('Email').fill('office@amsler.test');
  await looksGood(page, 'settings-organization-dialog');
  await button('Update Organization').click();
  await toast('Success', 'Organization updated successfully');
  await button('Edit Bank details').click();
  await field('IBAN or account number').fill('IE29 AIBK 9311 5212 3456 87');
  await button('Update Organization').click();
  await dialog.getByText(/^This IBAN has a typing error/).waitFor();
  await field('IBAN or account number').fill('ie29aibk93115212345678');
  await field('Bank').fill('AIB');
  await looksGood(page, 'settings-bank-dialog');
  await button('Update Organization').click();
  await main.getByText('IE29 AIBK 9311 5212 3456 78').waitFor();
  await looksGood(page, 'settings-organization');
  expect(await organization()).toMatchObject({
    country: 'IE',
    language: 'de',
    phoneNumber: '+353 1 555 0100',
    email: 'office@amsler.test',
    bankHolder: null,
    bankAccount: 'ie29aibk93115212345678',
    bankName: 'AIB',
  });
});

test('a person who may not change it reads it', async () => {
  const luis = await settings.sit(settings.luis);
  await luis.main.getByText('Only the owner and admins can change this.').waitFor();
  await luis.main.getByText('Sales tax 8.875%, not included in prices').waitFor();
  expect(await luis.main.getByRole('button').count()).toBe(0);
  await luis.go('/organization/account', 'Account');
  await luis.button('Leave the organization').click();
  await luis.dialog.getByText(/Only someone in the organization can let you back in/).waitFor();
  await luis.dialog.getByRole('button', { name: 'Leave the organization' }).click();
  await luis.page.waitForURL('**/onboarding/choice');
  expect(luis.problems()).toEqual([]);
  await luis.context.close();
});

test('one’s own name, password and devices', async () => {
  const { main, dialog, button, field, go, toast, page } = dana;
  const { test: app, phone } = settings;
  await go('/organization/account', 'Account');
  await main.getByText('Verified').waitFor();
  await main.getByText('Set by Halvorsen & Sons, for everyone.').waitFor();
  await main.getByText("The owner can't leave. Make someone else the owner first.").waitFor();
  await looksGood(page, 'settings-account');

  await button('Edit your name').click();
  await field('First Name').fill('');
  await button('Save').click();
  await dialog.getByText('First name is required').waitFor();
  await field('First Name').fill('Daniela');
  await button('Save').click();
  await toast('Success', 'Your name was changed.');
  await main.getByText('Daniela Halvorsen').waitFor();

  const statusOf = async (cookie: string) => (await app.nobody.send('GET', '/api/user', undefined, { cookie })).status;
  expect(await statusOf(phone)).toBe(200);
  const sessions = main.getByRole('listitem').filter({ hasText: 'Last seen' });
  await expect.poll(() => sessions.first().textContent()).toContain('This device');
  await button('Sign out Chrome on Android').click();
  await toast('Signed out', 'Chrome on Android is signed out.');
  await expect.poll(() => sessions.count()).toBe(2);
  expect(await statusOf(phone)).toBe(401);
  await button('Sign out everywhere else').click();
  await toast('Signed out', 'Every other device is signed out.');
  await expect.poll(() => sessions.count()).toBe(1);

  await button('Change password').click();
  await field('Current password').fill('not the password');
  await field('New password').fill('short');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByText('Password must be at least 12 characters').waitFor();
  await field('New password').fill('staple and then some');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await toast('Error', 'Failed to change your password: Wrong password');
  await looksGood(page, 'settings-password-dialog');
  await field('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await toast('Your password was changed.', 'Every other device is signed out.');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('passkeys: added by this device, and removed', async () => {
  const { context, page, main, dialog, button, toast } = dana;
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: false, automaticPresenceSimulation: true },
  });
  await main.getByText('No passkeys').waitFor();
  await button('Add a passkey').click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Office computer');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await toast('No passkey was added', /Try again/);
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await toast('Passkey added');
  await main.getByText('Office computer').waitFor();
  await looksGood(page, 'settings-passkeys');
  await button('Remove Office computer').click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await toast('Passkey removed');
  await main.getByText('No passkeys').waitFor();
});

test('the organization’s data are downloaded from here; where it is deleted is one press away', async () => {
  const { main } = dana;
  const download = main.getByRole('link', { name: 'Download', exact: true });
  expect(await download.getAttribute('href')).toBe(`/api/organizations/${orgId()}/export`);
  expect(await main.getByRole('link', { name: 'Delete', exact: true }).getAttribute('href')).toBe('/organization/data');
});

test('language goes with the account, theme and hand with the device; without a network only these are offered', async () => {
  const { context, page, main, toast } = dana;
  await main.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await page.getByRole('heading', { level: 1, name: 'Konto' }).waitFor();
  expect(await settings.company.boss.ok(contract.account.get, {})).toMatchObject({ language: 'de' });
  // A device without a choice of its own follows the account.
  await page.evaluate(() => localStorage.removeItem('language'));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Konto' }).waitFor();
  await main.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'Wie dieses Gerät' });
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await main.getByRole('radio', { name: /^Dark/ }).check();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await main.getByRole('radio', { name: /^System/ }).check();
  await context.setOffline(true);
  await toast("You're offline");
  await main.getByText(/^Your account is on the server/).waitFor();
  expect(await main.getByRole('button').count()).toBe(0);
  expect(await main.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio').count()).toBe(4);
  expect(await main.getByRole('radiogroup', { name: 'Hand that holds the phone' }).getByRole('radio').count()).toBe(2);
  expect(await main.getByRole('radio').count()).toBe(6);
  await context.setOffline(false);
  await main.getByText('Daniela Halvorsen').waitFor();
});

test('activity: in plain words, filtered by the address, with ways to the records', async () => {
  const { page, main, go } = dana;
  const { boss, jobId, serviceTypeId, customer } = settings.company;
  const params = { orgId: orgId() };
  const { id: goneId } = await boss.ok(contract.customers.create, { params, body: { businessName: 'Bar T Cattle' } });
  await boss.ok(contract.jobEntries.update, { params: { id: settings.entryId }, body: { fuel: 22.5, notes: null } });
  await boss.ok(contract.serviceTypes.update, { params: { id: serviceTypeId }, body: { allowMultipleOperators: true } });
  await boss.ok(contract.customers.remove, { params: { id: goneId } });
  await go('/organization/activity', 'Activity');
  const items = main.getByRole('listitem');
  const itemOf = (words: string) => items.filter({ hasText: words }).first();
  await itemOf('deleted customer Bar T Cattle').waitFor();
  const changed = itemOf('updated job entry');
  await expect
    .poll(() => changed.locator('dd').allTextContents())
    .toEqual(['20 L →  changed to 22.5 L', 'As usual. →  changed to Nothing']);
  expect(await changed.locator('dt').allTextContents()).toEqual(['Fuel', 'Notes']);
  await changed.getByRole('link').waitFor();
  // The link goes when the deletion has arrived on this device.
  await expect.poll(() => itemOf('deleted customer').getByRole('link').count(), PATIENCE).toBe(0);
  await expect.poll(() => itemOf('created job West 80').getByRole('link').getAttribute('href'), PATIENCE).toBe(`/jobs/${jobId}/entries`);
  await itemOf('created job West 80').getByText('Show details').click();
  await itemOf('created job West 80').getByText(customer).waitFor();
  await looksGood(page, 'settings-activity');

  await main.getByLabel('Record type').selectOption({ label: 'Organization' });
  await expect.poll(() => page.url()).toContain('?kind=organization');
  await expect.poll(() => items.filter({ hasText: 'customer' }).count()).toBe(0);
  await itemOf('Tax rate').getByText('8.875%').waitFor();
  await main.getByLabel('What happened').selectOption({ label: 'Created' });
  await expect.poll(() => items.count()).toBe(1);
  await main.getByLabel('From').fill('2020-06-02');
  await main.getByLabel('To').fill('2020-06-01');
  await main.getByText("Can't be before the first day.").waitFor();
  await main.getByLabel('To').fill('2020-06-30');
  await main.getByText('No activity matches your search.').waitFor();
  await page.reload();
  await main.getByText('No activity matches your search.').waitFor();
  expect(await main.getByLabel('From').inputValue()).toBe('2020-06-02');
  await main.getByRole('button', { name: 'Clear filters' }).click();
  await main.getByRole('searchbox').fill('bar t');
  await expect.poll(() => items.count(), PATIENCE).toBe(2);
  await main.getByLabel('Who').selectOption({ label: 'Dana Halvorsen' });
  await main.getByRole('button', { name: 'Clear filters' }).click();
});

test('activity: a deletion is undone, or the server says why not; long ones come in parts', async () => {
  const { context, main, go, button, toast } = dana;
  const { boss, jobId, serviceTypeId } = settings.company;
  const entry = await boss.ok(contract.jobEntries.create, { params: { id: jobId }, body: { serviceTypeId, date: '2025-09-18' } });
  await boss.ok(contract.jobEntries.remove, { params: { id: entry.id } });
  await boss.ok(contract.jobs.remove, { params: { id: jobId } });
  const items = main.getByRole('listitem');
  await items.filter({ hasText: 'deleted job West 80' }).waitFor(PATIENCE);
  await items.filter({ hasText: 'deleted job entry' }).getByRole('button', { name: /^Undo/ }).click();
  await toast('Error', "Failed to undo the deletion: This entry's job is deleted. Restore the job first.");
  await button(/^Undo the deletion of West 80/).click();
  await toast('Restored', /has been restored/);
  await items.filter({ hasText: 'restored job' }).waitFor(PATIENCE);
  await expect.poll(() => items.filter({ hasText: 'deleted job West 80' }).getByRole('button').count()).toBe(0);
  await items.filter({ hasText: 'deleted job West 80' }).getByText('Restored').waitFor();
  expect((await boss.ok(contract.jobs.get, { params: { id: jobId } })).name).toContain('West 80');

  await settings.test.db.transaction(
    (db) =>
      db.query({
        text: `insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes, user_id, timestamp)
               select organization_id, 'customer', 1, 'create', 'Old ' || n, '{"old":null,"new":null}', user_id, '2019-01-01'
                 from audit_logs, generate_series(1, 260) n where id = (select min(id) from audit_logs where organization_id = $1)`,
        values: [orgId()],
      }),
    orgId(),
  );
  await go('/organization/activity?to=2019-12-31', 'Activity');
  await expect.poll(() => items.count(), PATIENCE).toBe(50);
  await main.getByRole('button', { name: 'Show older activity' }).scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      await items.last().scrollIntoViewIfNeeded();
      return items.count();
    }, PATIENCE)
    .toBe(260);
  await context.setOffline(true);
  await toast("You're offline");
  await main.getByText(/^Activity is on the server/).waitFor();
  expect(await items.count()).toBe(260);
  await context.setOffline(false);
});

test('nothing went wrong on any page', () => {
  expect(dana.problems()).toEqual([]);
});
