import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { PHONE } from '../support/browser.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../support/looks.ts';
import { organizationsOf, started, test } from './fixtures.ts';

// From the first visit to a working company: the landing screen, both flows of the onboarding, and what may come in between.

const HEADLINE = /Every hour, load and gallon/;

test.beforeAll(started);

test('the landing screen is there before any script, and its button leads to the identity provider and back', async ({
  browser,
  proxy,
  visit,
}) => {
  const still = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const silent = await still.newPage();
  await silent.goto(proxy.url);
  await silent.getByRole('heading', { name: HEADLINE }).waitFor();
  for (const promise of [
    'Track equipment usage and fuel consumption',
    'Manage customer jobs and billable hours',
    'Work offline in the field, with automatic syncing',
    'Generate billing records',
    'Use it on mobile, tablet and desktop',
  ]) {
    expect(await silent.getByRole('listitem').filter({ hasText: promise }).isVisible()).toBe(true);
  }
  expect(await silent.getByRole('blockquote').isVisible()).toBe(true);
  expect(await silent.getByRole('button').count()).toBe(0);
  // The way in, a company, and the sample to look around in.
  expect(await silent.getByRole('link').count()).toBe(3);
  await still.close();

  const { page, open, heading, follow, at } = await visit();
  await open('/jobs?status=billed');
  await heading(HEADLINE);
  await looksGood(page, 'onboarding-landing', DARK_DESK_LIGHT_PHONE);
  await follow('Sign in with the identity provider');
  await at('/api/login?returnTo=%2Fjobs%3Fstatus%3Dbilled');
  await page.goBack();
  await heading(HEADLINE);
});

