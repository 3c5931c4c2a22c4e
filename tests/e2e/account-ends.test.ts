import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { giveSession, PATIENCE, readStore } from '../support/offline-device.ts';
import { BUILT_CLIENT, settle } from '../support/offline-app.ts';
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts';

// An address that nobody has confirmed, and the end of an account (decision 0039), in an installation that sends mail.

vi.setConfig({ testTimeout: 60_000 });

let app: TestApp;
let browser: Browser;
let url = '';

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT, hasMail: true });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const visit = async (person: Person, path: string, locale = 'en-US'): Promise<Page> => {
  const context = await browser.newContext({ locale, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await giveSession(context, url, person);
  const { page } = await openPage(context);
  await page.goto(`${url}${path}`);
  return page;
};

test('a person who has not confirmed their address is asked to, and has a link mailed', async () => {
  const { boss } = await settle(await app.owner());
  await app.db.query({ text: 'update users set email_verified = false where id = $1', values: [boss.userId] });
  const page = await visit(boss, '/organization/account');
  const notice = page.getByRole('status').filter({ hasText: 'Confirm your email address' });
  await notice.getByText(`You haven't confirmed that ${boss.email} is yours.`).waitFor();
  await page.getByText('Not verified', { exact: true }).waitFor();
  await looksGood(page, 'account-unconfirmed');
  await notice.getByRole('button', { name: 'Email me a link' }).click();
  await notice.getByText(`We sent a link to ${boss.email}.`).waitFor();
  const mails = await app.db.query({ text: 'select subject from mails where recipient = $1', values: [boss.email] });
  expect(mails).toEqual([{ subject: 'Confirm your email address' }]);
  const german = await visit(boss, '/organization/account', 'de-DE');
  await german.getByRole('button', { name: 'Link zuschicken' }).waitFor();
  // The notice may come before the account does.
  await german.getByText('Nicht bestätigt', { exact: true }).waitFor();
  await looksGood(german, 'account-unconfirmed-de');
  const spanish = await visit(boss, '/organization/account', 'es-ES');
  await spanish.getByRole('button', { name: 'Enviarme un enlace' }).waitFor();
  await spanish.getByText('Sin verificar', { exact: true }).waitFor();
  await looksGood(spanish, 'account-unconfirmed-es');
  await Promise.all([page, german, spanish].map((each) => each.context().close()));
});

test('a person who deletes their account types their e-mail, and leaves the device as by signing out', async () => {
  const { boss } = await settle(await app.owner());
  const driver = await app.member(boss, 'manager');
  const page = await visit(driver, '/organization/account');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Delete your account' }).click();
  await dialog.getByText('What you logged stays with the organizations').waitFor();
  await dialog.getByLabel(/^Your email/).fill('somebody@else.example');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await dialog.getByText('Type your email exactly as shown').waitFor();
  await looksGood(page, 'account-deletion');
  await dialog.getByLabel(/^Your email/).fill(driver.email.toUpperCase());
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await page
    .getByRole('button', { name: 'Sign in with the identity provider' })
    .or(page.getByRole('link', { name: /Sign in/ }))
    .first()
    .waitFor();
  expect((await driver.send('GET', '/api/user')).status).toBe(401);
  await vi.waitFor(async () => expect(await readStore(page, 'customers')).toEqual([]), PATIENCE);
  await page.context().close();
});

test('an owner is told what to hand over first', async () => {
  const { boss } = await settle(await app.owner('Halvorsen Custom'));
  const page = await visit(boss, '/organization/account');
  await page.getByText('You own Halvorsen Custom. Make someone else the owner first, or delete the organization.').waitFor();
  expect(await page.getByRole('button', { name: 'Delete your account' }).count()).toBe(0);
  await page.context().close();
});

test('a sample company is nothing to hand over', async () => {
  const person = await app.person();
  await person.ok(contract.samples.create, { body: {} });
  const page = await visit(person, '/organization/account');
  await page.getByRole('button', { name: 'Delete your account' }).waitFor();
  await page.getByText('You will leave every organization. What you logged stays with them.').waitFor();
  await page.context().close();
});

test('a person who is added by an organization that they never asked is told, and leaves with one press', { tags: ['proof'] }, async () => {
  const { boss } = await settle(await app.owner());
  const stranger = await app.owner('Never Heard Of');
  const body = { firstName: 'Some', lastName: 'Body', email: boss.email, isUser: true };
  await stranger.ok(contract.employees.create, { params: stranger, body });
  const page = await visit(boss, '/dashboard');
  const notice = page.getByRole('status').filter({ hasText: 'Never Heard Of added you' });
  await notice.waitFor();
  await looksGood(page, 'added-unasked');
  await notice.getByRole('button', { name: 'Leave' }).click();
  await notice.waitFor({ state: 'detached' });
  expect((await boss.ok(contract.organizations.list, {})).map(({ name }) => name)).not.toContain('Never Heard Of');
  await page.context().close();
});
