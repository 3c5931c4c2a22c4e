import type { Page } from 'playwright-core';

/** The words of the app in the language of the pictures, by the English ones. */
export type Say = (text: string) => string;

/** A screen to take a picture of. */
export interface Shot {
  readonly name: string;
  /** Its address; `idOf` returns the first record of a list. */
  readonly path: string | ((idOf: (list: string) => Promise<number>, orgId: number) => Promise<string> | string);
  /** Who sees it, if not the owner: nobody who is signed in, or a person without an organization. These come before the others. */
  readonly who?: 'nobody' | 'newcomer';
  /** What to do on it first. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const detail =
  (list: string, below = '', above = `/${list}`): Shot['path'] =>
  async (idOf) =>
    `${above}/${await idOf(list)}${below}`;

const STEPS = ['employees', 'service-fields', 'services', 'equipment', 'customers'];

const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).locator('visible=true').first().click();

/** A name that begins with these words, up to what they are about. */
const beginning = (text: string): RegExp => new RegExp(`^${text.replace(/\s*\{.*/, '')}`);

/** By its own button, or by the menu that replaces it on phones. */
const remove =
  (say: Say) =>
  async (page: Page): Promise<void> => {
    const main = page.getByRole('main');
    const button = main.getByRole('button', { name: say('Delete'), exact: true }).locator('visible=true');
    if ((await button.count()) > 0) {
      await button.first().click();
      return;
    }
    await main
      .getByRole('button', { name: beginning(say('Actions for {name}')) })
      .first()
      .click();
    await page.getByRole('menuitem', { name: say('Delete') }).click();
  };

const openEntry =
  (say: Say) =>
  async (page: Page): Promise<void> => {
    await press(new RegExp(say('New Job Entry')))(page);
    await page.getByRole('dialog').getByLabel(say('Customer')).first().waitFor();
  };

const fillEntry =
  (say: Say) =>
  async (page: Page): Promise<void> => {
    await openEntry(say)(page);
    const dialog = page.getByRole('dialog');
    const choice = (name: string) => dialog.getByRole('combobox', { name: say(name), exact: true });
    await choice('Customer').selectOption({ index: 1 });
    if ((await choice('Job').inputValue()) === '') {
      await choice('Job').selectOption({ index: 1 });
    }
    await choice('Service').selectOption({ index: 1 });
  };

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').fill('mow');
};

/** A row in hand, and some selected. */
const reviewSome = async (page: Page): Promise<void> => {
  const cards = page.locator('.desk-card');
  if ((await cards.count()) > 0) {
    await cards.nth(0).locator('label').click();
    await cards.nth(2).locator('label').click();
    return;
  }
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X', 'j']) {
    await page.keyboard.press(key);
  }
};

/** Without a network, so that something waits. */
const leaveWaiting =
  (say: Say) =>
  async (page: Page): Promise<void> => {
    await press(say('Add Implement'))(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Disk ripper, 9 shanks');
    await dialog.getByRole('checkbox').nth(10).check();
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: say('Create Implement') }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('a[href="/sync"]').locator('visible=true').first().click();
    await page.getByRole('heading', { level: 1, name: say('Sync') }).waitFor();
  };

