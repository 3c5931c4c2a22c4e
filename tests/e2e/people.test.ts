import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectNoSidewaysScroll, PHONE } from '../support/browser.ts';
import { EVERY_LOOK, LIGHT_DESK, LIGHT_PHONE, looksGood, shoot, turnTo } from '../support/looks.ts';
import { type Company, PASSWORD } from '../support/offline-app.ts';
import { readStore } from '../support/offline-device.ts';
import { started, test, type Visit } from './fixtures.ts';

// One idea of people: a person, perhaps with access, perhaps invited, and what they see first (specification 7.17 to 7.21).

test.beforeAll(started);

const hire = ({ boss, orgId }: Company, firstName: string, lastName: string, more: object = {}) =>
  boss.ok(contract.employees.create, { params: { orgId }, body: { firstName, lastName, ...more } });
const employee = ({ boss }: Company, id: number) => boss.ok(contract.employees.get, { params: { id } });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const linkIn = (page: Page, name: string) => dialog(page, name).getByLabel('Link', { exact: true });
const row = (page: Page, name: string) => page.getByRole('table', { name: 'Employees' }).getByRole('row').filter({ hasText: name });
/** The chips of the list, as they are read out. */
const chips = (page: Page) => page.getByRole('radiogroup', { name: 'Show' }).getByRole('radio');
const chipNames = (page: Page) => page.getByRole('radiogroup', { name: 'Show' }).locator('label').allInnerTexts();

/** What this device would send, and what it keeps of forms. */
const keptOn = async (page: Page): Promise<unknown[]> => [
  ...(await readStore(page, 'syncQueue')),
  ...(await readStore(page, 'meta')).filter(({ key }) => key.startsWith('draft:')),
  ...(await readStore(page, 'blobs')),
];

const register = async ({ page, press }: Visit, email: string, firstName: string): Promise<void> => {
  await page.getByRole('link', { name: 'Sign in to accept' }).click();
  await press('Create an account');
  await page.getByLabel('First name', { exact: true }).fill(firstName);
  await page.getByLabel('Last name', { exact: true }).fill('Ortega');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press('Create account');
};

