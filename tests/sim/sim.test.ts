import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isProof, sized } from '#tests/support/proof-size.ts';
import { openSimulation } from './run-many.ts';

/** The proofs run as many as two cores manage in some three minutes. More by hand: `npm run sim -- 1000000`. */
const SCHEDULES = sized({ push: 3000, proofs: 50_000 });
const FROM = 1;
/** At a push other tests run alongside. */
const THREADS = isProof ? 2 : 1;

/** Every seed that ever failed stays, with what it found. */
const seeds = JSON.parse(readFileSync(join(import.meta.dirname, 'seeds.json'), 'utf8')) as { seed: number; found: string }[];

let simulation: Awaited<ReturnType<typeof openSimulation>>;
beforeAll(async () => {
  simulation = await openSimulation();
});
afterAll(() => simulation.close());

// In a thread of the simulation, as all others: there a module that is loaded when it is needed is there at once.
const traceOf = async (seed: number): Promise<string> => (await simulation.trace(seed)).replaceAll(/^(.{300}).*$/gm, '$1');

test.each(seeds)('seed $seed, which once found: $found', async ({ seed }) => {
  const { failures } = await simulation.run({ from: seed, count: 1, most: 1, threads: 1 });
  expect(failures.length === 0 ? '' : await traceOf(seed)).toBe('');
});

test('no schedule of faults loses, doubles, misplaces or hides a change', { timeout: 60_000 + SCHEDULES * 30 }, async ({ annotate }) => {
  const tally = await simulation.run({ from: FROM, count: SCHEDULES, most: 3, threads: THREADS });
  await annotate(`${tally.run} schedules from seed ${FROM}, ${tally.kept} saved changes, ${tally.steps} steps`, 'figure');
  const [first] = tally.failures;
  expect(first ? await traceOf(first.seed) : '').toBe('');
  expect(tally.run).toBe(SCHEDULES);
  // Schedules in which nobody saved anything would prove nothing.
  expect(tally.kept).toBeGreaterThan(2 * SCHEDULES);
});

test('the same seed does the same again', async () => {
  for (const seed of [11, 12, 13]) {
    const [once, again] = [await simulation.trace(seed), await simulation.trace(seed)];
    expect(again).toEqual(once);
    expect(once.split('\n').length).toBeGreaterThan(30);
  }
});
