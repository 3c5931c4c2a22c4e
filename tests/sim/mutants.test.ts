import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Protection, PROTECTIONS } from '#client/offline/protections.ts';
import type { Missing } from './leanings.ts';
import { openSimulation } from './run-many.ts';

/** A suite is worth as much as what it finds: with any one protection off, so many schedules must be enough to notice. */
const ENOUGH = 1200;

/** The protections that another test shows to be needed: what goes wrong without them heals by itself before a schedule ends. */
const SHOWN_ELSEWHERE: readonly Protection[] = [
  // tests/offline/newer-version.test.ts
  'newer-version-wins',
];

/** Where to begin for what few schedules notice: the first seed that did. After a change of the engine it may be another one. */
const NOTICED_BY: Partial<Record<Missing, number>> = { 'job-order': 2600, lock: 2000 };

let simulation: Awaited<ReturnType<typeof openSimulation>>;
beforeAll(async () => {
  simulation = await openSimulation();
});
afterAll(() => simulation.close());

const runWithout = (protection: Missing) =>
  simulation.run({ from: NOTICED_BY[protection] ?? 1, count: ENOUGH, off: [protection], most: 1, threads: 1 });

test.each(PROTECTIONS.filter((each) => !SHOWN_ELSEWHERE.includes(each)))(
  'without the protection %s a schedule fails',
  { timeout: 300_000 },
  async (protection) => {
    const { failures } = await runWithout(protection);
    expect(failures[0]?.invariant).toMatch(/^I\d+$/);
  },
);

test('with a server that goes on after a failover as if nothing had been lost, a schedule fails', { timeout: 300_000 }, async () => {
  const { failures } = await runWithout('settling');
  expect(failures[0]?.invariant).toMatch(/^I\d+$/);
});