test('everybody is on one screen with how far they are; people without access or address are invited with one press each', async ({
  company,
  visit,
  server,
}) => {
  const luis = await hire(company, 'Luis', 'Ortega', { isOperator: true });
  const nora = await hire(company, 'Nora', 'Berg', { email: 'nora@people.test', isUser: true });
  const per = await hire(company, 'Per', 'Dahl', { isOperator: true });
  await server.member(company.boss, 'manager');
  const office = await visit(company.boss);
  const { page, open, press, said } = office;
  await open('/employees');
  await row(page, 'Luis Ortega').getByText('No access').waitFor();
  await row(page, 'Nora Berg').getByText('Not invited yet').waitFor();
  await row(page, 'Dana Halvorsen').getByText('Last seen: Within the hour').waitFor();
  expect(await chipNames(page)).toEqual(['All 5', 'Not invited 1', 'Joined 2', 'No access 2']);
  await said('3 of 4 people still to invite.');
  await looksGood(page, 'people-list', EVERY_LOOK);
  // Filters are kept in the address.
  await page.getByText('No access 2').click();
  await page.waitForURL('**/employees?show=no-access');
  await page.reload();
  await row(page, 'Per Dahl').waitFor();
  expect(await page.getByRole('table', { name: 'Employees' }).getByRole('row').count()).toBe(3);
  await page.getByText('All 5').click();
  // Nobody who is in is invited.
  expect(
    await row(page, 'Dana Halvorsen')
      .getByRole('button', { name: /Invite|New link/ })
      .count(),
  ).toBe(0);

  await press('Invite Luis Ortega');
  const luisInvited = dialog(page, 'Invite Luis Ortega');
  await luisInvited.getByText('Basic. Logs their own work and can view the rest. No prices.').waitFor();
  await luisInvited.getByRole('button', { name: 'Change level: Luis Ortega' }).click();
  await luisInvited.getByRole('radio', { name: 'Advanced' }).check();
  await looksGood(page, 'people-level', [LIGHT_DESK, LIGHT_PHONE]);
  await press('Done');
  await luisInvited.getByText('Advanced. Logs work', { exact: false }).waitFor();
  await looksGood(page, 'people-before', [LIGHT_DESK, LIGHT_PHONE]);
  expect((await employee(company, luis.id)).accessLevel).toBe('basic');
  await press('Create link');
  const link = await linkIn(page, 'Invite Luis Ortega').inputValue();
  expect(await employee(company, luis.id)).toMatchObject({ accessLevel: 'advanced', isUser: false, userId: null });
  await luisInvited.getByText('Luis scans this with the camera').waitFor();
  await luisInvited.getByText(/^Works once, until /).waitFor();
  await luisInvited.getByText('Is the operator on every entry they log').waitFor();
  await luisInvited.getByText('2 of 4 people still to invite.').waitFor();
  await looksGood(page, 'people-link', EVERY_LOOK);
  await turnTo(page, LIGHT_PHONE);

  // One press for the next, and one more.
  await press('Next person');
  const other = await linkIn(page, 'Invite Nora Berg').inputValue();
  await dialog(page, 'Invite Nora Berg').getByText('Works once, only for nora@people.test').waitFor();
  await press('Next person');
  const third = await linkIn(page, 'Invite Per Dahl').inputValue();
  expect(new Set([link, other, third]).size).toBe(3);
  expect(await dialog(page, 'Invite Per Dahl').getByText('Is the operator').count()).toBe(1);
  await expect.poll(() => page.getByText('still to invite.').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Next person' }).count()).toBe(0);
  // What the level is while the link is on the screen is what the link gives.
  await press('Change level: Per Dahl');
  await page.getByRole('radio', { name: 'Advanced' }).check();
  await press('Use this level');
  await expect.poll(async () => (await employee(company, per.id)).accessLevel).toBe('advanced');
  const token = third.split('#')[1] ?? '';
  expect(await server.nobody.ok(contract.invitations.look, { body: { token } })).toMatchObject({ role: 'advanced', state: 'open' });

  // The code says when it is used, by whoever has it.
  await (await server.person()).ok(contract.invitations.accept, { body: { token } });
  await dialog(page, 'Invite Per Dahl').getByText('Per has joined').waitFor();
  await dialog(page, 'Invite Per Dahl').getByText('Used', { exact: true }).waitFor();
  expect(await linkIn(page, 'Invite Per Dahl').count()).toBe(0);
  await looksGood(page, 'people-used', [LIGHT_DESK, LIGHT_PHONE]);
  await press('Done');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => chipNames(page)).toEqual(['All 5', 'Invited 2', 'Joined 3']);

  // The same words where members are, which leads here and there.
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: 'Luis Ortega' }).getByText('Advanced').waitFor();
  await looksGood(page, 'people-members', [LIGHT_PHONE, LIGHT_DESK]);
  await press('Invite');
  await press('Invite from your list');
  await dialog(page, 'Send your team their link').getByRole('button', { name: 'Invite Nora Berg' }).waitFor();
  await press('Done');
  await page.getByRole('link', { name: 'Employees' }).last().click();
  await row(page, 'Nora Berg').getByText('Invited').waitFor();
  expect((await employee(company, nora.id)).userId).toBeNull();
});

test('a link that ends elsewhere is struck out, and another is made where it stood', async ({ company, visit }) => {
  const { boss, orgId } = company;
  const luis = await hire(company, 'Luis', 'Ortega');
  const { page, open, press } = await visit(boss);
  await open(`/employees/${luis.id}`);
  await press('Invite');
  await press('Create link');
  const first = await linkIn(page, 'Invite Luis Ortega').inputValue();
  const [waiting] = await boss.ok(contract.invitations.list, { params: { orgId } });
  await boss.ok(contract.invitations.revoke, { params: { orgId, id: waiting?.id ?? 0 } });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.getByText('Withdrawn', { exact: true }).waitFor();
  await page.getByText('This code no longer works.').waitFor();
  await looksGood(page, 'people-withdrawn', [LIGHT_DESK, LIGHT_PHONE]);
  await press('Make a new link');
  await expect.poll(() => linkIn(page, 'Invite Luis Ortega').inputValue()).not.toBe(first);
  expect(await page.getByText('Withdrawn', { exact: true }).count()).toBe(0);
});

