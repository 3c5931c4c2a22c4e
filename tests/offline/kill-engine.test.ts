import process from 'node:process';
import { expect, test } from 'vitest';
import { isProof, sized } from '#tests/support/proof-size.ts';
import { engineStorm } from './kill-engine-storm.ts';

const KILLS = sized({ push: 3, proofs: 20 });
const ENOUGH = 20;
const MS_A_KILL = 30_000;

test.runIf(process.platform === 'linux')(
  'four phones of two people lose nothing and double nothing while the server and its database are killed again and again',
  { timeout: 120_000 + KILLS * MS_A_KILL },
  async ({ annotate }) => {
    const { violations, figures } = await engineStorm({ kills: KILLS, databaseEvery: Math.min(6, KILLS), devices: 4 });
    await annotate(`${KILLS} kills under phones: ${JSON.stringify(figures)}`, 'figure');
    const provesMuch =
      KILLS < ENOUGH || (figures.acknowledged > 10 * KILLS && figures.stops > KILLS && figures.replayed > 0 && figures.deaths > 0);
    expect({ violations, provesMuch, figures }).toEqual({ violations: [], provesMuch: true, figures });
  },
);

/** Engines without one of their protections. */
const BROKEN = [
  ['gives each attempt a key of its own', ['same-key', 'echo'], /a create took effect more than once/],
  ['leaves what was under way when its tab ended', ['requeue-in-flight'], /a change does not go/],
] as const;

// A check that finds nothing proves something only if it finds what is there. At a push, one of them is enough.
test.runIf(process.platform === 'linux').each(isProof ? BROKEN : BROKEN.slice(0, 1))(
  'an engine that %s is found out',
  { timeout: 240_000 },
  async (_, without, expected) => {
    const storm = { kills: 3, databaseEvery: 3, devices: 3, without, lostAnswers: 0.15, deaths: 0.03, patience: 3 };
    const { violations, figures } = await engineStorm(storm);
    expect({ violations, figures }).toEqual({ violations: expect.arrayContaining([expect.stringMatching(expected)]), figures });
  },
);
