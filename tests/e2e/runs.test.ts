import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { pngBytes } from '../api/world.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import type { Member } from '../support/offline-app.ts';
import type { Device } from '../support/offline-device.ts';
import { started, test as base } from './fixtures.ts';
import { FIVE, makeRunSeason } from './run-season.ts';

// One run over many customers, in the cab: a tap from one to the next, without a network, and each entry once.

vi.setConfig({ testTimeout: 120_000 });

const PHONE = { width: 390, height: 844 };
const MORNING = new Date('2025-10-09T07:05:00');
const SHOTS = process.env['SHOTS'];

const test = base
  .extend('season', async ({ server }) => {
    const driver = await server.owner();
    return { driver, ...(await makeRunSeason(driver)) };
  })
  /** Dana's phone, whose clock shows seven in the morning. */
  .extend('phone', async ({ deviceOf, season: { driver } }) => {
    const device = await deviceOf(driver, { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
    await device.page.clock.install({ time: MORNING });
    return device;
  });

test.beforeAll(started);

const minutes = (page: Page, count: number): Promise<void> => page.clock.fastForward(count * 60_000);
const tap = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().tap();
const at = (page: Page, customer: string): Promise<void> => page.getByRole('heading', { level: 1, name: customer }).waitFor();
/** Draws the page, if pictures are wanted. */
const draw = async (page: Page, name: string): Promise<void> => {
  if (SHOTS !== undefined) {
    await page.screenshot({ path: `${SHOTS}/${name}.png` });
  }
};
const countTaps = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counter = window as unknown as { taps: number };
    counter.taps = 0;
    window.addEventListener('pointerdown', ({ isTrusted }) => (counter.taps += Number(isTrusted)), true);
  });
const taps = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { taps: number }).taps);

/** Opens the start of a run, which the day's dashed card leads to. */
const openStart = async (device: Device): Promise<void> => {
  await device.open('/runs/new');
  await device.page.getByRole('button', { name: `Start at ${FIVE[0]}` }).waitFor();
};

/** What the server has of today's run: the entries by customer. */
const entriesOf = async (dana: Member) => {
  const entries = await dana.ok(contract.jobEntries.list, {
    params: { orgId: dana.orgId },
    query: { from: '2025-10-09', to: '2025-10-10' },
  });
  return new Map(entries.map((entry) => [entry.customerName, entry]));
};

const localTimes = (spans: readonly { readonly from: string; readonly to: string }[]): string[] =>
  spans.map(({ from, to }) => `${from.slice(11, 16)} ${to.slice(11, 16)}`);

test('a held key counts on, and a pause is no second visit', async ({ phone }) => {
  const { page } = phone;
  await openStart(phone);
  await tap(page, `Start at ${FIVE[0]}`);
  await at(page, FIVE[0]);
  const bales = page.getByRole('button', { name: /^Type Bales/ });
  const counted = async () => Number(/\d*$/.exec(await bales.innerText())?.[0]);
  const more = page.getByRole('button', { name: 'More: Bales' });
  await more.dispatchEvent('pointerdown', { button: 0 });
  await expect.poll(counted).toBeGreaterThan(3);
  await more.dispatchEvent('pointerup');
  const less = page.getByRole('button', { name: 'Less: Bales' });
  await less.dispatchEvent('pointerdown', { button: 0 });
  // The key is off at none, and lets go by itself.
  await expect.poll(() => less.isDisabled()).toBe(true);
  await more.tap();
  await expect.poll(counted).toBe(1);
  await minutes(page, 20);
  await tap(page, 'Pause');
  await page.getByText('Paused', { exact: true }).waitFor();
  await minutes(page, 20);
  await tap(page, 'Go on');
  await page.getByText(/^since 0?7:4\d AM(?!,)/).waitFor();
  await tap(page, /^Next stop/);
  await at(page, FIVE[1]);
  // A press in the same half second would be a bounce.
  await minutes(page, 1);
  await tap(page, 'Stops');
  await page.getByRole('dialog', { name: 'Stops' }).getByRole('button', { name: FIVE[0] }).tap();
  await page.getByText(/^since 0?7:4\d AM, visit 2/).waitFor();
});