/** Every screen, in the order of the sidebar. */
export const shotsOf = (isWide: boolean, say: Say): readonly Shot[] => [
  { name: 'landing', path: '/', who: 'nobody' },
  { name: 'sign-in', path: '/api/login', who: 'nobody' },
  { name: 'onboarding-choice', path: '/onboarding/choice', who: 'newcomer' },
  { name: 'onboarding-invitation', path: '/onboarding/request-invitation', who: 'newcomer' },
  { name: 'onboarding-organization', path: '/onboarding/create-organization', who: 'newcomer' },
  { name: 'onboarding-import', path: '/onboarding/import-organization', who: 'newcomer' },
  { name: 'dashboard', path: '/dashboard' },
  ...(isWide ? [] : [{ name: 'menu', path: '/dashboard', prepare: press(say('Menu')) } as const]),
  { name: 'palette', path: '/dashboard', prepare: openPalette },
  { name: 'entry-new', path: '/dashboard', prepare: openEntry(say) },
  { name: 'entry-filled', path: '/dashboard', prepare: fillEntry(say) },
  { name: 'entries', path: '/job-entries' },
  {
    name: 'entry-detail',
    path: async (idOf) => `/job-entries?entryId=${await idOf('job-entries')}`,
    prepare: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'desk', path: '/job-entries/desk?when=month&billed=no', prepare: reviewSome },
  { name: 'desk-empty', path: '/job-entries/desk?when=week&checked=no&q=nobody' },
  { name: 'run-start', path: '/runs/new' },
  { name: 'run', path: detail('runs') },
  { name: 'run-end', path: detail('runs', '/end') },
  { name: 'jobs-active', path: '/jobs?status=open' },
  { name: 'jobs-menu', path: '/jobs', prepare: press(beginning(say('More actions for {name}'))) },
  { name: 'jobs-archived', path: '/jobs?status=billed' },
  { name: 'job-add', path: '/jobs?action=new', prepare: (page) => page.getByRole('dialog').waitFor() },
  { name: 'job-entries', path: detail('jobs', '/entries') },
  // A completed one has the days to show.
  { name: 'job-summary', path: async (idOf) => `/jobs/${await idOf('jobs?status=completed')}/summary` },
  { name: 'customers', path: '/customers' },
  { name: 'customer-add', path: '/customers', prepare: press(say('Add Customer')) },
  { name: 'customers-no-match', path: '/customers', prepare: (page) => page.getByRole('searchbox').fill('nobody of that name') },
  { name: 'customer-delete', path: detail('customers'), prepare: remove(say) },
  { name: 'customer', path: detail('customers') },
  { name: 'employees', path: '/employees' },
  { name: 'employee-add', path: '/employees', prepare: press(say('Add Employee')) },
  { name: 'employee', path: detail('employees') },
  { name: 'services', path: '/service-types' },
  { name: 'service-add', path: '/service-types', prepare: press(say('Add Service')) },
  { name: 'service', path: detail('service-types') },
  { name: 'equipment', path: '/equipment' },
  { name: 'equipment-add', path: '/equipment', prepare: press(say('Add Equipment')) },
  { name: 'machine', path: detail('equipment') },
  { name: 'implements', path: '/implements' },
  { name: 'implement-add', path: '/implements', prepare: press(say('Add Implement')) },
  { name: 'sync', path: '/sync' },
  { name: 'sync-waiting', path: '/implements', prepare: leaveWaiting(say) },
  { name: 'settings', path: '/organization' },
  { name: 'data-fields', path: '/organization/service-data-fields' },
  { name: 'data-field-add', path: '/organization/service-data-fields', prepare: press(say('Add Data Field')) },
  { name: 'members', path: '/organization/members' },
  { name: 'member-invite', path: '/organization/members', prepare: press(say('Invite')) },
  { name: 'account', path: '/organization/account' },
  { name: 'activity', path: '/organization/activity' },
  { name: 'data', path: '/organization/data' },
  { name: 'reports', path: '/reports' },
  { name: 'reports-money', path: '/reports/money' },
  { name: 'reports-fuel', path: '/reports/fuel' },
  { name: 'billing-unbilled', path: '/organization/billing' },
  { name: 'billing-draft', path: async (idOf) => `/organization/billing/jobs/${await idOf('jobs?status=completed')}` },
  { name: 'billing-together', path: detail('bill-drafts', '', '/organization/billing/drafts') },
  { name: 'billing-rates', path: '/organization/billing?tab=rates' },
  { name: 'billing-rate-add', path: '/organization/billing?tab=rates', prepare: press(say('Add rate')) },
  { name: 'billing-costs', path: '/organization/billing?tab=costs' },
  { name: 'billing-records', path: '/organization/billing?tab=records' },
  { name: 'billing-record', path: detail('billing-records', '', '/organization/billing/records') },
  {
    name: 'billing-print',
    path: detail('billing-records', '', '/organization/billing/records'),
    prepare: async (page) => {
      // As the browser does before it prints: paper is light.
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      await page.emulateMedia({ media: 'print' });
    },
  },
  ...STEPS.map((step) => ({ name: `onboarding-${step}`, path: (_: unknown, orgId: number) => `/onboarding/step-${step}?orgId=${orgId}` })),
  { name: 'not-found', path: '/nowhere' },
];
