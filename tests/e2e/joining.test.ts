import type { Browser, BrowserContext, Page } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { EVERY_LOOK, looksGood } from '../support/looks.ts';
import { BUILT_CLIENT } from '../support/offline-app.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../support/test-app.ts';

// People whom the company adds, wherever that is, get in (decision 0032).

const LUIS = 'luis@amsler.test';

// What the browser writes of lines that a test cuts, and of service workers, which are kept out.
const EXPECTED = /Failed to load resource|net::ERR_/;

let app: TestApp;
let browser: Browser;
let url = '';
const devices: { context: BrowserContext; problems: readonly string[] }[] = [];

const openDevice = async (person?: Person, viewport = DESKTOP, locale = 'en-US'): Promise<Page> => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce', serviceWorkers: 'block', permissions });
  // A share sheet that keeps what it was called with.
  await context.addInitScript(() => {
    const share = async (data: unknown) => {
      document.documentElement.dataset['shared'] = JSON.stringify(data);
    };
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  });
  if (person) {
    const [name = '', value = ''] = person.cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const { page, problems } = await openPage(context);
  devices.push({ context, problems });
  return page;
};

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(new RegExp(`^${label}`)).fill(text);
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const employeesOf = (boss: Person & { orgId: number }) => boss.ok(contract.employees.list, { params: { orgId: boss.orgId } });
const working = async () => {
  const boss = await app.owner('Amsler Custom');
  await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { onboardingStep: 'completed' } });
  return boss;
};
const hire = (boss: Person & { orgId: number }, body: object) =>
  boss.ok(contract.employees.create, { params: { orgId: boss.orgId }, body: { firstName: 'Luis', lastName: 'Ortega', ...body } });

/** The modules that the picture on the screen shows, as lines of text. */
const drawn = async (page: Page): Promise<string[]> => {
  const code = page.getByRole('img', { name: 'QR code of the invitation link' });
  const [path, box, ground] = await Promise.all([
    code.locator('path').getAttribute('d'),
    code.getAttribute('viewBox'),
    code.locator('rect').getAttribute('fill'),
  ]);
  const [left = 0, , all = 0] = (box ?? '').split(' ').map(Number);
  expect([ground, left]).toEqual(['#fff', -4]);
  const size = all + 2 * left;
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ' '));
  for (const [, x, y, length] of (path ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    rows[Number(y)]?.fill('#', Number(x), Number(x) + Number(length));
  }
  return rows.map((row) => row.join(''));
};
const codeOf = (text: string): string[] =>
  encode(text, { ecc: 'M', border: 0 }).data.map((row) => row.map((isDark) => (isDark ? '#' : ' ')).join(''));