test('on a mounted phone all keys of the number pad are in view at once', async ({ phone }) => {
  const { page } = phone;
  await openStart(phone);
  await tap(page, `Start at ${FIVE[0]}`);
  await at(page, FIVE[0]);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole('button', { name: /^Type Bales/ }).tap();
  const sheet = phone.dialog('Bales');
  await sheet.getByRole('button', { name: '0', exact: true }).waitFor();
  const hidden = await sheet.evaluate((element) => {
    const end = element.querySelector('footer')?.getBoundingClientRect().top ?? 0;
    const keys = [...element.querySelectorAll('[role=group] button')];
    return [keys.length, keys.filter((key) => key.getBoundingClientRect().bottom > end).map((key) => key.textContent)];
  });
  expect(hidden).toEqual([15, []]);
  for (const key of ['4', '8']) {
    await sheet.getByRole('button', { name: key, exact: true }).tap();
  }
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await page.getByRole('button', { name: 'Type Bales 48' }).waitFor();
});

test('five customers, eight switches, two visited twice, without a network: five entries, spans as pressed, in at most 14 taps', async ({
  season: { driver: dana },
  phone,
  annotate,
}) => {
  const { page } = phone;
  await openStart(phone);
  await phone.offline();
  await countTaps(page);
  // From here to the first Next: yesterday's run again.
  await tap(page, `Start at ${FIVE[0]}`);
  await at(page, FIVE[0]);
  await minutes(page, 75);
  await tap(page, /^Next stop/);
  expect(await taps(page)).toBeLessThanOrEqual(4);
  await at(page, FIVE[1]);
  for (const customer of FIVE.slice(2)) {
    await minutes(page, 20);
    await tap(page, /^Next stop/);
    await at(page, customer);
  }
  await minutes(page, 10);
  for (const customer of [FIVE[0], FIVE[2]]) {
    await tap(page, 'Stops');
    await page.getByRole('dialog', { name: 'Stops' }).getByRole('button', { name: customer }).tap();
    await at(page, customer);
    await minutes(page, 30);
  }
  // Noon: a pause ends the time, and going on begins it again.
  await tap(page, 'Pause');
  await page.getByText('Paused').waitFor();
  await minutes(page, 45);
  await page.getByRole('button', { name: 'Go on' }).last().tap();
  await page.getByText(/^since/).waitFor();
  await minutes(page, 15);
  await tap(page, 'End run');
  await page.getByRole('heading', { level: 1, name: 'End of run' }).waitFor();
  await page.getByText('5 stops').waitFor();
  await tap(page, 'End run, save 5 entries');
  await page.getByRole('heading', { level: 1, name: 'Run', exact: true }).waitFor();
  const used = await taps(page);
  await annotate(`${used} taps for five customers with two visited twice, start and end included`, 'figure');
  expect(used).toBeLessThanOrEqual(14);
  await phone.online();
  await phone.allSent();
  const entries = await entriesOf(dana);
  expect([...entries.keys()].toSorted()).toEqual(FIVE.toSorted());
  expect(localTimes(entries.get(FIVE[0])?.spans ?? [])).toEqual(['07:05 08:20', '09:30 10:00']);
  expect(localTimes(entries.get(FIVE[1])?.spans ?? [])).toEqual(['08:20 08:40']);
  expect(localTimes(entries.get(FIVE[2])?.spans ?? [])).toEqual(['08:40 09:00', '10:00 10:30', '11:15 11:30']);
  expect(entries.get(FIVE[0])).toMatchObject({ totalHours: 1.8, date: '2025-10-09' });
  const [run] = await dana.ok(contract.runs.list, { params: { orgId: dana.orgId }, query: {} });
  expect(new Set([...entries.values()].map(({ runId }) => runId))).toEqual(new Set([run?.id]));
  expect(run?.endedAt).not.toBeNull();
});