test(
  'a person who is signed in never sees it come up, not even while the server is silent',
  { tags: ['proof'] },
  async ({ ownerAt, visit, proxy }) => {
    const owner = await ownerAt('employees');
    const { page, open, heading, press } = await visit(owner);
    await page.addInitScript(() => {
      // Every frame in which the landing screen shows.
      const look = (): void => {
        const element = document.querySelector('#landing h1');
        if (element && element.getClientRects().length > 0) {
          sessionStorage.setItem('seen', String(Number(sessionStorage.getItem('seen') ?? 0) + 1));
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await open('/');
    await heading('Who works with you?');
    await page.evaluate(() => sessionStorage.removeItem('seen'));
    proxy.on('GET', /^\/api\//, { kind: 'drop' });
    await page.reload();
    await heading('Who works with you?');
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull();
    proxy.calm();
    await press('Log out');
    await heading(HEADLINE);
    expect(await page.getByRole('link').count()).toBe(3);
  },
);

test('a new account chooses; somebody who is told to get the app waits, and lands in the company without making one', async ({
  server,
  visit,
}) => {
  const boss = await server.owner('Ostrander Land & Grain');
  await boss.ok(contract.organizations.update, { params: boss, body: { onboardingStep: 'completed' } });
  const luis = await server.person({ firstName: 'Luis', lastName: 'Ortega' });
  const { page, open, heading, follow, said, at } = await visit(luis);
  await open('/dashboard');
  await at('/onboarding/choice');
  await heading('Welcome to Headland');
  await looksGood(page, 'onboarding-choice', DARK_DESK_LIGHT_PHONE);
  await follow(/Create New Organization/);
  await at('/onboarding/create-organization');
  await page.goBack();
  await follow(/Join Existing Organization/);
  await at('/onboarding/request-invitation');
  await said(luis.email);
  await said('Luis Ortega');
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(4);
  expect(await page.getByRole('link', { name: 'Sign Out' }).getAttribute('href')).toBe('/api/logout');
  await looksGood(page, 'onboarding-waiting', DARK_DESK_LIGHT_PHONE);
  const body = { firstName: 'Luis', lastName: 'Ortega', email: luis.email, accessLevel: 'basic', isUser: true } as const;
  await boss.ok(contract.employees.create, { params: boss, body });
  await at('/welcome');
  await heading("You're in, Luis");
  await page.getByRole('button', { name: 'Ostrander Land & Grain' }).waitFor();
  expect((await organizationsOf(luis)).map(({ name }) => name)).toEqual(['Ostrander Land & Grain']);
});

test('signing out from the invitation forgets who was here', { tags: ['proof'] }, async ({ visit, server }) => {
  const { page, open, heading, follow } = await visit(await server.person());
  await open('/onboarding/request-invitation');
  await follow('Sign Out');
  await heading(HEADLINE);
  expect(await page.evaluate(() => localStorage.getItem('headlandUser'))).toBeNull();
});

test('an organization is made in two steps, once, whatever happens in between; a person who is added in between is asked', async ({
  server,
  visit,
  proxy,
}) => {
  const dana = await server.person({ firstName: '', lastName: '' });
  const { context, page, open, heading, press, type, said, toast, at, follow } = await visit(dana);
  await open('/onboarding/create-organization');
  await press('Continue');
  await said('Organization name is required');
  await type('Organization Name', 'Halvorsen Custom');
  await press('Continue');
  await heading('And who are you?');
  // The browser's buttons go between the two, and back to the choice only from the first.
  await page.goBack();
  await heading('What is your company called?');
  expect(await page.getByLabel('Organization Name').inputValue()).toBe('Halvorsen Custom');
  await page.goForward();
  await heading('And who are you?');
  await press('Create Organization');
  await said('First name is required');
  await said('Last name is required');
  await looksGood(page, 'onboarding-organization', DARK_DESK_LIGHT_PHONE);
  await type('First Name', 'Dana');
  // Nothing is made yet, and a reloaded page continues where it was.
  expect(await organizationsOf(dana)).toEqual([]);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await heading('And who are you?');
  expect(await page.getByLabel('First Name').inputValue()).toBe('Dana');
  await type('Last Name', 'Halvorsen');
  await page.getByLabel(/Equipment Operator/).check();
  // The answer is lost: the organization is there, and trying again does not make another.
  proxy.on('POST', /^\/api\/organizations$/, { kind: 'lose-answer' }, { times: 1 });
  await press('Create Organization');
  await toast(/^Failed to create organization: /);
  const boss = await server.owner('Ostrander Land & Grain');
  await press('Create Organization');
  await toast('Organization Created');
  await heading('Where do you work?');
  await at(/^\/onboarding\/country\?orgId=\d+$/);
  await follow('Step by step instead');
  await at(/^\/onboarding\/step-employees\?orgId=\d+$/);
  await said('Owner • Operator');
  expect((await organizationsOf(dana)).map(({ name }) => name)).toEqual(['Halvorsen Custom']);

  const luis = await server.person();
  await context.close();
  const again = await visit(luis);
  await again.open('/onboarding/create-organization');
  await again.type('Organization Name', 'By mistake');
  await again.press('Continue');
  await again.heading('And who are you?');
  const body = { firstName: 'Luis', lastName: 'Ortega', email: luis.email, accessLevel: 'basic', isUser: true } as const;
  await boss.ok(contract.organizations.update, { params: boss, body: { onboardingStep: 'completed' } });
  await boss.ok(contract.employees.create, { params: boss, body });
  await again.press('Create Organization');
  await again.follow('Go to Ostrander Land & Grain');
  await again.at('/dashboard');
  expect((await organizationsOf(luis)).map(({ name }) => name)).toEqual(['Ostrander Land & Grain']);
});

test('an owner without a name, left between the two calls, gives it on another device', { tags: ['proof'] }, async ({ server, visit }) => {
  const dana = await server.person({ firstName: '', lastName: '' });
  const { id } = await dana.ok(contract.organizations.create, { body: { name: 'Half made', onboardingStep: 'country' } });
  await server.db.query({ text: `update employees set last_name = '' where organization_id = $1`, values: [id] });
  const { open, heading, press, type, said, follow } = await visit(dana);
  await open('/');
  await heading('And who are you?');
  await type('First Name', 'Dana');
  await type('Last Name', 'Halvorsen');
  await press('Create Organization');
  await heading('Where do you work?');
  await follow('Step by step instead');
  await said('Owner • Non-operator');
  expect(await organizationsOf(dana)).toHaveLength(1);
});