test('whom the owner adds in the wizard opens the link on another device and works there, as who and what they were added', async () => {
  const boss = await app.owner('Amsler Custom');
  const office = await openDevice(boss, PHONE);
  await office.goto(url);
  await fill(office, 'First Name', 'Luis');
  await fill(office, 'Last Name', 'Ortega');
  await fill(office, 'Email', LUIS);
  await office.getByLabel('Equipment Operator').check();
  await office.getByText('Logs their own work and can view the rest. No prices.').waitFor();
  await press(office, 'Add Employee');
  await office.getByText('Luis Ortega joins with a link.').waitFor();
  await office
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Close' })
    .click();
  await looksGood(office, 'joining-wizard', EVERY_LOOK);
  await office.setViewportSize(PHONE);
  await press(office, 'Invite Luis');
  await looksGood(office, 'joining-ask', EVERY_LOOK);
  await office.setViewportSize(PHONE);
  await press(office, 'Create link');
  const made = dialog(office, 'Invite Luis Ortega');
  const link = await made.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toMatch(new RegExp(`^${url}/invitation#${boss.orgId}-[\\w-]{43}$`));
  expect(await drawn(office)).toEqual(codeOf(link));
  await press(office, 'Copy');
  expect(await office.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await press(office, 'Send link');
  expect(JSON.parse((await office.locator('html').getAttribute('data-shared')) ?? '{}')).toEqual({
    title: 'Invitation to Amsler Custom',
    url: link,
  });
  // Email is not set up on this server, so none is offered.
  expect(await made.getByRole('button', { name: 'Send by email' }).count()).toBe(0);
  await made.getByText('This link only works on this computer.').waitFor();
  await looksGood(office, 'joining-link', EVERY_LOOK);
  await press(office, 'Done');
  await office.getByRole('list', { name: 'Employees' }).getByText('Invited').waitFor();

  const cab = await openDevice(undefined, PHONE);
  await cab.goto(link);
  await cab.getByRole('link', { name: 'Sign in to accept' }).click();
  await press(cab, 'Create an account');
  await fill(cab, 'First name', 'Luis');
  await fill(cab, 'Last name', 'Ortega');
  await fill(cab, 'Email', LUIS);
  await fill(cab, 'Password', PASSWORD);
  await press(cab, 'Create account');
  await cab.waitForURL(`${url}/invitation`);
  // The address is verified as this installation counts it, so they may be in already.
  await cab.getByRole('button', { name: /^(Accept invitation|Open Amsler Custom)$/ }).click();
  await cab.waitForURL('**/welcome');
  await cab.getByRole('button', { name: 'Amsler Custom' }).waitFor();
  const employees = await employeesOf(boss);
  expect(employees).toHaveLength(2);
  expect(employees.find(({ email }) => email === LUIS)).toMatchObject({
    firstName: 'Luis',
    accessLevel: 'employee',
    isOperator: true,
    isUser: true,
    userId: expect.any(Number),
  });
});

test('somebody without an address joins by the link that the employee’s screen makes, and a new link ends the one before', async () => {
  const boss = await working();
  const { id } = await hire(boss, { isOperator: true });
  const office = await openDevice(boss);
  await office.goto(`${url}/employees/${id}`);
  // They are invited without access, too.
  await office.getByRole('heading', { level: 1, name: 'Luis Ortega' }).waitFor();
  await office.getByText('No access').waitFor();
  await office.getByRole('button', { name: 'Invite' }).waitFor();
  const { token } = await boss.ok(contract.invitations.create, { params: { orgId: boss.orgId }, body: { employeeId: id } });
  await office.goto(`${url}/organization/members`);
  const row = office.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: 'Luis Ortega' });
  await row.getByText('Invited').waitFor();
  await row.getByText(/by Dana Halvorsen, valid until/).waitFor();
  await looksGood(office, 'joining-members', EVERY_LOOK);
  await office.setViewportSize(DESKTOP);
  await row.getByRole('button', { name: 'New link Luis Ortega' }).click();
  await office.getByText(/^There is a link valid until .* a new one replaces it\.$/).waitFor();
  await press(office, 'Create a new link');
  const link = await dialog(office, 'Invite Luis Ortega').getByLabel('Link', { exact: true }).inputValue();
  await press(office, 'Done');
  const luis = await app.person({ email: 'other@amsler.test' });
  const cab = await openDevice(luis, PHONE);
  await cab.goto(`${url}/invitation/${token}`);
  await cab.getByText('This invitation was withdrawn').waitFor();
  await cab.goto(link);
  await press(cab, 'Accept invitation');
  await cab.waitForURL('**/welcome');
  await row.getByText('Joined').waitFor();
  await row.getByText('Within the hour').waitFor();
  expect((await employeesOf(boss)).find((each) => each.id === id)).toMatchObject({ userId: luis.userId, email: 'other@amsler.test' });
});

test('an open link is revoked where the member stands', { tags: ['proof'] }, async () => {
  const boss = await working();
  const { id } = await hire(boss, { email: 'gone@amsler.test', isUser: true });
  await boss.ok(contract.invitations.create, { params: { orgId: boss.orgId }, body: { employeeId: id } });
  const office = await openDevice(boss);
  await office.goto(`${url}/organization/members`);
  await press(office, 'Revoke link Luis Ortega');
  await dialog(office, 'Revoke this invitation?').getByRole('button', { name: 'Revoke' }).click();
  await office.getByRole('table', { name: 'Members' }).getByText('Not invited yet').waitFor();
  expect(await boss.ok(contract.invitations.list, { params: { orgId: boss.orgId } })).toEqual([]);
});