/** The keys, links and fields of the page at which something else would be pressed. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.run-frame :is(a, button:not(:disabled), label)')].flatMap((target) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = y < innerHeight ? document.elementFromPoint(x, y) : target;
      return target.contains(hit) ? [] : [target.textContent];
    }),
  );

test('what a switch saved, and its Undo, lie over nothing that can be pressed, however the phone is held', async ({ phone }) => {
  const { page } = phone;
  await openStart(phone);
  await tap(page, `Start at ${FIVE[0]}`);
  await at(page, FIVE[0]);
  await minutes(page, 10);
  await tap(page, /^Next stop/);
  await at(page, FIVE[1]);
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  for (const [way, viewport] of WAYS) {
    await page.setViewportSize(viewport);
    expect([way, ...(await covered(page))]).toEqual([way]);
    await draw(page, `run-saved-${way}`);
  }
});

test('without a planned stop the usual customers are one tap away, all others three', async ({ season: { driver }, phone }) => {
  const { page } = phone;
  await phone.open('/runs/new');
  for (const customer of FIVE.slice(1)) {
    await tap(page, `Remove ${customer}`);
  }
  await tap(page, `Start at ${FIVE[0]}`);
  await at(page, FIVE[0]);
  await minutes(page, 30);
  const usual = page.getByRole('group', { name: 'Choose next customer' });
  // The latest of yesterday first.
  expect(await usual.getByRole('button').allInnerTexts()).toEqual([
    expect.stringContaining(FIVE[4]),
    expect.stringContaining(FIVE[3]),
    'Other customer',
  ]);
  await looksRight(page, 'run-usual', 'en', 64);
  for (const [opener, title] of [
    ['Stops', 'Stops'],
    [/^Type Bales/, 'Bales'],
    ['Notes', 'Notes'],
  ] as const) {
    await tap(page, opener);
    const sheet = phone.dialog(title);
    await sheet.waitFor();
    await looksRight(page, `run-sheet-${title}`, 'en');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
  await countTaps(page);
  await usual.getByRole('button', { name: FIVE[3] }).tap();
  await at(page, FIVE[3]);
  expect(await taps(page)).toBe(1);
  await minutes(page, 30);
  await usual.getByRole('button', { name: 'Other customer' }).tap();
  await phone.dialog('Stops').getByRole('button', { name: 'Other customer' }).tap();
  await phone.dialog('Choose a customer').getByRole('button', { name: FIVE[1] }).first().tap();
  await at(page, FIVE[1]);
  expect(await taps(page)).toBe(4);
  await tap(page, 'Pause');
  await page.getByText('Paused', { exact: true }).waitFor();
  await phone.allSent();
  const entries = await entriesOf(driver);
  expect(localTimes(entries.get(FIVE[3])?.spans ?? [])).toEqual(['07:35 08:05']);
});

test('photos of the whole run are taken and taken away on its end screen without a network, and its entries are a list of their own', async ({
  season: { driver },
  phone,
}) => {
  const { page } = phone;
  await openStart(phone);
  await phone.offline();
  await tap(page, `Start at ${FIVE[0]}`);
  await at(page, FIVE[0]);
  await minutes(page, 30);
  await tap(page, /^Next stop/);
  await at(page, FIVE[1]);
  await minutes(page, 30);
  await tap(page, 'End run');
  await page.getByText('2 stops').waitFor();
  const pictures = page.getByRole('list', { name: 'Photos' }).getByRole('listitem');
  for (const [index, name] of ['trailer', 'by mistake', 'tank'].entries()) {
    await page.locator('input[type=file]').setInputFiles({ name: `${name}.png`, mimeType: 'image/png', buffer: pngBytes(name) });
    await expect.poll(() => pictures.count()).toBe(index + 1);
  }
  // All that a run may have.
  expect(await page.locator('input[type=file]').isDisabled()).toBe(true);
  await pictures.nth(1).getByRole('button').tap();
  await expect.poll(() => pictures.count()).toBe(2);
  // They are kept before the run is ended, whatever becomes of the phone.
  await page.reload();
  await expect.poll(() => pictures.count()).toBe(2);
  await pictures.first().getByRole('img').waitFor();
  await draw(page, 'run-photos');
  await tap(page, 'End run, save 2 entries');
  await page.getByRole('heading', { level: 1, name: 'Run', exact: true }).waitFor();
  await expect.poll(() => pictures.count()).toBe(2);
  await page.getByRole('link', { name: 'Job Entries', exact: true }).tap();
  const rows = page.locator('[data-cards] > [data-index]');
  await expect.poll(() => rows.count()).toBe(2);
  const chip = page.getByRole('button', { name: /^Remove Run of .*, Dana$/ });
  await chip.waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await draw(page, 'run-entries');
  await page.getByRole('searchbox').fill(FIVE[1]);
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('searchbox').fill('');
  await chip.tap();
  await expect.poll(() => rows.count()).toBe(7);
  await phone.online();
  await phone.allSent();
  const [run] = await driver.ok(contract.runs.list, { params: { orgId: driver.orgId }, query: {} });
  expect(run?.photos).toHaveLength(2);
  for (const photo of run?.photos ?? []) {
    expect((await driver.send('GET', `/api/photos/${photo}`)).status).toBe(200);
  }
  // The address names the run as it was known here at first; the one that it has now leads there, too.
  await phone.open(`/job-entries?runId=${run?.id}`);
  await expect.poll(() => rows.count()).toBe(2);
});

const WAYS = [
  ['portrait', PHONE],
  ['landscape', { width: 844, height: 390 }],
  ['desk', { width: 1440, height: 900 }],
  ['narrow', { width: 320, height: 640 }],
] as const;

/** What can be pressed and is smaller than a glove needs. */
const tooSmall = (page: Page, least: number): Promise<readonly string[]> =>
  page.evaluate((pixels) => {
    const scope = document.querySelector('dialog[open]') ?? document.querySelector('.run-frame');
    return [...(scope?.querySelectorAll('a, button, select, label:has([type=radio], [type=file], [type=checkbox])') ?? [])].flatMap(
      (target) => {
        const { width, height } = target.getBoundingClientRect();
        return width > 0 && Math.min(width, height) < pixels - 0.5 ? [`${target.textContent} ${width} x ${height}`] : [];
      },
    );
  }, least);

