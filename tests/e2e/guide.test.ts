import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { localDate } from '#shared/lib/dates.ts';
import { EVERY_LOOK, looksGood, turnTo, LIGHT_PHONE } from '../support/looks.ts';
import { expectNoSidewaysScroll } from '../support/browser.ts';
import { type Member, settle } from '../support/offline-app.ts';
import { readStore } from '../support/offline-device.ts';
import { started, test } from './fixtures.ts';

// The first steps on the overview of a new company (specification 1.33).

test.beforeAll(started);

const guide = (page: Page) => page.getByRole('list', { name: 'First steps' });
const step = (page: Page, title: string) =>
  guide(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });
const progress = (page: Page, done: number) => page.getByText(`${done} of 6 done.`).waitFor();
const complete = (boss: Member) =>
  boss.ok(contract.organizations.update, { params: { orgId: boss.orgId }, body: { onboardingStep: 'completed' } });

test('a fresh company walks the six steps, and with its first bill the list is gone', { timeout: 120_000 }, async ({ server, visit }) => {
  const boss = await server.owner('Amsler Custom Farming');
  const params = { orgId: boss.orgId };
  await complete(boss);
  const { page, open, heading, press, at } = await visit(boss);
  await open('/dashboard');
  await progress(page, 0);
  expect(await guide(page).getByRole('listitem').count()).toBe(6);
  await looksGood(page, 'guide-fresh', EVERY_LOOK);

  // Each step leads to where it is done; what others do meanwhile shows by itself.
  await step(page, 'Country, trades and services').getByRole('link', { name: 'Choose country' }).click();
  await heading('Organization Settings');
  await boss.ok(contract.organizations.update, { params, body: { country: 'US' } });
  const service = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Planting' } });
  await open('/dashboard');
  await progress(page, 1);
  await step(page, 'Country, trades and services').getByText('United States: 1 service to choose from').waitFor();

  await step(page, 'Customers and machines').getByRole('link', { name: 'Add customers' }).click();
  await heading('Customers');
  const customer = await boss.ok(contract.customers.create, { params, body: { businessName: 'Ostrander Land & Grain' } });
  await page.getByText('Ostrander Land & Grain').first().waitFor();
  await open('/dashboard');
  await step(page, 'Customers and machines').getByRole('link', { name: 'Add machines' }).click();
  await heading('Equipment');
  await boss.ok(contract.equipment.create, { params, body: { name: 'Planter', serviceTypeIds: [service.id] } });
  await open('/dashboard');
  await progress(page, 2);
  await step(page, 'Customers and machines').getByText('Customers: 1. Machines: 1.').waitFor();

  await step(page, 'Your people').getByRole('link', { name: 'Add people' }).click();
  await heading('Employees');
  const luis = await boss.ok(contract.employees.create, {
    params,
    body: { firstName: 'Luis', lastName: 'Ortega', email: 'luis@amsler.test', isUser: true },
  });
  await boss.ok(contract.employees.create, { params, body: { firstName: 'Mia', lastName: 'Stroud' } });
  await open('/dashboard');
  await step(page, 'Your people').getByRole('link', { name: 'Invite 2' }).waitFor();
  await progress(page, 2);
  await boss.ok(contract.invitations.create, { params, body: { employeeId: luis.id } });
  await open('/dashboard');
  await progress(page, 3);
  await step(page, 'Your people').getByText('2 people besides you. 0 have joined. 1 invitation is out.').waitFor();
  await page.getByRole('list', { name: 'Your people' }).getByText('Invited', { exact: true }).waitFor();
  await looksGood(page, 'guide-half', EVERY_LOOK);

  // The fourth is the yellow one: it opens the entry itself.
  await step(page, 'Log the first job entry').getByRole('button', { name: 'New Job Entry' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  const job = await boss.ok(contract.jobs.create, { params, body: { name: 'West 80', customerId: customer.id } });
  const body = { serviceTypeId: service.id, date: localDate(new Date()), totalHours: 4 };
  await boss.ok(contract.jobEntries.create, { params: { id: job.id }, body });
  await progress(page, 4);

  await step(page, 'Set your rates').getByText('Without rates, bills have no amounts.').waitFor();
  await step(page, 'Set your rates').getByRole('link', { name: 'Set rates' }).click();
  await at('/organization/billing?tab=rates');
  const lines = [{ basis: 'hour' as const, prices: [{ upTo: null, price: '95' }] }];
  await boss.ok(contract.rates.create, { params, body: { serviceTypeId: service.id, lines } });
  await open('/dashboard');
  await progress(page, 5);
  await page.getByText('About 4 minutes left.').waitFor();
  await step(page, 'Set your rates').getByText('Every service has a price.').waitFor();

  await step(page, 'Send the first bill').getByRole('link', { name: 'Bank details and logo' }).waitFor();
  await boss.ok(contract.jobs.update, { params: { id: job.id }, body: { status: 'billed' } });
  await guide(page).waitFor({ state: 'detached' });
  await heading('Overview');
  // Nor is it there at the next start, or to be brought back.
  await open('/organization');
  await heading('Organization Settings');
  await page.getByText('Amsler Custom Farming').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('button', { name: 'Show the first steps again' }).count()).toBe(0);
  await press('Log out');
});

test('the cross closes it, also without a connection, and the settings bring it back', async ({ server, visit }) => {
  const boss = await server.owner('Amsler Custom');
  await complete(boss);
  const { page, open, press, toast, context } = await visit(boss);
  await open('/dashboard');
  await progress(page, 0);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await press('Close the first steps');
  await toast('The first steps are closed');
  await guide(page).waitFor({ state: 'detached' });
  await context.setOffline(false);
  await expect
    .poll(async () => (await boss.ok(contract.organizations.get, { params: { orgId: boss.orgId } })).isGuideHidden, { timeout: 30_000 })
    .toBe(true);
  await open('/dashboard');
  await page.getByRole('heading', { name: 'Quick Actions' }).waitFor();
  expect(await guide(page).count()).toBe(0);
  await open('/organization');
  await press('Show the first steps again');
  await toast('They are back on the overview.');
  await page.getByRole('button', { name: 'Show the first steps again' }).waitFor({ state: 'detached' });
  await open('/dashboard');
  await progress(page, 0);
});

test('all that it may say has room in what is kept for it, in any language', { timeout: 120_000 }, async ({ server, visit }) => {
  const boss = await server.owner('Amsler Custom Farming and Sons of Gothenburg');
  const params = { orgId: boss.orgId };
  await complete(boss);
  const visits = await Promise.all(['en-US', 'de-DE', 'es-ES'].map(async (locale) => ({ locale, ...(await visit(boss, locale)) })));
  /** By how much it is higher than its room. */
  const tooHigh = (page: Page): Promise<number> =>
    page
      .getByRole('list')
      .filter({ has: page.locator('[aria-current=step]') })
      .evaluate((list) => {
        const room = list.closest<HTMLElement>('[style*="grid-template-rows"]');
        if (!room) {
          throw new Error('No room is kept for the list.');
        }
        const { gridTemplateRows, minHeight } = room.style;
        Object.assign(room.style, { gridTemplateRows: 'auto', minHeight: '0' });
        const needed = room.getBoundingClientRect().height;
        Object.assign(room.style, { gridTemplateRows, minHeight });
        // It grows with what is in it: what is kept shows when it is empty.
        const [words] = room.children;
        words?.remove();
        const kept = room.getBoundingClientRect().height;
        room.append(...(words ? [words] : []));
        return Math.max(0, needed - kept);
      });
  const look = async (standing: string): Promise<void> => {
    for (const { locale, page, open } of visits) {
      await open('/dashboard');
      await page.locator('[aria-current=step]').waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of [320, 412, 639, 768, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        expect([standing, locale, width, await tooHigh(page)]).toEqual([standing, locale, width, 0]);
      }
    }
  };
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      boss.ok(contract.employees.create, { params, body: { firstName: `Driver ${at}`, lastName: 'Meyer' } }),
    ),
  );
  await look('begun');
  await boss.ok(contract.organizations.update, { params, body: { country: 'US' } });
  await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Planting' } });
  await boss.ok(contract.customers.create, { params, body: { businessName: 'Pine Ridge Farms' } });
  await boss.ok(contract.equipment.create, { params, body: { name: 'Claas 970' } });
  for (const { id } of people) {
    await boss.ok(contract.invitations.create, { params, body: { employeeId: id } });
  }
  await look('everybody invited');
});