test('slips are printed for all who are chosen, a link of their own each', async ({ company, visit, proxy, server }) => {
  const { boss, orgId } = company;
  const names = ['Ada', 'Ben', 'Cora', 'Dirk'];
  const people = await Promise.all(names.map((name) => hire(company, name, 'Crew', { isOperator: true })));
  // Whoever has a link keeps it unless they are chosen.
  const { token: kept } = await boss.ok(contract.invitations.create, { params: { orgId }, body: { employeeId: people[3]?.id ?? 0 } });
  const { page, open, press, said } = await visit(boss);
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = String(Number(document.documentElement.dataset['printed'] ?? 0) + 1);
    };
  });
  await open('/employees');
  await said('3 of 4 people still to invite.');
  await press('Print a code for each');
  const slips = dialog(page, 'Print a code for each');
  await slips.getByText('links they were given before stop working', { exact: false }).waitFor();
  expect(await slips.getByRole('checkbox', { checked: true }).count()).toBe(3);
  await looksGood(page, 'people-print', [LIGHT_DESK, LIGHT_PHONE]);
  // One fails; the others are made all the same.
  proxy.on('POST', /\/invitations$/, { kind: 'drop' }, { times: 1 });
  await press('Make 3 links and print');
  await slips.getByText('Some links could not be made. Press again to make the rest.', { exact: false }).waitFor();
  await press('Make 1 link and print');
  await slips.getByText('The slips are ready.', { exact: false }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('data-printed')).toBe('2');
  await page.emulateMedia({ media: 'print' });
  const printed = page.locator('.slip');
  expect(await printed.locator('h2').allInnerTexts()).toEqual(['Ada Crew', 'Ben Crew', 'Cora Crew']);
  expect(await slips.isVisible()).toBe(false);
  await page.setViewportSize({ width: 794, height: 1123 });
  await shoot(page, 'people-slips');
  const links = await printed.locator('.slip-link').allInnerTexts();
  const paths = await printed.locator('path').evaluateAll((all) => all.map((path) => path.getAttribute('d')?.length));
  expect(new Set(links).size).toBe(3);
  for (const [index, link] of links.entries()) {
    const code = encode(`http://${link}`, { ecc: 'M', border: 0 }).data;
    expect(paths[index]).toBeGreaterThan(code.length);
    const token = link.split('#')[1] ?? '';
    expect(await server.nobody.ok(contract.invitations.look, { body: { token } })).toMatchObject({ state: 'open', role: 'basic' });
  }
  expect((await server.nobody.ok(contract.invitations.look, { body: { token: kept ?? '' } })).state).toBe('open');
});

