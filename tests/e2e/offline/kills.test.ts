import type { BrowserContext, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { openPage } from '../../support/browser.ts';
import { gate } from '../../support/faults-proxy.ts';
import { type Device, deviceOn, giveSession, openDevice, PATIENCE, settled } from '../../support/offline-device.ts';
import { sized } from '../../support/proof-size.ts';
import { createProfile } from '../../support/profile.ts';
import { started, test as base } from '../fixtures.ts';

// The battery dies: the browser is killed with SIGKILL and started again on the same profile.

const KILLS = sized({ push: 3, proofs: 20 });
vi.setConfig({ testTimeout: 120_000 + KILLS * 30_000 });

/** Within this time of a tap the browser dies. */
const WITHIN_MS = 900;

const ENTRIES = /\/entries$/;

const test = base
  .extend('profile', async ({ proxy }, { onCleanup }) => {
    const profile = await createProfile();
    onCleanup(async () => {
      proxy.calm();
      await profile.remove();
    });
    return profile;
  })
  /** Starts the browser again, as it was. Cookies reach its disk only every half minute: those of the session come back by themselves. */
  .extend('restart', ({ profile, app, company }) => async (): Promise<BrowserContext> => {
    const context = await profile.start();
    await giveSession(context, app.url, company.boss);
    return context;
  })
  .extend('startAgain', ({ restart, app }) => async (): Promise<Device> => {
    const context = await restart();
    const { page, problems } = await openPage(context);
    const device = deviceOn(context, page, problems, app.url);
    await device.open('/dashboard');
    return device;
  });

test.beforeAll(started);

test("34 Killed between the server's success and the removal here: replayed by its key", async ({
  profile,
  app,
  company,
  proxy,
  notes,
  startAgain,
}) => {
  const device = await openDevice(await profile.start(), app.url, company.boss);
  const { until, open } = gate();
  proxy.on('POST', ENTRIES, { kind: 'hold-answer', until });
  await device.offline();
  await device.log({ notes: 'committed' });
  await device.online();
  await expect.poll(notes, PATIENCE).toEqual(['committed']);
  await profile.kill();
  open();
  proxy.calm();
  const again = await startAgain();
  await again.allSent();
  expect(await notes()).toEqual(['committed']);
  expect(await again.rows('sent')).toMatchObject([{ isReplayed: true }]);
});

test(
  '35 Killed around the id mapping: the child goes under the real job, and never with a temporary id',
  { tags: ['proof'] },
  async ({ profile, app, company, proxy, startAgain }) => {
    const device = await openDevice(await profile.start(), app.url, company.boss);
    const { until, open } = gate();
    proxy.on('POST', /\/jobs$/, { kind: 'hold-answer', until });
    await device.offline();
    await device.press(/New Job Entry/);
    const entry = device.dialog('New Job Entry');
    await entry.getByLabel('Customer').selectOption({ label: company.customer });
    await entry.getByRole('button', { name: 'Create New Job' }).click();
    await device.dialog('Create New Job').getByLabel('Job Name').fill('Made offline');
    await device.dialog('Create New Job').getByRole('button', { name: 'Create Job' }).click();
    await device.dialog('Create New Job').waitFor({ state: 'detached' });
    await entry.getByLabel('Service').selectOption({ label: company.service });
    await entry.getByLabel('Notes').fill('the child');
    await entry.getByRole('button', { name: 'Submit Entry' }).click();
    await entry.waitFor({ state: 'detached' });
    await device.online();
    const jobs = () => company.boss.ok(contract.jobs.list, { params: { orgId: company.orgId }, query: {} });
    const made = async () => (await jobs()).filter(({ name }) => name === 'Made offline').map(({ id }) => id);
    await expect.poll(async () => (await made()).length, PATIENCE).toBe(1);
    await profile.kill();
    open();
    proxy.calm();
    const again = await startAgain();
    await again.allSent();
    expect(await made()).toHaveLength(1);
    expect(await app.entries(company.orgId)).toMatchObject([{ notes: 'the child', jobId: (await made())[0] }]);
    expect(proxy.seen('*', /./).filter(({ path }) => /\/\d{13}\b/.test(path))).toEqual([]);
    expect((await again.rows('idMap')).filter(({ store }) => store === 'jobs').map(({ id }) => id)).toEqual(await made());
  },
);

/** Tells of each toast that says that something is kept, as soon as it is there. */
const hearSaved = async (page: Page, onSaved: () => void): Promise<void> => {
  await page.exposeFunction('saved', onSaved);
  await page.addInitScript(() => {
    const look = (records: MutationRecord[]): void => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]).map(({ textContent }) => textContent ?? '');
      if (added.some((text) => /Saved Offline|Job entry created successfully/.test(text))) {
        (window as unknown as { saved: () => void }).saved();
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
};

test(`33 Browser killed with SIGKILL ${KILLS} times, at any moment: nothing that was called saved is lost, nothing is there twice`, async ({
  annotate,
  profile,
  app,
  company,
  restart,
  startAgain,
  notes,
}) => {
  const saved = new Set<string>();
  let current = '';
  // The session reaches the disk some seconds after signing in: this person has used the app before.
  await (await openDevice(await profile.start(), app.url, company.boss)).context.close();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const context = await restart();
    const { page } = await openPage(context);
    await hearSaved(page, () => void saved.add(current));
    const device = deviceOn(context, page, [], app.url);
    // Half of them die without a network, the others in the middle of sending.
    await context.setOffline(kill % 2 === 0);
    await device.open('/dashboard');
    current = `kill ${kill}, first`;
    await device.log({ notes: current });
    current = `kill ${kill}, second`;
    const writing = device.log({ notes: current }).catch(() => 'killed');
    await new Promise((resolve) => {
      setTimeout(resolve, Math.random() * WITHIN_MS + 200);
    });
    await profile.kill();
    await writing;
  }
  const device = await startAgain();
  await settled(device.page, company.orgId);
  await device.allSent();
  await annotate(`${KILLS} kills of the browser, ${saved.size} entries called saved`, 'figure');
  const there = await notes();
  expect(there.filter((name, index) => there.indexOf(name) !== index)).toEqual([]);
  expect([...saved].filter((name) => !there.includes(name))).toEqual([]);
  expect(saved.size).toBeGreaterThanOrEqual(KILLS);
  const here = (await device.rows('jobEntries')).map(({ notes: text }) => String(text));
  expect(here.toSorted()).toEqual(there.toSorted());
});
