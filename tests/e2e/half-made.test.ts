import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { contract } from '#shared/contract.ts';
import { gate } from '../support/faults-proxy.ts';
import { LIGHT_DESK, LIGHT_PHONE, looksGood } from '../support/looks.ts';
import { started, test } from './fixtures.ts';

// The ends of the onboarding: finished without a connection, finished with much skipped, and left for the company one works in.

const choice = (page: Page) => page.getByRole('heading', { name: 'Welcome to Headland' });
/** Every address that the page shows from now on. */
const watchAddresses = (page: Page) =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = (): void => {
      if (seen.at(-1) !== location.pathname) {
        seen.push(location.pathname);
      }
      requestAnimationFrame(look);
    };
    look();
  });
const addresses = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

test.beforeAll(started);

test('the wizard finished without a connection ends on the overview, and stays there', async ({ ownerAt, visit }) => {
  const owner = await ownerAt('customers');
  const { context, page, open, heading, press, said, at } = await visit(owner, 'en-US', 'allow');
  await open('/');
  await said('Almost Done!');
  // The installed app's own files are needed for loading the page again.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await watchAddresses(page);
  await context.setOffline(true);
  await press('Complete Setup & Go to Dashboard');
  await at('/dashboard');
  await heading('Overview');
  await page.reload();
  await heading('Overview');
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  expect(await choice(page).count()).toBe(0);
  await context.setOffline(false);
  const one = async () => (await owner.ok(contract.organizations.list, {}))[0];
  await expect.poll(async () => (await one())?.onboardingCompleted, { timeout: 20_000 }).toBe(true);
});

test('an answer that is long in coming leads nobody back to the choice', { tags: ['proof'] }, async ({ ownerAt, visit, proxy }) => {
  const owner = await ownerAt('customers');
  const { page, open, heading, press, said, at } = await visit(owner);
  await open('/');
  await said('Almost Done!');
  await watchAddresses(page);
  const slow = gate();
  proxy.on('PATCH', /\/organizations\/\d+$/, { kind: 'hold', until: slow.until });
  await press('Complete Setup & Go to Dashboard');
  await at('/dashboard');
  await heading('Overview');
  slow.open();
  expect(await addresses(page)).toEqual(['/onboarding/step-customers', '/dashboard']);
});

test('all four batches skipped: the overview finishes it as it is, and nothing is made', async ({ ownerAt, visit }) => {
  const owner = await ownerAt('employees');
  const { page, open, heading, press, follow, said, toast, at } = await visit(owner);
  await open(`/onboarding/setup-employees?orgId=${owner.orgId}`);
  for (const step of ['equipment', 'customers', 'custom-fields', 'wizard']) {
    await follow('Skip');
    await at(`/onboarding/setup-${step}?orgId=${owner.orgId}`);
  }
  await said('(0/4 completed)');
  expect(await page.getByRole('button', { name: 'Complete Setup', exact: true }).count()).toBe(0);
  await looksGood(page, 'onboarding-finish-as-it-is');
  await press('Finish Now');
  await toast('Organization Setup Complete');
  await at('/dashboard');
  await heading('Overview');
  const params = { params: owner, query: {} };
  expect(await owner.ok(contract.serviceTypes.list, params)).toEqual([]);
  expect(await owner.ok(contract.customers.list, params)).toEqual([]);
  expect((await owner.ok(contract.customDataFields.list, params)).every(({ isSystem }) => isSystem)).toBe(true);
});

test(
  'an owner with a half-made second company gets back to the first, without a connection too, and goes on later',
  { tags: ['proof'] },
  async ({ server, visit }) => {
    // Made first and later in the alphabet: neither its id nor its name puts it in the other's place.
    const owner = await server.owner('Zulu Custom Work and Agricultural Services');
    await owner.ok(contract.organizations.update, { params: owner, body: { onboardingStep: 'completed' } });
    const second = await owner.ok(contract.organizations.create, { body: { name: 'Mike Hauling', onboardingStep: 'employees' } });
    await owner.ok(contract.organizations.create, { body: { name: 'alpha Seeds', onboardingStep: 'completed' } });
    const { context, page, open, heading, press, follow, toast, at } = await visit(owner, 'en-US', 'allow');
    await page.addInitScript(
      ([id]) => localStorage.getItem('selectedOrganizationId') ?? localStorage.setItem('selectedOrganizationId', String(id)),
      [owner.orgId],
    );
    // As specified it comes before everything else; the way back stands on each of its screens.
    await open('/jobs');
    const step = `/onboarding/step-employees?orgId=${second.id}`;
    await at(step);
    const back = page.getByRole('button', { name: 'Back to Zulu Custom Work and Agricultural Services' });
    for (const path of ['step-services', 'setup-wizard', 'setup-employees', 'choice', 'create-organization', 'request-invitation']) {
      await open(`/onboarding/${path}${path.startsWith('s') ? `?orgId=${second.id}` : ''}`);
      await back.waitFor();
    }
    await open(step);
    await heading('Who works with you?');
    await looksGood(page, 'onboarding-half-made', [LIGHT_DESK, LIGHT_PHONE]);
    // A long name is cut at its end, and nothing of the way back lies outside.
    expect(await back.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await context.setOffline(true);
    await back.click();
    await at('/dashboard');
    await heading('Overview');
    const switcher = page.getByRole('banner').getByRole('button', { name: 'Zulu Custom Work and Agricultural Services' });
    await switcher.click();
    // By name, as the server lists them.
    const names = (await owner.ok(contract.organizations.list, {})).map(({ name }) => name);
    expect(names).toEqual(['alpha Seeds', 'Mike Hauling', 'Zulu Custom Work and Agricultural Services']);
    expect(await page.getByRole('menuitemradio').allTextContents()).toEqual([
      'alpha Seeds',
      'Mike HaulingSetup not finished',
      'Zulu Custom Work and Agricultural Services',
    ]);
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    // Nothing leads there by force any more: not another address, not a new start.
    await open('/');
    await at('/dashboard');
    await switcher.click();
    await page.getByRole('menuitemradio', { name: 'Mike Hauling' }).click();
    await at(step);
    await follow('Setup overview');
    await heading('Complete Your Organization Setup');
    // One that is complete has no such overview, and no way to it.
    await open(`/onboarding/step-employees?orgId=${owner.orgId}`);
    await heading('Who works with you?');
    expect(await page.getByRole('link', { name: 'Setup overview' }).count()).toBe(0);
    expect(await back.count()).toBe(0);
    await open(step);
    await press('Discard Mike Hauling');
    await at('/organization/data');
    await press('Delete This Organization');
    const dialog = page.getByRole('dialog', { name: 'Delete Mike Hauling?' });
    await dialog.getByLabel('Organization name').fill('Mike Hauling');
    await dialog.getByRole('button', { name: 'Delete This Organization' }).click();
    await toast('Deletion Started');
    await open('/');
    await at('/dashboard');
  },
);
