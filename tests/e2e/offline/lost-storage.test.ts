import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openPage } from '../../support/browser.ts';
import { DARK_DESK_LIGHT_PHONE, looksGood } from '../../support/looks.ts';
import { type Device, deviceOn, PATIENCE } from '../../support/offline-device.ts';
import { started, test as base } from '../fixtures.ts';

// The browser takes everything away that the app has kept, while it is open or when it is not.

vi.setConfig({ testTimeout: 90_000 });

/** What a device notes outside its stores about their contents. */
const held = ({ page }: Device, { userId }: { readonly userId: number }) =>
  page.evaluate((id) => JSON.parse(localStorage.getItem(`headlandDevice:${id}`) ?? 'null') as unknown, userId);
const expectTwoHeld = async (on: Device, person: { readonly userId: number }): Promise<void> => {
  await expect.poll(() => held(on, person), PATIENCE).toMatchObject({ pending: 2 });
};

const test = base
  .extend(
    'lossesKnown',
    ({ company }) =>
      async () =>
        (await company.boss.ok(contract.devices.list, { params: company.boss })).flatMap(({ lost, pending }) =>
          lost ? [{ lost: lost.pending, pending }] : [],
        ),
  )
  /** As a browser does that needs room: it asks nobody, and tells no page. */
  .extend('empty', ({ app }) => async ({ page, context }: Device): Promise<void> => {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Storage.clearDataForOrigin', { origin: app.url, storageTypes: 'indexeddb' });
    await cdp.detach();
  })
  /** Two entries that no office has heard of, nor of the device that made them. */
  .extend('logTwo', ({ device, company }) => async (on = device, who = company.boss): Promise<void> => {
    await on.offline();
    await on.log({ notes: 'one' });
    await on.log({ notes: 'two' });
    await expectTwoHeld(on, who);
  });

const TWO_WENT = "2 unsent changes were lost with this device's storage";

test.beforeAll(started);

test('storage emptied under an open tab: it says what went instead of going on as a new firm, and goes on when loaded again', async ({
  logTwo,
  empty,
  device,
}) => {
  await logTwo();
  await empty(device);
  await device.page.getByRole('heading', { name: TWO_WENT }).waitFor(PATIENCE);
  await device.page.getByText('did not reach the office. Please enter them again.').waitFor();
  expect(await device.page.getByText('No job entries yet').count()).toBe(0);
  await looksGood(device.page, 'storage-emptied');
  await device.online();
  await device.press('Reload');
  await device.page.getByText(TWO_WENT).waitFor();
  await device.page.getByRole('heading', { name: 'Overview' }).waitFor();
  await device.press('Got it');
  await expect.poll(() => device.page.getByText(TWO_WENT).count(), PATIENCE).toBe(0);
  await device.page.reload();
  await device.page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await device.page.getByText(TWO_WENT).count()).toBe(0);
});

test('storage emptied with nothing in it that waits: nothing is said to be lost', { tags: ['proof'] }, async ({ empty, device }) => {
  await empty(device);
  await device.page.getByRole('heading', { name: "The browser has cleared this device's storage" }).waitFor(PATIENCE);
  await device.page.getByText('everything in it had been sent').waitFor();
  await device.press('Reload');
  await device.page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await device.page.getByText("went with this device's storage").count()).toBe(0);
});

