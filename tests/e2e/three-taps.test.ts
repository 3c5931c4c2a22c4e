import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { shoot } from '../support/looks.ts';
import { type Member, type OfflineApp, settle, startOfflineApp } from '../support/offline-app.ts';
import type { Device } from '../support/offline-device.ts';

// The usual entry of a driver with gloves: a card, a value, Submit (decision 0078). Nothing of it lies where he would have to swipe.

const SIZE = { width: 390, height: 703 };
const TOUCH = { viewport: SIZE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
const LAST_WORK = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);

let app: OfflineApp;
let boss: Member;
let ben: Member & { readonly employeeId: number };
let jobId: number;
let device: Device;
let page: Page;

beforeAll(async () => {
  app = await startOfflineApp();
  boss = await app.test.owner();
  await settle(boss);
  const params = { orgId: boss.orgId };
  const fuel = await boss.ok(contract.customDataFields.create, { params, body: { name: 'Fuel', fieldType: 'number' } });
  const fields = [...(await boss.ok(contract.customDataFields.list, { params })), fuel];
  const ids = (...names: string[]) => [...new Set(fields.filter(({ name }) => names.includes(name)).map(({ id }) => id))];
  const hauling = await boss.ok(contract.serviceTypes.create, {
    params,
    body: {
      name: 'Hauling',
      customDataFieldIds: ids('Equipment', 'Operator', 'Hours', 'Loads', 'Notes', 'Attachments', 'Fuel'),
      requiredFieldIds: ids('Equipment', 'Loads'),
    },
  });
  const truck = await boss.ok(contract.equipment.create, { params, body: { name: 'Truck 7', serviceTypeIds: [hauling.id] } });
  const dairy = await boss.ok(contract.customers.create, { params, body: { businessName: 'Prairie Ridge Dairy' } });
  jobId = (await boss.ok(contract.jobs.create, { params, body: { name: 'North Quarter silage', customerId: dairy.id } })).id;
  ben = await app.test.member(boss, 'basic');
  for (const loads of [20, 24, 24, 21, 23]) {
    await ben.ok(contract.jobEntries.create, {
      params: { id: jobId },
      body: { serviceTypeId: hauling.id, date: LAST_WORK, equipmentIds: [truck.id], operatorIds: [ben.employeeId], loads },
    });
  }
});
afterAll(async () => {
  await device?.close();
  await app?.close();
});

const dialog = (name = 'New Job Entry') => device.dialog(name);
const key = (name: string | RegExp, of = dialog()) => of.getByRole('button', { name, exact: true });
const home = async (): Promise<void> => {
  await page.goto(`${app.url}/dashboard`);
  await page
    .getByRole('button', { name: /^Hauling, Truck 7/ })
    .first()
    .waitFor();
};
const taps = () => page.evaluate(() => (window as unknown as { taps: number }).taps);
const saved = (words: string): Promise<void> =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByText(words)
    .waitFor();
const newest = async () => (await ben.ok(contract.jobEntries.ofJob, { params: { id: jobId } })).sort((a, b) => b.id - a.id)[0];
/** A tap where the element is, as long as that is on the screen: nothing is scrolled for it. */
const tapInView = async (what: ReturnType<typeof key>): Promise<void> => {
  await what.waitFor();
  const box = await what.boundingBox();
  expect(box && box.y >= 0 && box.x >= 0 && box.y + box.height <= SIZE.height && box.x + box.width <= SIZE.width).toBe(true);
  await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
};

test('a driver opens the app on a phone', async () => {
  device = await app.device(ben, TOUCH);
  ({ page } = device);
  // Counted are fingers on the glass, and what moves under them.
  await page.addInitScript(() => {
    const counter = window as unknown as { taps: number; swipes: number };
    counter.taps = 0;
    counter.swipes = 0;
    window.addEventListener('pointerdown', ({ isTrusted }) => (counter.taps += Number(isTrusted)), true);
    window.addEventListener('touchmove', () => (counter.swipes += 1), true);
  });
});

