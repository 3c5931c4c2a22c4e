import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { contract } from '#shared/contract.ts';
import { ourRefusal } from '../support/faults-proxy.ts';
import { shoot } from '../support/looks.ts';
import { settle } from '../support/offline-app.ts';
import { started, test, type Visit } from './fixtures.ts';
import { oneAtAPush } from '../support/proof-size.ts';

// A toast never lies over what one does next: at a phone's and at a desk's width, in the wizard, the batches, dialogs and lists.

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/**
 * What can be pressed or filled in, or is a row, and lies under the toast. What has its place in the bar at the top, or in a dialog's head, does
 * not count: there is nothing that one does next.
 */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const card = document.querySelector('[popover=manual] :is([role=status], [role=alert])')?.getBoundingClientRect();
    if (!card || card.height === 0) {
      return ['there is no toast'];
    }
    // Cards have heads of their own; the bar is the one that stays in sight.
    const barBottom = (): number =>
      Math.max(
        0,
        ...[...document.querySelectorAll('header')]
          .filter((each) => getComputedStyle(each).position === 'sticky')
          .map((each) => each.getBoundingClientRect().bottom),
      );
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    return [...scope.querySelectorAll('button, a, input, select, textarea, li, tr')]
      .filter((each) => each.closest('[popover], header') === null)
      .filter((each) => {
        const { left, right, top, bottom, width } = each.getBoundingClientRect();
        const bar = barBottom();
        const isInSight = width > 0 && (scope !== document.body || bottom > bar);
        const low = scope === document.body ? Math.max(top, bar) : top;
        return isInSight && left < card.right && right > card.left && low < card.bottom && bottom > card.top;
      })
      .map((each) => `${each.tagName} ${(each.textContent || each.getAttribute('aria-label')) ?? ''}`);
  });

/** Waits for the toast, expects that it lies over nothing of that, and that nothing has moved for it. */
const liesFree = async ({ page, toast }: Visit, words: string | RegExp): Promise<void> => {
  await toast(words);
  expect(await covered(page)).toEqual([]);
  await shoot(page, `toast-${String(words).replaceAll(/\W+/g, '-')}-${page.viewportSize()?.width ?? 0}`);
};

/**
 * Expects that a press in the middle and near each corner of the controls hits them, wherever one has scrolled to, while the toast is still
 * shown.
 */
const canBePressed = async ({ page }: Visit, ...controls: readonly Locator[]): Promise<void> => {
  for (const control of controls) {
    const missed = await control.evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [
        [0.5, 0.5],
        [0.1, 0.2],
        [0.9, 0.2],
        [0.1, 0.8],
        [0.9, 0.8],
      ].flatMap(([x = 0, y = 0]) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        return element.contains(hit) ? [] : [`${element.outerHTML.slice(0, 90)} at ${x} ${y}: ${hit?.outerHTML.slice(0, 90) ?? 'nothing'}`];
      });
    });
    expect(missed).toEqual([]);
  }
  expect(await page.locator('[popover=manual] :is([role=status], [role=alert])').isVisible()).toBe(true);
};

const add = async (on: Visit, button: string, field: string, value: string, words: string): Promise<void> => {
  await on.type(field, value);
  await on.press(button);
  await liesFree(on, words);
};

/** A busy machine may be slower than a toast: here it stays longer, so that all can be looked at before it goes. */
const visitSlowly = async (visiting: Promise<Visit>): Promise<Visit> => {
  const on = await visiting;
  await on.page.addInitScript(() => {
    const after = window.setTimeout.bind(window);
    window.setTimeout = ((work: TimerHandler, ms = 0) => after(work, ms >= 4_000 ? 6 * ms : ms)) as typeof setTimeout;
  });
  return on;
};

test.beforeAll(started);

