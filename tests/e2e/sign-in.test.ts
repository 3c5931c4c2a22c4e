import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPost } from '#server/mail/smtp-post.ts';
import { startMailing } from '#server/mailing.ts';
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { linkIn, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const CLIENT = join(import.meta.dirname, '..', '..', 'dist', 'client');
const PASSWORD = 'correct horse battery';
const OTHER = 'staple and then some';
const EMAIL = 'dana@farm.test';

let mailbox: Mailbox;
let testApp: TestApp;
let mailing: { stop: () => Promise<void> };
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[] = [];
let url = '';

beforeAll(async () => {
  mailbox = await openMailbox();
  testApp = await createTestApp({ clientFolder: CLIENT, hasMail: true });
  const { port } = new URL(await testApp.app.listen({ port: 0, host: '127.0.0.1' }));
  // Browsers make passkeys for names only.
  url = `http://localhost:${port}`;
  const post = createPost({ smtpUrl: mailbox.url, from: 'headland@farm.test' });
  mailing = startMailing({ db: testApp.db.app, post, now: () => new Date(), say: () => undefined });
  browser = await openBrowser();
  context = await browser.newContext({ viewport: PHONE, locale: 'en-US', hasTouch: true, serviceWorkers: 'block' });
  ({ page, problems } = await openPage(context));
});

afterAll(async () => {
  await browser.close();
  await mailing.stop();
  await testApp.close();
  await mailbox.close();
});

const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string) => page.getByRole('button', { name });
const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

/** As it looks on a phone and on a desk, in light and dark. */
const look = async (): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
};

const signOut = () => page.goto(`${url}/api/logout`);

test('registers, confirms by the mailed link, and comes to the app', async () => {
  await page.goto(`${url}/api/login`);
  await button('Create an account').click();
  await fill('First name', 'Dana');
  await fill('Last name', 'Halvorsen');
  await fill('Email', EMAIL);
  await fill('Password', PASSWORD);
  await look();
  await button('Create account').click();
  await heading('Check your email').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('title');
  await look();
  const { token } = linkIn(await mailbox.newest(EMAIL));
  await page.goto(`${url}/api/login?with=mail#confirm=${token}`);
  await heading('Confirm your email').waitFor();
  await fill('Password', 'not the one');
  await button('Confirm and sign in').click();
  await page.getByRole('alert').getByText('Wrong password.').waitFor();
  await look();
  await fill('Password', PASSWORD);
  await button('Confirm and sign in').click();
  await page.getByText('Welcome to Headland, Dana!').waitFor();
});

test('chooses a new password by mail, also where somebody is signed in still', async () => {
  await page.goto(`${url}/api/logout`);
  await page.goto(`${url}/api/login`);
  await button('Forgot password?').click();
  await look();
  await fill('Email', EMAIL);
  await button('Send link').click();
  await heading('Check your email').waitFor();
  await expect.poll(() => mailbox.countOf(EMAIL)).toBe(2);
  const { token } = linkIn(await mailbox.newest(EMAIL));
  await page.goto(`${url}/api/login?with=mail#reset=${token}`);
  await heading('Choose a new password').waitFor();
  await fill('Password', 'short');
  await button('Save and sign in').click();
  await page.locator('#password-error').getByText('Password must be at least 12 characters').waitFor();
  await look();
  await fill('Password', OTHER);
  await button('Save and sign in').click();
  await page.getByText('Welcome back, Dana!').waitFor();
});

test('signs in with a passkey of the device', async () => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const added = await page.evaluate(async () => {
    const send = (address: string, body: object) =>
      fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const begun = await send('/api/account/passkeys/options', {});
    const { token, options } = (await begun.json()) as { token: string; options: PublicKeyCredentialCreationOptionsJSON };
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return (await send('/api/account/passkeys', { token, response: made.toJSON() as object, name: 'This phone' })).status;
  });
  expect(added).toBe(201);
  await signOut();
  await page.goto(`${url}/api/login?returnTo=%2Fonboarding%2Frequest-invitation`);
  await button('Sign in with a passkey').waitFor();
  await look();
  await button('Sign in with a passkey').click();
  await page.waitForURL(`${url}/onboarding/request-invitation`);
  await page.getByText(EMAIL).waitFor();
});

test('says what to do when the identity provider is down', async () => {
  await signOut();
  await page.goto(`${url}/api/login?problem=provider-down&returnTo=%2Fjobs`);
  await heading('The identity provider is not responding').waitFor();
  expect(await page.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/api/login?returnTo=%2Fjobs');
  expect(await page.getByRole('link', { name: 'Use a Headland account' }).getAttribute('href')).toBe(
    '/api/login?with=password&returnTo=%2Fjobs',
  );
  await look();
});

test('nothing went wrong on the page', () => {
  expect(problems).toEqual([]);
});

test('pressed before its program is there, the page does nothing: no password in an address, no choice that is forgotten', async () => {
  const phone = await browser.newContext({ viewport: PHONE, locale: 'en-US', serviceWorkers: 'block' });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await phone.route(/assets\/sign-in\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const slow = await phone.newPage();
  await slow.goto(`${url}/api/login`, { waitUntil: 'commit' });
  await slow.getByLabel('Email').fill(EMAIL);
  await slow.getByLabel('Password').fill(PASSWORD);
  await slow.getByLabel('Password').press('Enter');
  expect(await slow.getByRole('button', { name: 'Create an account' }).isDisabled()).toBe(true);
  release();
  await slow.getByRole('button', { name: 'Create an account' }).click();
  await slow.getByLabel('First name').waitFor();
  expect(slow.url()).not.toContain('password');
  await phone.close();
});
