import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { EVERY_LOOK, looksGood } from '../support/looks.ts';
import { organizationsOf, started, test } from './fixtures.ts';

// What stands beside the one button of the landing screen (specification 1.34): other ways in, the languages, and the product.

test.beforeAll(started);

const register = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('three words and more');
  await page.getByRole('button', { name: 'Create account' }).click();
};

test('it is in three languages, which are chosen there, and stay', async ({ visit }) => {
  const { page, open } = await visit();
  await open('/');
  const title = page.getByRole('heading', { level: 1 });
  await page.getByText('Every hour, load and gallon').locator('visible=true').waitFor();
  await looksGood(page, 'landing', EVERY_LOOK);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByText('Jede Stunde, jede Fuhre').locator('visible=true').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await page.getByText('So sieht es aus').locator('visible=true').waitFor();
  await looksGood(page, 'landing-de');
  // By the keyboard: the buttons come before the way in.
  await page.getByRole('button', { name: 'Español' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Cada hora').locator('visible=true').waitFor();
  await page.reload();
  await page.getByText('Cada hora').locator('visible=true').waitFor();
  expect(await title.count()).toBe(1);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('Every hour, load and gallon').locator('visible=true').waitFor();
});

test('where the server does not answer it tries again by itself, with a network that never went', async ({ visit }) => {
  const { page, open } = await visit();
  await page.clock.install();
  await page.route('**/api/auth/user', (route) => route.abort());
  await open('/');
  const card = page.getByText('Signing in needs a connection');
  await card.waitFor();
  await page.unroute('**/api/auth/user');
  await page.clock.fastForward(11_000);
  await card.waitFor({ state: 'detached' });
});

test('its pictures are the product, small, and fetched only by who scrolls to them', async ({ visit, company }) => {
  const { page, open } = await visit();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/pictures/')) {
      asked.push(new URL(request.url()).pathname);
    }
  });
  await page.setViewportSize({ width: 390, height: 700 });
  await open('/');
  await page.getByText('Every hour, load and gallon').locator('visible=true').waitFor();
  await page.getByRole('heading', { name: 'What it looks like' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 5000);
  await expect.poll(() => asked.toSorted()).toEqual(['/pictures/office.webp', '/pictures/phone.webp']);
  const seen = await page.locator('#landing img').evaluateAll((all) =>
    all.map((image) => {
      const { naturalWidth, naturalHeight, complete } = image as HTMLImageElement;
      return [complete, naturalWidth / naturalHeight === Number(image.getAttribute('width')) / Number(image.getAttribute('height'))];
    }),
  );
  expect(seen).toEqual([
    [true, true],
    [true, true],
  ]);
  // Whoever was signed in here never asks for them.
  const inside = await visit(company.boss);
  await inside.open('/dashboard');
  await inside.heading('Overview');
  await inside.page.waitForLoadState('networkidle');
  asked.length = 0;
  inside.page.on('request', (request) => asked.push(...(request.url().includes('/pictures/') ? [request.url()] : [])));
  await inside.open('/dashboard');
  await inside.heading('Overview');
  await inside.page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  // Who signs out sees all of it.
  await inside.press('Log out');
  await inside.page.getByRole('button', { name: 'Deutsch' }).waitFor();
  await expect.poll(() => asked.length).toBe(2);
});

test('to create a company one registers, and is asked for it', async ({ visit }) => {
  const { page, open, heading } = await visit();
  await open('/');
  await page.getByRole('link', { name: 'Create a company' }).click();
  await page
    .getByRole('heading', { name: 'Create your account' })
    .or(page.getByRole('button', { name: 'Create account' }))
    .first()
    .waitFor();
  await register(page, 'new-owner@example.com');
  await page.waitForURL(/\/onboarding\/create-organization/);
  await heading(/./);
});

test('the sample company is two presses away, and the button still leads to the address that was asked for', async ({ visit, server }) => {
  const { page, open } = await visit();
  await open('/');
  await page.getByRole('link', { name: 'Look around a sample company' }).click();
  await register(page, 'looks-around@example.com');
  await page.getByText('This is a sample company.').waitFor();
  await page.waitForURL(/\/dashboard/);

  const other = await visit();
  await other.open('/jobs?status=open');
  await other.page.getByRole('link', { name: 'Sign in with the identity provider' }).click();
  await other.page.waitForURL(/returnTo=%2Fjobs%3Fstatus%3Dopen/);

  // Who is signed in already goes straight there.
  const boss = await server.owner('Amsler Custom');
  const known = await visit(boss);
  await known.open('/api/login?returnTo=%2Fonboarding%2Fsample#register');
  await known.page.getByText('This is a sample company.').waitFor();
  expect((await organizationsOf(boss)).some(({ isSample }) => isSample)).toBe(true);
});