test('it works without a connection by what is on the device, and says what it cannot know', async ({ server, deviceOf }) => {
  const boss = await server.owner('Amsler Custom');
  await settle(boss);
  const device = await deviceOf(boss);
  const { page } = device;
  await page.context().setOffline(true);
  await page.reload();
  await guide(page).waitFor();
  await step(page, 'Set your rates').getByText('Rates are shown when you are online.').waitFor();
  await step(page, 'Customers and machines').getByText('Customers: 1. Machines: 0.').waitFor();
  await step(page, 'Log the first job entry').getByRole('button', { name: 'New Job Entry' }).click();
  await page.getByRole('dialog').waitFor();
});

test('managers and drivers do not see it', async ({ server, visit }) => {
  const boss = await server.owner('Amsler Custom');
  await settle(boss);
  for (const level of ['manager', 'basic'] as const) {
    const { page, open } = await visit(await server.member(boss, level));
    await open('/dashboard');
    await page
      .getByText('No recent activity')
      .or(page.getByRole('link', { name: 'View All' }))
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('heading', { name: /going$/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Open the sample company' }).count()).toBe(0);
  }
  const { page, open } = await visit(await server.member(boss, 'admin'));
  await open('/dashboard');
  await guide(page).waitFor();
});

test('a close that is refused says so and leaves nothing behind', async ({ server, visit }) => {
  const boss = await server.owner('Amsler Custom');
  await complete(boss);
  const admin = await server.member(boss, 'admin');
  const { page, open, press, toast } = await visit(admin);
  // Nobody tells this device that the user's level has changed.
  await page.route(/\/live/, (route) => route.abort());
  await open('/dashboard');
  await guide(page).waitFor();
  const { members } = contract.employees;
  const { employeeId = 0 } =
    (await boss.ok(members, { params: { orgId: boss.orgId } })).find(({ userId }) => userId === admin.userId) ?? {};
  await boss.ok(contract.employees.update, { params: { id: employeeId }, body: { accessLevel: 'manager' } });
  await press('Close the first steps');
  await toast('Could not close the first steps');
  expect(await readStore(page, 'syncQueue')).toEqual([]);
});

/** A part of a `LayoutShift` entry, which TypeScript does not know. */
interface Moved {
  readonly node: Node | null;
  readonly previousRect: DOMRect;
  readonly currentRect: DOMRect;
}

test('nothing moves when it comes, at any width and in any language', { timeout: 120_000 }, async ({ server, visit }) => {
  const boss = await server.owner('Amsler Custom Farming and Sons of Gothenburg');
  await settle(boss);
  for (const locale of ['en-US', 'de-DE', 'es-ES']) {
    for (const width of [320, 390, 820, 1024, 1440]) {
      const { page, open, context } = await visit(boss, locale);
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        // As the sign-in page leaves it: no landing screen before the app, which would be seen to grow while the page is read.
        sessionStorage.setItem('greeting', 'login');
        const moved: string[] = [];
        Object.assign(window, { moved });
        const placeOf = ({ x, y, width: wide, height }: DOMRect) => [x, y, wide, height].join(' ');
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            for (const { node, previousRect, currentRect } of Reflect.get(entry, 'sources') as readonly Moved[]) {
              moved.push(`${node?.textContent ?? ''}: ${placeOf(previousRect)} to ${placeOf(currentRect)}`);
            }
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await open('/dashboard');
      await page.getByRole('listitem').filter({ hasText: /20/ }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect([locale, width, await page.evaluate(() => Reflect.get(window, 'moved') as string[])]).toEqual([locale, width, []]);
      await expectNoSidewaysScroll(page);
      if (locale === 'de-DE' && width === 390) {
        await turnTo(page, LIGHT_PHONE);
        await looksGood(page, 'guide-de', [LIGHT_PHONE]);
      }
      await context.close();
    }
  }
});

test('an empty list says what it is for and what comes next, to those who may', { timeout: 90_000 }, async ({ server, visit }) => {
  const boss = await server.owner('Amsler Custom');
  await complete(boss);
  const { page, open } = await visit(boss);
  const main = page.getByRole('main');
  const LISTS = [
    ['/customers', 'Add your first customer to get started.', 'Add Customer', 'customers'],
    ['/equipment', /^The machines that do the work/, 'Add Equipment', 'equipment'],
    ['/implements', /^What the machines pull or carry/, 'Add Implement', 'implements'],
    ['/service-types', /^What you do for customers/, 'Add Service', 'serviceTypes'],
    ['/job-entries', /^Hours, fuel and loads of everyone/, 'New Job Entry', 'jobEntries'],
  ] as const;
  for (const [path, hint, button, kind] of LISTS) {
    await open(path);
    await main.getByText(hint).waitFor();
    expect(await main.getByRole('button', { name: button }).last().isVisible()).toBe(true);
    const link = main.getByRole('link', { name: /^Import (your file|past work)$/ });
    expect(await link.getAttribute('href')).toBe(`/organization/import?kind=${kind}`);
  }
  await looksGood(page, 'empty-entries');
  await open('/jobs');
  await main.getByText(/^A job is work for one customer/).waitFor();
  await open('/organization/billing?tab=records');
  await main.getByRole('link', { name: 'Completed Jobs' }).waitFor();
  await open('/dashboard');
  await main.getByText('Hours, fuel and loads show up here').waitFor();

  const driver = await visit(await server.member(boss, 'basic'));
  await driver.open('/customers');
  await driver.said('Add your first customer to get started.');
  expect(
    await driver.page
      .getByRole('main')
      .getByRole('link', { name: /^Import/ })
      .count(),
  ).toBe(0);
  expect(await driver.page.getByRole('main').getByRole('button', { name: 'Add Customer' }).count()).toBe(0);
});
