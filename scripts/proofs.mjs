// `npm run proofs`: runs with as many cases as an hour allows what the tests run with some thousand; `-- --times 10`: ten times as many.
// With words (`npm run proofs -- tests/kill`), only some. Figures and counts come last.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { report, runTests } from './run-tests.mjs';

const { values, positionals } = parseArgs({ options: { times: { type: 'string', default: '1' } }, allowPositionals: true });

/** Files of their own, those whose size is configurable (tests/support/proof-size.ts), and those with a test that a push leaves out. */
const isProof = (path) => path.endsWith('.proof.ts') || /support\/proof-size\.ts|tags: \['proof'\]/.test(readFileSync(path, 'utf8'));

try {
  if (!(Number(values.times) > 0)) {
    throw new Error(`--times takes a number above 0, such as 10, not ${values.times}.`);
  }
  process.env.PROOF_TIMES = values.times;
  report(await runTests(positionals, { isMeant: isProof }));
} catch (error) {
  report({ passed: 0, failed: [error.message] });
}
