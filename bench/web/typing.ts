import { setTimeout as sleep } from 'node:timers/promises';
import type { Took } from './screens.ts';
import type { SlowPhone } from './stage.ts';

/** Between two letters of a fast typist; what one of them starts may still be running at the next. */
const PAUSE_MS = 180;
const WORDS = ['tillage', 'hauling', 'corn', 'creek', 'spread'];
/** Pixels per frame: a fling. */
const FLING_PX = 120;
const SCROLLED_PX = 24_000;
const NAMES = 20_000;

/** For typed text: each letter to the frame that shows it, and everything the page had to do until the next. */
const typeWords = async (phone: SlowPhone, clear: () => Promise<void>): Promise<Took[]> => {
  const times: Took[] = [];
  for (const word of WORDS) {
    await clear();
    await sleep(1_500);
    await phone.ask('bench.forgetLetters()');
    const busy: number[] = [];
    for (const letter of word) {
      const before = await phone.busy();
      await phone.page.keyboard.press(letter);
      await sleep(PAUSE_MS);
      busy.push((await phone.busy()) - before);
    }
    const shown = await phone.ask<number[]>('bench.letters()');
    times.push(...shown.map((clock, index) => ({ clock, busy: busy[index] ?? Number.NaN })));
  }
  return times;
};

/** Letters typed into the search of the list of all entries. */
export const measureSearch = async (phone: SlowPhone): Promise<Took[]> => {
  await phone.open('/job-entries');
  const search = phone.page.getByRole('searchbox');
  await phone.page.locator('[data-cards] > [data-index]').first().waitFor();
  await sleep(2_000);
  return typeWords(phone, async () => {
    await search.fill('');
    await search.focus();
  });
};

export interface Scrolled {
  /** Times between two frames. */
  readonly frames: readonly number[];
  /** Processor time of the longest task during that time. */
  readonly longestOwn: number;
}

/** Scrolling through the list of all entries, and through the part that loads while scrolling. */
export const measureScroll = async (phone: SlowPhone): Promise<Scrolled> => {
  await phone.open('/job-entries');
  await phone.page.locator('[data-cards] > [data-index]').first().waitFor();
  await sleep(2_000);
  let frames: number[] = [];
  const tasks = await phone.tasks(async () => {
    frames = await phone.ask<number[]>(`bench.scroll(${SCROLLED_PX}, ${FLING_PX})`);
  });
  return { frames, longestOwn: tasks[0] ?? Number.NaN };
};

/** Letters typed into the command palette, with that many names on the device. */
export const measurePalette = async (phone: SlowPhone, orgId: number): Promise<Took[]> => {
  await phone.page.goto(`${phone.origin}/api/health`);
  const rows = `Array.from({ length: ${NAMES} }, (_, index) => ({
    id: 1_000_000 + index, organizationId: ${orgId}, version: 1, customerId: 1, customerName: 'Far Acres', status: 'open',
    name: ['Tillage', 'Hauling', 'Corn', 'Creek', 'Spreading'][index % 5] + ' of field ' + index,
    createdBy: 1, updatedBy: null, createdAt: '2025-01-01T12:00:00Z', updatedAt: '2025-01-01T12:00:00Z',
  }))`;
  await phone.ask(`bench.put('jobs', ${rows})`);
  await phone.open('/dashboard');
  await sleep(3_000);
  await phone.page.keyboard.press('Control+K');
  const field = phone.page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await field.fill(`field ${NAMES - 1}`);
  await phone.page.getByRole('option', { name: `of field ${NAMES - 1}` }).waitFor();
  return typeWords(phone, async () => {
    await field.fill('');
    await field.focus();
  });
};

export { NAMES, SCROLLED_PX };