test('a driver without an address comes in by the link, is shown round, practices, and logs as themselves', async ({
  app,
  company,
  visit,
}) => {
  const { boss, orgId } = company;
  const luis = await hire(company, 'Luis', 'Ortega', { isOperator: true });
  const params = { orgId };
  const fields = await boss.ok(contract.customDataFields.list, { params, query: {} });
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? 0;
  const wanted = [idOf('Operator'), idOf('Hours'), idOf('Notes')];
  await boss.ok(contract.serviceTypes.update, {
    params: { id: company.serviceTypeId },
    body: { customDataFieldIds: wanted, requiredFieldIds: [idOf('Hours')] },
  });
  const { token } = await boss.ok(contract.invitations.create, { params, body: { employeeId: luis.id } });
  const cab = await visit();
  const { page, open, press, said, toast, heading, at } = cab;
  await page.setViewportSize(PHONE);
  await open(`/invitation#${token}`);
  await register(cab, 'luis@people.test', 'Luis');
  await press('Accept invitation');
  await at('/welcome');
  await heading("You're in, Luis");
  await said('You are Luis Ortega on every entry you log');
  expect(await employee(company, luis.id)).toMatchObject({ email: 'luis@people.test', isUser: true, isOperator: true });
  await looksGood(page, 'people-welcome', EVERY_LOOK);
  await turnTo(page, LIGHT_PHONE);
  await press('Turn on Sunlight');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('sun');
  await shoot(page, 'people-welcome-sun');
  await press('Turn off Sunlight');
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');

  const practice = async (notes: string) => {
    const form = dialog(page, 'Practice entry');
    await form.getByText('Practice: nothing you enter here is saved or sent.').waitFor();
    await form.getByLabel('Customer').selectOption({ label: company.customer });
    await form.getByLabel('Service').selectOption({ label: company.service });
    await form.getByLabel('Notes').fill(notes);
    // The real rules: what is missing is asked for.
    await press('Submit Entry');
    await form.getByText('Hours is required').first().waitFor();
    await form.getByRole('textbox', { name: 'Hours' }).fill('7.5');
  };
  await press('Start a practice entry');
  await practice('only for practice');
  await looksGood(page, 'people-practice', EVERY_LOOK);
  await turnTo(page, LIGHT_PHONE);
  expect(await page.getByRole('button', { name: 'Start timer' }).count()).toBe(0);
  await press('Submit Entry');
  await toast('Job entry created successfully');
  await said('only for practice');
  await page.getByRole('main').getByText('7.5 hrs').waitFor();
  await looksGood(page, 'people-practiced', EVERY_LOOK);
  await turnTo(page, LIGHT_PHONE);
  expect(await keptOn(page)).toEqual([]);

  // Offline it is the same.
  await page.context().setOffline(true);
  await press('Practice again');
  await practice('without a signal');
  await press('Submit Entry');
  await said('without a signal');
  expect(await keptOn(page)).toEqual([]);
  await press('Practice again');
  // It begins anew: customer, job and service are the only ones, and choose themselves; nothing is left of what was written.
  expect(await dialog(page, 'Practice entry').getByLabel('Notes').inputValue()).toBe('');
  await dialog(page, 'Practice entry').getByLabel('Notes').fill('half way');
  // Leaving it half way keeps no draft either.
  await press('Cancel');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Discard' }).click();
  await page.context().setOffline(false);
  await page.getByRole('main').getByRole('button', { name: 'Discard' }).click();
  await said('Discarded. Nobody else has seen it.');
  expect(await keptOn(page)).toEqual([]);
  await open('/job-entries');
  await heading('Job Entries');
  expect(await page.getByText('for practice').count()).toBe(0);
  expect(await app.entries(orgId)).toEqual([]);

  // The first real one.
  await open('/welcome');
  await page.getByRole('link', { name: 'Go to overview' }).click();
  await at('/dashboard');
  await page
    .getByRole('main')
    .getByRole('button', { name: /New Job Entry/ })
    .first()
    .click();
  const form = dialog(page, 'New Job Entry');
  await form.getByLabel('Customer').selectOption({ label: company.customer });
  await form.getByLabel('Service').selectOption({ label: company.service });
  await form.getByText('Luis Ortega (you)').first().waitFor({ state: 'attached' });
  await form.getByRole('textbox', { name: 'Hours' }).fill('3');
  await press('Submit Entry');
  await expect.poll(() => app.entries(orgId)).toHaveLength(1);
  const [entry] = await boss.ok(contract.jobEntries.list, { params, query: {} });
  expect(entry).toMatchObject({ operatorIds: [luis.id], totalHours: 3 });
});

test('where there is nothing to log for yet, practice makes it up, and only there', async ({ server, visit }) => {
  const boss = await server.owner('New Custom');
  await boss.ok(contract.organizations.update, { params: boss, body: { onboardingStep: 'completed' } });
  const driver = await server.member(boss, 'basic');
  await boss.ok(contract.employees.update, { params: { id: driver.employeeId }, body: { isOperator: false } });
  const { page, open, press, said } = await visit(driver);
  await open('/welcome');
  await said('You are not an operator yet');
  await said('Dana Halvorsen can change that under Employees.');
  await press('Start a practice entry');
  const form = dialog(page, 'Practice entry');
  await form.getByLabel('Customer').selectOption({ label: 'Pine Ridge' });
  await form.getByLabel('Service').selectOption({ label: 'Mowing' });
  await form.getByRole('textbox', { name: 'Hours' }).fill('2');
  await press('Submit Entry');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('main').getByText('North field').waitFor();
  await looksGood(page, 'people-made-up', [LIGHT_DESK, LIGHT_PHONE]);
  for (const path of ['/customers', '/jobs', '/service-types']) {
    await open(path);
    await page
      .getByText(/^No .* yet|^No .* found/)
      .first()
      .waitFor();
  }
  expect(await boss.ok(contract.customers.list, { params: boss, query: {} })).toEqual([]);
});

