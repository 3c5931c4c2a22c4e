import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROTECTIONS } from '#client/offline/protections.ts';
import { openSimulation } from './run-many.ts';

/** A suite is worth as much as what it finds: with any one protection off, so many schedules must be enough to notice. */
const ENOUGH = 3000;

let simulation: Awaited<ReturnType<typeof openSimulation>>;
beforeAll(async () => {
  simulation = await openSimulation();
});
afterAll(() => simulation.close());

test.each(PROTECTIONS)('without the protection %s a schedule fails', { timeout: 300_000 }, async (protection) => {
  const { failures } = await simulation.run({ from: 1, count: ENOUGH, off: [protection], most: 1, threads: 2 });
  expect(failures[0]?.invariant).toMatch(/^I\d+$/);
});
