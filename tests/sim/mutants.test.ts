import { expect, test } from 'vitest';
import type { Missing } from './weights.ts';
import { mutated } from './bundle.ts';
import { MUTANTS, type Protection, PROTECTIONS } from './mutants.ts';
import { openSimulation } from './run-many.ts';

/** A suite is worth as much as what it finds: with any one protection removed, this many schedules must be enough to notice. */
const ENOUGH = 1200;

/** Protections that another test shows to be needed: what goes wrong without them heals by itself before a schedule ends. */
const SHOWN_ELSEWHERE: readonly Protection[] = [
  // tests/offline/newer-version.test.ts
  'newer-version-wins',
];

/** Where to begin for what few schedules notice: the first seed that did. It may be another one after a change of the engine. */
const NOTICED_BY: Partial<Record<Missing, number>> = { 'files-go': 2400 };

const runWithout = async (missing: Missing) => {
  const simulation = await openSimulation([missing]);
  try {
    return await simulation.run({ from: NOTICED_BY[missing] ?? 1, count: ENOUGH, most: 1, threads: 1 });
  } finally {
    await simulation.close();
  }
};

test.each(PROTECTIONS.filter((each) => !SHOWN_ELSEWHERE.includes(each)))(
  'without the protection %s a schedule fails',
  { timeout: 300_000 },
  async (protection) => {
    const { failures } = await runWithout(protection);
    expect(failures[0]?.invariant).toMatch(/^I\d+$/);
  },
);

test('a schedule fails with a server that goes on after a failover as if nothing had been lost', { timeout: 300_000 }, async () => {
  const { failures } = await runWithout('settling');
  expect(failures[0]?.invariant).toMatch(/^I\d+$/);
});

test('a mutant that no longer fits the engine says so, instead of proving nothing', () => {
  const [{ find }] = MUTANTS['earlier-answer'];
  expect(mutated(`if (a) {} ${find} {} }`, 'outbox/decide.ts', ['earlier-answer'])).not.toContain(find);
  expect(() => mutated('nothing of it', 'outbox/decide.ts', ['earlier-answer'])).toThrow('A mutant does not fit outbox/decide.ts');
  expect(() => mutated(find + find, 'outbox/decide.ts', ['earlier-answer'])).toThrow('A mutant does not fit');
});
