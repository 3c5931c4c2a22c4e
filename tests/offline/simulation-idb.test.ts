import { expect, test } from 'vitest';
import { sized } from '#tests/support/proof-size.ts';
import { diceOf } from '../sim/dice.ts';
import { runSchedule } from '../sim/schedule.ts';
import { inIndexedDb } from './simulation-idb.ts';

// The same as those of tests/sim/sim.test.ts: what fails here and not there is the fault of the storage.
const SCHEDULES = sized({ push: 40, proofs: 1000 });
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
  { timeout: 60_000 + SCHEDULES * 2000 },
  async ({ annotate }) => {
    let writes = 0;
    for (let schedules = 0; schedules < SCHEDULES; schedules += 1) {
      const { seed, kept, wrong } = await run(FROM + schedules);
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
      writes += kept;
    }
    await annotate(`${SCHEDULES} schedules over IndexedDB from seed ${FROM}, ${writes} writes`, 'figure');
    expect(writes).toBeGreaterThan(2 * SCHEDULES);
  },
);