test('who may not invite is offered nothing of it, and sees who is in', async ({ company, visit, server }) => {
  await hire(company, 'Luis', 'Ortega');
  const wait = await hire(company, 'Nora', 'Berg', { email: 'nora2@people.test', isUser: true });
  for (const level of ['manager', 'basic'] as const) {
    const { page, open, said } = await visit(await server.member(company.boss, level));
    await open('/employees');
    await row(page, 'Nora Berg').getByText('Has not joined yet').waitFor();
    expect(await page.getByRole('button', { name: /Invite|New link|Print a code/ }).count()).toBe(0);
    expect(await page.getByText('still to invite').count()).toBe(0);
    expect((await page.getByText(/^Last seen/).count()) > 0).toBe(level === 'manager');
    if (level === 'manager') {
      expect(await chipNames(page)).toEqual(['All 4', 'Not joined yet 1', 'Joined 2', 'No access 1']);
    }
    await open(`/employees/${wait.id}`);
    await said('Nora Berg');
    expect(await page.getByRole('button', { name: /Invite|New link/ }).count()).toBe(0);
  }
});

test('who was added by their address begins with the first screen, who starts a company does not', async ({ company, visit }) => {
  await hire(company, 'Nora', 'Berg', { email: 'added@people.test', isUser: true });
  const signUp = async (visited: Visit, email: string) => {
    await visited.open('/api/login');
    await visited.press('Create an account');
    await visited.page.getByLabel('Email', { exact: true }).fill(email);
    await visited.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visited.press('Create account');
  };
  const nora = await visit();
  await signUp(nora, 'added@people.test');
  await nora.at('/welcome');
  await nora.heading("You're in");
  await nora.open('/organization/account');
  await nora.page.getByRole('link', { name: 'Open first steps' }).click();
  await nora.at('/welcome');
  const owner = await visit();
  await signUp(owner, 'owner@people.test');
  await owner.at('/onboarding/choice');
});

test('nothing sticks out on the narrowest phone, in the longest words', async ({ company, visit }) => {
  await hire(company, 'Maximiliane-Wilhelmine', 'Schwarzenberger-Holzapfel', { isOperator: true });
  await hire(company, 'Per', 'Dahl');
  const { page, open, press, said } = await visit(company.boss, 'de-DE');
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = async (name: string) => {
    await expectNoSidewaysScroll(page);
    await shoot(page, `people-narrow-${name}`);
  };
  await open('/employees');
  await said('Kein Zugang');
  await fits('list');
  await press('Für alle einen Code drucken');
  await dialog(page, 'Für alle einen Code drucken').getByRole('checkbox').first().waitFor();
  await fits('print');
  await press('Abbrechen');
  await press(/^Aktionen für Maximiliane/);
  await page.getByRole('menuitem', { name: 'Einladen' }).click();
  await press('Link erstellen');
  await said(/scannt das mit der Kamera/);
  await fits('link');
  await press('Schließen');
  await open('/welcome');
  await press('Übungseintrag beginnen');
  await dialog(page, 'Übungseintrag').getByLabel('Kunde').waitFor();
  await fits('practice');
  await press('Abbrechen');
  await fits('welcome');
});

test('in German and in Spanish', async ({ company, visit }) => {
  await hire(company, 'Luis', 'Ortega', { isOperator: true });
  const german = await visit(company.boss, 'de-DE');
  await german.open('/employees');
  await german.press('Einladen Luis Ortega');
  await german.press('Link erstellen');
  await german.said('Luis scannt das mit der Kamera');
  await looksGood(german.page, 'people-link-de', [LIGHT_DESK, LIGHT_PHONE]);
  const spanish = await visit(company.boss, 'es-MX');
  await spanish.open('/welcome');
  await spanish.heading('Ya está dentro, Dana');
  await looksGood(spanish.page, 'people-welcome-es', [LIGHT_DESK, LIGHT_PHONE]);
  expect(await chips(german.page).count()).toBe(0);
});
