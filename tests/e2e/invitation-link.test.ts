import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openBrowser, openPage, PHONE } from '../support/browser.ts';
import { looksGood } from '../support/looks.ts';
import { BUILT_CLIENT } from '../support/offline-app.ts';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../support/test-app.ts';

// An invitation's token is seen by the person it was given to, and is in no log.

let app: TestApp;
let browser: Browser;
let url = '';
let boss: Person & { orgId: number };
let context: BrowserContext;
let page: Page;
const problems: string[][] = [];
/** The addresses that were asked for, as the server and every proxy before it see them, and what page each came from. */
const asked: string[] = [];

beforeAll(async () => {
  app = await createTestApp({ clientFolder: BUILT_CLIENT });
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  app.app.server.on('request', (request) => asked.push(`${request.url} from ${request.headers.referer ?? 'nowhere'}`));
  browser = await openBrowser();
  boss = await app.owner('Amsler Custom');
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: PHONE, locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block' });
  const opened = await openPage(context);
  page = opened.page;
  problems.push(opened.problems);
  asked.length = 0;
});
afterEach(() => context.close());

const invite = async (): Promise<string> => {
  const { token } = await boss.ok(contract.invitations.create, { params: { orgId: boss.orgId }, body: { accessLevel: 'basic' } });
  return token ?? '';
};

const signUp = async (email: string): Promise<void> => {
  await page.getByRole('link', { name: 'Sign in to accept' }).click();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${url}/invitation`);
};

test('the token of a link stands in no address that is asked for, and not in the browser’s either, on the whole way in', async () => {
  const token = await invite();
  await page.goto(`${url}/invitation#${token}`);
  await page.getByText('invites you to work with Amsler Custom').waitFor();
  expect(page.url()).toBe(`${url}/invitation`);
  await looksGood(page, 'invitation-link');
  // It is remembered in this tab.
  await page.reload();
  await page.getByText('invites you to work with Amsler Custom').waitFor();
  await signUp('new@amsler.test');
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.waitForURL('**/welcome');
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((address) => address.includes(token))).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem('invitation'))).toBeNull();
});

test('a link of before, with the token in its path, still leads in; its address forgets the token', { tags: ['proof'] }, async () => {
  const token = await invite();
  await page.goto(`${url}/invitation/${token}`);
  await page.getByText('invites you to work with Amsler Custom').waitFor();
  expect(page.url()).toBe(`${url}/invitation`);
  const before = asked.length;
  await signUp('old@amsler.test');
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await page.waitForURL('**/welcome');
  expect(asked.slice(before).filter((address) => address.includes(token))).toEqual([]);
});

test('a way back of before, with the token in it, goes on working', { tags: ['proof'] }, async () => {
  const token = await invite();
  await page.goto(`${url}/api/login?returnTo=${encodeURIComponent(`/invitation/${token}`)}`);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('Email', { exact: true }).fill('back@amsler.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Accept invitation' }).waitFor();
});

test('another link opened where one is shown counts, and half of one says so', { tags: ['proof'] }, async () => {
  const other = await app.owner('Field and Daughter');
  const { token } = await other.ok(contract.invitations.create, { params: { orgId: other.orgId }, body: { accessLevel: 'basic' } });
  await page.goto(`${url}/invitation#${await invite()}`);
  await page.getByText('invites you to work with Amsler Custom').waitFor();
  await page.goto(`${url}/invitation#${token}`);
  await page.getByText('invites you to work with Field and Daughter').waitFor();
  await page.goto(`${url}/invitation#${(token ?? '').slice(0, 20)}`);
  await page.getByText('This invitation does not exist').waitFor();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${url}/invitation`);
  await page.getByText('This invitation does not exist').waitFor();
});

test('nothing went wrong on the pages', () => {
  const expected = /status of 404/;
  expect(problems.flat().filter((problem) => !expected.test(problem))).toEqual([]);
});