test('storage emptied under an open form: the form stays, can be saved, and what was typed reaches the office once', async ({
  logTwo,
  device,
  company,
  empty,
  notes,
}) => {
  await logTwo();
  await device.press(/New Job Entry/);
  const form = device.dialog('New Job Entry');
  await form.getByLabel('Customer').selectOption({ label: company.customer });
  await form.getByLabel('Service').selectOption({ label: company.service });
  await form.getByLabel('Notes').fill('three');
  await empty(device);
  await device.page.getByText('Save what you have open here: there is still time.').waitFor(PATIENCE);
  await form.getByRole('button', { name: 'Submit Entry' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await device.queue()).toHaveLength(1);
  await device.page.getByText(TWO_WENT).waitFor();
  await device.online();
  await device.allSent();
  expect(await notes()).toEqual(['three']);
});

test(
  'storage emptied under an open edit: what the person changed is saved, and nothing else',
  { tags: ['proof'] },
  async ({ app, company, device, empty }) => {
    const id = await app.log(company, 'as it was');
    await device.open(`/jobs/${company.jobId}/entries`);
    await device.press(/^Edit Planting/);
    const form = device.dialog('Edit Job Entry');
    await form.getByLabel('Notes').fill('as it is');
    await empty(device);
    await device.page.getByText('Save what you have open here: there is still time.').waitFor(PATIENCE);
    await form.getByRole('button', { name: 'Update Entry' }).click();
    await form.waitFor({ state: 'detached' });
    await device.allSent();
    expect(await app.entries(company.orgId)).toMatchObject([{ id, notes: 'as it is' }]);
  },
);

test(
  'two tabs over an emptied storage: the one that is loaded again sets it up for both, and what went is told once',
  { tags: ['proof'] },
  async ({ device, app, logTwo, empty }) => {
    const { page, problems } = await openPage(device.context);
    const second = deviceOn(device.context, page, problems, app.url);
    await second.open('/dashboard');
    await second.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await device.page.bringToFront();
    await logTwo();
    await empty(device);
    await device.page.getByRole('heading', { name: TWO_WENT }).waitFor(PATIENCE);
    await device.online();
    await device.press('Reload');
    await device.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await second.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await second.page.getByText('You have signed out').count()).toBe(0);
    await device.press('Got it');
    await second.page.reload();
    await second.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await second.page.getByText(TWO_WENT).count()).toBe(0);
  },
);

test('storage emptied while nobody looked: the next start says so', { tags: ['proof'] }, async ({ logTwo, device, empty }) => {
  await logTwo();
  await device.page.goto('about:blank').catch(() => undefined);
  await empty(device);
  await device.online();
  await device.open('/dashboard');
  await device.page.getByText(TWO_WENT).waitFor();
});

test(
  'the office hears of work that it never knew of, once, and may put it away',
  { tags: ['proof'] },
  async ({ server, company, app, logTwo, empty, proxy, lossesKnown, device }) => {
    const driver = await server.member(company.boss, 'employee');
    const phone = await app.device(driver);
    await logTwo(phone, driver);
    await empty(phone);
    await phone.page.getByRole('heading', { name: TWO_WENT }).waitFor(PATIENCE);
    // The answer is lost on its way: the loss is reported again, and counts once.
    proxy.on('POST', /heartbeat$/, { kind: 'lose-answer' });
    await phone.online();
    await phone.press('Reload');
    await expect.poll(lossesKnown, PATIENCE).toEqual([{ lost: 2, pending: 0 }]);
    proxy.calm();
    const bodies = () => phone.page.evaluate((userId) => localStorage.getItem(`headlandLost:${userId}`), driver.userId);
    await phone.look();
    await expect.poll(bodies, PATIENCE).toContain(`"toldTo":[${company.orgId}]`);
    expect(await lossesKnown()).toEqual([{ lost: 2, pending: 0 }]);
    // One's own, in one's own words.
    await phone.open('/sync');
    await phone.page.getByText('Please re-enter what is missing.').first().waitFor();
    await phone.press('Sync now');
    await phone.page.getByText('Nothing to send from this device').waitFor();
    await phone.close();
    await device.open('/sync');
    const loss = device.page.getByRole('list', { name: 'Lost changes' });
    await loss.getByText('2 unsent changes lost.').waitFor();
    await loss.getByText(/^.*Ask .* to re-enter what is missing\.$/).waitFor();
    await looksGood(device.page, 'devices-lost', DARK_DESK_LIGHT_PHONE);
    await loss.getByRole('button', { name: 'Dismiss' }).click();
    await loss.waitFor({ state: 'detached' });
    expect(await lossesKnown()).toEqual([]);
  },
);
