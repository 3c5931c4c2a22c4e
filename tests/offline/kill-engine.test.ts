import process from 'node:process';
import { expect, test } from 'vitest';
import { engineStorm } from './kill-engine-storm.ts';

// For longer runs: ENGINE_KILLS=1000 npm test -- tests/offline/kill-engine.test.ts
const KILLS = Number(process.env['ENGINE_KILLS'] ?? 20);
const ENOUGH = 20;
const MS_A_KILL = 30_000;

test.runIf(process.platform === 'linux')(
  'four phones of two people lose nothing and double nothing while the server and its database are killed again and again',
  { timeout: 120_000 + KILLS * MS_A_KILL },
  async () => {
    const { violations, figures } = await engineStorm({ kills: KILLS, databaseEvery: 6, devices: 4, off: new Set() });
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    const provesMuch = KILLS < ENOUGH || (figures.acknowledged > 10 * KILLS && figures.replayed > 0 && figures.deaths > 0);
    expect({ violations, provesMuch, figures }).toEqual({ violations: [], provesMuch: true, figures });
  },
);

// A check that finds nothing proves something only if it finds what is there: engines without one of their protections.
test.runIf(process.platform === 'linux').each([
  ['gives each attempt a key of its own', ['same-key', 'echo'], /a create took effect more than once/],
  ['leaves what was under way when its tab ended', ['revive'], /a change does not go/],
] as const)('an engine that %s is found out', { timeout: 240_000 }, async (_, off, expected) => {
  const storm = { kills: 3, databaseEvery: 3, devices: 3, off: new Set(off), lostAnswers: 0.15, deaths: 0.03, patience: 3 };
  const { violations, figures } = await engineStorm(storm);
  expect({ violations, figures }).toEqual({ violations: expect.arrayContaining([expect.stringMatching(expected)]), figures });
});