/** In how many rows the numbers of each stop stand, and the ways to share fuel. */
const rowsOfEnd = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const rowsIn = (parts: Iterable<Element>) => new Set([...parts].map((part) => Math.round(part.getBoundingClientRect().bottom))).size;
    return [...document.querySelectorAll('.run-cells, .run-frame [role=radiogroup]')].map(({ children }) => rowsIn(children));
  });

/** Every way to hold it and every look: nothing for axe to find, nothing that sticks out, nothing too small for a glove. */
const looksRight = async (page: Page, name: string, language: string, least = 48): Promise<void> => {
  for (const [way, viewport] of WAYS) {
    await page.setViewportSize(viewport);
    expect([name, way, ...(await tooSmall(page, least))]).toEqual([name, way]);
    for (const theme of ['light', 'dark', 'sun']) {
      await page.evaluate((look) => (document.documentElement.dataset['theme'] = look), theme);
      await expectAccessible(page);
      await draw(page, `${name}-${language}-${way}-${theme}`);
    }
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(PHONE);
};

test.for([
  ['en', 'Start at', 'Next stop', 'End run'],
  ['de', 'Start bei', 'Weiter zu', 'Tour beenden'],
  ['es', 'Empezar en', 'Siguiente', 'Terminar recorrido'],
] as const)('start, cab and end look right and say all to everybody: %s', async ([language, start, next, end], { deviceOf, season }) => {
  const { driver } = season;
  const options = { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce', locale: language } as const;
  const device = await deviceOf(driver, options);
  const { page } = device;
  await page.clock.install({ time: MORNING });
  await device.open('/runs/new');
  await page.getByRole('button', { name: start }).waitFor();
  await looksRight(page, 'run-start', language);
  await tap(page, new RegExp(`^${start}`));
  await at(page, FIVE[0]);
  for (const counted of [/Bales$/, /Bales$/, /Bales$/, /Acres$/]) {
    await page.getByRole('button', { name: counted }).last().tap();
  }
  await minutes(page, 47);
  await looksRight(page, 'run-cab', language, 64);
  await tap(page, new RegExp(`^${next}`));
  await at(page, FIVE[1]);
  await draw(page, `run-undo-${language}`);
  await minutes(page, 30);
  await tap(page, end);
  await page.getByRole('spinbutton').or(page.locator('ol')).first().waitFor();
  await page.getByRole('textbox').first().fill('46');
  await page.locator('input[type=file]').setInputFiles({ name: 'tank.png', mimeType: 'image/png', buffer: pngBytes('tank') });
  await page
    .getByRole('list', { name: 'Photos' })
    .or(page.getByRole('list', { name: 'Fotos' }))
    .getByRole('img')
    .waitFor();
  expect(await rowsOfEnd(page)).toEqual([1, 1, 1, 1]);
  await looksRight(page, 'run-end', language);
  await page.getByRole('textbox').last().scrollIntoViewIfNeeded();
  await page.locator('.cab-key').scrollIntoViewIfNeeded();
  await draw(page, `run-end-below-${language}`);
});

const count = (page: Page, label: string): Promise<string> =>
  page
    .getByRole('group', { name: label, exact: true })
    .getByRole('button', { name: `Type ${label}` })
    .innerText();

test('what is required is asked for once before the switch, and can be left for later; Undo goes back as if nothing had been pressed', async ({
  server,
  deviceOf,
}) => {
  const driver = await server.owner();
  await makeRunSeason(driver, ['Bales']);
  const device = await deviceOf(driver, { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  const { page } = device;
  await page.clock.install({ time: MORNING });
  await openStart(device);
  await tap(page, `Start at ${FIVE[0]}`);
  await at(page, FIVE[0]);
  await minutes(page, 30);
  await tap(page, /^Next stop/);
  const sheet = device.dialog('Bales?');
  for (const key of ['4', '8']) {
    await sheet.getByRole('button', { name: key, exact: true }).tap();
  }
  await minutes(page, 3);
  await sheet.getByRole('button', { name: 'Go on' }).tap();
  await at(page, FIVE[1]);
  await page.getByText(`${FIVE[0]} saved, 48 bales`).waitFor();
  // The time of the switch is that of the press, not that of the answer.
  await page.getByText(/^since 0?7:35/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await at(page, FIVE[0]);
  await page.getByText(/^since 0?7:05/).waitFor();
  expect(await count(page, 'Bales')).toMatch(/48$/);
  await page.getByRole('button', { name: 'More: Bales' }).tap();
  await expect.poll(() => count(page, 'Bales')).toMatch(/49$/);
  await minutes(page, 10);
  await tap(page, /^Next stop/);
  await at(page, FIVE[1]);
  await minutes(page, 10);
  await tap(page, /^Next stop/);
  await device.dialog('Bales?').getByRole('button', { name: 'Fill in later' }).tap();
  await at(page, FIVE[2]);
  // What is counted here is not taken back with the switch.
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('button', { name: 'More: Bales' }).tap();
  await expect.poll(() => count(page, 'Bales')).toMatch(/1$/);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await tap(page, 'End run');
  await page.getByText('Missing: Bales. Add it now or later.').first().waitFor();
  // A correction of a stop on the end screen.
  await page.getByRole('button', { name: new RegExp(`2. ${FIVE[1]}`) }).tap();
  const correction = device.dialog(FIVE[1]);
  await correction.getByLabel('To').fill('08:10');
  await correction.getByRole('textbox', { name: 'Bales' }).fill('71');
  await correction.getByRole('button', { name: 'Save' }).tap();
  await correction.waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Fuel for the whole run' }).fill('46');
  await page.getByText('Hours', { exact: true }).tap();
  await page
    .getByText('Shares add up to 46 gal exactly.')
    .or(page.getByText(/stops don’t say/))
    .first()
    .waitFor();
  await tap(page, /^End run, save 3/);
  await page.getByRole('heading', { level: 1, name: 'Run', exact: true }).waitFor();
  await device.allSent();
  const entries = await entriesOf(driver);
  expect(entries.get(FIVE[0])).toMatchObject({ customFieldValues: { Bales: 49 } });
  expect(localTimes(entries.get(FIVE[0])?.spans ?? [])).toEqual(['07:05 07:48']);
  expect(entries.get(FIVE[1])).toMatchObject({ customFieldValues: { Bales: 71 }, missing: [] });
  expect(localTimes(entries.get(FIVE[1])?.spans ?? [])).toEqual(['07:48 08:10']);
  expect(entries.get(FIVE[2])).toMatchObject({ customFieldValues: { Bales: 1 }, missing: [] });
  await expect
    .poll(async () => [...(await entriesOf(driver)).values()].reduce((sum, { fuel }) => sum + Math.round((fuel ?? 0) * 10), 0))
    .toBe(460);
});

test('notes and photos go with the stop, another customer is a stop, and a second device goes on with an entry of its own', async ({
  season: { driver },
  phone,
  deviceOf,
}) => {
  const { page } = phone;
  await openStart(phone);
  await tap(page, `Start at ${FIVE[0]}`);
  await at(page, FIVE[0]);
  await tap(page, 'Notes');
  await phone.dialog('Notes').getByRole('textbox').fill('wet until noon');
  await phone.dialog('Notes').getByRole('button', { name: 'Save' }).tap();
  await page.locator('input[type=file]').setInputFiles({ name: 'bales.png', mimeType: 'image/png', buffer: pngBytes('bales') });
  await page.getByText('Photo 1/3').waitFor();
  // Leaving the cab does not stop the time, nor does a reload.
  await minutes(page, 5);
  await page.getByRole('link', { name: /^Leave the cab/ }).tap();
  await phone.open('/runs/new');
  await page.getByRole('link', { name: 'Go to the run' }).tap();
  await page.getByText(/^since 0?7:05/).waitFor();
  await minutes(page, 55);
  await tap(page, 'Pause');
  await page.getByText('Paused').waitFor();
  await phone.allSent();
  const entry = (await entriesOf(driver)).get(FIVE[0]);
  expect(entry).toMatchObject({ notes: 'wet until noon', totalHours: 1 });
  expect(entry?.photos).toHaveLength(1);
  const other = await deviceOf(driver, { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await other.open(`/runs/${entry?.runId}`);
  await other.page.getByRole('button', { name: 'Continue this run' }).tap();
  await at(other.page, FIVE[0]);
  await other.page.getByRole('button', { name: 'Stops' }).tap();
  await other.dialog('Stops').getByRole('button', { name: 'Other customer' }).tap();
  await other.dialog('Choose a customer').getByRole('button', { name: FIVE[3] }).first().tap();
  await at(other.page, FIVE[3]);
  await other.page.getByRole('button', { name: 'Pause' }).tap();
  await other.page.getByText('Paused').waitFor();
  await other.allSent();
  const all = await driver.ok(contract.jobEntries.list, { params: { orgId: driver.orgId }, query: {} });
  expect(
    all
      .filter(({ runId }) => runId === entry?.runId)
      .map(({ customerName }) => customerName)
      .toSorted(),
  ).toEqual([FIVE[0], FIVE[3]].toSorted());
});
