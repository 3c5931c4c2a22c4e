import process from 'node:process';
import { expect, test } from 'vitest';
import { sized } from '#tests/support/proof-size.ts';
import { storm } from './storm.ts';

const ROUNDS = sized({ push: 3, proofs: 30 });
const ENOUGH = 20;
const MS_A_ROUND = 30_000;

// Which processes are the database's is read from /proc.
test.runIf(process.platform === 'linux')(
  'a server that is killed at random, every other time with its database, loses nothing that it acknowledged and doubles nothing',
  { timeout: 60_000 + ROUNDS * MS_A_ROUND },
  async ({ annotate }) => {
    const { violations, figures } = await storm({ rounds: ROUNDS, clients: 8, env: {} });
    await annotate(`${ROUNDS} kills of the server: ${JSON.stringify(figures)}`, 'figure');
    // With few writes, or none cut off between its commit and its answer, there was little to prove.
    const provesMuch = figures.acknowledged > ROUNDS && (ROUNDS < ENOUGH || figures.unknownInEffect > 0);
    expect({ violations, provesMuch, figures }).toEqual({ violations: [], provesMuch: true, figures });
  },
);
