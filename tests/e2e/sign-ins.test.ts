import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPage } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { type Company, givePassword, type OfflineApp, PASSWORD, signInAgain, startOfflineApp } from '../support/offline-app.ts';
import { giveSession } from '../support/offline-device.ts';

// A person sees what happened to the ways into their account, with a way out; the owner sees how members came in.

vi.setConfig({ testTimeout: 90_000 });

let app: OfflineApp;
let company: Company;

beforeAll(async () => {
  app = await startOfflineApp();
  company = await app.company();
  await givePassword(app.test, company.boss);
});
afterAll(() => app?.close());

const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36' };
const tryToSignIn = (email: string, password: string) => app.test.nobody.send('POST', '/api/login', { email, password }, PHONE);

const open = async (path: string): Promise<Page> => {
  const context = await app.browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await giveSession(context, app.url, company.boss);
  const { page } = await openPage(context);
  await page.goto(`${app.url}${path}`);
  return page;
};

test('the account tells of sign-ins and wrong tries, and signs everybody else out before it asks for another password', async () => {
  await tryToSignIn(company.boss.email, PASSWORD);
  await tryToSignIn(company.boss.email, 'not the right one');
  await tryToSignIn(company.boss.email, 'nor this one here');
  const { cookie } = await signInAgain(app.test, company.boss);
  const page = await open('/organization/account');
  const card = page
    .locator('section, div')
    .filter({ has: page.getByRole('heading', { name: 'Recent sign-ins' }) })
    .last();
  await page.getByText('2 failed attempts').waitFor();
  await page.getByText('Signed in with the password').first().waitFor();
  await page
    .getByText(/^Chrome on Android, .*, from 127\.0\.0\.1$/)
    .first()
    .waitFor();
  expect(await card.count()).toBe(1);
  await looksGood(page, 'account-sign-ins');
  await page.getByRole('button', { name: 'Sign out everywhere else and change the password' }).click();
  await page.getByRole('dialog', { name: 'Change password' }).waitFor();
  await page.getByText('Every other device was signed out').waitFor();
  expect((await app.test.nobody.send('GET', '/api/auth/user', undefined, { cookie })).body).toMatchObject({ code: 'session_ended' });
  await page.context().close();
});

test('the owner sees how members came in, and nobody else does', async () => {
  const driver = await app.test.member(company.boss, 'admin');
  await givePassword(app.test, driver);
  await tryToSignIn(driver.email, PASSWORD);
  await tryToSignIn(driver.email, 'not the right one');
  const page = await open('/organization/members');
  await page.getByRole('heading', { name: 'Sign-ins of members' }).waitFor();
  await page.getByText('Failed attempt').first().waitFor();
  await looksGood(page, 'members-sign-ins');
  await page.context().close();
  const context = await app.browser.newContext({ locale: 'en-US' });
  await giveSession(context, app.url, driver);
  const other = await openPage(context);
  await other.page.goto(`${app.url}/organization/members`);
  await other.page.getByRole('heading', { name: 'Invitations' }).waitFor();
  expect(await other.page.getByRole('heading', { name: 'Sign-ins of members' }).count()).toBe(0);
  await context.close();
});
