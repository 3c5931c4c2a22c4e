import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openPage } from '../../support/browser.ts';
import { looksGood } from '../../support/looks.ts';
import { type Company, givePassword, type OfflineApp, PASSWORD, startOfflineApp } from '../../support/offline-app.ts';
import { type Device, deviceOn, PATIENCE, settled } from '../../support/offline-device.ts';

// Tabs that were left open while somebody signed out, or signed in, in another one of the same browser.

vi.setConfig({ testTimeout: 90_000 });

const BOBS = ['Kessler Lohn', 'Zebra Mills'] as const;

let app: OfflineApp;
let olgas: Company;
let bobs: Company;
/** Olga's tab, which nobody touches. */
let old: Device;
/** The other one, in which people come and go. */
let other: Device;

beforeAll(async () => {
  app = await startOfflineApp();
});
afterAll(() => app?.close());

beforeEach(async () => {
  olgas = await app.company();
  bobs = await app.company();
  await bobs.boss.ok(contract.organizations.update, { params: bobs, body: { name: BOBS[0] } });
  await bobs.boss.ok(contract.customers.update, { params: { id: bobs.customerId }, body: { businessName: BOBS[1] } });
  await givePassword(app.test, olgas.boss);
  await givePassword(app.test, bobs.boss);
  old = await app.device(olgas.boss);
  other = await openTab('/dashboard');
});
afterEach(async () => {
  app.proxy.calm();
  await old.close();
});

const openTab = async (path: string): Promise<Device> => {
  const { page, problems } = await openPage(old.context);
  const device = deviceOn(old.context, page, problems, app.url);
  await device.open(path);
  await device.page.getByRole('button', { name: 'Log out' }).waitFor();
  return device;
};

const signIn = async ({ email }: { readonly email: string }, orgId: number): Promise<void> => {
  const { page } = other;
  await page.getByRole('link', { name: 'Sign in with the identity provider' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await other.press('Sign in');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await settled(page, orgId);
};

/** Everything that ever stands on the page from now on, until it is loaded again. */
const watchWords = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    new MutationObserver(() => void seen.push(document.body.textContent ?? '')).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(window, { seen });
  });
const sawOfBob = (page: Page) =>
  page.evaluate((names) => {
    const all = [...(window as unknown as { seen: string[] }).seen, document.body.textContent ?? ''];
    return names.filter((name) => all.some((text) => text.includes(name)));
  }, BOBS);

const signedOut = () => old.page.getByRole('heading', { name: 'You are signed out on this device' });
const somebodyElse = () => old.page.getByRole('heading', { name: 'Someone else is now signed in on this device' });

test('signed out in another tab: the tab says so and shows nothing of the copy, with the way back to where it was', async () => {
  await old.open(`/jobs/${olgas.jobId}/entries?q=rye`);
  await old.page.getByRole('button', { name: 'Log out' }).waitFor();
  await other.press('Log out');
  await signedOut().waitFor(PATIENCE);
  expect(await old.page.getByText(olgas.customer).count()).toBe(0);
  expect(await old.page.getByText('Failed to fetch organizations').count()).toBe(0);
  const link = old.page.getByRole('link', { name: 'Sign in' });
  expect(await link.getAttribute('href')).toBe(`/api/login?returnTo=${encodeURIComponent(`/jobs/${olgas.jobId}/entries?q=rye`)}`);
});

test('signed out over an open form: what was typed is a draft, the tab says so, and it is there after the next sign-in', async () => {
  await old.press(/New Job Entry/);
  const form = old.dialog('New Job Entry');
  await form.getByLabel('Customer').selectOption({ label: olgas.customer });
  await form.getByLabel('Service').selectOption({ label: olgas.service });
  await form.getByLabel('Notes').fill('half of the west field');
  await other.press('Log out');
  await signedOut().waitFor(PATIENCE);
  await old.page.getByText('A job entry you had started is kept as a draft').waitFor();
  await looksGood(old.page, 'signed-out-elsewhere');
  await signIn(olgas.boss, olgas.orgId);
  // The same person again: the old tab goes on by itself.
  await old.page.getByRole('button', { name: 'Log out' }).waitFor();
  await old.press(/New Job Entry/);
  await expect.poll(() => old.dialog('New Job Entry').getByLabel('Notes').inputValue(), PATIENCE).toBe('half of the west field');
});

test('signed out over a form that keeps no draft: the tab does not pretend that it is kept', { tags: ['proof'] }, async () => {
  await old.page.getByRole('link', { name: 'Customers' }).first().click();
  await old.press(`Edit ${olgas.customer}`);
  await old.dialog().getByLabel('Phone Number').fill('555 0142');
  await other.press('Log out');
  await signedOut().waitFor(PATIENCE);
  await old.page.getByText('What you typed into the open form was not saved.').waitFor();
});

test(
  'somebody else signed in: nothing of theirs is shown for a moment, and the tab becomes theirs when it is loaded again',
  { tags: ['proof'] },
  async () => {
    await watchWords(old.page);
    await other.press('Log out');
    await signIn(bobs.boss, bobs.orgId);
    await other.page.getByRole('link', { name: 'Customers' }).first().click();
    await other.page.getByText(BOBS[1]).first().waitFor();
    await somebodyElse().waitFor(PATIENCE);
    await old.look();
    expect(await sawOfBob(old.page)).toEqual([]);
    expect(await old.page.getByText(olgas.customer).count()).toBe(0);
    await looksGood(old.page, 'somebody-else');
    await old.press('Reload');
    await old.page.getByRole('banner').getByRole('button', { name: BOBS[0] }).waitFor();
  },
);

test(
  'a tab that hears nothing of other tabs reads nothing of whoever signed in, and finds out as soon as it is used',
  { tags: ['proof'] },
  async () => {
    await old.page.addInitScript(() => {
      BroadcastChannel.prototype.addEventListener = () => undefined;
      // Nothing that comes by itself: only what the person does.
      Object.assign(window, { setInterval: () => 0 });
    });
    await old.open('/dashboard');
    await old.page.getByRole('button', { name: 'Log out' }).waitFor();
    await watchWords(old.page);
    await other.press('Log out');
    await signIn(bobs.boss, bobs.orgId);
    await old.page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/customers"]')?.click());
    // Between the two, the server may have told it already that nobody was signed in.
    await somebodyElse().or(signedOut()).waitFor(PATIENCE);
    expect(await sawOfBob(old.page)).toEqual([]);
  },
);

test('a tab that slept finds out when it comes to the fore', { tags: ['proof'] }, async () => {
  await old.page.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => undefined;
    Object.assign(window, { setInterval: () => 0 });
  });
  await old.open('/dashboard');
  await old.page.getByRole('button', { name: 'Log out' }).waitFor();
  await other.press('Log out');
  await signIn(bobs.boss, bobs.orgId);
  expect(await somebodyElse().count()).toBe(0);
  await old.look();
  await somebodyElse().waitFor(PATIENCE);
});
