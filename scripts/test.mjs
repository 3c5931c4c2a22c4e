// `npm test`: install what is missing (the browser too), build, and run every test. The last line says `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, run, step } from './lib.mjs';

/** A whole browser, and the same engine without windows (tests/support/browser.ts). */
const BROWSERS = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

const installChromium = async () => {
  const missing = BROWSERS.filter((path) => !existsSync(path));
  if (missing.length === 0) {
    return;
  }
  const isRoot = process.getuid?.() === 0;
  if (process.platform !== 'linux' || !isRoot) {
    throw new Error(
      `The tests drive a real browser, and there is none at ${missing.join(', ')}. Install Chromium, or set CHROMIUM_PATH to it.`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await step('Installing Chromium', async () => {
    await run('apt-get', ['update'], { quiet: true, env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'chromium-headless-shell'], { quiet: true, env });
  });
};

const folder = mkdtempSync(join(tmpdir(), 'headland-tally-'));

/** Runs tests; gives what became of each file, and what failed outside of them. */
const runTests = async (name, only) => {
  const tally = join(folder, name);
  const reporters = ['--reporter=default', '--reporter=./tests/support/tally.ts'];
  await run('npx', ['vitest', 'run', ...reporters, ...only], { env: { ...process.env, TALLY: tally } }).catch((error) => {
    console.error(error.message);
  });
  return JSON.parse(readFileSync(tally, 'utf8'));
};

// On a busy machine a browser now and then takes longer than any patience. What proves that nothing is lost gets no second chance.
const MOST_AGAIN = 3;
const PROOFS = /\/e2e\/offline\/(kills|order|people|server|storage)\.test\.ts$/;
const mayRunAgain = ({ path }) => path.includes('/tests/e2e/') && !PROOFS.test(path);

/** Runs the few files of browser tests that failed once more, by themselves, and names what failed before, whatever comes of it. */
const runAgain = async ({ files, errors }) => {
  const unsteady = files.filter(({ failed }) => failed.length > 0).filter(mayRunAgain);
  if (unsteady.length === 0 || unsteady.length > MOST_AGAIN) {
    return { files, errors };
  }
  const again = await runTests(
    'again',
    unsteady.map(({ path }) => path),
  );
  for (const { name, message } of unsteady.flatMap(({ failed }) => failed)) {
    console.log(`UNSTEADY, its file was run a second time: ${name}\n${message}`);
  }
  return { files: [...files.filter((file) => !unsteady.includes(file)), ...again.files], errors: [...errors, ...again.errors] };
};

let passed = 0;
let failed = 0;
try {
  await install();
  await installChromium();
  await build();
  const { files, errors } = await runAgain(await runTests('first', process.argv.slice(2)));
  passed = files.reduce((total, file) => total + file.passed, 0);
  failed = files.reduce((total, file) => total + file.failed.length, errors.length);
} catch (error) {
  console.error(error.message);
  failed = 1;
}
rmSync(folder, { recursive: true, force: true });
if (failed > 0 || passed === 0) {
  process.exitCode = 1;
}
console.log(`${passed} passed, ${failed} failed`);
