import type { BrowserContext, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { inTimeOrder } from '#shared/domain/spans.ts';
import type { RunState } from '#shared/domain/run-state.ts';
import { openPage } from '../../support/browser.ts';
import { type Device, deviceOn, giveSession, openDevice, readStore } from '../../support/offline-device.ts';
import { sized } from '../../support/proof-size.ts';
import { createProfile } from '../../support/profile.ts';
import { started, test as base } from '../fixtures.ts';
import { FIVE, makeRunSeason } from '../run-season.ts';

// The phone dies in the middle of a run, again and again: the run goes on where it was.

const KILLS = sized({ push: 4, proofs: 100 });
vi.setConfig({ testTimeout: 180_000 + KILLS * 30_000 });

/** Within this time of a press the browser dies. */
const WITHIN_MS = 700;
/** As many spans as an entry holds would be reached after more. */
const KILLS_OF_A_RUN = 20;

const test = base.extend('season', async ({ server }) => {
  const driver = await server.owner();
  return { driver, ...(await makeRunSeason(driver)) };
});
test.beforeAll(started);

/** What the cab shows: the stop and since when. */
interface Shown {
  readonly stop: string;
  readonly since: string;
}

/** Tells of everything that the cab shows from now on, as soon as it is there. */
const watchCab = async (page: Page, onShown: (shown: Shown) => void): Promise<void> => {
  await page.exposeFunction('shown', (stop: string, since: string) => onShown({ stop, since }));
  await page.evaluate(() => {
    const { shown } = window as unknown as { shown: (...words: string[]) => void };
    new MutationObserver(() => {
      const stop = document.querySelector('.cab h1')?.textContent;
      const since = document.querySelector('.cab-clock p')?.firstChild?.textContent;
      if (stop && since) {
        shown(stop, since);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
};

const cabOf = async (page: Page): Promise<Shown> => {
  await page.locator('.cab h1').waitFor();
  return page.evaluate(() => ({
    stop: document.querySelector('.cab h1')?.textContent ?? '',
    since: document.querySelector('.cab-clock p')?.firstChild?.textContent ?? '',
  }));
};

const keptRun = async (page: Page): Promise<RunState | undefined> =>
  (await readStore(page, 'meta')).find(({ key }) => key.startsWith('run:'))?.value as RunState | undefined;

/** A press so soon after the last switch counts as its bounce. */
const BOUNCE_MS = 600;

/** Goes to another customer of the run through its stops. */
const goTo = async (page: Page, customer: string): Promise<void> => {
  await page.waitForTimeout(BOUNCE_MS);
  await page.getByRole('button', { name: 'Stops', exact: true }).click();
  await page.getByRole('dialog', { name: 'Stops' }).getByRole('button', { name: customer }).click();
};

test(`browser killed with SIGKILL ${KILLS} times in the middle of runs: it goes on where it was, nothing is lost, no stop is there twice`, async ({
  annotate,
  app,
  season: { driver },
  onTestFinished,
}) => {
  const profile = await createProfile();
  onTestFinished(() => profile.remove());
  const restart = async (): Promise<BrowserContext> => {
    const context = await profile.start();
    await giveSession(context, app.url, driver);
    return context;
  };
  await (await openDevice(await profile.start(), app.url, driver)).context.close();
  let last: Shown | null = null;
  let wanted = '';
  let seen = 0;
  const presses: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const context = await restart();
    const { page } = await openPage(context);
    // Half of them die without a network, the others in the middle of sending.
    await context.setOffline(kill % 2 === 0);
    await page.goto(`${app.url}/runs/new`);
    if (kill % KILLS_OF_A_RUN === 0) {
      await page.getByRole('button', { name: /^Start at/ }).click();
    } else {
      await page.getByRole('link', { name: 'Go to the run' }).click();
      const now = await cabOf(page);
      // What was shown last is there again; a press that was under way has taken effect altogether or not at all.
      const isAsShown = now.stop === last?.stop && now.since === last.since;
      expect(isAsShown || now.stop === wanted, `${JSON.stringify(now)} after ${JSON.stringify(last)} and a press for ${wanted}`).toBe(true);
      seen += Number(isAsShown);
    }
    last = await cabOf(page);
    await watchCab(page, (shown) => {
      last = shown;
    });
    for (const step of [1, 2, 3]) {
      const others = FIVE.filter((name) => name !== last?.stop);
      wanted = others[Math.floor(Math.random() * others.length)] ?? FIVE[0];
      presses.push(wanted);
      const pressing = goTo(page, wanted).catch(() => undefined);
      if (step < 3) {
        await pressing;
        await expect.poll(async () => (await cabOf(page)).stop).toBe(wanted);
        last = await cabOf(page);
        continue;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, Math.random() * WITHIN_MS);
      });
      if ((kill + 1) % KILLS_OF_A_RUN === 0 || kill === KILLS - 1) {
        // The last of a run is ended instead.
        await pressing;
        await page.getByRole('button', { name: 'End run', exact: true }).click();
        await page.getByRole('button', { name: /^End run, save/ }).click();
        await page.getByRole('heading', { level: 1, name: 'Run', exact: true }).waitFor();
        expect(await keptRun(page)).toBeUndefined();
      }
      await profile.kill();
      await pressing;
    }
  }
  const context = await restart();
  const { page, problems } = await openPage(context);
  const device: Device = deviceOn(context, page, problems, app.url);
  await device.open('/dashboard');
  await device.allSent();
  const runs = (await driver.ok(contract.runs.list, { params: { orgId: driver.orgId }, query: {} })).filter(
    ({ date }) => date !== '2025-10-08',
  );
  const entries = await driver.ok(contract.jobEntries.list, { params: { orgId: driver.orgId }, query: { from: '2025-10-10' } });
  await annotate(
    `${KILLS} kills, ${presses.length} presses, ${seen} reopened exactly as shown, ${entries.length} entries of ${runs.length} runs`,
    'figure',
  );
  expect(runs).toHaveLength(Math.ceil(KILLS / KILLS_OF_A_RUN));
  for (const run of runs) {
    const own = entries.filter(({ runId }) => runId === run.id);
    const customers = own.map(({ customerId }) => customerId);
    expect(customers).toHaveLength(new Set(customers).size);
    // Nothing is lost: every moment of the run is at a stop, each stretch beginning where the one before ended.
    const spans = inTimeOrder(own.flatMap((entry) => entry.spans));
    expect(spans[0]?.from).toBe(run.startedAt);
    expect(spans.slice(1).map(({ from }) => from)).toEqual(spans.slice(0, -1).map(({ to }) => to));
    expect(spans.at(-1)?.to).toBe(run.endedAt);
  }
  await context.close();
});