test.for(WIDTHS)('in the wizard at $width px', async (size, { ownerAt, visit }) => {
  const owner = await ownerAt('employees');
  const on = await visitSlowly(visit(owner));
  const { page, open, heading, press, type, said, at } = on;
  await page.setViewportSize(size);
  await open('/');
  await heading('Who works with you?');
  // A first visit on a busy machine keeps the fallback's letters, which here are wider than on any phone; the next has the font at once.
  await page.reload();
  await heading('Who works with you?');
  await press('Add Employee');
  await liesFree(on, 'Required Fields Missing');
  /** After each addition: the field and the button of the next one, the button that goes on, and the list that has grown. */
  const goesOn = (field: string, button: string, onward: string, made: string): Promise<void> =>
    canBePressed(
      on,
      page.getByRole('textbox', { name: field }).first(),
      page.getByRole('button', { name: button, exact: true }),
      page.getByRole('button', { name: onward }),
      page.getByText(made, { exact: true }).first(),
    );
  await type('First Name', 'Luis');
  await add(on, 'Add Employee', 'Last Name', 'Ortega', 'Employee Added');
  await goesOn('First Name', 'Add Employee', 'Continue to Service Data Fields', 'Luis Ortega');
  await press('Continue to Service Data Fields');
  await page.getByRole('button', { name: 'Continue to Services' }).waitFor();
  await liesFree(on, 'Employee Added');
  await add(on, 'Add Custom Field', 'Field Name', 'Crop', 'Custom Field Added');
  await goesOn('Field Name', 'Add Custom Field', 'Continue to Services', 'Crop');
  await press('Continue to Services');
  await press('Baling');
  await press('Add Service');
  await liesFree(on, 'Service Added');
  await goesOn('Name', 'Add Service', 'Continue to Equipment', 'Baling');
  await press('Continue to Equipment');
  await said('Step 4 of 5, 80%.');
  await add(on, 'Add Equipment', 'Name', 'Baler', 'Equipment Added');
  await goesOn('Name', 'Add Equipment', 'Continue to Customers', 'Baler');
  await press('Continue to Customers');
  await said('Step 5 of 5, 100%.');
  await add(on, 'Add Customer', 'Business Name', 'Ostrander', 'Customer Added');
  await goesOn('Business Name', 'Add Customer', 'Complete Setup & Go to Dashboard', 'Ostrander');
  await press('Complete Setup & Go to Dashboard');
  await at('/dashboard');
  await heading('Overview');
  await liesFree(on, 'Setup Complete!');
});

test.for(oneAtAPush(WIDTHS, 'in the batches'))('in the batches at $width px', async (size, { ownerAt, visit, proxy }) => {
  const owner = await ownerAt('employees');
  const on = await visitSlowly(visit(owner));
  const { page, open, press, follow, type, at } = on;
  await page.setViewportSize(size);
  await open(`/onboarding/setup-employees?orgId=${owner.orgId}`);
  await type('First Name', 'Luis');
  await type('Last Name', 'Ortega');
  proxy.on('POST', /\/employees$/, { kind: 'answer', answer: ourRefusal(409, 'conflict') }, { times: 1 });
  await press('Add & Continue');
  await liesFree(on, /^Failed to create employees/);
  await add(on, 'Add & Continue', 'First Name', 'Mara', 'Employees Added');
  await at(`/onboarding/setup-equipment?orgId=${owner.orgId}`);
  await liesFree(on, 'Employees Added');
  await follow('Skip');
  await add(on, 'Add & Continue', 'Business Name', 'Ostrander', 'Customers Added');
});

test.for(WIDTHS)('in dialogs, at jobs and on the overview at $width px', async (size, { server, visit, proxy }) => {
  const boss = await server.owner();
  const { orgId, jobId, job } = await settle(boss);
  await boss.ok(contract.jobEntries.create, {
    params: { id: jobId },
    body: {
      date: '2026-05-04',
      serviceTypeId: (await boss.ok(contract.serviceTypes.list, { params: { orgId }, query: {} }))[0]?.id ?? 0,
    },
  });
  const on = await visitSlowly(visit(boss));
  const { page, open, heading, press } = on;
  await page.setViewportSize(size);
  await open(`/jobs/${jobId}/entries`);
  await heading(new RegExp(job));
  await press('Add Job Entry');
  const dialog = page.getByRole('dialog', { name: 'New Job Entry' });
  await dialog.getByLabel('Service').selectOption({ index: 1 });
  proxy.on('POST', /\/entries$/, { kind: 'answer', answer: ourRefusal(409, 'conflict') }, { times: 1 });
  await dialog.getByRole('button', { name: 'Submit Entry' }).click();
  await liesFree(on, /^Failed to create job entry/);
  await dialog.getByRole('button', { name: 'Submit Entry' }).click();
  await dialog.waitFor({ state: 'detached' });
  await liesFree(on, 'Job entry created successfully');
  await open('/jobs?action=new');
  const jobDialog = page.getByRole('dialog', { name: 'Add New Job' });
  await jobDialog.getByLabel('Customer').selectOption({ index: 1 });
  await jobDialog.getByLabel('Job Name').fill('South 40');
  await jobDialog.getByRole('button', { name: 'Create Job' }).click();
  await jobDialog.waitFor({ state: 'detached' });
  await liesFree(on, 'Job created successfully');
  await open('/customers');
  await press('Add Customer');
  const customer = page.getByRole('dialog', { name: 'Add New Customer' });
  await customer.getByLabel('Business Name').fill('Prairie Ridge');
  await customer.getByRole('button', { name: /Customer$/ }).click();
  await customer.waitFor({ state: 'detached' });
  await liesFree(on, /Customer created/);
  await canBePressed(
    on,
    page.getByRole('button', { name: 'Add Customer', exact: true }),
    page.getByRole('searchbox', { name: 'Search customers...' }),
    page.getByRole('button', { name: 'Export', exact: true }),
    page.getByRole('link', { name: 'Prairie Ridge' }),
    page.getByRole('button', { name: /(Edit|Actions for) Prairie Ridge/ }),
  );
});