test('the usual entry takes three taps and no swipe', async () => {
  await home();
  await tapInView(page.getByRole('button', { name: /^Hauling, Truck 7/ }).first());
  await dialog()
    .getByRole('region', { name: /^Hauling, Truck 7, you/ })
    .waitFor();
  await dialog().getByText('North Quarter silage').waitFor();
  await dialog().getByText('Prairie Ridge Dairy').waitFor();
  // The newest first, each once.
  const last = dialog().getByRole('button', { name: /^2\d$/ });
  await expect.poll(() => last.allTextContents()).toEqual(['23', '21', '24', '20']);
  // The number that has to be there is open, its pad at the thumb.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('inputmode'))).toBe('none');
  await dialog().getByRole('group', { name: 'Loads' }).waitFor();
  await shoot(page, 'entry-folded');
  await tapInView(key('21'));
  await tapInView(key('Submit Entry'));
  await saved('Job entry created successfully');
  expect(await taps()).toBe(3);
  expect(await newest()).toMatchObject({ loads: 21, totalHours: null, equipmentNames: ['Truck 7'] });
});

test("yesterday's takes four", async () => {
  await home();
  await tapInView(page.getByRole('button', { name: /^Hauling, Truck 7/ }).first());
  await tapInView(key('Yesterday'));
  await tapInView(key('24'));
  await tapInView(key('Submit Entry'));
  await saved('Job entry created successfully');
  expect(await taps()).toBe(4);
  const [entry, dayBefore] = [await newest(), await page.evaluate(() => new Date(Date.now() - 86_400_000).toLocaleDateString('en-CA'))];
  expect(entry).toMatchObject({ loads: 24, date: dayBefore });
});

test('a correction takes four, from the list', async () => {
  await page.goto(`${app.url}/job-entries`);
  const row = page.getByRole('button', { name: /^(View )?Hauling/ }).first();
  await tapInView(row);
  await tapInView(key('Edit Entry', dialog('Job Entry')));
  await tapInView(key('+1', dialog('Edit Job Entry')));
  await tapInView(key('Update Entry', dialog('Edit Job Entry')));
  await saved('Job entry updated successfully');
  expect(await taps()).toBe(4);
  expect(await page.evaluate(() => (window as unknown as { swipes: number }).swipes)).toBe(0);
});

test('12.75 is five taps on the pad, sums add up, and a keyboard writes into the same field', async () => {
  await home();
  await page
    .getByRole('button', { name: /^Hauling, Truck 7/ })
    .first()
    .tap();
  const hours = dialog().getByRole('textbox', { name: 'Hours' });
  await hours.tap();
  const before = await taps();
  for (const name of ['1', '2', '.', '7', '5']) {
    await key(name).tap();
  }
  expect([await hours.inputValue(), (await taps()) - before]).toEqual(['12.75', 5]);
  // The caret stays in the field, and the pad keeps away the keyboard of the phone only.
  expect(await hours.evaluate((input) => document.activeElement === input)).toBe(true);
  for (const name of ['+', '2']) {
    await key(name).tap();
  }
  expect(await hours.inputValue()).toBe('12.75 + 2');
  await key(/^Fuel/).tap();
  expect(await hours.inputValue()).toBe('14.75');
  const fuel = dialog().getByRole('textbox', { name: 'Fuel' });
  expect(await fuel.evaluate((input) => document.activeElement === input)).toBe(true);
  await page.keyboard.type('7');
  await key('Delete').tap();
  expect(await fuel.inputValue()).toBe('');
  await page.keyboard.type('12');
  await key('+1').tap();
  expect(await fuel.inputValue()).toBe('13');
});

test('Submit always answers: it opens the first number that is missing', async () => {
  await dialog().getByRole('textbox', { name: 'Loads' }).fill('');
  await dialog().getByRole('textbox', { name: 'Fuel' }).tap();
  await key('Submit Entry').tap();
  await dialog().getByText('Loads is required').waitFor();
  await expect
    .poll(() =>
      dialog()
        .getByRole('textbox', { name: 'Loads' })
        .evaluate((input) => document.activeElement === input),
    )
    .toBe(true);
  await dialog().getByRole('group', { name: 'Loads' }).waitFor();
});

