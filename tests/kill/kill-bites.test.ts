import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isProof } from '#tests/support/proof-size.ts';
import { storm } from './storm.ts';

/** Programs that are broken on purpose. */
const BROKEN = [
  ['ignores keys', 'ignores-keys.mjs', 'a create took effect more than once'],
  ['answers before it has committed', 'answers-too-early.mjs', 'acknowledged and lost'],
  ['commits without waiting for the disk', 'commits-carelessly.mjs', 'acknowledged and lost'],
] as const;

// A check that finds nothing proves something only if it finds what is there. At a push, one of them is enough.
test.runIf(process.platform === 'linux').each(isProof ? BROKEN : BROKEN.slice(0, 1))(
  'a program that %s is found out',
  { timeout: 240_000 },
  async (_, file, expected) => {
    const mutant = pathToFileURL(join(import.meta.dirname, 'mutants', file)).href;
    const { violations, figures } = await storm({ rounds: 4, clients: 8, env: { NODE_OPTIONS: `--import ${mutant}` } });
    expect({ violations, figures }).toEqual({ violations: expect.arrayContaining([expect.stringContaining(expected)]), figures });
  },
);
