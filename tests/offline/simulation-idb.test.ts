import process from 'node:process';
import { expect, test } from 'vitest';
import { diceOf } from '../sim/dice.ts';
import { runSchedule } from '../sim/schedule.ts';
import { inIndexedDb } from './simulation-idb.ts';

// For longer runs: IDB_SECONDS=600 npm test -- tests/offline/simulation-idb.test.ts
const SECONDS = Number(process.env['IDB_SECONDS'] ?? 30);
// The same as those of tests/sim/sim.test.ts: what fails here and not there is the fault of the storage.
/** Fewer would prove little, however slow the machine. */
const LEAST = 40;
const FROM = 1;
const LOST = 0.02;

const run = async (seed: number) => {
  const dice = diceOf(seed);
  const keeping = inIndexedDb(() => dice.isHit(LOST));
  const { violation, kept } = await runSchedule(seed, new Set(), false, keeping);
  const differs = await keeping.close();
  return { seed, kept, wrong: [...(violation ? [violation.message] : []), ...differs] };
};

test(
  'the schedules of the simulation hold over IndexedDB as well, which says the same as memory all the time',
  { timeout: 1_200_000 },
  async () => {
    const until = performance.now() + SECONDS * 1000;
    let [schedules, writes] = [0, 0];
    for (; schedules < LEAST || performance.now() < until; schedules += 1) {
      const { seed, kept, wrong } = await run(FROM + schedules);
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
      writes += kept;
    }
    process.stdout.write(`${schedules} schedules over IndexedDB, ${writes} writes\n`);
    expect(writes).toBeGreaterThan(2 * schedules);
  },
);
