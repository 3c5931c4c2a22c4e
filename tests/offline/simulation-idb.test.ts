import { expect, test } from 'vitest';
import { sized } from '#tests/support/proof-size.ts';
import { seededRandom } from '../sim/seeded-random.ts';
import { runSchedule } from '../sim/schedule.ts';
import { inIndexedDb } from './simulation-idb.ts';

// The same seeds as in tests/sim/sim.test.ts: what fails here and not there is the fault of the storage.
const SCHEDULES = sized({ push: 40, proofs: 1000 });
const FROM = 1;
const LOST = 0.02;

const run = async (seed: number) => {
  const random = seededRandom(seed);
  const storage = inIndexedDb(() => random.isHit(LOST));
  const { violation, kept } = await runSchedule(seed, new Set(), false, storage);
  const differs = await storage.close();
  return { seed, kept, wrong: [...(violation ? [violation.message] : []), ...differs] };
};

test(
  'the schedules of the simulation hold over IndexedDB as well, which always agrees with memory',
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
