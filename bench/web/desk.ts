import { setTimeout as sleep } from 'node:timers/promises';
import type { Took } from './screens.ts';
import { SLOWER, type SlowPhone } from './stage.ts';

/** The office's window. */
const OFFICE = { width: 1440, height: 900 };
/** Between two presses: what one of them starts may still be running at the next. */
const PAUSE_MS = 400;
const ROUNDS = 4;

/** Everything that the demo's company ever logged. */
const ENTRIES = 10_000;

const HEADS = ['Fuel', 'Operator', 'Hours', 'Date'];

/** Orders and filters of the desk over all of the demo's entries, each from the press to the frame that shows it. */
export const measureDesk = async (phone: SlowPhone): Promise<Took[]> => {
  await phone.slowDown(1);
  await phone.page.setViewportSize(OFFICE);
  await phone.open('/job-entries/desk');
  await phone.page.getByText(`${ENTRIES.toLocaleString('en-US')} shown`).waitFor({ timeout: 60_000 });
  await phone.slowDown(SLOWER);
  await sleep(3_000);
  const times: Took[] = [];
  const took = async (selector: string, words: string): Promise<void> => {
    const before = await phone.busy();
    const clock = await phone.ask<number>(`bench.pressOnDesk(${JSON.stringify(selector)}, ${JSON.stringify(words)})`);
    await sleep(PAUSE_MS);
    times.push({ clock, busy: (await phone.busy()) - before });
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const head of HEADS) {
      await took('.desk-table th button', head);
    }
    // A view narrows it, and taking off its filters widens it again.
    await took('.desk-tabs nav a', 'Not billed yet');
    await took('.desk-chip-on', 'Not billed');
  }
  return times;
};
