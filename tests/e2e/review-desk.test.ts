import { describe, expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { EVERY_LOOK, shoot, turnTo } from '../support/looks.ts';
import { WIDE, test } from './desk-fixtures.ts';
import { started } from './fixtures.ts';

// The review desk: every number in view, one key for each act, each act undone (decision 0065).

vi.setConfig({ testTimeout: 90_000 });

test.beforeAll(started);

const PHONE = { width: 390, height: 844 };

describe('what is shown', () => {
  test('every number, what is missing, what is odd; customer and job once; sums in their columns', async ({ deskOf, boss }) => {
    const { row, cells, grid, tab } = await deskOf(boss);
    expect(await cells(row('Chopper 12'))).toEqual(['Tue 16', 'Chopping', 'Chopper 12', '9.5', '104', '46', '32.5']);
    const slip = row('380');
    expect(await cells(slip)).toEqual([
      'Tue 16',
      expect.any(String),
      'Hauling',
      'Truck 7',
      '9.5',
      '380',
      '23',
      expect.stringContaining('Note'),
      'Hint',
    ]);
    expect(await slip.locator('mark').innerText()).toBe('380');
    expect(await cells(row('Missing'))).toEqual([
      'Wed 17',
      expect.any(String),
      'Hauling',
      'Truck 7',
      '6.0',
      '25',
      expect.stringContaining('?'),
      'Missing',
    ]);
    expect(await row('Twice?').count()).toBe(1);
    expect(await cells(row('North Quarter silage'))).toEqual([
      'North Quarter silage Prairie Ridge Dairy3 entries',
      '25.0',
      '509',
      '69',
      '32.5',
    ]);
    expect(await grid.locator('tfoot').innerText()).toMatch(/5 shown\s+41.0\s+753\s+69\s+180.5/);
    expect(await tab('Unchecked this week').innerText()).toMatch(/5$/);
    expect(await tab('Missing something').innerText()).toMatch(/1$/);
    expect(await tab('With hints').innerText()).toMatch(/2$/);
    expect(await tab('Not billed yet').innerText()).toMatch(/19$/);
  });

  test('filters, order and groups are in the address, and a filter is taken off by its chip', async ({ deskOf, boss }) => {
    const { page, press, grid, at, tab, row } = await deskOf(boss, '');
    await press('f');
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    await dialog.getByLabel('Service').selectOption('Hauling');
    await dialog.getByLabel('From').fill('2026-05-10');
    await dialog.getByLabel('Status').selectOption('Checked');
    await dialog.getByRole('button', { name: 'Show entries' }).click();
    await at(/from=2026-05-10.*service=\d+.*checked=yes/);
    await grid.getByText('5 shown').waitFor();
    await grid.getByRole('button', { name: 'Fuel, gal' }).click();
    await grid.getByRole('button', { name: 'Fuel, gal' }).click();
    await at(/sort=-fuel/);
    expect(await grid.getByRole('columnheader', { name: 'Fuel, gal' }).getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('button', { name: /^Group/ }).click();
    await page
      .getByRole('menuitemradio', { name: 'Day' })
      .or(page.getByRole('menuitem', { name: 'Day' }))
      .click();
    await at(/group=day/);
    await row('Thursday, May 14, 2026').waitFor();
    await page.reload();
    await grid.getByText('5 shown').waitFor();
    await page.getByRole('button', { name: 'Remove filter Checked' }).click();
    await grid.getByText('7 shown').waitFor();
    await press('/');
    // Slowly: the space between the words stays where it is.
    await page.keyboard.type('creek crossing', { delay: 40 });
    await grid.getByText('1 shown').waitFor();
    await tab('With hints').click();
    await grid.getByText('2 shown').waitFor();
    await at(/^\/job-entries\/desk\?checked=no&billed=no&hints=1$/);
  });

  test('the panel follows the row in hand: the reason of a hint, the photo, the note, the history', async ({ deskOf, boss }) => {
    const { press, panel, inHand } = await deskOf(boss);
    await press('j', 'j', 'j', 'j');
    expect(await inHand.innerText()).toContain('380');
    await panel.getByText('Entry 4 of 5').waitFor();
    await panel.getByText(/^Fuel is (9|10) times the usual\.$/).waitFor();
    await panel.getByText(/Truck 7 takes about 4\d gal for 9.5 hrs of Hauling \(1\d entries\)/).waitFor();
    await panel.getByText('Filled up at the yard. Creek crossing is soft.').waitFor();
    expect(await panel.getByRole('link', { name: 'Attachment 1' }).count()).toBe(1);
    await panel.getByText('logged it').waitFor();
    await press('j');
    await panel.getByText('Loads are missing').waitFor();
    await press('Enter');
    await expect.poll(() => panel.count()).toBe(0);
    await press('Enter');
    await panel.getByText('Entry 5 of 5').waitFor();
  });
});

describe('what is done', () => {
  test('a number is changed in its row, a suggestion is taken, a hint is right: each is saved and undone', async ({
    deskOf,
    boss,
    work,
  }) => {
    const { page, press, row, panel, toast, inHand } = await deskOf(boss);
    const stored = () => boss.ok(contract.jobEntries.get, { params: { id: work.week.slip.id } });
    await press('j', 'j', 'j', 'j', 'e');
    // What is odd has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Fuel');
    await page.keyboard.type('41');
    await press('Enter');
    await toast('1 entry changed');
    await expect.poll(async () => (await stored()).fuel).toBe(41);
    await expect.poll(() => inHand.innerText()).toContain('41');
    await press('z');
    await toast('Undone');
    await expect.poll(async () => (await stored()).fuel).toBe(380);
    await press('e');
    await page.keyboard.type('7 or so');
    await press('Enter');
    await toast('One of the numbers can’t be read');
    await press('Escape');
    await expect.poll(() => page.getByRole('textbox', { name: 'Fuel' }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Change to 38.0' }).click();
    await expect.poll(async () => (await stored()).fuel).toBe(38);
    await press('z');
    await expect.poll(async () => (await stored()).fuel).toBe(380);
    await row('380').locator('mark').waitFor();
    await press('h');
    await expect.poll(async () => (await stored()).hintsAccepted).toEqual(['decimalSlip:fuel:380']);
    await expect.poll(() => row('380').locator('mark').count()).toBe(0);
    await press('z');
    await expect.poll(async () => (await stored()).hintsAccepted).toEqual([]);
    await row('380').locator('mark').waitFor();
  });

  test('checked by key, one after the other and many at once: one request, one undo', async ({ deskOf, boss }) => {
    const { page, press, grid, toast, inHand } = await deskOf(boss);
    const asked: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/entry-checks')) {
        asked.push((request.postDataJSON() as { entries: unknown[] }).entries.length);
      }
    });
    await press('j', 'c');
    await toast('1 entry checked');
    await grid.getByText('4 shown').waitFor();
    // The next one is in hand.
    expect(await inHand.innerText()).toContain('Twice?');
    await press('a', 'Shift+C');
    await toast('4 entries checked');
    await page.getByText('Nothing left to check this week.').waitFor();
    expect(asked).toEqual([1, 4]);
    await press('z');
    await grid.getByText('4 shown').waitFor();
    await press('z');
    await grid.getByText('5 shown').waitFor();
    expect(asked).toEqual([1, 4, 4, 1]);
  });

  test('a range is selected and moved to another job, without a connection, and once', async ({ deskOf, boss, work, proxy }) => {
    const { page, press, grid, toast, row, panel } = await deskOf(boss);
    await press('End', 'x', 'k', 'k', 'Shift+X');
    expect(await grid.locator('tfoot').innerText()).toMatch(/3 selected\s+25.0\s+509\s+69/);
    // What comes after the first look is here: without it, nothing could be asked offline.
    await panel.waitFor();
    await page.context().setOffline(true);
    await press('m');
    await page.getByRole('dialog').getByRole('button', { name: 'Lagoon 2, Prairie Ridge Dairy' }).first().click();
    await toast('3 entries changed on this device; they will sync when online');
    await row('Lagoon 2').waitFor();
    expect(await row('Waiting').count()).toBe(3);
    await page.context().setOffline(false);
    await expect.poll(() => row('Waiting').count(), { timeout: 30_000 }).toBe(0);
    const moved = await boss.ok(contract.jobEntries.ofJob, { params: { id: work.jobs.lagoon } });
    expect(moved.map(({ id, version }) => [id, version]).toSorted()).toEqual(
      [work.week.chop, work.week.slip, work.week.gap].map(({ id }) => [id, expect.any(Number)]).toSorted(),
    );
    await press('z');
    await toast('Undone');
    await expect.poll(async () => (await boss.ok(contract.jobEntries.ofJob, { params: { id: work.jobs.lagoon } })).length).toBe(0);
    proxy.calm();
  });

  test('another service clears what only the old one asks for, says so before, and undo brings it back', async ({ deskOf, boss, work }) => {
    const { page, press, row, toast } = await deskOf(boss);
    const stored = () => boss.ok(contract.jobEntries.get, { params: { id: work.week.chop.id } });
    await row('Chopper 12').click();
    await press('x', 'r');
    const dialog = page.getByRole('dialog', { name: 'Change 1 entry' });
    await dialog.getByLabel('Service').selectOption('Hauling');
    await dialog.getByText('Hauling doesn’t ask for Acres: it is cleared in 1 entry. Undo brings it back.').waitFor();
    await dialog.getByLabel('Equipment').selectOption('Truck 7');
    await dialog.getByRole('button', { name: 'Change 1 entry' }).click();
    await toast('1 entry changed');
    await expect.poll(async () => (await stored()).serviceTypeName).toBe('Hauling');
    expect(await stored()).toMatchObject({ loads: 46, equipmentNames: ['Truck 7'] });
    expect((await stored()).customFieldValues['Acres'] ?? null).toBeNull();
    await press('z');
    await expect.poll(async () => (await stored()).serviceTypeName).toBe('Chopping');
    expect(await stored()).toMatchObject({ customFieldValues: { Acres: 32.5 }, equipmentNames: ['Chopper 12'] });
  });
});

describe('saved views', () => {
  test('are saved, shared, changed, opened offline, and can be what Entries opens with', async ({ deskOf, boss, server }) => {
    const { page, tab, press, grid, at, open, toast } = await deskOf(boss, 'when=week&service=0&q=tractor');
    await grid.getByText('2 shown').waitFor();
    const save = async (name: string, isShared: boolean) => {
      await page.getByRole('button', { name: 'Save view' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save view' });
      await dialog.getByLabel('Name').fill(name);
      if (isShared) {
        await dialog.getByLabel('Everyone in the company has this view').check();
      }
      await dialog.getByRole('button', { name: 'Save' }).click();
      await tab(name).waitFor();
    };
    await save('Tractors', true);
    await at(/view=\d+/);
    expect(await tab('Tractors').getAttribute('aria-current')).toBe('page');
    await press('/');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('truck');
    await grid.getByText('2 shown').waitFor();
    await page.keyboard.press('Escape');
    await save('Trucks, mine', false);
    const { page: theirs, tab: tabOfTheirs } = await deskOf(await server.member(boss, 'advanced'));
    await tabOfTheirs('Tractors').waitFor();
    expect(await tabOfTheirs('Trucks, mine').count()).toBe(0);
    await theirs.close();

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page
      .getByRole('menuitem', { name: 'Open Entries with this view' })
      .or(page.getByRole('menuitemradio', { name: 'Open Entries with this view' }))
      .click();
    await open('/job-entries');
    await at(/^\/job-entries\/desk\?.*q=truck/);
    await page.context().setOffline(true);
    await tab('Tractors').click();
    await grid.getByText('2 shown').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('link', { name: 'List' }).click();
    await page.getByRole('heading', { level: 1, name: 'Job Entries' }).waitFor();
    await at('/job-entries?list=1');
    await page.goBack();

    await page.getByRole('button', { name: 'More for this view' }).click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await expect.poll(() => tab('Tractors').count()).toBe(0);
    expect(await tab('Trucks, mine').count()).toBe(1);
    void toast;
  });
});

describe('who and where', () => {
  test('a driver is not sent to the desk, sees the numbers there, and neither checks nor moves', async ({ deskOf, ben }) => {
    const { page, press, grid, open } = await deskOf(ben);
    await grid.getByText('5 shown').waitFor();
    await press('j', 'x', 'c', 'm', 'r');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Check/ }).count()).toBe(0);
    await open('/job-entries');
    await page.getByRole('heading', { level: 1, name: 'Job Entries' }).waitFor();
    expect(await page.getByRole('link', { name: 'Desk' }).count()).toBe(0);
  });

  test('on a phone the rows are cards: selected and checked by touch, opened over the whole screen', async ({ deskOf, boss }) => {
    const { page, toast } = await deskOf(boss, 'when=week&checked=no', 'en-US', PHONE);
    const card = (text: string) => page.locator('.desk-card').filter({ hasText: text });
    await page.getByText('5 shown').waitFor();
    await card('380 gal')
      .getByText(/Fuel is (9|10) times the usual\./)
      .waitFor();
    await card('Wed, Jun 17').or(card('Jun 17')).getByText('Loads are missing').waitFor();
    await card('104 gal').locator('label').tap();
    await card('380 gal').locator('label').tap();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Check 2' }).tap();
    await toast('2 entries checked');
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Undo' })
      .tap();
    // Both are back: a card that comes in above would move the other from under the finger.
    await card('104 gal').waitFor();
    await card('380 gal').locator('.desk-card-body').tap();
    const sheet = page.getByRole('dialog', { name: 'Job Entry' });
    await sheet.getByText('Entry 4 of 5').waitFor();
    await sheet.getByRole('button', { name: 'Next entry' }).tap();
    await sheet.getByText('Entry 5 of 5').waitFor();
    await expectAccessible(page);
  });

  test('single letters can be switched off; the help lists all keys', async ({ deskOf, boss }) => {
    const { page, press, inHand } = await deskOf(boss);
    await press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('Check the entry and go to the next one').waitFor();
    await expectAccessible(page);
    await help.getByLabel('Use single letters as keys on this device').uncheck();
    await press('Escape', 'j');
    expect(await inHand.count()).toBe(0);
    await press('ArrowDown');
    await inHand.waitFor();
    await press('Tab');
  });

  test('the sidebar folds to a rail whose icons have names, and unfolds by key', async ({ deskOf, boss }) => {
    const { page, press, open } = await deskOf(boss);
    const sidebar = page.locator('[data-sidebar]');
    const width = async () => (await sidebar.boundingBox())?.width;
    expect(await width()).toBe(64);
    await sidebar.getByRole('link', { name: 'Customers' }).waitFor();
    await press('[');
    await expect.poll(width).toBe(216);
    await page.reload();
    await page.locator('.desk-row').first().waitFor();
    expect(await width()).toBe(216);
    await press('[');
    await open('/customers');
    await expect.poll(width).toBe(256);
  });

  test.for(['en-US', 'de-DE', 'es-ES'])('looks good in %s, full and empty, in every look', async (locale, { deskOf, boss }) => {
    const { page, press } = await deskOf(boss, 'when=week&checked=no', locale);
    await press('j', 'x', 'j');
    for (const look of EVERY_LOOK) {
      const isPhone = look.viewport.width < 768;
      const viewport = isPhone ? PHONE : WIDE;
      await turnTo(page, { ...look, viewport });
      if (isPhone) {
        await page.keyboard.press('Escape');
      }
      await page
        .locator(isPhone ? '.desk-card' : '.desk-row')
        .first()
        .waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shoot(page, `desk-${locale}-${viewport.width}-${look.colorScheme}`);
    }
    await page.goto(page.url().replace(/\?.*/, '?q=nothing+like+this'));
    await page.locator('.desk-scroll p').first().waitFor();
    for (const viewport of [PHONE, WIDE]) {
      await turnTo(page, { viewport, colorScheme: 'light' });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shoot(page, `desk-empty-${locale}-${viewport.width}`);
    }
  });
});
