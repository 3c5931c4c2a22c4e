import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { startMailing } from '#server/mailing.ts';
import { DESKTOP, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { DARK_DESK_LIGHT_PHONE, LIGHT_PHONE_DARK_DESK, looksGood } from '../support/looks.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { BUILT_CLIENT } from '../support/offline-app.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../support/test-app.ts';

// Who belongs to an organization, and how people join it: one company, its owner at a desk, and the people they invite (specification 6.6, 7.8).

const ORGANIZATION = 'Halvorsen Custom';
const NILS = 'nils@berg.test';

// Service workers are kept out; what is refused on purpose the browser writes to its console.
const EXPECTED = /status of (403|404|409)/;

interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly problems: readonly string[];
}

let mailbox: Mailbox;
let app: TestApp;
let mailing: { stop: () => Promise<void> };
let browser: Browser;
let url = '';
let boss: Person & { orgId: number };
/** A member of the company by invitation, who has a company of her own as well. */
let greta: Person;
let luis: Person & { orgId: number; employeeId: number };
/** The owner's device, and that of a new person who comes by a link. */
let office: Device;
let cab: Device;
let link = '';

const openDevice = async (viewport: typeof DESKTOP, person?: Person): Promise<Device> => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ viewport, locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block', permissions });
  if (person) {
    const [name = '', value = ''] = person.cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  return { context, ...(await openPage(context)) };
};

beforeAll(async () => {
  mailbox = await openMailbox();
  app = await createTestApp({ clientFolder: BUILT_CLIENT, hasMail: true });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const post = createPost({ smtpUrl: mailbox.url, from: 'headland@farm.test' });
  mailing = startMailing({ db: app.db.app, post, now: () => new Date(), say: () => undefined });
  browser = await openBrowser();
  boss = await app.owner(ORGANIZATION);
  await boss.ok(contract.organizations.update, { params: boss, body: { onboardingStep: 'completed' } });
  luis = await app.member(boss, 'advanced');
  const ines = { firstName: 'Ines', lastName: 'Moreau', email: 'ines@moreau.test', isUser: true };
  await boss.ok(contract.employees.create, { params: boss, body: ines });
  await boss.ok(contract.employees.create, { params: boss, body: { firstName: 'Only', lastName: 'Hired' } });
  office = await openDevice(DESKTOP, boss);
  cab = await openDevice(PHONE);
});

afterAll(async () => {
  await browser?.close();
  await mailing?.stop();
  await app?.close();
  await mailbox?.close();
});

const table = (page: Page, name: string) => page.getByRole('table', { name });
const rowOf = (page: Page, words: string) => table(page, 'Members').getByRole('row').filter({ hasText: words });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const inDialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const employeesOf = () => boss.ok(contract.employees.list, { params: boss });

test('shows who has access, who is awaited, and when they were here', async () => {
  const { page } = office;
  await page.goto(`${url}/organization`);
  await page.getByRole('link', { name: 'Members' }).click();
  await heading(page, 'Members');
  await rowOf(page, 'Luis Ortega').waitFor();
  expect(await table(page, 'Members').getByRole('row').count()).toBe(4);
  expect(await table(page, 'Members').getByRole('row').nth(1).innerText()).toMatch(/Dana Halvorsen\s*You[\s\S]*Owner/);
  await rowOf(page, 'Ines Moreau').getByText('Not invited yet').waitFor();
  await rowOf(page, 'Dana Halvorsen').getByText('Within the hour').waitFor();
  // Nothing is offered that the server would refuse: the owner stays, and ownership goes only to a person who has been here.
  const actions = (words: string) => rowOf(page, words).getByRole('button').count();
  expect([await actions('Dana Halvorsen'), await actions('Luis Ortega'), await actions('Ines Moreau')]).toEqual([0, 3, 3]);
  await looksGood(page, 'members-list', DARK_DESK_LIGHT_PHONE);
});

test('makes a link for one person, which is mailed and can be copied', async () => {
  const { page } = office;
  await press(page, 'Invite');
  const dialog = inDialog(page, 'Invite someone');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('no address');
  await press(page, 'Create link');
  await said(page, 'Invalid email address');
  await dialog.getByLabel('Name').fill('Nils');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(NILS);
  expect(await dialog.getByLabel('Access Level').getByRole('option').allInnerTexts()).toEqual(['Admin', 'Manager', 'Advanced', 'Basic']);
  await dialog.getByLabel('Access Level').selectOption('Advanced');
  await press(page, 'Create link');
  const made = inDialog(page, 'Link for Nils');
  await made.getByText(`Link sent to ${NILS}.`).waitFor();
  link = await made.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toMatch(new RegExp(`^${url}/invitation#${boss.orgId}-[\\w-]{43}$`));
  await press(page, 'Copy');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await looksGood(page, 'members-invitation-made', DARK_DESK_LIGHT_PHONE);
  await press(page, 'Done');
  await table(page, 'Invitations').getByRole('row').filter({ hasText: NILS }).waitFor();
  expect((await mailbox.newest(NILS)).text).toContain(link.slice(url.length));
});