test('targets are for gloves, nothing sticks out, and axe finds nothing, also at 320, in the dark and in sunlight', async () => {
  const small = await dialog()
    .locator('button:visible, input:visible')
    .evaluateAll((all) =>
      all.flatMap((each) => {
        const { width, height } = (each.closest('label, span:has(> input)') ?? each).getBoundingClientRect();
        return width >= 48 && height >= 48 ? [] : [`${each.getAttribute('aria-label') ?? each.textContent} ${width} × ${height}`];
      }),
    );
  expect(small).toEqual([]);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, { only: ['color-contrast'] });
  await shoot(page, 'entry-folded-dark');
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'sun'));
  await expectAccessible(page, { only: ['color-contrast'] });
  await shoot(page, 'entry-folded-sun');
  await page.evaluate(() => delete document.documentElement.dataset['theme']);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await shoot(page, 'entry-folded-320');
  await page.setViewportSize(SIZE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
});

test('offline it says once what is safe; a photo comes from the camera, a note is written where the pad was', async () => {
  await device.offline();
  await dialog().getByText('Kept on this phone and sent later.').waitFor();
  const chooser = page.waitForEvent('filechooser');
  await key('Photo').tap();
  const camera = await (await chooser).element().evaluate((input) => (input as Element).getAttribute('capture'));
  expect(camera).toBe('environment');
  await key('Notes').tap();
  await dialog().getByRole('textbox', { name: 'Notes' }).fill('soft gate');
  expect(await dialog().getByRole('group', { name: 'Loads' }).count()).toBe(0);
  await dialog().getByRole('textbox', { name: 'Loads' }).tap();
  await key('23').tap();
  await key('Submit Entry').tap();
  await saved('Saved Offline');
  await device.online();
  await expect.poll(async () => (await newest())?.notes).toBe('soft gate');
});

test('with long names, in the longest language and without a network the whole pad is above Submit on every phone', async () => {
  const [truck] = await boss.ok(contract.equipment.list, { params: boss });
  await boss.ok(contract.equipment.update, {
    params: { id: truck?.id ?? 0 },
    body: { name: 'Truck 7, Peterbilt tri-axle with the long silage box and the tarp' },
  });
  await boss.ok(contract.jobs.update, {
    params: { id: jobId },
    body: { name: 'North Quarter silage behind the old railway line, second cutting' },
  });
  const phone = await app.device(ben, { ...TOUCH, locale: 'es-MX' });
  await phone.open('/dashboard');
  await phone.page
    .getByRole('button', { name: /^Hauling, Truck 7, P/ })
    .first()
    .tap();
  const form = phone.dialog('Nuevo registro');
  await form.getByRole('group').getByRole('button', { name: '0', exact: true }).waitFor();
  await phone.offline();
  await form.getByText('Modo sin conexión').waitFor();
  for (const [width, height] of [
    [390, 844],
    [390, 703],
    [390, 664],
    [360, 740],
    [360, 640],
  ] as const) {
    await phone.page.setViewportSize({ width, height });
    const [under, sideways] = await form.evaluate((sheet) => {
      const bottoms = [...sheet.querySelectorAll('[role=group] button')].map((each) => each.getBoundingClientRect().bottom);
      const foot = sheet.querySelector('footer')?.getBoundingClientRect().top ?? 0;
      return [Math.max(...bottoms) > foot, sheet.scrollWidth > sheet.clientWidth];
    });
    expect([width, height, under, sideways]).toEqual([width, height, false, false]);
    await shoot(phone.page, `entry-folded-long-${width}x${height}`);
  }
  await phone.close();
});

test('Change shows the whole form with what was entered, each choice once', async () => {
  await home();
  await page
    .getByRole('button', { name: /^Hauling, Truck 7/ })
    .first()
    .tap();
  await key('23').tap();
  await key('Change this').tap();
  await dialog().getByRole('textbox', { name: 'Loads' }).waitFor();
  expect(await dialog().getByRole('textbox', { name: 'Loads' }).inputValue()).toBe('23');
  // What is chosen is a chip; the list of the same is only for keyboards and screen readers.
  for (const label of ['Customer', 'Service', 'Equipment', 'Operator']) {
    const list = dialog().getByRole('combobox', { name: label, exact: true });
    const seen = await list.evaluate((select) => select.closest('div')?.getBoundingClientRect().width !== 1);
    expect([label, seen]).toEqual([label, false]);
  }
  expect(await key('Prairie Ridge Dairy').getAttribute('aria-pressed')).toBe('true');
  expect(await key('Today').getAttribute('aria-pressed')).toBe('true');
  await expectAccessible(page);
  await shoot(page, 'entry-unfolded');
});
