import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { postJson } from '#tests/kill/victim.ts';
import type { Stage } from './stage.ts';

const LANES = 8;

/** Wall-clock time, and how long the page's main thread was busy during it; milliseconds. */
export interface Took {
  readonly clock: number;
  readonly busy: number;
}

/** From the tap to the words. Taps directly, without the extra steps a test takes to be safe: those would count as work of the page. */
const tapUntil = async (stage: Stage, target: Locator, words: string): Promise<Took> => {
  const box = await target.boundingBox();
  if (!box) {
    throw new Error('There is nothing to tap on.');
  }
  await stage.ask('bench.forget()');
  const shown = stage.ask<number>(`bench.whenShown('${words}')`);
  const before = await stage.busy();
  await stage.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const at = await shown;
  const busy = (await stage.busy()) - before;
  return { clock: at - (await stage.ask<number>('bench.tapped()')), busy };
};

/**
 * Fills a new entry without photos and submits it: from the tap to the toast 'Saved Offline' on the screen. Everything is tapped: after a
 * click with a mouse, the browser checks after each layout what is under the pointer, which no phone has to do.
 */
const saveEntry = async (stage: Stage, notes: string): Promise<Took> => {
  const { page } = stage;
  await page
    .getByRole('button', { name: /New Job Entry/ })
    .first()
    .tap();
  const dialog = page.getByRole('dialog', { name: 'New Job Entry' });
  await dialog.getByLabel('Customer').selectOption({ index: 1 });
  const job = dialog.getByRole('combobox', { name: 'Job', exact: true });
  while ((await job.inputValue()) === '') {
    await sleep(20);
  }
  await dialog.getByLabel('Service').selectOption({ label: 'Planting' });
  await dialog.getByRole('textbox', { name: 'Hours' }).fill('7.5');
  await dialog.getByLabel('Notes').fill(notes);
  const took = await tapUntil(stage, dialog.getByRole('button', { name: 'Submit Entry' }), 'Saved Offline');
  await dialog.waitFor({ state: 'detached' });
  return took;
};

/** Ends the time without network, and waits until nothing is left to be sent. */
const sendAll = async (stage: Stage): Promise<void> => {
  await stage.setOffline(false);
  await stage.until(`bench.waiting(${stage.userId}).then(({ all }) => all === 0)`, 120_000);
};

/** That many entries saved offline, one after the other. */
export const measureSaving = async (stage: Stage, entries: number): Promise<Took[]> => {
  await stage.open('/dashboard');
  await stage.setOffline(true);
  const times: Took[] = [];
  for (let number = 0; number < entries; number += 1) {
    times.push(await saveEntry(stage, `tapped ${number}`));
    const toasts = stage.page.getByRole('region', { name: /Notifications/ });
    await toasts.getByRole('button', { name: 'Close' }).tap();
  }
  await sendAll(stage);
  return times;
};

/** The first entry after each of that many starts, offline: what saves one has not run in that page before. */
export const measureFirstSaving = async (stage: Stage, starts: number): Promise<Took[]> => {
  await stage.setOffline(true);
  const times: Took[] = [];
  for (let number = 0; number < starts; number += 1) {
    await stage.open('/dashboard');
    times.push(await saveEntry(stage, `first ${number}`));
  }
  await sendAll(stage);
  return times;
};

/** The same on a bare page with one button and one row: the minimum on this machine. */
export const measureBare = async (stage: Stage, taps: number): Promise<Took[]> => {
  const { page } = stage;
  const times: Took[] = [];
  for (let number = 0; number < taps; number += 1) {
    await page.goto(`${stage.origin}/api/health`);
    await stage.ask('bench.layBare()');
    await page.getByRole('textbox').fill('notes');
    times.push(await tapUntil(stage, page.getByRole('button', { name: 'Save' }), 'Saved Offline'));
  }
  return times;
};

const makeEntries = async ({ origin, cookie, jobId, serviceTypeId }: Stage, count: number): Promise<void> => {
  let left = count;
  const lane = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      const body = { serviceTypeId, date: '2025-07-01', totalHours: 2, notes: `of the office ${left}` };
      await postJson(`${origin}/api/jobs/${jobId}/entries`, body, cookie);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
};

interface Asked {
  readonly startTime: number;
  readonly responseEnd: number;
}

/** From requesting the changes to the end of their transaction; and wall-clock time alone from their arrival. */
export interface Pulled extends Took {
  readonly stored: number;
}

/** The number of rows that the office changed while the phone was away. */
export const measurePull = async (stage: Stage, rows: number, rounds: number): Promise<Pulled[]> => {
  const results: Pulled[] = [];
  await stage.open('/dashboard');
  await sleep(2_000);
  for (let round = 0; round < rounds; round += 1) {
    await stage.setOffline(true);
    await makeEntries(stage, rows);
    const began = await stage.ask<number>('bench.now()');
    const before = await stage.busy();
    await stage.setOffline(false);
    await stage.until(`bench.pulledSince(${began}).length > 0`);
    const busy = (await stage.busy()) - before;
    const [first] = await stage.ask<Asked[]>(`bench.changesSince(${began})`);
    const [end = Number.NaN] = await stage.ask<number[]>(`bench.pulledSince(${began})`);
    if (first) {
      results.push({ clock: end - first.startTime, busy, stored: end - first.responseEnd });
    }
    await sleep(2_000);
  }
  return results;
};

/** Milliseconds from the start of the page, offline, to words that only show with data of this device. */
export const measureStart = async (stage: Stage, path: string, words: string, rounds: number): Promise<Took[]> => {
  await stage.setOffline(true);
  const times: Took[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const clock = await stage.openUntil(path, words);
    // Counted from the start of the page, too.
    times.push({ clock, busy: await stage.busy() });
    await sleep(1_500);
  }
  await stage.setOffline(false);
  return times;
};

/** Milliseconds from the tap on Entries to the first rows of the list. */
export const measureList = async (stage: Stage, rounds: number): Promise<Took[]> => {
  const { page } = stage;
  await stage.setOffline(true);
  await stage.open('/dashboard');
  const times: Took[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await sleep(1_500);
    times.push(await tapUntil(stage, page.getByRole('link', { name: 'Entries', exact: true }).last(), 'Planting'));
    await page.getByRole('link', { name: 'Overview', exact: true }).last().click();
    await stage.until(`bench.shown('Hours per day') > 0`);
  }
  await stage.setOffline(false);
  return times;
};