test('leads somebody who has no account through making one, and into the company', async () => {
  const { page } = cab;
  await page.goto(link);
  await heading(page, ORGANIZATION);
  await said(page, `Dana Halvorsen invites you to work with ${ORGANIZATION} on Headland.`);
  await said(page, 'Access level: Advanced.');
  await looksGood(page, 'members-invitation', LIGHT_PHONE_DARK_DESK);
  await page.getByRole('link', { name: 'Sign in to accept' }).click();
  await press(page, 'Create an account');
  await page.getByLabel('First name', { exact: true }).fill('Nils');
  await page.getByLabel('Last name', { exact: true }).fill('Berg');
  await page.getByLabel('Email', { exact: true }).fill(NILS);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const before = mailbox.countOf(NILS);
  await press(page, 'Create account');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await vi.waitUntil(() => mailbox.countOf(NILS) > before, { timeout: 15_000, interval: 50 });
  await page.goto(/^https?:\S+$/m.exec((await mailbox.newest(NILS)).text)?.[0] ?? '');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Confirm and sign in');
  // Not the onboarding, where they could only make an organization of their own.
  await page.waitForURL('**/invitation');
  await said(page, `You are signed in as ${NILS}.`);
  await press(page, 'Accept invitation');
  await page.waitForURL('**/welcome');
  await said(page, `Welcome to ${ORGANIZATION}`);
  const nils = (await employeesOf()).find(({ email }) => email === NILS);
  expect(nils).toMatchObject({ firstName: 'Nils', lastName: 'Berg', accessLevel: 'advanced', isUser: true, userId: expect.any(Number) });
});

test('the office sees them join, gives them another level, and takes their access away', async () => {
  const { page } = office;
  await rowOf(page, 'Nils Berg').waitFor();
  await said(page, 'No open invitations.');
  await press(page, 'Change access level Nils Berg');
  await inDialog(page, 'Access level of Nils Berg').getByLabel('Access Level').selectOption('Manager');
  await press(page, 'Change access level');
  await said(page, 'Access level changed');
  await rowOf(page, 'Nils Berg').getByText('Manager').waitFor();
  await press(page, 'Remove access Nils Berg');
  await inDialog(page, 'Remove access?').getByText(`Nils Berg can no longer open ${ORGANIZATION}`).waitFor();
  await inDialog(page, 'Remove access?').getByRole('button', { name: 'Remove access' }).click();
  await rowOf(page, 'Nils Berg').waitFor({ state: 'detached' });
  expect((await employeesOf()).find(({ email }) => email === NILS)).toMatchObject({ isUser: false, userId: null });
});

test('a link that opens nothing any more says why, and where to go on', async () => {
  const { page } = cab;
  await page.goto(link);
  await said(page, 'This invitation has already been used');
  await said(page, 'If not, ask Dana Halvorsen for a new one.');
  await looksGood(page, 'members-used', LIGHT_PHONE_DARK_DESK);
  await page.goto(`${url}/invitation#17-${'x'.repeat(43)}`);
  await heading(page, 'This invitation does not exist');
  await page.getByRole('link', { name: 'Go to Headland' }).click();
  await page.waitForURL('**/onboarding/choice');
});

test('the wrong account is told whom it is for, and comes back as another; a person with a company switches to the new one', async () => {
  const { page } = cab;
  const body = { email: 'greta@field.test', accessLevel: 'basic' } as const;
  const { token } = await boss.ok(contract.invitations.create, { params: boss, body });
  await page.goto(`${url}/invitation/${token}`);
  await press(page, 'Accept invitation');
  await page.getByRole('alert').getByText('This invitation is for g…@field.test. Sign in with that address to accept it.').waitFor();
  await looksGood(page, 'members-other', LIGHT_PHONE_DARK_DESK);
  await press(page, 'Use another account');
  await page.getByRole('link', { name: 'Sign in to accept' }).waitFor();
  greta = await app.person({ email: 'greta@field.test', firstName: 'Greta', lastName: 'Field' });
  const own = await greta.ok(contract.organizations.create, { body: { name: 'Field and Daughter', onboardingStep: 'completed' } });
  const device = await openDevice(PHONE, greta);
  await device.page.goto(`${url}/dashboard`);
  await device.page.getByRole('button', { name: own.name }).waitFor();
  await device.page.goto(`${url}/invitation/${token}`);
  await press(device.page, 'Accept invitation');
  await device.page.waitForURL('**/welcome');
  await device.page.getByRole('button', { name: ORGANIZATION }).waitFor();
  expect(device.problems.filter((problem) => !EXPECTED.test(problem))).toEqual([]);
  await device.context.close();
});

test('a basic user sees their colleagues and nothing to change, also without a connection', async () => {
  const device = await openDevice(DESKTOP, greta);
  await device.page.addInitScript((id) => localStorage.setItem('selectedOrganizationId', String(id)), boss.orgId);
  const { page } = device;
  await page.goto(`${url}/organization/members`);
  await rowOf(page, 'Dana Halvorsen').waitFor();
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  expect(await page.getByText(/Last seen|Within the hour|Invitations/).count()).toBe(0);
  await device.context.setOffline(true);
  await said(page, 'This is the last known state.');
  await rowOf(page, 'Dana Halvorsen').waitFor();
  await device.context.close();
});

test('ownership is handed over with the warning, and with it what the former owner may do', async () => {
  const { page } = office;
  await rowOf(page, 'Luis Ortega').getByRole('button', { name: 'Transfer ownership' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Luis Ortega the owner?' });
  await dialog
    .getByText('Ownership will be transferred to Luis Ortega. Only one owner per organization is possible, so you become a manager.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
  await rowOf(page, 'Luis Ortega').getByText('Owner').waitFor();
  await rowOf(page, 'Dana Halvorsen').getByText('Manager').waitFor();
  await page.getByRole('button', { name: 'Invite' }).waitFor({ state: 'detached' });
  expect(await luis.ok(contract.organizations.get, { params: luis })).toMatchObject({ role: 'owner' });
});

test('nothing went wrong on the pages', () => {
  expect([...office.problems, ...cab.problems].filter((problem) => !EXPECTED.test(problem))).toEqual([]);
});