test('the employee form offers the link as soon as somebody has access, and says when it has to wait for a connection', async () => {
  const boss = await working();
  const office = await openDevice(boss);
  await office.goto(`${url}/employees`);
  await press(office, 'Add Employee');
  await fill(office, 'First Name', 'Nora');
  await fill(office, 'Last Name', 'Berg');
  await office.getByLabel('Application User').check();
  await fill(office, 'Email', 'nora@amsler.test');
  await press(office, 'Create Employee');
  await dialog(office, 'Invite Nora Berg').getByRole('button', { name: 'Later' }).click();
  const row = office.getByRole('table', { name: 'Employees' }).getByRole('row').filter({ hasText: 'Nora Berg' });
  await row.getByText('Not invited yet').waitFor();
  await looksGood(office, 'joining-employees', EVERY_LOOK);
  await office.setViewportSize(DESKTOP);
  await row.getByRole('button', { name: 'Invite Nora Berg' }).click();
  await press(office, 'Create link');
  await press(office, 'Done');
  await row.getByText('Invited').waitFor();

  await office.context().setOffline(true);
  await press(office, 'Add Employee');
  await fill(office, 'First Name', 'Per');
  await fill(office, 'Last Name', 'Dahl');
  await office.getByLabel('Application User').check();
  await fill(office, 'Email', 'per@amsler.test');
  await press(office, 'Create Employee');
  await dialog(office, 'Invite Per Dahl').getByText('You can create the link once you are online.').waitFor();
  expect(await office.getByRole('button', { name: 'Create link' }).isDisabled()).toBe(true);
  await press(office, 'Later');
  await office.context().setOffline(false);
  await expect.poll(async () => (await employeesOf(boss)).map(({ firstName }) => firstName), { timeout: 15_000 }).toContain('Per');
  await press(office, 'Invite Per Dahl');
  await press(office, 'Create link');
  await dialog(office, 'Invite Per Dahl').getByLabel('Link', { exact: true }).waitFor();
});

test('a manager, who may add people and not invite them, is told who does', { tags: ['proof'] }, async () => {
  const boss = await working();
  const { id } = await hire(boss, { email: 'wait@amsler.test', isUser: true });
  const office = await openDevice(await app.member(boss, 'manager'));
  await office.goto(`${url}/employees/${id}`);
  await office.getByText('Has not joined yet').waitFor();
  await office.getByText('Ask the owner or an admin to invite them.').waitFor();
  expect(await office.getByRole('button', { name: /Invite|New link/ }).count()).toBe(0);
});

test(
  'the batch leads to everybody’s link before it goes on, and the last step of the wizard says who is still outside',
  { tags: ['proof'] },
  async () => {
    const boss = await app.owner('Amsler Custom');
    const office = await openDevice(boss, PHONE, 'de-DE');
    await office.goto(`${url}/onboarding/setup-employees?orgId=${boss.orgId}`);
    await fill(office, 'Vorname', 'Luis');
    await fill(office, 'Nachname', 'Ortega');
    await fill(office, 'E-Mail', 'batch@amsler.test');
    await office.locator('button[type=submit]').click();
    const team = dialog(office, 'Dem Team die Links schicken');
    await team.getByText('Noch nicht eingeladen').waitFor();
    await looksGood(office, 'joining-team', EVERY_LOOK);
    await office.setViewportSize(PHONE);
    await team.getByRole('button', { name: 'Luis Ortega einladen' }).click();
    await press(office, 'Link erstellen');
    await press(office, 'Fertig');
    await team.getByText('Eingeladen').waitFor();
    await press(office, 'Weiter');
    await office.waitForURL(/setup-equipment/);
    await boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { onboardingStep: 'customers' } });
    await office.goto(`${url}/onboarding/step-customers?orgId=${boss.orgId}`);
    await office.getByText('1 Person ist noch nicht dabei.').waitFor();
    await looksGood(office, 'joining-last-step', EVERY_LOOK);
    await office.setViewportSize(PHONE);
    await press(office, 'Dem Team die Links schicken');
    await team.getByText('Eingeladen').waitFor();
  },
);

test('nothing went wrong on the pages', () => {
  expect(devices.flatMap(({ problems }) => problems).filter((problem) => !EXPECTED.test(problem))).toEqual([]);
});
